// The card's own script runs anew for every side, as it does in Anki.
function show() {
CARD_SCRIPT}
addEventListener('message', function (event) {
  if (event.source !== parent || typeof event.data.html !== 'string') return;
  document.body.className = event.data.night ? 'card nightMode' : 'card';
  document.body.innerHTML = event.data.html;
  scrollTo(0, 0);
  show();
});
parent.postMessage('ready', '*');

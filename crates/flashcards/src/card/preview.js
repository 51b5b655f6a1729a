// The card's own script runs again for every side, as it does in Anki.
function show() {
CARD_SCRIPT}
addEventListener('message', function (event) {
  if (event.source !== parent) return;
  var data = event.data, options = document.querySelectorAll('.op');
  if (typeof data.press === 'number') {
    if (options[data.press]) options[data.press].click();
    return;
  }
  if (typeof data.html !== 'string') return;
  document.body.className = data.night ? 'card nightMode' : 'card';
  document.body.innerHTML = data.html;
  // Anki does the same: it scrolls to the answer.
  var answer = document.getElementById('answer');
  scrollTo(0, answer ? answer.getBoundingClientRect().top + scrollY - 8 : 0);
  show();
  [].slice.call(document.querySelectorAll('.op')).forEach(function (option, n) {
    option.addEventListener('click', function () { parent.postMessage({ chosen: n }, '*'); });
  });
});
addEventListener('keydown', function (event) {
  var onButton = event.target.tagName === 'BUTTON' && event.key === 'Enter';
  if (!onButton && !event.ctrlKey && !event.metaKey && !event.altKey) parent.postMessage({ key: event.key }, '*');
});
parent.postMessage('ready', '*');

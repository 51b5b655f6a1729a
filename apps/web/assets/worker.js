// How every worker begins: its address names the bundle after the `#`. What the page says meanwhile is kept for it.
const early = [];
self.onmessage = ({ data }) => early.push(data);

// A message to oneself comes after those that wait already, and sooner than any timer.
const { port1, port2 } = new MessageChannel();
self.soon = (act) => {
  port1.onmessage = act;
  port2.postMessage(null);
};

const bundle = self.location.hash.slice(1);
const { default: begin } = await import(`${bundle}.js`);
await begin({ module_or_path: fetch(`${bundle}.wasm`) });
for (const data of early) self.dispatchEvent(new MessageEvent("message", { data }));

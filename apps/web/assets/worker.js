// Starts every worker: the part of its address after `#` names the bundle. Messages that arrive meanwhile are queued.
const early = [];
self.onmessage = ({ data }) => early.push(data);

// A message to ourselves is handled after those already queued, and sooner than any timer.
const { port1, port2 } = new MessageChannel();
self.after_messages = (callback) => {
  port1.onmessage = callback;
  port2.postMessage(null);
};

const bundle = self.location.hash.slice(1);
const { default: begin } = await import(`${bundle}.js`);
await begin({ module_or_path: fetch(`${bundle}.wasm`) });
for (const data of early) self.dispatchEvent(new MessageEvent("message", { data }));

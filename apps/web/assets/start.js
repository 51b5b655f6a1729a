// Runs before the first paint: applies the chosen theme and language, then loads and mounts the frame. The frame loads a
// page with `tabiya.openBundle` when it is first visited.
(() => {
  const script = document.currentScript;
  const bundles = script.dataset;
  const loading = {};
  let tries = 0;

  const fetched = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
    return response;
  };
  const load = async (name) => {
    // Browsers cache a failed import, so a retry needs another address.
    const retry = tries > 0 ? `?${tries}` : "";
    const [bundle, module_or_path] = await Promise.all([
      import(`${bundles[name]}.js${retry}`),
      fetched(`${bundles[name]}.wasm`),
    ]);
    await bundle.default({ module_or_path });
    return bundle;
  };
  const openBundle = async (name, host) => {
    try {
      const bundle = await (loading[name] ??= load(name));
      bundle.open(host);
    } catch (error) {
      delete loading[name];
      tries += 1;
      throw error;
    }
  };
  const worker = (name) =>
    new Worker(`${bundles.workerScript}#${script.getAttribute(`data-worker-${name}`)}`, { type: "module" });
  // Queues of records and of the desktop program's requests, until Study, Cards or Train takes them.
  globalThis.tabiya = { openBundle, worker, records: [], cards: [], puzzles: [], files: [], requests: [], rows: null };

  const stored = (name) => {
    try {
      return localStorage.getItem(`tabiya.${name}`);
    } catch {
      // Storage is blocked: the theme and the language follow the system.
      return null;
    }
  };
  const root = document.documentElement;
  const theme = stored("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const board = stored("board");
  if (board === "pale" || board === "slate") root.dataset.board = board;
  const look = { "chess-board": ["brown", "blue", "grey", "contrast"], "chess-pieces": ["plain"] };
  for (const [name, values] of Object.entries(look)) {
    const chosen = stored(name);
    if (values.includes(chosen)) root.setAttribute(`data-${name}`, chosen);
  }
  const languages = { en: "en", vi: "vi", zh: "zh-Hans" };
  const wanted = [stored("language") ?? "", ...navigator.languages].map((tag) => tag.split("-")[0].toLowerCase());
  root.lang = languages[wanted.find((tag) => Object.hasOwn(languages, tag)) ?? "en"];

  // The page in the address is loaded together with the frame, not after it.
  const first = location.pathname.split("/")[1] || "home";
  if (first !== "frame" && Object.hasOwn(bundles, first)) {
    loading[first] = load(first);
    loading[first].catch(() => {});
  }
  const parsed = new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  Promise.all([(loading.frame = load("frame")), parsed])
    .then(() => openBundle("frame", document.body))
    .catch(async (error) => {
      console.error(error);
      await parsed;
      const failed = document.querySelector(`.failed[lang="${root.lang}"]`);
      if (failed) failed.hidden = false;
    });
})();

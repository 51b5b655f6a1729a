
// The custom elements of Tabiya. Each has its own shadow root, isolated from the styles of the page.
const ready = __wbg_init({ module_or_path: new URL("tabiya_bg.wasm", import.meta.url) });
const STYLE = `{{style}}
:host { display: block; max-width: 100%; color: inherit; font: 15px/1.5 system-ui, sans-serif; }
:host([hidden]) { display: none; }
.row { display: flex; align-items: center; gap: 8px; padding-top: 8px; flex-wrap: wrap; }
.row .status-message { flex: 1; font-weight: 600; min-height: 1.5em; }
.row .clock { font-variant-numeric: tabular-nums; }
button { font: inherit; padding: 4px 10px; border: 1px solid #8f887b; border-radius: 8px; background: transparent; color: inherit; cursor: pointer; }
.moves { padding-top: 8px; line-height: 1.9; }
.moves .move { padding: 1px 5px; border-color: transparent; }
.moves .move.here { background: #2f6f5e; color: #fff; }
.comment { white-space: pre-wrap; min-height: 1.5em; padding-top: 8px; }
.failed { color: #a84c26; }
.go svg { width: 100%; height: auto; }`;

// Charset names used in files that browsers do not accept.
const CHARSET_ALIASES = { "euc-cn": "gbk", cp936: "gbk", cp950: "big5", cp932: "shift_jis", cp949: "euc-kr", "iso-8859": "latin1" };

/** Converts a file to UTF-8. The charset is declared by the page, named by the file (CA in SGF), or else Windows-1252. */
function unicode(bytes, declared) {
  const read = (name) => {
    try { return name ? new TextDecoder(CHARSET_ALIASES[name.toLowerCase()] ?? name).decode(bytes) : null; } catch { return null; }
  };
  const isUnicode = () => {
    try { return !bytes.includes(0x1b) && new TextDecoder("utf-8", { fatal: true }).decode(bytes) !== null; } catch { return false; }
  };
  const mark = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.subarray(0, 2).join()];
  if (!mark && !declared && isUnicode()) return bytes;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  const named = /\bCA\s*\[\s*([^\]\s]+)/.exec(head)?.[1];
  return new TextEncoder().encode(read(mark) ?? read(declared) ?? read(named) ?? read("windows-1252"));
}

class TabiyaElement extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }
  render(html) {
    this.shadowRoot.innerHTML = `<style>${STYLE}</style>${html}`;
    return (selector) => this.shadowRoot.querySelector(selector);
  }
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
  failed(error) {
    this.render(`<p class="failed"></p>`)("p").textContent = String(error?.message ?? error);
    this.emit("error", { message: String(error?.message ?? error) });
  }
  async bytes() {
    const source = this.getAttribute("src");
    if (source === null) return new TextEncoder().encode(this.textContent);
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: HTTP status ${response.status}`);
    return unicode(new Uint8Array(await response.arrayBuffer()), this.getAttribute("charset"));
  }
  async connectedCallback() {
    try {
      await ready;
      await this.open();
    } catch (error) {
      this.failed(error);
    }
  }
  disconnectedCallback() {
    this.inner?.free();
    this.inner = undefined;
  }
}

class TabiyaChess extends TabiyaElement {
  static observedAttributes = ["fen", "orientation", "interactive", "player-color", "light-color", "dark-color"];
  async open() {
    const find = this.render(`<div class="board"></div>`);
    this.color();
    this.inner = new BoardPart(
      find(".board"),
      this.getAttribute("fen") ?? "",
      this.getAttribute("orientation") ?? "white",
      this.getAttribute("player-color") ?? "",
      this.isInteractive(),
      (name, detail) => this.emit(name, detail),
    );
    this.emit("ready", {});
  }
  isInteractive() {
    return this.hasAttribute("interactive") && this.getAttribute("interactive") !== "false";
  }
  color() {
    for (const side of ["light", "dark"]) {
      const color = this.getAttribute(`${side}-color`);
      if (color) this.style.setProperty(`--board-${side}`, color);
    }
  }
  attributeChangedCallback(name, _, value) {
    if (!this.inner) return;
    if (name === "fen") this.inner.setPosition(value ?? "");
    else if (name === "orientation") this.inner.turnTo(value ?? "white");
    else if (name.endsWith("-color") && name !== "player-color") this.color();
    else this.inner.setInteractive(this.isInteractive(), this.getAttribute("player-color") ?? "");
  }
  get fen() { return this.inner?.fen() ?? ""; }
  setPosition(fen) { this.inner?.setPosition(fen); }
  showLastMove(from, to) { this.inner?.showLastMove(from, to); }
  clearLastMove() { this.inner?.clearLastMove(); }
  flip() { this.inner?.flip(); }
  resize(size) { this.style.width = `${size}px`; }
  drawArrows(arrows) { this.inner?.drawArrows(arrows); }
  drawHighlights(highlights) { this.inner?.drawHighlights(highlights); }
  clearAnnotations() { this.inner?.clearAnnotations(); }
}

class TabiyaDrill extends TabiyaElement {
  async open() {
    const bytes = await this.bytes();
    const find = this.render(
      `<div class="board"></div><div class="row"><span class="status-message" role="status"></span><span class="clock" role="timer"></span>` +
      `<button class="hint">Hint</button><button class="skip">Skip</button><button class="next">Next</button></div>`,
    );
    this.inner = new DrillPart(
      find(".board"), find(".status-message"), find(".clock"), bytes,
      Number(this.getAttribute("minutes") ?? 10), this.getAttribute("lang") ?? navigator.language,
      (name, detail) => this.emit(name, detail),
    );
    for (const action of ["hint", "skip", "next"]) find(`.${action}`).addEventListener("click", () => this.inner?.[action]());
    this.onHidden = () => document.hidden && this.inner?.pause();
    document.addEventListener("visibilitychange", this.onHidden);
    if (this.getAttribute("autostart") !== "false") this.start();
  }
  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.onHidden);
    super.disconnectedCallback();
  }
  start() { this.inner?.start(); }
  pause() { this.inner?.pause(); }
  resume() { this.inner?.resume(); }
  stop() { this.inner?.stop(); }
}

class TabiyaRecord extends TabiyaElement {
  async open() {
    const bytes = await this.bytes();
    const find = this.render(
      `<strong class="title"></strong><div class="board go"></div>` +
      `<div class="row"><button class="back" aria-label="Back">‹</button><button class="forward" aria-label="Forward">›</button>` +
      `<button class="flip">Flip</button></div><div class="comment" role="status"></div><div class="moves"></div>`,
    );
    this.inner = new RecordPart(find(".board"), bytes, Number(this.getAttribute("game") ?? 1) - 1);
    const show = () => {
      find(".comment").textContent = this.inner.comment();
      find(".moves").innerHTML = this.inner.moves();
    };
    find(".title").textContent = this.inner.title();
    for (const action of ["back", "forward", "flip"]) {
      find(`.${action}`).addEventListener("click", () => { this.inner[action](); show(); });
    }
    find(".moves").addEventListener("click", (event) => {
      const node = event.target.dataset?.node;
      if (node !== undefined) { this.inner.goTo(Number(node)); show(); }
    });
    show();
  }
}

customElements.define("tabiya-chess", TabiyaChess);
customElements.define("tabiya-drill", TabiyaDrill);
customElements.define("tabiya-record", TabiyaRecord);
export { ready };

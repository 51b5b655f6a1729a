
// The custom elements of Tabiya. Each has its own shadow root, isolated from the styles of the page.
const ready = __wbg_init({ module_or_path: new URL("tabiya_bg.wasm", import.meta.url) });
const STYLE = `{{style}}
:host { display: block; max-width: 100%; color: inherit; font: 15px/1.5 system-ui, sans-serif; }
:host([hidden]) { display: none; }
.row { display: flex; align-items: center; gap: 8px; padding-top: 8px; flex-wrap: wrap; }
.row .status-message { flex: 1; font-weight: 600; min-height: 1.5em; }
.row .clock { font-variant-numeric: tabular-nums; }
button { font: inherit; padding: 4px 10px; border: 1px solid #8f887b; border-radius: 8px; background: transparent; color: inherit; cursor: pointer; }
select, input { font: inherit; padding: 3px 6px; max-width: 100%; border: 1px solid #8f887b; border-radius: 8px; background: transparent; color: inherit; }
option { background: Canvas; color: CanvasText; }
:focus-visible { outline: 2px solid #2f6f5e; outline-offset: 1px; }
:host {
  --ink: currentColor; --accent: #2f6f5e; --edge: #8f887b; --now: #c2389b; --warn: light-dark(#a84c26, #e59468);
  --muted: color-mix(in srgb, currentColor 72%, transparent); --line: color-mix(in srgb, currentColor 22%, transparent);
  --sunken: color-mix(in srgb, currentColor 8%, transparent); --now-soft: color-mix(in srgb, #c2389b 16%, transparent);
  --best: light-dark(#1f6391, #7fb8e0); --fine: light-dark(#35747c, #7fbcc2); --doubt: light-dark(#7d5c00, #d9b65a); --blunder: light-dark(#a3222f, #f2949a);
}
.head { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; padding-bottom: 8px; }
.head .title { flex: 1; }
.row .icon { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; display: block; }
.row .step { min-width: 44px; min-height: 36px; display: grid; place-items: center; }
.moves { margin-top: 8px; }
.moves.go { line-height: 1.9; max-height: 300px; overflow: auto; }
.moves.go .move { padding: 1px 5px; border-color: transparent; }
.moves.go .move[aria-current] { background: #2f6f5e; color: #fff; }
/* The page's own colour is the ink, so what contains moves must not be muted: its moves would be, and its numbers twice. */
.moves.notation :is(.var, .inner) { color: inherit; }
.moves.notation :is(.var, .inner) .num { color: var(--muted); }
.moves.notation { height: var(--moves-height, 300px); border: 1px solid var(--line); border-radius: 8px; }
.comment { white-space: pre-wrap; min-height: 1.5em; padding-top: 8px; }
.comment.hidden { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); }
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

const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name] ?? "");

// Icons on one 20 px grid, as in the studio: many machines lack the glyphs.
const ICONS = {
  first: "M5.5 4.5v11M14.5 4.5 9 10l5.5 5.5", back: "M12.5 4.5 7 10l5.5 5.5", forward: "M7.5 4.5 13 10l-5.5 5.5",
  last: "M14.5 4.5v11M5.5 4.5 11 10l-5.5 5.5", flip: "M6 4v12M6 16l-3-3M6 16l3-3M14 16V4M14 4l-3 3M14 4l3 3",
};
const icon = (name) => `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

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
  /** The language of the element's own attribute, of the page around it, or of the browser. */
  language() {
    return this.closest("[lang]")?.getAttribute("lang") || navigator.language;
  }
  failed(error) {
    this.inner?.free();
    this.inner = undefined;
    this.isFailed = true;
    this.render(`<p class="failed"></p>`)("p").textContent = String(error?.message ?? error);
    this.emit("error", { message: String(error?.message ?? error) });
  }
  async bytes() {
    const source = this.getAttribute("src");
    if (source === null) return new TextEncoder().encode(this.textContent);
    const response = await fetch(source);
    if (!response.ok) throw new Error(fill(words(this.language()).not_loaded, { source, status: response.status }));
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
  static observedAttributes = ["lang"];
  async open() {
    this.source ??= await this.bytes();
    const text = words(this.language());
    const actions = ["hint", "skip", "next"];
    const find = this.render(
      `<div class="board"></div><div class="row"><span class="status-message" role="status"></span><span class="clock" role="timer"></span>` +
      actions.map((action) => `<button class="${action}">${text[action]}</button>`).join("") + `</div>`,
    );
    this.inner = new DrillPart(
      find(".board"), find(".status-message"), find(".clock"), this.source,
      Number(this.getAttribute("minutes") ?? 10), this.language(),
      (name, detail) => this.emit(name, detail),
    );
    for (const action of actions) find(`.${action}`).addEventListener("click", () => this.inner?.[action]());
    // Inside the board the arrow keys choose squares.
    this.onkeydown ??= (event) => {
      if (event.defaultPrevented || event.composedPath()[0].closest?.("[role=grid]")) return;
      if (event.key === "ArrowRight") { event.preventDefault(); this.inner?.forward(); }
    };
    this.onHidden ??= () => document.hidden && this.inner?.pause();
    document.addEventListener("visibilitychange", this.onHidden);
    if (this.getAttribute("autostart") !== "false") this.start();
  }
  /** Another language begins the session again: its texts are part of it. */
  attributeChangedCallback(_, before, now) {
    if (!this.inner || before === now) return;
    this.inner.free();
    this.inner = undefined;
    this.open().catch((error) => this.failed(error));
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

// Longer files are opened by number: a list of all games would be too slow.
const LISTED_GAMES = 1000;

class TabiyaRecord extends TabiyaElement {
  static observedAttributes = ["game", "notation", "figurines", "lang"];
  async open() {
    this.source ??= await this.bytes();
    const text = words(this.language());
    const steps = ["first", "back", "forward", "last"];
    const step = (name) => `<button class="step ${name}" title="${text[name]}" aria-label="${text[name]}">${icon(name)}</button>`;
    const find = this.render(
      `<div class="head"><strong class="title"></strong><span class="chooser"></span></div><div class="board go"></div>` +
      `<div class="row" role="group">${[...steps, "flip"].map(step).join("")}</div>` +
      `<div class="comment" role="status"></div><div class="moves"></div>`,
    );
    const show = () => {
      if (!this.inner) return;
      find(".comment").textContent = this.inner.comment();
    };
    this.inner = new RecordPart(find(".board"), find(".moves"), this.source, this.wanted() - 1, this.language(), (name) => {
      show();
      this.emit(name, {});
    });
    const isChess = this.inner.isChess();
    find(".moves").classList.add(isChess ? "notation" : "go");
    find(".comment").classList.toggle("hidden", isChess);
    find(".flip").hidden = !isChess;
    for (const action of [...steps, "flip"]) find(`.${action}`).addEventListener("click", () => this.inner?.[action]());
    // The moves of a chess game answer clicks themselves.
    find(".moves").addEventListener("click", (event) => {
      const node = event.target.dataset?.node;
      if (!isChess && node !== undefined) this.inner?.goTo(Number(node));
    });
    this.choose(find, text);
    this.display();
    this.name(find);
    show();
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    this.onkeydown ??= (event) => this.key(event);
  }
  wanted() { return Math.max(1, Math.trunc(Number(this.getAttribute("game") ?? 1)) || 1); }
  /** A list of the games, if there are several. */
  choose(find, text) {
    const games = this.inner.games();
    if (games < 2) return;
    const chooser = document.createElement(games > LISTED_GAMES ? "input" : "select");
    if (games > LISTED_GAMES) Object.assign(chooser, { type: "number", min: 1, max: games });
    else for (let n = 0; n < games; n += 1) chooser.append(new Option(this.inner.gameName(n), n + 1));
    chooser.ariaLabel = text.game;
    chooser.className = "game";
    chooser.value = this.inner.number() + 1;
    chooser.addEventListener("change", () => this.setAttribute("game", chooser.value));
    find(".chooser").append(chooser);
  }
  name(find) {
    const title = this.inner.title();
    find(".title").textContent = title;
    if (!this.hasAttribute("aria-label") || this.isNamed) this.ariaLabel = title;
    this.isNamed = true;
    this.setAttribute("role", this.getAttribute("role") ?? "group");
    const chooser = find(".game");
    if (chooser) chooser.value = this.inner.number() + 1;
  }
  display() {
    const figurines = this.hasAttribute("figurines") && this.getAttribute("figurines") !== "false";
    this.inner.setDisplay(this.getAttribute("notation") === "inline", figurines);
  }
  key(event) {
    const typing = event.composedPath()[0].closest?.("select, input, [role=grid]");
    if (event.defaultPrevented || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!action) return;
    event.preventDefault();
    this.inner?.[action]();
  }
  attributeChangedCallback(name, before, now) {
    if (this.isFailed && before !== now) {
      this.isFailed = false;
      this.connectedCallback();
    }
    if (!this.inner || before === now) return;
    try {
      if (name === "game") {
        this.inner.openGame(this.wanted() - 1);
        this.name((selector) => this.shadowRoot.querySelector(selector));
      } else if (name === "lang") {
        this.inner.free();
        this.inner = undefined;
        this.open().catch((error) => this.failed(error));
      } else this.display();
    } catch (error) {
      this.failed(error);
    }
  }
}

customElements.define("tabiya-chess", TabiyaChess);
customElements.define("tabiya-drill", TabiyaDrill);
customElements.define("tabiya-record", TabiyaRecord);
export { ready };

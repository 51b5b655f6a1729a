//! What a file of a hundred megabytes of chess costs: until its games can be chosen from, and until one of them is on the
//! board.

use std::path::Path;

use anyhow::{Context, Result};
use proof::{Page, Studio};
use serde_json::{Value, json};

use super::row;
use crate::records;

const BYTES: usize = 100 << 20;
const MOST_CHOOSER: f64 = 1000.0;
const MOST_GAME: f64 = 100.0;

/// Remembers when a file is dropped, when its games are shown, when one is clicked on and when it is on the board.
const WATCH: &str = "window.at_ = {}; const now = () => performance.now(), at = window.at_; \
    const after = (name) => requestAnimationFrame(() => at[name] ??= now()); \
    addEventListener('drop', () => at.drop ??= now(), { capture: true }); \
    addEventListener('click', () => at.click ??= now(), { capture: true }); \
    new MutationObserver(() => { \
        if (!at.list && document.querySelector('dialog[open] .sample-game')) after('list'); \
        if (at.click && !at.game && document.querySelector('.chess-board .piece') \
            && !document.querySelector('dialog[open]')) after('game'); \
    }).observe(document.body, { childList: true, subtree: true, attributes: true });";

pub async fn measure(folder: &Path) -> Result<Value> {
    let file = folder.join("hundred.pgn");
    std::fs::write(&file, records::chess_file(BYTES))?;
    let studio = Studio::start()?;
    let page = Page::open(studio.address()).await?;
    page.visit("/study").await?;
    page.until("the board is drawn", "return document.getElementById('board') !== null").await?;
    page.ask(WATCH).await?;
    let data = json!({ "items": [], "files": [&file], "dragOperationsMask": 1 });
    for kind in ["dragEnter", "dragOver", "drop"] {
        let event = json!({ "type": kind, "x": 600, "y": 400, "data": data });
        page.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    page.until("the games", "return window.at_.list > 0").await?;
    page.ask("[...document.querySelectorAll('.sample-game')].at(-1).click()").await?;
    page.until("the game", "return window.at_.game > 0").await?;
    let took = page.ask("const at = window.at_; return [at.list - at.drop, at.game - at.click]").await?;
    page.close().await?;
    let figure = |n: usize| took.get(n).and_then(Value::as_f64).context("no time");
    let (list, game) = (figure(0)?, figure(1)?);
    row("the games of a file of 100 MB to choose from", list, MOST_CHOOSER, " ms");
    row("one of them on the board", game, MOST_GAME, " ms");
    Ok(json!({ "chooser_ms": list, "game_ms": game }))
}

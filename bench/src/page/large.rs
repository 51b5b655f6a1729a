//! The cost of a chess file of a hundred megabytes: until its list of games is shown, until one of them is on the
//! board, and until they are a set of puzzles.

use std::path::Path;

use anyhow::{Context, Result};
use e2e::{Page, Studio};
use serde_json::{Value, json};

use super::row;
use crate::records;

const BYTES: usize = 100 << 20;
const MAX_CHOOSER: f64 = 1000.0;
const MAX_GAME: f64 = 100.0;
const MAX_GIVEN: f64 = 2000.0;
const MAX_SET: f64 = 2000.0;

/// Records when a file is dropped, when its games are shown, when one is clicked and when it is on the board.
const WATCH: &str = "window.at_ = {}; const now = () => performance.now(), at = window.at_; \
    const after = (name) => requestAnimationFrame(() => at[name] ??= now()); \
    addEventListener('drop', () => at.drop ??= now(), { capture: true }); \
    addEventListener('click', () => at.click ??= now(), { capture: true }); \
    new MutationObserver(() => { \
        if (!at.list && document.querySelector('dialog[open] .sample-game')) after('list'); \
        if (at.click && !at.game && document.querySelector('.chess-board .piece') \
            && !document.querySelector('dialog[open]')) after('game'); \
        if (!at.set && document.querySelector('.train-set')) after('set'); \
    }).observe(document, { childList: true, subtree: true, attributes: true });";

pub async fn measure(folder: &Path) -> Result<Value> {
    let file = folder.join("hundred.pgn");
    std::fs::write(&file, records::chess_file(BYTES))?;
    let (list, game) = dropped(&file).await?;
    row("the games of a file of 100 MB to choose from", list, MAX_CHOOSER, " ms");
    row("one of them on the board", game, MAX_GAME, " ms");
    let given = given(&file).await?;
    row("`tabiya FILE` and its games to choose from", given, MAX_GIVEN, " ms");
    let set = trained(&file).await?;
    row("a set of puzzles from it", set, MAX_SET, " ms");
    Ok(json!({ "chooser_ms": list, "game_ms": game, "given_ms": given, "set_ms": set }))
}

/// Drops the file on a page, once that page has this element.
async fn drop_watched(file: &Path, place: &str, element: &str) -> Result<(Studio, Page)> {
    let studio = Studio::start()?;
    let page = Page::open(studio.printed_address()).await?;
    page.visit(place).await?;
    page.wait_for(element).await?;
    page.eval(WATCH).await?;
    page.drop_file(file).await?;
    Ok((studio, page))
}

/// Milliseconds from the drop to the chooser, and from the click there to the board.
async fn dropped(file: &Path) -> Result<(f64, f64)> {
    let (_studio, page) = drop_watched(file, "/study", "#board").await?;
    page.wait_until("the games", "return window.at_.list > 0").await?;
    page.eval("[...document.querySelectorAll('.sample-game')].at(-1).click()").await?;
    page.wait_until("the game", "return window.at_.game > 0").await?;
    let took = page.eval("const at = window.at_; return [at.list - at.drop, at.game - at.click]").await?;
    page.close().await?;
    let figure = |n: usize| took.get(n).and_then(Value::as_f64).context("no time");
    Ok((figure(0)?, figure(1)?))
}

/// Milliseconds from the first byte of the page to the chooser, for a file that the studio was started with.
async fn given(file: &Path) -> Result<f64> {
    let studio = Studio::start_with(&[file])?;
    let page = Page::open(studio.printed_address()).await?;
    page.run_before_load(WATCH).await?;
    page.visit("/study").await?;
    page.wait_until("the games", "return window.at_.list > 0").await?;
    let took = page.eval("return window.at_.list").await?.as_f64().context("no time")?;
    page.close().await?;
    Ok(took)
}

/// Milliseconds from the drop on Train to the page of the set.
async fn trained(file: &Path) -> Result<f64> {
    let (_studio, page) = drop_watched(file, "/train", ".train-sets").await?;
    page.wait_until("the set", "return window.at_.set > 0").await?;
    let took = page.eval("return window.at_.set - window.at_.drop").await?.as_f64().context("no time")?;
    page.close().await?;
    Ok(took)
}

//! The cost of chess on the page with its moves beside the board: a step, dropping a piece, frames while dragging, and opening a set of puzzles.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use e2e::{Page, Studio};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{
    MAX_STEP, at_95, costs, count_frames, drop_timed, late_frames, open_study, print_shares, row, steps,
};
use crate::records;

const MAX_SET: f64 = 300.0;
const PUZZLES: usize = 1000;
const DROPS: usize = 60;

pub async fn measure(folder: &Path) -> Result<Value> {
    let game = folder.join("game.pgn");
    std::fs::write(&game, records::chess_game(300))?;
    let step = steps(&game, "a step in a chess game of 300 moves, p95").await?;
    let annotated = folder.join("annotated.pgn");
    std::fs::write(&annotated, records::annotated_chess_game(300, 500))?;
    let noted = steps(&annotated, "a step with 500 variations beside it, p95").await?;
    let drop = drops(&game).await?;
    let late = dragged(&game).await?;
    let set = set_opened().await?;
    Ok(
        json!({ "step_ms": step, "step_annotated_ms": noted, "drop_ms": drop, "late_frames_dragging": late, "open_set_ms": set }),
    )
}

/// A piece dropped on a square makes a variation, which is undone.
async fn drops(file: &Path) -> Result<f64> {
    let (_studio, page) = open_study(file).await?;
    for _ in 0..DROPS {
        page.drag("e2", "e3", "left", 0).await?;
        sleep(Duration::from_millis(120)).await;
        let undo = json!({ "type": "keyDown", "key": "z", "code": "KeyZ", "windowsVirtualKeyCode": 90, "modifiers": 2 });
        page.cdp().send_raw("Input.dispatchKeyEvent", undo).await?;
        sleep(Duration::from_millis(260)).await;
    }
    let trace = page.trace().await?;
    page.close().await?;
    let costs = costs(&trace, "pointerup", "keydown");
    ensure!(costs.len() > DROPS / 2, "the trace has only {} drops", costs.len());
    let cost = at_95(costs.iter().map(|cost| cost.work).collect());
    row("a piece dropped, p95", cost, MAX_STEP, " ms");
    let clock = at_95(costs.iter().map(|cost| cost.clock).collect());
    println!("{:44} {:>10}", "  by the clock, others' turns included", format!("{clock:.1} ms"));
    print_shares(&trace, "pointerup", "keydown");
    Ok(cost)
}

/// Late frames while a piece is dragged.
async fn dragged(file: &Path) -> Result<u64> {
    let (_studio, page) = open_study(file).await?;
    let (from, to) = (page.square("d1").await?, page.square("h5").await?);
    page.mouse("mousePressed", from, "left", 0).await?;
    count_frames(&page).await?;
    for step in 0..120_i64 {
        let share = (step % 40) as f64 / 40.0;
        let along = |a: i64, b: i64| a + ((b - a) as f64 * share) as i64;
        page.mouse("mouseMoved", (along(from.0, to.0), along(from.1, to.1)), "left", 0).await?;
        sleep(Duration::from_millis(12)).await;
    }
    let late = late_frames(&page).await?;
    page.mouse("mouseReleased", from, "left", 0).await?;
    page.close().await?;
    println!("{:44} {late:>10} {:>10}", "late frames while a piece is dragged", 0);
    Ok(late)
}

/// Milliseconds from the drop of a file of puzzles to the page of the set, by the page's own clock.
async fn set_opened() -> Result<f64> {
    let studio = Studio::start()?;
    let page = Page::open(studio.printed_address()).await?;
    page.visit("/train").await?;
    page.wait_for(".train-sets").await?;
    let watch = "const seen = () => { if (document.querySelector('.train-set') && !window.ended_) \
           requestAnimationFrame(() => window.ended_ ||= performance.now()); }; \
         new MutationObserver(seen).observe(document.body, { childList: true, subtree: true });";
    let took = drop_timed(&page, "set.pgn", &records::puzzles(PUZZLES), watch).await?;
    page.close().await?;
    row("opening a set of 1,000 puzzles", took, MAX_SET, " ms");
    Ok(took)
}

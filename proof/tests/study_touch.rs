//! The study by finger, on a phone.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use proof::{Desk, Screen, at_desk};
use serde_json::{Value, json};
use tokio::time::sleep;

const REST: Duration = Duration::from_millis(300);

async fn touch(desk: &Desk<'_>, kind: &str, at: Option<(i64, i64)>) -> Result<()> {
    let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
    let event = json!({ "type": kind, "touchPoints": points });
    desk.page.cdp().send_raw("Input.dispatchTouchEvent", event).await?;
    Ok(())
}

async fn tap(desk: &Desk<'_>, at: (i64, i64)) -> Result<()> {
    touch(desk, "touchStart", Some(at)).await?;
    touch(desk, "touchEnd", None).await
}

/// Taps on what a selector finds, wherever on the page it is.
async fn tap_on(desk: &Desk<'_>, selector: &str) -> Result<()> {
    let place = format!(
        "const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'center' }}); \
         const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]"
    );
    let place = desk.page.ask(&place).await?;
    let side = |n: usize| place.get(n).and_then(Value::as_f64).map(|side| side as i64).context("no place");
    tap(desk, (side(0)?, side(1)?)).await
}

/// A point of the board, which is scrolled into sight.
async fn point(desk: &Desk<'_>, column: u32, row: u32) -> Result<(i64, i64)> {
    desk.page.ask("document.querySelector('#board svg').scrollIntoView({ block: 'end' })").await?;
    desk.point(column, row).await
}

#[test]
fn every_tool_works_by_finger() -> Result<()> {
    at_desk("tools-by-finger", b"(;SZ[19])", async |desk| {
        desk.page.screen(Screen::PHONE).await?;
        tap_on(desk, ".tab:last-child").await?;
        desk.page.until("the tools", "return document.querySelector('.tools').checkVisibility()").await?;
        let tools = [
            "Triangle",
            "Square",
            "Circle",
            "Cross",
            "Next letter",
            "Next number",
            "Black territory",
            "White territory",
        ];
        for (row, tool) in (0..).zip(tools) {
            tap_on(desk, &format!(".tools [aria-label=\"{tool}\"]")).await?;
            tap(desk, point(desk, 0, row).await?).await?;
        }
        // Both ends of an arrow by a tap each, and a line by dragging.
        tap_on(desk, ".tools [aria-label=\"Arrow\"]").await?;
        tap(desk, point(desk, 2, 2).await?).await?;
        tap(desk, point(desk, 5, 2).await?).await?;
        tap_on(desk, ".tools [aria-label=\"Line\"]").await?;
        touch(desk, "touchStart", Some(point(desk, 2, 4).await?)).await?;
        for column in 3..=6 {
            touch(desk, "touchMove", Some(desk.point(column, 4).await?)).await?;
        }
        // Fingers come to rest before they are lifted, and before they tap again; what is faster is a fling.
        sleep(REST).await;
        touch(desk, "touchMove", Some(desk.point(6, 4).await?)).await?;
        touch(desk, "touchEnd", None).await?;
        sleep(REST).await;
        tap_on(desk, ".tools [aria-label=\"Set up stones\"]").await?;
        desk.page.until("the colours", "return document.querySelector('[name=set-up]') !== null").await?;
        tap(desk, point(desk, 10, 10).await?).await?;
        tap_on(desk, "label:has(> [name=set-up]):last-child").await?;
        tap(desk, point(desk, 11, 10).await?).await?;
        tap_on(desk, ".tools [aria-label=\"Play stones\"]").await?;
        tap(desk, point(desk, 15, 3).await?).await?;
        desk.until_label("move 1").await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        let marks = "TR[aa]SQ[ab]CR[ac]MA[ad]LB[ae:A][af:1]TB[ag]TW[ah]AR[cc:fc]LN[ce:ge]AB[kk]AW[lk]";
        ensure!(saved == format!("(;SZ[19]{marks};B[pd])"), "{saved}");
        Ok(())
    })
}

#[test]
fn a_finger_steps_chooses_and_takes_back() -> Result<()> {
    at_desk("steps-by-finger", b"(;SZ[19];B[pd](;W[dd])(;W[dp]C[here]))", async |desk| {
        desk.page.screen(Screen::PHONE).await?;
        tap_on(desk, "[aria-label=\"Next\"]").await?;
        desk.until_label("move 1").await?;
        tap_on(desk, ".branches").await?;
        tap_on(desk, "[aria-label=\"Next\"]").await?;
        desk.until_comment("here").await?;
        tap(desk, point(desk, 3, 15).await?).await?;
        desk.until_label("move 1").await?;
        tap_on(desk, ".tab:nth-child(2)").await?;
        desk.page.until("the tree", "return document.querySelector('.tree').checkVisibility()").await
    })
}

//! Study by touch, on a phone.

use anyhow::{Context, Result, bail};
use e2e::{Screen, StudyPage, on_study_page};
use serde_json::Value;

async fn tap(study: &StudyPage<'_>, at: (i64, i64)) -> Result<()> {
    study.page.touch("touchStart", Some(at)).await?;
    study.page.touch("touchEnd", None).await
}

/// Taps on what a selector finds, wherever on the page it is.
async fn tap_on(study: &StudyPage<'_>, selector: &str) -> Result<()> {
    let place = format!(
        "const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'center' }}); \
         const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]"
    );
    let place = study.page.eval(&place).await?;
    let side = |n: usize| place.get(n).and_then(Value::as_f64).map(|side| side as i64).context("no place");
    tap(study, (side(0)?, side(1)?)).await
}

/// Taps on what a selector finds until the script returns true.
async fn tap_until(study: &StudyPage<'_>, selector: &str, script: &str) -> Result<()> {
    for _ in 0..200 {
        tap_on(study, selector).await?;
        if study.page.eval(script).await? == true {
            return Ok(());
        }
    }
    bail!("tapping {selector} has no effect")
}

/// A point of the board, scrolled into view.
async fn point(study: &StudyPage<'_>, column: u32, row: u32) -> Result<(i64, i64)> {
    study.page.eval("document.querySelector('#board svg').scrollIntoView({ block: 'end' })").await?;
    study.point(column, row).await
}

#[test]
fn every_tool_works_by_touch() -> Result<()> {
    on_study_page("tools-by-finger", b"(;SZ[19])", async |study| {
        study.page.screen(Screen::PHONE).await?;
        tap_on(study, ".tab:last-child").await?;
        study
            .page
            .wait_until("the tools", "return document.querySelector('.tools').checkVisibility()")
            .await?;
        let marks = [
            ("Triangle", "TR[aa]"),
            ("Square", "SQ[ab]"),
            ("Circle", "CR[ac]"),
            ("Cross", "MA[ad]"),
            ("Next letter", "LB[ae:A]"),
            ("Next number", "[af:1]"),
            ("Black territory", "TB[ag]"),
            ("White territory", "TW[ah]"),
        ];
        for (row, (tool, _)) in (0..).zip(marks) {
            tap_on(study, &format!(".tools [aria-label=\"{tool}\"]")).await?;
            tap(study, point(study, 0, row).await?).await?;
        }
        // Both ends of an arrow by a tap each, and a line by dragging.
        tap_on(study, ".tools [aria-label=\"Arrow\"]").await?;
        tap(study, point(study, 2, 2).await?).await?;
        tap(study, point(study, 5, 2).await?).await?;
        tap_on(study, ".tools [aria-label=\"Line\"]").await?;
        study.page.touch("touchStart", Some(point(study, 2, 4).await?)).await?;
        for column in 3..=6 {
            study.page.touch("touchMove", Some(study.point(column, 4).await?)).await?;
        }
        study.page.touch("touchMove", Some(study.point(6, 4).await?)).await?;
        study.page.touch("touchEnd", None).await?;
        // The browser treats a quick drag as a fling and ignores the taps that stop it.
        let colours = "return document.querySelector('[name=set-up]') !== null";
        tap_until(study, ".tools [aria-label=\"Set up stones\"]", colours).await?;
        tap(study, point(study, 10, 10).await?).await?;
        tap_on(study, "label:has(> [name=set-up]):last-child").await?;
        tap(study, point(study, 11, 10).await?).await?;
        tap_on(study, ".tools [aria-label=\"Play stones\"]").await?;
        tap(study, point(study, 15, 3).await?).await?;
        study.wait_for_label("move 1").await?;
        let marks = marks.map(|(_, mark)| mark).concat();
        study.check_saved(&format!("(;SZ[19]{marks}AR[cc:fc]LN[ce:ge]AB[kk]AW[lk];B[pd])")).await
    })
}

#[test]
fn touch_steps_chooses_and_takes_back() -> Result<()> {
    on_study_page("steps-by-finger", b"(;SZ[19];B[pd](;W[dd])(;W[dp]C[here]))", async |study| {
        study.page.screen(Screen::PHONE).await?;
        tap_on(study, "[aria-label=\"Next\"]").await?;
        study.wait_for_label("move 1").await?;
        tap_on(study, ".branches").await?;
        tap_on(study, "[aria-label=\"Next\"]").await?;
        study.wait_for_comment("here").await?;
        tap(study, point(study, 3, 15).await?).await?;
        study.wait_for_label("move 1").await?;
        tap_on(study, ".tab:nth-child(2)").await?;
        study.page.wait_until("the tree", "return document.querySelector('.tree').checkVisibility()").await
    })
}

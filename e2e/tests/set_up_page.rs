//! A backgammon position is set up in a real browser, by mouse, by keyboard and by typed ids, and becomes a card.

use anyhow::{Context, Result, ensure};
use e2e::{CardsPage, Page, Screen, in_browser};
use serde_json::{Value, json};
use thirtyfour::Key;

async fn open(page: &Page) -> Result<()> {
    page.visit("/cards").await?;
    page.wait_for(".open-panel").await?;
    CardsPage { page }.press("Set up a position").await?;
    page.wait_for(".position-board svg").await
}

async fn id(page: &Page, notation: &str) -> Result<String> {
    let script = format!("return document.querySelector('[name=set-up-{notation}]').value");
    Ok(page.eval(&script).await?.as_str().context("an id")?.to_owned())
}

/// Types into a field as a person would who replaces its text.
async fn enter(page: &Page, field: &str, text: &str) -> Result<()> {
    let script = format!(
        "const field = document.querySelector({field:?}); field.focus(); field.value = {}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); \
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));",
        json!(text)
    );
    page.eval(&script).await.map(drop)
}

/// The place of the `n`th checker (from 0) of a lower point, in the window.
async fn place(page: &Page, point: u8, n: u8) -> Result<(i64, i64)> {
    let column = f64::from(12 - point);
    let bar = if point <= 6 { 40.0 } else { 0.0 };
    let (x, y) = (48.0 + 42.0 * (column + 0.5) + bar, 528.0 - 42.0 - 20.0 - 19.0 - 36.0 * f64::from(n));
    let script = format!(
        "const box = document.querySelector('.position-board svg').getBoundingClientRect(); \
         return [Math.round(box.left + {x} / 640 * box.width), Math.round(box.top + {y} / 528 * box.height)]"
    );
    Ok(serde_json::from_value(page.eval(&script).await?)?)
}

async fn faults(page: &Page) -> Result<Value> {
    page.eval("return [...document.querySelectorAll('.set-up-faults p')].map((fault) => fault.textContent)")
        .await
}

#[test]
fn checkers_are_placed_by_mouse_and_keys_and_ids_follow() -> Result<()> {
    in_browser("set-up", async |page| {
        open(page).await?;
        ensure!(id(page, "XGID").await? == "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
        // Three on the four point; the sixteenth checker and those beyond are named.
        page.click_at(place(page, 4, 2).await?, &[]).await?;
        page.wait_until("a fault", "return document.querySelector('.set-up-faults p') !== null").await?;
        ensure!(faults(page).await? == json!(["White has 18 checkers; there are only 15."]));
        ensure!(id(page, "GNUID").await?.is_empty(), "there is no such position");
        let disabled = page.eval("return document.querySelector('.set-up-foot .main').disabled").await?;
        ensure!(disabled == json!(true));
        // Pressing the third place of the eight point takes that checker away, and so on.
        for n in [2, 1, 0] {
            page.click_at(place(page, 8, n).await?, &[]).await?;
        }
        page.wait_until_gone(".set-up-faults p").await?;
        ensure!(
            id(page, "XGID").await?.starts_with("-b--C-E-----eE---c-e----B-:"),
            "{}",
            id(page, "XGID").await?
        );
        ensure!(!id(page, "GNUID").await?.is_empty() && !id(page, "OGID").await?.is_empty());

        // By keys: from the six point to the five point, two of Black's.
        page.eval("document.querySelector('.position-board').focus()").await?;
        page.press(Key::Right + " 2").await?;
        let there = "return document.querySelector('[name=set-up-XGID]').value[5] === 'b'";
        page.wait_until("Black's checkers on the five point", there).await?;
        page.press(Key::Backspace + Key::Backspace).await?;
        page.wait_until_gone(".set-up-faults p").await?;

        enter(page, "[name=length]", "7").await?;
        enter(page, "[name=bottom-points]", "6").await?;
        page.eval("document.querySelector('.set-up-rules input').click()").await?;
        enter(page, "[name=stage]", "play").await?;
        page.wait_until(
            "the id",
            "return document.querySelector('[name=set-up-XGID]').value.endsWith(':31:6:0:1:7:10')",
        )
        .await?;
        enter(page, "[name=stage]", "double").await?;
        page.wait_until("a fault", "return document.querySelector('.set-up-faults p') !== null").await?;
        let said = faults(page).await?;
        ensure!(said[0].as_str().is_some_and(|fault| fault.starts_with("There is no doubling")), "{said}");
        enter(page, "[name=stage]", "roll").await?;
        page.wait_until_gone(".set-up-faults p").await?;

        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE, Screen::PHONE.dark()] {
            page.screen(screen).await?;
            page.check_accessibility(&format!("the position on {screen:?}")).await?;
            let fits = "return document.documentElement.scrollWidth <= innerWidth";
            ensure!(page.eval(fits).await? == json!(true), "{screen:?} scrolls sideways");
            page.save_screenshot(&format!("set-up-{}", screen.name())).await;
        }
        Ok(())
    })
}

#[test]
fn a_typed_id_sets_the_board_and_becomes_an_analysed_card() -> Result<()> {
    in_browser("set-up-id", async |page| {
        open(page).await?;
        enter(page, "[name=set-up-GNUID]", "nonsense").await?;
        page.wait_for_text("#set-up-GNUID-error", "found “nonsense”").await?;
        let opening = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
        enter(page, "[name=set-up-GNUID]", opening).await?;
        page.wait_until("the board", "return document.querySelector('[name=stage]').value === 'play'")
            .await?;
        ensure!(id(page, "XGID").await? == opening);
        ensure!(id(page, "GNUID").await?.starts_with("4HPwATDgc/ABMA:"), "{}", id(page, "GNUID").await?);
        let cards = CardsPage { page };
        cards.press("Ask GNU Backgammon").await?;
        cards.wait_for_status("GNU Backgammon analysed 1 position").await?;
        page.wait_for_text(".decision strong", "8/5 6/5").await?;
        // Back leads to the position that was being set up; a reload begins anew.
        page.eval("history.back()").await?;
        page.wait_for(".position-board svg").await
    })
}

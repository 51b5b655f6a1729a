//! The settings in a real browser: boards, keys of one's own, engines, places.

use anyhow::{Result, ensure};
use proof::{at_desk, in_browser, program};
use serde_json::json;
use thirtyfour::Key;

#[test]
fn another_board_is_on_every_page_and_stays() -> Result<()> {
    in_browser("board-style", async |page| {
        let wood = "return getComputedStyle(document.documentElement).getPropertyValue('--wood')";
        page.visit("/settings").await?;
        page.until("the choice", "return document.querySelector('input[name=board][value=slate]') !== null")
            .await?;
        let before = page.ask(wood).await?;
        page.ask("document.querySelector('input[name=board][value=slate]').click()").await?;
        ensure!(page.ask(wood).await? != before);
        page.visit("/study").await?;
        ensure!(page.ask(wood).await? != before, "it is forgotten");
        Ok(())
    })
}

#[test]
fn a_key_of_ones_own_works_in_study_and_a_taken_one_is_refused_in_words() -> Result<()> {
    at_desk("own-keys", b"(;SZ[9];B[ee];W[cc])", async |desk| {
        let page = desk.page;
        page.walk("/settings").await?;
        let change = "document.querySelector('button[aria-label=\"Change: Next move\"]')";
        page.until("the keys", &format!("return {change} !== null")).await?;
        page.ask("document.querySelector('.keys-setting').open = true").await?;
        page.ask(&format!("{change}.click()")).await?;
        page.chord(&[Key::Control], 'z').await?;
        page.until(
            "a refusal",
            "return document.querySelector('.keys-setting [role=alert]').textContent.includes('Undo')",
        )
        .await?;
        page.is_accessible("the keys").await?;
        page.ask(&format!("{change}.click()")).await?;
        page.press("j").await?;
        page.until("the new key", &format!("return {change}.closest('li').textContent.includes('j')"))
            .await?;
        page.walk("/study").await?;
        page.ask("document.getElementById('board').focus()").await?;
        page.press("j").await?;
        page.until("a step", "return document.getElementById('board').ariaLabel.includes('move 1')").await?;
        page.press(Key::Right + "").await?;
        ensure!(
            page.ask("return document.getElementById('board').ariaLabel.includes('move 1')").await?
                == json!(true),
            "the usual key still works"
        );
        Ok(())
    })
}

#[test]
fn engines_are_found_and_tried_and_places_are_told() -> Result<()> {
    in_browser("engines", async |page| {
        page.visit("/settings").await?;
        let gnugo = "document.querySelector('button[aria-label=\"Test GNU Go\"]')";
        page.until("the engines", &format!("return {gnugo} !== null")).await?;
        if program("gnugo").is_some() {
            page.ask(&format!("{gnugo}.click()")).await?;
            page.until(
                "it works",
                &format!("return {gnugo}.closest('li').textContent.includes('It works: GNU Go')"),
            )
            .await?;
        } else {
            ensure!(page.ask(&format!("return {gnugo}.disabled")).await? == json!(true));
        }
        page.until("the places", "return document.body.textContent.includes('library.db')").await?;
        page.is_accessible("settings").await
    })
}

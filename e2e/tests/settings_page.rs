//! The Settings page in a real browser: boards, custom keys, engines, folders.

use anyhow::{Result, ensure};
use e2e::{in_browser, on_study_page, program};
use serde_json::json;
use thirtyfour::Key;

#[test]
fn a_chosen_board_applies_to_every_page_and_is_stored() -> Result<()> {
    in_browser("board-style", async |page| {
        let wood = "return getComputedStyle(document.documentElement).getPropertyValue('--wood')";
        page.visit("/settings").await?;
        page.wait_for("input[name=board][value=slate]").await?;
        let before = page.eval(wood).await?;
        page.click_on("input[name=board][value=slate]").await?;
        ensure!(page.eval(wood).await? != before);
        page.visit("/study").await?;
        ensure!(page.eval(wood).await? != before, "it is forgotten");
        Ok(())
    })
}

#[test]
fn a_custom_key_works_in_study_and_one_in_use_is_refused_with_a_message() -> Result<()> {
    on_study_page("own-keys", b"(;SZ[9];B[ee];W[cc])", async |study| {
        let page = study.page;
        page.follow_link("/settings").await?;
        let change = "document.querySelector('button[aria-label=\"Change: Next move\"]')";
        page.wait_until("the keys", &format!("return {change} !== null")).await?;
        page.eval("document.querySelector('.keys-setting').open = true").await?;
        page.eval(&format!("{change}.click()")).await?;
        page.chord(&[Key::Control], 'z').await?;
        page.wait_for_text(".keys-setting [role=alert]", "Undo").await?;
        page.check_accessibility("the keys").await?;
        page.eval(&format!("{change}.click()")).await?;
        page.press("j").await?;
        page.wait_until("the new key", &format!("return {change}.closest('li').textContent.includes('j')"))
            .await?;
        page.follow_link("/study").await?;
        page.eval("document.getElementById('board').focus()").await?;
        page.press("j").await?;
        page.wait_until("a step", "return document.getElementById('board').ariaLabel.includes('move 1')")
            .await?;
        page.press(Key::Right + "").await?;
        ensure!(
            page.eval("return document.getElementById('board').ariaLabel.includes('move 1')").await?
                == json!(true),
            "the usual key still works"
        );
        Ok(())
    })
}

#[test]
fn the_number_of_earlier_versions_is_stored() -> Result<()> {
    in_browser("versions-kept", async |page| {
        page.visit("/settings").await?;
        let shows = |number: &str| {
            format!("return document.getElementById('versions-kept')?.value === {}", json!(number))
        };
        page.wait_until("the default", &shows("10")).await?;
        page.fill("#versions-kept", "3").await?;
        page.wait_until(
            "stored",
            "return fetch('/api/backups').then((answer) => answer.json()).then(({ keep }) => keep === 3)",
        )
        .await?;
        page.visit("/settings").await?;
        page.wait_until("the chosen number", &shows("3")).await
    })
}

#[test]
fn engines_are_found_and_tested_and_folders_are_listed() -> Result<()> {
    in_browser("engines", async |page| {
        page.visit("/settings").await?;
        let gnugo = "document.querySelector('button[aria-label=\"Test GNU Go\"]')";
        page.wait_until("the engines", &format!("return {gnugo} !== null")).await?;
        if program("gnugo").is_some() {
            page.eval(&format!("{gnugo}.click()")).await?;
            page.wait_until(
                "it works",
                &format!("return {gnugo}.closest('li').textContent.includes('It works: GNU Go')"),
            )
            .await?;
        } else {
            ensure!(page.eval(&format!("return {gnugo}.disabled")).await? == json!(true));
        }
        page.wait_until("the folders", "return document.body.textContent.includes('library.db')").await?;
        page.check_accessibility("settings").await
    })
}

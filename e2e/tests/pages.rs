//! Navigation between pages in a real browser: what is loaded, what stays open, and which page gets the keys.

use anyhow::{Result, ensure};
use e2e::{Page, file_with, in_browser, on_study_page, test_data};
use serde_json::json;
use thirtyfour::Key;

/// Survives until the document is reloaded.
const MARK: &str = "window.mark_ = true";
const MARKED: &str = "return window.mark_ === true";
const TITLE: &str = "return document.querySelector('main h1:not([hidden] *)')?.textContent";

async fn heading(page: &Page) -> Result<String> {
    Ok(page.eval(TITLE).await?.as_str().unwrap_or_default().to_owned())
}

async fn go_in_history(page: &Page, script: &str, place: &str) -> Result<()> {
    page.eval(script).await?;
    page.wait_until(place, &format!("return location.pathname === {place:?}")).await
}

async fn block(page: &Page, addresses: &[&str]) -> Result<()> {
    page.cdp().send_raw("Network.enable", json!({})).await?;
    page.cdp().send_raw("Network.setBlockedURLs", json!({ "urls": addresses })).await?;
    Ok(())
}

#[test]
fn a_game_stays_open_while_other_pages_are_visited() -> Result<()> {
    on_study_page("walk", &test_data("study.sgf")?, async |study| {
        study.page.eval(MARK).await?;
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("move 2").await?;
        for place in ["/", "/train", "/settings"] {
            study.page.follow_link(place).await?;
            ensure!(heading(study.page).await? != "Study", "the study shows on {place}");
            study.page.follow_link("/study").await?;
            ensure!(study.label().await?.ends_with("move 2"), "{}", study.label().await?);
        }
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("move 3").await?;
        ensure!(study.page.eval(MARKED).await? == json!(true), "the document was reloaded");
        Ok(())
    })
}

#[test]
fn keys_pressed_on_other_pages_do_not_reach_study() -> Result<()> {
    on_study_page("keys-elsewhere", &test_data("study.sgf")?, async |study| {
        study.page.follow_link("/").await?;
        study.page.press(Key::End + "").await?;
        study.page.press("c").await?;
        study.page.follow_link("/study").await?;
        ensure!(study.label().await?.ends_with("move 0"), "{}", study.label().await?);
        ensure!(study.count("coordinates").await? > 0);
        // On their own page the same keys work.
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 65").await
    })
}

#[test]
fn keys_and_title_belong_to_the_visible_page() -> Result<()> {
    on_study_page("help", b"(;SZ[19])", async |study| {
        let rows = "return document.querySelectorAll('dialog[open] .keys > div').length";
        let shown = "return document.querySelector('dialog[open]') !== null";
        let mut counts = Vec::new();
        for (place, title) in [
            ("/study", "game.sgf · Study · Tabiya"),
            ("/", "Tabiya"),
            ("/study", "game.sgf · Study · Tabiya"),
        ] {
            study.page.follow_link(place).await?;
            study.page.wait_until(title, &format!("return document.title === {title:?}")).await?;
            study.page.press("?").await?;
            study.page.wait_until("the keys", shown).await?;
            counts.push(study.page.eval(rows).await?.as_u64());
            study.page.press(Key::Escape + "").await?;
            study.page.wait_until_gone("dialog[open]").await?;
            study.page.click_on(".bar button[aria-label=Shortcuts]").await?;
            study.page.wait_until("the keys by their button", shown).await?;
            study.page.press(Key::Escape + "").await?;
        }
        ensure!(counts[0] == counts[2] && counts[0] > counts[1] && counts[1] > Some(0), "{counts:?}");
        Ok(())
    })
}

#[test]
fn back_and_forward_change_the_page_without_reloading() -> Result<()> {
    in_browser("back", async |page| {
        page.visit("/").await?;
        page.eval(MARK).await?;
        page.follow_link("/study").await?;
        page.follow_link("/settings").await?;
        // A link to the current page adds no history entry.
        page.follow_link("/settings").await?;
        go_in_history(page, "history.back()", "/study").await?;
        page.wait_until("the study", &format!("{TITLE} === 'Study'")).await?;
        go_in_history(page, "history.back()", "/").await?;
        page.wait_until("home", &format!("{TITLE} === 'Tabiya'")).await?;
        go_in_history(page, "history.forward()", "/study").await?;
        page.wait_until("the study again", &format!("{TITLE} === 'Study'")).await?;
        ensure!(page.eval(MARKED).await? == json!(true), "the document was reloaded");
        Ok(())
    })
}

#[test]
fn a_dialog_does_not_block_the_page_behind_it_in_the_history() -> Result<()> {
    in_browser("left-dialog", async |page| {
        page.visit("/").await?;
        page.follow_link("/study").await?;
        page.chord(&[Key::Control], 'i').await?;
        page.wait_for("dialog[open]").await?;
        go_in_history(page, "history.back()", "/").await?;
        page.wait_until_gone("dialog[open]").await?;
        go_in_history(page, "history.forward()", "/study").await?;
        page.wait_for("dialog[open]").await
    })
}

#[test]
fn an_unknown_address_shows_an_error_and_a_link_home() -> Result<()> {
    in_browser("unknown", async |page| {
        page.visit("/nowhere").await?;
        page.eval(MARK).await?;
        ensure!(heading(page).await? == "Page not found");
        page.click_on("main .button").await?;
        page.wait_until("home", &format!("{TITLE} === 'Tabiya'")).await?;
        ensure!(page.eval(MARKED).await? == json!(true), "the document was reloaded");
        Ok(())
    })
}

#[test]
fn home_and_a_deep_link_load_only_themselves() -> Result<()> {
    in_browser("deep-link", async |page| {
        let loaded = "return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => n.endsWith('.wasm')) \
             .map((n) => n.split('/').pop().split('-')[0]).sort().filter((n, i, all) => n !== all[i - 1])";
        page.visit("/").await?;
        ensure!(page.eval(loaded).await? == json!(["frame", "home"]), "{}", page.eval(loaded).await?);
        page.visit("/study").await?;
        ensure!(heading(page).await? == "Study");
        ensure!(page.eval(loaded).await? == json!(["frame", "study"]), "{}", page.eval(loaded).await?);
        Ok(())
    })
}

#[test]
fn a_page_that_fails_to_load_shows_an_error_and_can_be_retried() -> Result<()> {
    in_browser("no-room", async |page| {
        for (place, files) in [("script", "*study-*.js*"), ("wasm", "*study-*.wasm")] {
            block(page, &[]).await?;
            page.visit("/").await?;
            block(page, &[files]).await?;
            page.follow_link("/study").await?;
            ensure!(heading(page).await? == "Study could not be loaded", "without its {place}");
            page.check_accessibility("a page that failed to load").await?;
            page.click_on("main [role=alert] .button").await?;
            page.wait_for("main [role=alert]").await?;
            // Other pages are not affected.
            page.follow_link("/settings").await?;
            ensure!(heading(page).await? == "Settings");
            page.follow_link("/study").await?;
            block(page, &[]).await?;
            page.click_on("main [role=alert] .button").await?;
            page.wait_for("#board").await?;
        }
        // Clears the failures from the console log, which this test causes on purpose.
        page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn a_slow_page_shows_a_skeleton_first() -> Result<()> {
    in_browser("slow-room", async |page| {
        page.visit("/").await?;
        page.cdp().send_raw("Network.enable", json!({})).await?;
        let slow =
            json!({ "offline": false, "latency": 3000, "downloadThroughput": -1, "uploadThroughput": -1 });
        page.cdp().send_raw("Network.emulateNetworkConditions", slow).await?;
        page.click_on(".bar a[href=\"/study\"]").await?;
        page.wait_for(".skeleton").await?;
        page.check_accessibility("the skeleton").await?;
        page.wait_for("#board").await?;
        page.wait_until_gone(".skeleton").await
    })
}

#[test]
fn a_setting_changed_on_one_page_applies_to_all() -> Result<()> {
    on_study_page("settings-everywhere", b"(;SZ[19])", async |study| {
        ensure!(study.count("coordinates").await? > 0);
        study.page.follow_link("/settings").await?;
        study.page.click_on("main input.switch").await?;
        study.page.follow_link("/study").await?;
        study.page.wait_for("#board svg g.coordinates:empty").await?;
        study.page.press("c").await?;
        study.page.follow_link("/settings").await?;
        study.page.wait_until("on", "return document.querySelector('main input.switch').checked").await
    })
}

#[test]
fn a_file_dropped_on_home_opens_in_study() -> Result<()> {
    let (_folder, file) = file_with("dropped.sgf", "(;SZ[13]PB[Drop]PW[Per];B[cc])")?;
    in_browser("drop-at-home", async |page| {
        page.visit("/").await?;
        page.drop_file(&file).await?;
        page.wait_for_path("/study").await?;
        page.wait_for_text(".title .name", "dropped.sgf").await
    })
}

//! The way from room to room, in a real browser: what is loaded, what stays open, and who hears the keys.

use anyhow::{Result, ensure};
use proof::{Page, at_desk, in_browser, sample};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::Key;

/// Survives as long as the page is not loaded anew.
const MARK: &str = "window.mark_ = true";
const MARKED: &str = "return window.mark_ === true";
const TITLE: &str = "return document.querySelector('main h1:not([hidden] *)')?.textContent";

async fn heading(page: &Page) -> Result<String> {
    Ok(page.ask(TITLE).await?.as_str().unwrap_or_default().to_owned())
}

async fn back_and_forth(page: &Page, script: &str, place: &str) -> Result<()> {
    page.ask(script).await?;
    page.until(place, &format!("return location.pathname === {place:?}")).await
}

async fn block(page: &Page, addresses: &[&str]) -> Result<()> {
    page.cdp().send_raw("Network.enable", json!({})).await?;
    page.cdp().send_raw("Network.setBlockedURLs", json!({ "urls": addresses })).await?;
    Ok(())
}

#[test]
fn a_game_stays_open_while_one_walks_to_other_rooms() -> Result<()> {
    at_desk("walk", &sample("study.sgf")?, async |desk| {
        desk.page.ask(MARK).await?;
        desk.page.press(Key::Right + Key::Right).await?;
        desk.until_label("move 2").await?;
        for place in ["/", "/train", "/settings"] {
            desk.page.walk(place).await?;
            ensure!(heading(desk.page).await? != "Study", "the study shows on {place}");
            desk.page.walk("/study").await?;
            ensure!(desk.label().await?.ends_with("move 2"), "{}", desk.label().await?);
        }
        desk.page.press(Key::Right + "").await?;
        desk.until_label("move 3").await?;
        ensure!(desk.page.ask(MARKED).await? == json!(true), "the page was loaded anew");
        Ok(())
    })
}

#[test]
fn keys_pressed_elsewhere_do_not_reach_the_study() -> Result<()> {
    at_desk("keys-elsewhere", &sample("study.sgf")?, async |desk| {
        desk.page.walk("/").await?;
        desk.page.press(Key::End + "").await?;
        desk.page.press("c").await?;
        desk.page.walk("/study").await?;
        ensure!(desk.label().await?.ends_with("move 0"), "{}", desk.label().await?);
        ensure!(desk.count("coordinates").await? > 0);
        // The same keys do something where they belong.
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 65").await
    })
}

#[test]
fn the_visible_page_answers_for_its_keys_and_its_title() -> Result<()> {
    at_desk("help", b"(;SZ[19])", async |desk| {
        let rows = "return document.querySelectorAll('dialog[open] .keys > div').length";
        let shown = "return document.querySelector('dialog[open]') !== null";
        let mut counts = Vec::new();
        for (place, title) in [
            ("/study", "game.sgf · Study · Tabiya"),
            ("/", "Tabiya"),
            ("/study", "game.sgf · Study · Tabiya"),
        ] {
            desk.page.walk(place).await?;
            desk.page.until(title, &format!("return document.title === {title:?}")).await?;
            desk.page.press("?").await?;
            desk.page.until("the keys", shown).await?;
            counts.push(desk.page.ask(rows).await?.as_u64());
            desk.page.press(Key::Escape + "").await?;
            desk.page.until("no keys", "return document.querySelector('dialog[open]') === null").await?;
            desk.page.ask("document.querySelector('.bar button[aria-label=Keys]').click()").await?;
            desk.page.until("the keys by their button", shown).await?;
            desk.page.press(Key::Escape + "").await?;
        }
        ensure!(counts[0] == counts[2] && counts[0] > counts[1] && counts[1] > Some(0), "{counts:?}");
        Ok(())
    })
}

#[test]
fn back_and_forward_lead_through_the_rooms_without_loading_them_anew() -> Result<()> {
    in_browser("back", async |page| {
        page.visit("/").await?;
        page.ask(MARK).await?;
        page.walk("/study").await?;
        page.walk("/settings").await?;
        // A link to where one is adds no step.
        page.walk("/settings").await?;
        back_and_forth(page, "history.back()", "/study").await?;
        page.until("the study", &format!("{TITLE} === 'Study'")).await?;
        back_and_forth(page, "history.back()", "/").await?;
        page.until("home", &format!("{TITLE} === 'Tabiya'")).await?;
        back_and_forth(page, "history.forward()", "/study").await?;
        page.until("the study again", &format!("{TITLE} === 'Study'")).await?;
        ensure!(page.ask(MARKED).await? == json!(true), "the page was loaded anew");
        Ok(())
    })
}

#[test]
fn a_dialog_does_not_bar_the_page_that_one_goes_back_to() -> Result<()> {
    in_browser("left-dialog", async |page| {
        page.visit("/").await?;
        page.walk("/study").await?;
        page.chord(&[Key::Control], 'i').await?;
        page.until("a dialog", "return document.querySelector('dialog[open]') !== null").await?;
        back_and_forth(page, "history.back()", "/").await?;
        page.until("no dialog", "return document.querySelector('dialog[open]') === null").await?;
        back_and_forth(page, "history.forward()", "/study").await?;
        page.until("the dialog again", "return document.querySelector('dialog[open]') !== null").await
    })
}

#[test]
fn an_unknown_address_says_so_and_leads_home() -> Result<()> {
    in_browser("unknown", async |page| {
        page.visit("/nowhere").await?;
        page.ask(MARK).await?;
        ensure!(heading(page).await? == "No such page");
        page.ask("document.querySelector('main .button').click()").await?;
        page.until("home", &format!("{TITLE} === 'Tabiya'")).await?;
        ensure!(page.ask(MARKED).await? == json!(true), "the page was loaded anew");
        Ok(())
    })
}

#[test]
fn home_and_a_deep_link_load_only_themselves() -> Result<()> {
    in_browser("deep-link", async |page| {
        let loaded = "return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => n.endsWith('.wasm')) \
             .map((n) => n.split('/').pop().split('-')[0]).sort().filter((n, i, all) => n !== all[i - 1])";
        page.visit("/").await?;
        ensure!(page.ask(loaded).await? == json!(["frame", "home"]), "{}", page.ask(loaded).await?);
        page.visit("/study").await?;
        ensure!(heading(page).await? == "Study");
        ensure!(page.ask(loaded).await? == json!(["frame", "study"]), "{}", page.ask(loaded).await?);
        Ok(())
    })
}

#[test]
fn a_room_that_cannot_be_loaded_says_so_and_can_be_tried_again() -> Result<()> {
    in_browser("no-room", async |page| {
        for (place, files) in [("script", "*study-*.js*"), ("wasm", "*study-*.wasm")] {
            block(page, &[]).await?;
            page.visit("/").await?;
            block(page, &[files]).await?;
            page.walk("/study").await?;
            ensure!(heading(page).await? == "Study could not be loaded", "without its {place}");
            page.is_accessible("a room that is not there").await?;
            page.ask("document.querySelector('main [role=alert] .button').click()").await?;
            page.until("it fails again", "return document.querySelector('main [role=alert]') !== null")
                .await?;
            // Other pages are as they were.
            page.walk("/settings").await?;
            ensure!(heading(page).await? == "Settings");
            page.walk("/study").await?;
            block(page, &[]).await?;
            page.ask("document.querySelector('main [role=alert] .button').click()").await?;
            page.until("the study", "return document.getElementById('board') !== null").await?;
        }
        // The browser writes each failure into its console; they are what this is about.
        page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn a_slow_room_shows_its_likeness_first() -> Result<()> {
    in_browser("slow-room", async |page| {
        page.visit("/").await?;
        page.cdp().send_raw("Network.enable", json!({})).await?;
        let slow =
            json!({ "offline": false, "latency": 3000, "downloadThroughput": -1, "uploadThroughput": -1 });
        page.cdp().send_raw("Network.emulateNetworkConditions", slow).await?;
        page.ask("document.querySelector('.bar a[href=\"/study\"]').click()").await?;
        page.until("the likeness", "return document.querySelector('.likeness') !== null").await?;
        page.is_accessible("the likeness").await?;
        page.until("the study", "return document.getElementById('board') !== null").await?;
        page.until("no likeness", "return document.querySelector('.likeness') === null").await
    })
}

#[test]
fn what_is_set_on_one_page_holds_on_all() -> Result<()> {
    at_desk("settings-everywhere", b"(;SZ[19])", async |desk| {
        ensure!(desk.count("coordinates").await? > 0);
        desk.page.walk("/settings").await?;
        desk.page.ask("document.querySelector('main input.switch').click()").await?;
        desk.page.walk("/study").await?;
        desk.page
            .until(
                "no coordinates",
                "return document.querySelector('#board svg g.coordinates').children.length === 0",
            )
            .await?;
        desk.page.press("c").await?;
        desk.page.walk("/settings").await?;
        desk.page.until("on", "return document.querySelector('main input.switch').checked").await
    })
}

#[test]
fn a_file_dropped_at_home_is_opened_in_the_study() -> Result<()> {
    let folder = TempDir::new()?;
    let file = folder.path().join("dropped.sgf");
    std::fs::write(&file, "(;SZ[13]PB[Drop]PW[Per];B[cc])")?;
    in_browser("drop-at-home", async |page| {
        page.visit("/").await?;
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({ "type": kind, "x": 600, "y": 400, "data": data });
            page.cdp().send_raw("Input.dispatchDragEvent", event).await?;
        }
        page.until("the study", "return location.pathname === '/study'").await?;
        page.until(
            "it is open",
            "return document.querySelector('.title .name')?.textContent === 'dropped.sgf'",
        )
        .await
    })
}

//! The dialogs of the study: each opens by its key, keeps the focus, and gives it back to the board.

use anyhow::{Result, ensure};
use proof::{Desk, at_desk, sample};
use serde_json::json;
use thirtyfour::Key;

/// Keys held, key, heading, and what has the focus at first.
const DIALOGS: &[(&[Key], char, &str, &str)] = &[
    (&[Key::Alt], 'n', "New game", "input"),
    (&[Key::Control], 'i', "Game info", "input"),
    (&[Key::Control, Key::Shift], 'i', "Properties of this node", "input"),
    (&[Key::Control], 'f', "Find", "input"),
    (&[Key::Control], 'g', "Go to move", "input"),
    (&[], '?', "Keys on this page", "button"),
    (&[Key::Control], 'x', "Cut", "button"),
];

async fn open(desk: &Desk<'_>, held: &[Key], key: char, heading: &str) -> Result<()> {
    desk.page.chord(held, key).await?;
    desk.until_dialog(heading).await
}

#[test]
fn every_dialog_keeps_the_focus_and_gives_it_back() -> Result<()> {
    at_desk("dialogs", &sample("study.sgf")?, async |desk| {
        desk.page.press(Key::Right + Key::Right).await?;
        desk.until_label("move 2").await?;
        for (held, key, heading, first) in DIALOGS {
            open(desk, held, *key, heading).await?;
            focus_stays(desk, heading, first).await?;
            desk.page.press(Key::Escape + "").await?;
            desk.until_no_dialog().await?;
            desk.focus_is("#board").await?;
        }
        ensure!(!desk.is_dirty().await?);
        Ok(())
    })
}

/// A modal dialog whose first control has the focus and from which Tab does not lead away.
async fn focus_stays(desk: &Desk<'_>, heading: &str, first: &str) -> Result<()> {
    let modal = "const d = document.querySelector('dialog[open]'); \
                 return [d.getAttribute('role'), d.getAttribute('aria-modal'), d.matches(':modal')]";
    ensure!(desk.page.ask(modal).await? == json!(["dialog", "true", true]), "{heading}");
    desk.focus_is(&format!("dialog[open] {first}")).await?;
    let controls = "return document.querySelectorAll('dialog[open] :is(a[href], button, input, select, textarea)').length";
    let controls = desk.page.ask(controls).await?.as_u64().unwrap_or_default();
    for step in 0..controls + 2 {
        desk.page.press(Key::Tab + "").await?;
        let inside = "return document.querySelector('dialog[open]').contains(document.activeElement)";
        ensure!(
            desk.page.ask(inside).await? == json!(true),
            "{heading}: the focus left after {} steps",
            step + 1
        );
    }
    desk.page.chord(&[Key::Shift], Key::Tab).await
}

/// Focus, accessibility, and Esc, which changes nothing.
async fn is_well_made(desk: &Desk<'_>, heading: &str, first: &str) -> Result<()> {
    desk.until_dialog(heading).await?;
    focus_stays(desk, heading, first).await?;
    desk.page.is_accessible(heading).await?;
    desk.page.press(Key::Escape + "").await?;
    desk.until_no_dialog().await?;
    desk.focus_is("#board").await
}

#[test]
fn every_question_keeps_the_focus_and_esc_changes_nothing() -> Result<()> {
    at_desk("questions", &sample("study.sgf")?, async |desk| {
        // Move 10 is the first of two branches.
        open(desk, &[Key::Control], 'g', "Go to move").await?;
        desk.page.press("10").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("move 10").await?;
        for (name, heading) in [
            ("Cut from here", "Cut"),
            ("Move the branch down", "Move the branch"),
            ("Remove other variations", "Remove other variations"),
            ("Flatten to a position", "Flatten to a position"),
        ] {
            desk.command(name).await?;
            is_well_made(desk, heading, "button").await?;
        }
        desk.command("Charset…").await?;
        is_well_made(desk, "Charset", "select").await?;
        ensure!(!desk.is_dirty().await?, "Esc changed something");
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 11").await?;
        desk.command("Close the game").await?;
        is_well_made(desk, "Not saved yet", "button").await?;
        // The page goes, and what it put aside is offered.
        desk.page.visit("/study").await?;
        is_well_made(desk, "Unsaved changes", "button").await
    })
}

#[test]
fn the_list_of_games_and_the_question_about_the_charset_are_well_made_too() -> Result<()> {
    at_desk("several-dialog", &sample("several.sgf")?, async |desk| {
        is_well_made(desk, "3 games in this file", ".sample-game").await
    })?;
    at_desk("convert", b"(;CA[ISO-8859-1]SZ[19]C[caf\xe9])", async |desk| {
        desk.page.ask("document.getElementById('comment').focus()").await?;
        desk.page.press("\u{9ed2}").await?;
        is_well_made(desk, "Another charset", "button").await
    })
}

#[test]
fn keys_are_off_while_a_dialog_is_open() -> Result<()> {
    at_desk("keys-off", &sample("study.sgf")?, async |desk| {
        open(desk, &[Key::Control], 'g', "Go to move").await?;
        desk.page.press(Key::Right + Key::End).await?;
        desk.page.press("40").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("move 40").await
    })
}

#[test]
fn a_new_game_has_the_usual_komi_for_its_handicap() -> Result<()> {
    at_desk("new-game", &sample("study.sgf")?, async |desk| {
        open(desk, &[Key::Alt], 'n', "New game").await?;
        desk.page.press("Ann").await?;
        desk.page.press(Key::Tab + "Ben").await?;
        let komi = "return [...document.querySelectorAll('dialog label')].find((l) => l.textContent.startsWith('Komi')).querySelector('input').value";
        ensure!(desk.page.ask(komi).await? == json!("6.5"));
        desk.page
            .ask("const s = document.querySelector('dialog select'); s.value = '4'; s.dispatchEvent(new Event('change', { bubbles: true }))")
            .await?;
        desk.page.until("half a point", &komi.replace(".value", ".value === '0.5'")).await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("White to play; move 0").await?;
        ensure!(desk.count("stones").await? == 4);
        desk.until_open("Untitled").await
    })
}

#[test]
fn game_info_changes_only_what_was_changed() -> Result<()> {
    at_desk("info", &sample("study.sgf")?, async |desk| {
        let before = desk.on_disk()?;
        open(desk, &[Key::Control], 'i', "Game info").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_no_dialog().await?;
        ensure!(!desk.is_dirty().await?);
        open(desk, &[Key::Control], 'i', "Game info").await?;
        desk.page.press(Key::End + " II").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_dirty().await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == before.replace("PB[Mori Aiko]", "PB[Mori Aiko II]"));
        Ok(())
    })
}

#[test]
fn a_property_can_be_added_and_removed_by_hand() -> Result<()> {
    at_desk("properties", b"(;SZ[19]XY[odd];B[pd])", async |desk| {
        open(desk, &[Key::Control, Key::Shift], 'i', "Properties of this node").await?;
        desk.page.press("ev").await?;
        desk.page.press(Key::Tab + "Cup").await?;
        desk.page.ask("document.querySelector('[aria-label=\"Remove XY\"]').click()").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_dirty().await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        ensure!(saved.contains("EV[Cup]") && !saved.contains("XY"), "{saved}");
        // All of it was one step.
        desk.page.chord(&[Key::Control], 'z').await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19]XY[odd];B[pd])", "{}", desk.on_disk()?);
        Ok(())
    })
}

#[test]
fn a_property_may_have_several_values() -> Result<()> {
    at_desk("values", b"(;SZ[19]TR[aa][bb])", async |desk| {
        open(desk, &[Key::Control, Key::Shift], 'i', "Properties of this node").await?;
        desk.click_on("[aria-label=\"Add a value to TR\"]").await?;
        desk.page.until("a field", "return document.querySelectorAll('dialog .value').length === 4").await?;
        desk.page.ask("document.querySelector('[aria-label=\"TR, value 3\"]').focus()").await?;
        desk.page.press("cc").await?;
        desk.click_on("[aria-label=\"Take out TR, value 1\"]").await?;
        desk.click_on("dialog button[type=submit]").await?;
        desk.until_dirty().await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19]TR[bb][cc])", "{}", desk.on_disk()?);
        Ok(())
    })
}

#[test]
fn esc_at_the_question_before_closing_closes_nothing() -> Result<()> {
    at_desk("close", b"(;SZ[19])", async |desk| {
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.chord(&[Key::Control, Key::Alt], Key::F4).await?;
        desk.until_dialog("Not saved yet").await?;
        let answers = desk.page.ask("return [...document.querySelectorAll('dialog .answers button')].map((b) => b.textContent.trim())").await?;
        ensure!(answers == json!(["Save", "Discard", "Cancel"]), "{answers}");
        desk.page.press(Key::Escape + "").await?;
        desk.until_no_dialog().await?;
        desk.until_label("move 1").await?;
        ensure!(desk.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn the_menu_has_every_command_and_works_by_keyboard() -> Result<()> {
    at_desk("menu", &sample("study.sgf")?, async |desk| {
        desk.page.ask("document.querySelector('[aria-label=\"All commands\"]').focus()").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.page.until("the menu", "return document.querySelector('[role=menu]') !== null").await?;
        let entries = desk.page.ask("return document.querySelectorAll('[role=menuitem]').length").await?;
        ensure!(entries.as_u64() >= Some(40), "{entries} commands");
        desk.page.press(Key::Down + Key::Enter).await?;
        desk.until_label("move 1").await?;
        desk.page.until("closed", "return document.querySelector('[role=menu]') === null").await
    })
}

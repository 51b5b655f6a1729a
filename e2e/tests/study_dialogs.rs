//! The dialogs of Study: each opens by its key, keeps the focus, and returns it to the board.

use anyhow::{Result, ensure};
use e2e::{StudyPage, on_study_page, test_data};
use serde_json::json;
use thirtyfour::Key;

/// Keys held, key, heading, and what has the focus at first.
const DIALOGS: &[(&[Key], char, &str, &str)] = &[
    (&[Key::Alt], 'n', "New game", "input"),
    (&[Key::Control], 'i', "Game info", "input"),
    (&[Key::Control, Key::Shift], 'i', "Properties of this node", "input"),
    (&[Key::Control], 'f', "Find", "input"),
    (&[Key::Control], 'g', "Go to move", "input"),
    (&[], '?', "Shortcuts on this page", "button"),
    (&[Key::Control], 'x', "Cut", "button"),
];

async fn open(study: &StudyPage<'_>, held: &[Key], key: char, heading: &str) -> Result<()> {
    study.page.chord(held, key).await?;
    study.wait_for_dialog(heading).await
}

#[test]
fn every_dialog_keeps_the_focus_and_returns_it() -> Result<()> {
    on_study_page("dialogs", &test_data("study.sgf")?, async |study| {
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("move 2").await?;
        for (held, key, heading, first) in DIALOGS {
            open(study, held, *key, heading).await?;
            focus_stays(study, heading, first).await?;
            study.page.press(Key::Escape + "").await?;
            study.wait_until_dialog_closes().await?;
            study.wait_for_focus("#board").await?;
        }
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

/// A modal dialog whose first control has the focus and which Tab does not leave.
async fn focus_stays(study: &StudyPage<'_>, heading: &str, first: &str) -> Result<()> {
    let modal = "const d = document.querySelector('dialog[open]'); \
                 return [d.getAttribute('role'), d.getAttribute('aria-modal'), d.matches(':modal')]";
    ensure!(study.page.eval(modal).await? == json!(["dialog", "true", true]), "{heading}");
    study.wait_for_focus(&format!("dialog[open] {first}")).await?;
    let controls = "return document.querySelectorAll('dialog[open] :is(a[href], button, input, select, textarea)').length";
    let controls = study.page.eval(controls).await?.as_u64().unwrap_or_default();
    for step in 0..controls + 2 {
        study.page.press(Key::Tab + "").await?;
        let inside = "return document.querySelector('dialog[open]').contains(document.activeElement)";
        ensure!(
            study.page.eval(inside).await? == json!(true),
            "{heading}: the focus left after {} steps",
            step + 1
        );
    }
    study.page.chord(&[Key::Shift], Key::Tab).await
}

/// Focus, accessibility, and Esc, which changes nothing.
async fn check_dialog(study: &StudyPage<'_>, heading: &str, first: &str) -> Result<()> {
    study.wait_for_dialog(heading).await?;
    focus_stays(study, heading, first).await?;
    study.page.check_accessibility(heading).await?;
    study.page.press(Key::Escape + "").await?;
    study.wait_until_dialog_closes().await?;
    study.wait_for_focus("#board").await
}

#[test]
fn every_question_keeps_the_focus_and_esc_changes_nothing() -> Result<()> {
    on_study_page("questions", &test_data("study.sgf")?, async |study| {
        // Move 10 is the first of two branches.
        open(study, &[Key::Control], 'g', "Go to move").await?;
        study.page.press("10").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("move 10").await?;
        for (name, heading) in [
            ("Cut from here", "Cut"),
            ("Move the branch down", "Move the branch"),
            ("Remove other variations", "Remove other variations"),
            ("Make this the starting position", "Make this the starting position"),
        ] {
            study.command(name).await?;
            check_dialog(study, heading, "button").await?;
        }
        study.command("Text encoding…").await?;
        check_dialog(study, "Text encoding", "select").await?;
        ensure!(!study.is_dirty().await?, "Esc changed something");
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 11").await?;
        study.command("Close the game").await?;
        check_dialog(study, "Unsaved changes", "button").await?;
        // The page is closed, and its autosave is offered.
        study.page.visit("/study").await?;
        check_dialog(study, "Restore unsaved changes", "button").await
    })
}

#[test]
fn the_list_of_games_and_the_question_about_the_charset_pass_too() -> Result<()> {
    on_study_page("several-dialog", &test_data("several.sgf")?, async |study| {
        check_dialog(study, "3 games in game.sgf", ".sample-game").await
    })?;
    on_study_page("convert", b"(;CA[ISO-8859-1]SZ[19]C[caf\xe9])", async |study| {
        study.page.eval("document.getElementById('comment').focus()").await?;
        study.page.press("\u{9ed2}").await?;
        check_dialog(study, "Text encoding", "button").await
    })
}

#[test]
fn keys_are_off_while_a_dialog_is_open() -> Result<()> {
    on_study_page("keys-off", &test_data("study.sgf")?, async |study| {
        open(study, &[Key::Control], 'g', "Go to move").await?;
        study.page.press(Key::Right + Key::End).await?;
        study.page.press("40").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("move 40").await
    })
}

#[test]
fn a_new_game_has_the_usual_komi_for_its_handicap() -> Result<()> {
    on_study_page("new-game", &test_data("study.sgf")?, async |study| {
        open(study, &[Key::Alt], 'n', "New game").await?;
        study.page.press("Ann").await?;
        study.page.press(Key::Tab + "Ben").await?;
        let komi = "return [...document.querySelectorAll('dialog label')].find((l) => l.textContent.startsWith('Komi')).querySelector('input').value";
        ensure!(study.page.eval(komi).await? == json!("6.5"));
        study.page.fill("dialog select", "4").await?;
        study.page.wait_until("half a point", &komi.replace(".value", ".value === '0.5'")).await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("White to play; move 0").await?;
        ensure!(study.count("stones").await? == 4);
        study.wait_until_open("Untitled").await
    })
}

#[test]
fn game_info_changes_only_what_was_changed() -> Result<()> {
    on_study_page("info", &test_data("study.sgf")?, async |study| {
        let before = study.file_text()?;
        open(study, &[Key::Control], 'i', "Game info").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dialog_closes().await?;
        ensure!(!study.is_dirty().await?);
        open(study, &[Key::Control], 'i', "Game info").await?;
        study.page.press(Key::End + " II").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await?;
        study.check_saved(&before.replace("PB[Mori Aiko]", "PB[Mori Aiko II]")).await
    })
}

#[test]
fn a_property_can_be_added_and_removed() -> Result<()> {
    on_study_page("properties", b"(;SZ[19]XY[odd];B[pd])", async |study| {
        open(study, &[Key::Control, Key::Shift], 'i', "Properties of this node").await?;
        study.page.press("ev").await?;
        study.page.press(Key::Tab + "Cup").await?;
        study.page.click_on("[aria-label=\"Remove XY\"]").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await?;
        study.save().await?;
        let saved = study.file_text()?;
        ensure!(saved.contains("EV[Cup]") && !saved.contains("XY"), "{saved}");
        // All of it was one step.
        study.page.chord(&[Key::Control], 'z').await?;
        study.check_saved("(;SZ[19]XY[odd];B[pd])").await
    })
}

#[test]
fn a_property_may_have_several_values() -> Result<()> {
    on_study_page("values", b"(;SZ[19]TR[aa][bb])", async |study| {
        open(study, &[Key::Control, Key::Shift], 'i', "Properties of this node").await?;
        study.page.click_on("[aria-label=\"Add a value to TR\"]").await?;
        study.page.wait_for_count("dialog .value", 4).await?;
        study.page.eval("document.querySelector('[aria-label=\"TR, value 3\"]').focus()").await?;
        study.page.press("cc").await?;
        study.page.click_on("[aria-label=\"Remove TR, value 1\"]").await?;
        study.page.click_on("dialog button[type=submit]").await?;
        study.wait_until_dirty().await?;
        study.check_saved("(;SZ[19]TR[bb][cc])").await
    })
}

#[test]
fn esc_at_the_question_before_closing_closes_nothing() -> Result<()> {
    on_study_page("close", b"(;SZ[19])", async |study| {
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.chord(&[Key::Control, Key::Alt], Key::F4).await?;
        study.wait_for_dialog("Unsaved changes").await?;
        let answers = study.page.eval("return [...document.querySelectorAll('dialog .answers button')].map((b) => b.textContent.trim())").await?;
        ensure!(answers == json!(["Save", "Discard", "Cancel"]), "{answers}");
        study.page.press(Key::Escape + "").await?;
        study.wait_until_dialog_closes().await?;
        study.wait_for_label("move 1").await?;
        ensure!(study.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn the_menu_has_every_command_and_works_by_keyboard() -> Result<()> {
    on_study_page("menu", &test_data("study.sgf")?, async |study| {
        study.page.eval("document.querySelector('[aria-label=\"All commands\"]').focus()").await?;
        study.page.press(Key::Enter + "").await?;
        study.page.wait_for("[role=menu]").await?;
        let entries = study.page.eval("return document.querySelectorAll('[role=menuitem]').length").await?;
        ensure!(entries.as_u64() >= Some(40), "{entries} commands");
        study.page.press(Key::Down + Key::Enter).await?;
        study.wait_for_label("move 1").await?;
        study.page.wait_until_gone("[role=menu]").await
    })
}

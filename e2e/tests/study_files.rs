//! Files in Study: saved, dropped, several at once, restored after a crash; and the clipboard.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use e2e::{AUTOSAVED, Studio, StudyPage, across_a_crash, file_with, on_study_page, test_data};
use serde_json::json;
use thirtyfour::Key;

#[test]
fn a_comment_is_saved_and_nothing_else_changes() -> Result<()> {
    let text = String::from_utf8(test_data("study.sgf")?)?;
    on_study_page("comment", text.as_bytes(), async |study| {
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("move 1").await?;
        study.page.eval("document.getElementById('comment').focus()").await?;
        study.page.press("Why W? [corner]").await?;
        study.wait_until_dirty().await?;
        study.save().await?;
        ensure!(
            study.file_text()? == text.replacen(";B[qd]", r";B[qd]C[Why W? [corner\]]", 1),
            "{}",
            study.file_text()?
        );
        Ok(())
    })
}

#[test]
fn typing_is_undone_as_one_step_and_the_text_follows() -> Result<()> {
    on_study_page("undo", b"(;SZ[19];B[pd]C[Once])", async |study| {
        study.page.press(Key::Right + "").await?;
        study.wait_for_comment("Once").await?;
        study
            .page
            .eval("const c = document.getElementById('comment'); c.focus(); c.setSelectionRange(4, 4)")
            .await?;
        study.page.press(" more").await?;
        study.wait_for_comment("Once more").await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study.wait_for_comment("Once").await?;
        study.page.chord(&[Key::Control, Key::Shift], 'z').await?;
        study.wait_for_comment("Once more").await
    })
}

#[test]
fn what_another_program_wrote_meanwhile_is_not_overwritten() -> Result<()> {
    on_study_page("conflict", b"(;SZ[19])", async |study| {
        std::fs::write(&study.file, "(;SZ[9])")?;
        study.click(3, 3, &[]).await?;
        study.page.chord(&[Key::Control], 's').await?;
        study.wait_for_dialog("The file has changed").await?;
        study.page.press(Key::Escape + "").await?;
        study.wait_for_toast("changed by another program").await?;
        ensure!(study.file_text()? == "(;SZ[9])");
        // The browser logs the expected refusal.
        study.page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn a_dropped_file_opens_beside_the_others_and_a_second_time_becomes_current() -> Result<()> {
    let (_folder, other) = file_with("dropped.sgf", "(;SZ[13]PB[Drop]PW[Per];B[cc])")?;
    on_study_page("drop", &test_data("study.sgf")?, async |study| {
        study.page.drop_file(&other).await?;
        study.wait_until_open("dropped.sgf").await?;
        ensure!(study.label().await?.starts_with("Go board 13 by 13"));
        study.page.chord(&[Key::Shift], 'W').await?;
        study.wait_until_open("game.sgf").await?;
        study.page.drop_file(&other).await?;
        study.wait_until_open("dropped.sgf").await?;
        study.page.click_on("[aria-label=\"Open games\"]").await?;
        study.page.wait_for_count("[role=menuitemradio]", 2).await
    })
}

#[test]
fn a_file_that_is_not_a_record_is_refused_with_a_message() -> Result<()> {
    let (_folder, other) = file_with("notes.txt", "milk, bread")?;
    on_study_page("no-record", b"(;SZ[19])", async |study| {
        study.page.drop_file(&other).await?;
        study.wait_for_toast("Could not open notes.txt").await?;
        study.wait_until_open("game.sgf").await
    })
}

#[test]
fn a_file_with_several_games_shows_them_and_keeps_them_all() -> Result<()> {
    let text = String::from_utf8(test_data("several.sgf")?)?;
    on_study_page("several", text.as_bytes(), async |study| {
        study
            .page
            .wait_until("the games", "return document.querySelectorAll('.sample-game svg circle').length > 5")
            .await?;
        let names = study
            .page
            .eval("return [...document.querySelectorAll('.sample-game strong')].map((s) => s.textContent)")
            .await?;
        ensure!(names == json!(["1. Ann – Ben", "2. Cleo – Dov", "3. Eva – Finn"]), "{names}");
        study.page.eval("document.querySelectorAll('.sample-game')[2].click()").await?;
        study
            .page
            .wait_until(
                "the third",
                "return document.getElementById('board').ariaLabel.startsWith('Go board 19 by 9;')",
            )
            .await?;
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 1").await?;
        study.save().await?;
        ensure!(
            study.file_text()?.starts_with(text.split("(;GM[1]FF[4]SZ[19:9]").next().unwrap_or_default())
        );
        ensure!(study.file_text()?.contains("B[]"), "{}", study.file_text()?);
        Ok(())
    })
}

#[test]
fn save_as_writes_to_the_file_that_was_picked() -> Result<()> {
    on_study_page("save-as", b"(;SZ[19])", async |study| {
        study.stub_save_picker().await?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.chord(&[Key::Control, Key::Alt], 's').await?;
        study.wait_until_open("picked.sgf").await?;
        study.wait_for_toast("Saved picked.sgf").await?;
        let saved = study.saved_as().await?;
        ensure!(saved == ("game.sgf".into(), "(;SZ[19];B[dd])".into()), "{saved:?}");
        // Saving again writes to the same file without asking.
        study.page.eval("window.showSaveFilePicker = () => { throw new Error('asked again') }").await?;
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 2").await?;
        // The first file is unchanged.
        study.check_saved("(;SZ[19])").await
    })
}

#[test]
fn without_pickers_a_file_is_downloaded() -> Result<()> {
    on_study_page("download", b"(;SZ[19])", async |study| {
        let watch = "delete window.showSaveFilePicker; HTMLAnchorElement.prototype.click = function () { window.got = this.download; }";
        study.page.eval(watch).await?;
        study.page.chord(&[Key::Control, Key::Alt, Key::Shift], 'f').await?;
        study.page.wait_until("downloaded", "return window.got === 'game-flipped.sgf'").await
    })
}

#[test]
fn paths_and_variations_go_to_the_clipboard() -> Result<()> {
    on_study_page("clipboard", &test_data("study.sgf")?, async |study| {
        let allow = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        study.page.cdp().send_raw("Browser.grantPermissions", allow).await?;
        let read = "return navigator.clipboard.readText()";
        study.page.chord(&[Key::Control], 'c').await?;
        study.wait_for_toast("Copied").await?;
        ensure!(study.page.eval(read).await? == json!(study.file.to_string_lossy()));
        study.page.press(Key::End + "").await?;
        study.page.chord(&[Key::Control, Key::Shift], 'c').await?;
        study.wait_for_toast("Variation copied").await?;
        let copied = study.page.eval(read).await?;
        ensure!(copied.as_str().is_some_and(|text| text.starts_with("(;")), "{copied}");
        Ok(())
    })
}

#[test]
fn a_killed_browser_loses_nothing_that_is_five_seconds_old() -> Result<()> {
    let (_folder, file) = file_with("game.sgf", "(;SZ[19])")?;
    let studio = Studio::start_with(&[&file])?;
    let before = async |study: &StudyPage<'_>| {
        study.wait_until_open("game.sgf").await?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.wait_until("the work is autosaved", AUTOSAVED).await
    };
    across_a_crash(&studio, &file, before, async |study| {
        study.wait_for_dialog("Restore unsaved changes").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_open("game.sgf").await?;
        study.wait_until_dirty().await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 1").await?;
        study.check_saved("(;SZ[19];B[dd])").await?;
        let gone = AUTOSAVED.replace("return all.some(", "return !all.some(");
        study.page.wait_until("the autosave is removed", &gone).await
    })
}

#[test]
fn a_new_game_that_was_never_saved_is_restored_after_a_crash() -> Result<()> {
    let before = async |study: &StudyPage<'_>| {
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.wait_until("the work is autosaved", AUTOSAVED).await
    };
    across_a_crash(&Studio::start()?, Path::new(""), before, async |study| {
        study.wait_for_toast("was restored").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 1").await
    })
}

#[test]
fn closing_the_page_autosaves_unsaved_changes() -> Result<()> {
    on_study_page("leave", b"(;SZ[19])", async |study| {
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        // Immediately, long before five seconds have passed.
        study.page.visit("/study").await?;
        study.wait_for_dialog("Restore unsaved changes").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await
    })
}

/// A long game with this many moves on its main line and a branch at every hundredth move.
fn large(moves: usize) -> String {
    let mut text = String::from("(;SZ[19]");
    let mut branches = Vec::new();
    for n in 0..moves {
        let [x, y] = [n * 7 % 19, n * 7 / 19 % 19].map(|line| char::from(b'a' + line as u8));
        let color = if n % 2 == 0 { 'B' } else { 'W' };
        if n % 100 == 99 {
            text.push('(');
            branches.push(format!(")(;{color}[])"));
        }
        let _ = write!(text, ";{color}[{x}{y}]");
    }
    branches.iter().rev().for_each(|branch| text.push_str(branch));
    text + ")"
}

#[test]
fn a_record_of_a_hundred_thousand_nodes_opens_and_draws_only_what_is_visible() -> Result<()> {
    on_study_page("large", large(100_000).as_bytes(), async |study| {
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("move 2").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 100000").await?;
        study.page.press(Key::Left + "").await?;
        study.wait_for_label("move 99999").await?;
        let cells = study.page.eval("return document.querySelectorAll('.tree-content svg *').length").await?;
        ensure!(cells.as_u64().is_some_and(|cells| cells > 20 && cells < 1500), "{cells} shapes in the tree");
        let seen = "const r = document.querySelector('.tree-content g.current *').getBoundingClientRect(), \
            p = document.querySelector('.tree-pane').getBoundingClientRect(); return r.left >= p.left && r.right <= p.right";
        ensure!(study.page.eval(seen).await? == json!(true), "the current node is not visible");
        Ok(())
    })
}

#[test]
fn a_click_in_the_tree_goes_there_and_a_double_click_folds() -> Result<()> {
    on_study_page("tree", &test_data("study.sgf")?, async |study| {
        let third = study.tree_cell(3).await?;
        study.click_in_tree(3).await?;
        study.wait_for_label("move 3").await?;
        let count = "return document.querySelectorAll('.tree-content g.cells *').length";
        let before = study.page.eval(count).await?.as_u64();
        study.page.action_chain().move_to(third.0, third.1).double_click().perform().await?;
        study.page.wait_until("folded", &format!("{count} < 20")).await?;
        // Navigating into a folded branch unfolds it.
        study.page.press(Key::Right + "").await?;
        study.page.wait_until("unfolded", &format!("{count} >= {}", before.unwrap_or(20))).await
    })
}

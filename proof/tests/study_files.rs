//! Files on the study: saved back, dropped, several at once, recovered after a crash; and the clipboard.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use proof::{Desk, Studio, across_a_crash, at_desk, file_with, sample};
use serde_json::json;
use thirtyfour::Key;

/// Drops a file of the disk in the middle of the page, as a player would.
async fn drop_file(desk: &Desk<'_>, path: &Path) -> Result<()> {
    let data = json!({ "items": [], "files": [path], "dragOperationsMask": 1 });
    for kind in ["dragEnter", "dragOver", "drop"] {
        let event = json!({ "type": kind, "x": 600, "y": 400, "data": data });
        desk.page.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    Ok(())
}

#[test]
fn a_comment_is_saved_and_nothing_else_changes() -> Result<()> {
    let text = String::from_utf8(sample("study.sgf")?)?;
    at_desk("comment", text.as_bytes(), async |desk| {
        desk.page.press(Key::Right + "").await?;
        desk.until_label("move 1").await?;
        desk.page.ask("document.getElementById('comment').focus()").await?;
        desk.page.press("Why W? [corner]").await?;
        desk.until_dirty().await?;
        desk.save().await?;
        ensure!(
            desk.on_disk()? == text.replacen(";B[qd]", r";B[qd]C[Why W? [corner\]]", 1),
            "{}",
            desk.on_disk()?
        );
        Ok(())
    })
}

#[test]
fn typing_is_undone_as_one_step_and_the_text_follows() -> Result<()> {
    at_desk("undo", b"(;SZ[19];B[pd]C[Once])", async |desk| {
        desk.page.press(Key::Right + "").await?;
        desk.until_comment("Once").await?;
        desk.page
            .ask("const c = document.getElementById('comment'); c.focus(); c.setSelectionRange(4, 4)")
            .await?;
        desk.page.press(" more").await?;
        desk.until_comment("Once more").await?;
        desk.page.chord(&[Key::Control], 'z').await?;
        desk.until_comment("Once").await?;
        desk.page.chord(&[Key::Control, Key::Shift], 'z').await?;
        desk.until_comment("Once more").await
    })
}

#[test]
fn what_another_program_wrote_meanwhile_is_not_overwritten() -> Result<()> {
    at_desk("conflict", b"(;SZ[19])", async |desk| {
        std::fs::write(&desk.file, "(;SZ[9])")?;
        desk.click(3, 3, &[]).await?;
        desk.page.chord(&[Key::Control], 's').await?;
        desk.until_said("changed by another program").await?;
        ensure!(desk.on_disk()? == "(;SZ[9])");
        // The browser writes the refusal into its console; it is what this is about.
        desk.page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn a_dropped_file_opens_beside_the_others_and_again_only_comes_to_the_front() -> Result<()> {
    let (_folder, other) = file_with("dropped.sgf", "(;SZ[13]PB[Drop]PW[Per];B[cc])")?;
    at_desk("drop", &sample("study.sgf")?, async |desk| {
        drop_file(desk, &other).await?;
        desk.until_open("dropped.sgf").await?;
        ensure!(desk.label().await?.starts_with("Go board 13 by 13"));
        desk.page.chord(&[Key::Shift], 'W').await?;
        desk.until_open("game.sgf").await?;
        drop_file(desk, &other).await?;
        desk.until_open("dropped.sgf").await?;
        desk.page.ask("document.querySelector('[aria-label=\"Open games\"]').click()").await?;
        desk.page
            .until("two games", "return document.querySelectorAll('[role=menuitemradio]').length === 2")
            .await
    })
}

#[test]
fn a_file_that_is_no_record_is_refused_in_words() -> Result<()> {
    let (_folder, other) = file_with("notes.txt", "milk, bread")?;
    at_desk("no-record", b"(;SZ[19])", async |desk| {
        drop_file(desk, &other).await?;
        desk.until_said("notes.txt cannot be opened").await?;
        desk.until_open("game.sgf").await
    })
}

#[test]
fn a_file_with_several_games_shows_them_and_keeps_them_all() -> Result<()> {
    let text = String::from_utf8(sample("several.sgf")?)?;
    at_desk("several", text.as_bytes(), async |desk| {
        desk.page
            .until("the games", "return document.querySelectorAll('.sample-game svg circle').length > 5")
            .await?;
        let names = desk
            .page
            .ask("return [...document.querySelectorAll('.sample-game strong')].map((s) => s.textContent)")
            .await?;
        ensure!(names == json!(["1. Ann – Ben", "2. Cleo – Dov", "3. Eva – Finn"]), "{names}");
        desk.page.ask("document.querySelectorAll('.sample-game')[2].click()").await?;
        desk.page
            .until(
                "the third",
                "return document.getElementById('board').ariaLabel.startsWith('Go board 19 by 9;')",
            )
            .await?;
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 1").await?;
        desk.save().await?;
        ensure!(desk.on_disk()?.starts_with(text.split("(;GM[1]FF[4]SZ[19:9]").next().unwrap_or_default()));
        ensure!(desk.on_disk()?.contains("B[]"), "{}", desk.on_disk()?);
        Ok(())
    })
}

#[test]
fn save_as_writes_to_the_file_that_was_picked() -> Result<()> {
    at_desk("save-as", b"(;SZ[19])", async |desk| {
        desk.pick_for_saving().await?;
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.chord(&[Key::Control, Key::Alt], 's').await?;
        desk.until_open("picked.sgf").await?;
        desk.until_said("Saved picked.sgf").await?;
        let saved = desk.saved_as().await?;
        ensure!(saved == ("game.sgf".into(), "(;SZ[19];B[dd])".into()), "{saved:?}");
        // Saving again goes there too, and asks nobody.
        desk.page.ask("window.showSaveFilePicker = () => { throw new Error('asked again') }").await?;
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 2").await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19])", "the first file stays as it was");
        Ok(())
    })
}

#[test]
fn without_pickers_a_file_is_downloaded() -> Result<()> {
    at_desk("download", b"(;SZ[19])", async |desk| {
        let watch = "delete window.showSaveFilePicker; HTMLAnchorElement.prototype.click = function () { window.got = this.download; }";
        desk.page.ask(watch).await?;
        desk.page.chord(&[Key::Control, Key::Alt, Key::Shift], 'f').await?;
        desk.page.until("downloaded", "return window.got === 'game-flipped.sgf'").await
    })
}

#[test]
fn paths_and_variations_go_to_the_clipboard() -> Result<()> {
    at_desk("clipboard", &sample("study.sgf")?, async |desk| {
        let allow = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        desk.page.cdp().send_raw("Browser.grantPermissions", allow).await?;
        let read = "return navigator.clipboard.readText()";
        desk.page.chord(&[Key::Control], 'c').await?;
        desk.until_said("Copied").await?;
        ensure!(desk.page.ask(read).await? == json!(desk.file.to_string_lossy()));
        desk.page.press(Key::End + "").await?;
        desk.page.chord(&[Key::Control, Key::Shift], 'c').await?;
        desk.until_said("variation is copied").await?;
        let copied = desk.page.ask(read).await?;
        ensure!(copied.as_str().is_some_and(|text| text.starts_with("(;")), "{copied}");
        Ok(())
    })
}

/// Whether the browser has put the stone aside. A file that is just being written cannot be read.
const ASIDE: &str = "return (async () => { try { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); const all = []; \
    for await (const file of folder.values()) all.push(await (await file.getFile()).text()); \
    return all.some((text) => text.includes('B[dd]')) } catch { return null } })()";

#[test]
fn a_killed_browser_loses_nothing_that_is_five_seconds_old() -> Result<()> {
    let (_folder, file) = file_with("game.sgf", "(;SZ[19])")?;
    let studio = Studio::start_with(&[&file])?;
    let before = async |desk: &Desk<'_>| {
        desk.until_open("game.sgf").await?;
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.until("put aside", ASIDE).await
    };
    across_a_crash(&studio, &file, before, async |desk| {
        desk.until_dialog("Unsaved changes").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_open("game.sgf").await?;
        desk.until_dirty().await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 1").await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19];B[dd])");
        let gone = ASIDE.replace("return all.some(", "return !all.some(");
        desk.page.until("forgotten once saved", &gone).await
    })
}

#[test]
fn a_new_game_that_was_never_saved_is_there_again_after_a_crash() -> Result<()> {
    let before = async |desk: &Desk<'_>| {
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.until("put aside", ASIDE).await
    };
    across_a_crash(&Studio::start()?, Path::new(""), before, async |desk| {
        desk.until_said("never saved").await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 1").await
    })
}

#[test]
fn a_page_that_goes_keeps_what_is_not_saved() -> Result<()> {
    at_desk("leave", b"(;SZ[19])", async |desk| {
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        // At once, long before five seconds are over.
        desk.page.visit("/study").await?;
        desk.until_dialog("Unsaved changes").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_dirty().await
    })
}

/// A long game with a branch beside every hundredth move: so many moves on its main line.
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
fn a_record_of_a_hundred_thousand_nodes_opens_walks_and_draws_only_what_is_in_sight() -> Result<()> {
    at_desk("large", large(100_000).as_bytes(), async |desk| {
        desk.page.press(Key::Right + Key::Right).await?;
        desk.until_label("move 2").await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 100000").await?;
        desk.page.press(Key::Left + "").await?;
        desk.until_label("move 99999").await?;
        let cells = desk.page.ask("return document.querySelectorAll('.tree-sheet svg *').length").await?;
        ensure!(cells.as_u64().is_some_and(|cells| cells > 20 && cells < 1500), "{cells} shapes in the tree");
        let seen = "const r = document.querySelector('.tree-sheet g.current *').getBoundingClientRect(), \
            p = document.querySelector('.tree-pane').getBoundingClientRect(); return r.left >= p.left && r.right <= p.right";
        ensure!(desk.page.ask(seen).await? == json!(true), "the cursor is not in sight");
        Ok(())
    })
}

#[test]
fn a_click_in_the_tree_goes_there_and_a_double_click_folds() -> Result<()> {
    at_desk("tree", &sample("study.sgf")?, async |desk| {
        let cell =
            "const r = document.querySelector('.tree-sheet').getBoundingClientRect(); return [r.left, r.top]";
        let corner = desk.page.ask(cell).await?;
        let along = |n: usize, cells: f64| corner[n].as_f64().unwrap_or_default() + cells;
        let third = ((along(0, 4.0 + 3.5 * 28.0)) as i64, (along(1, 4.0 + 15.0)) as i64);
        desk.page.click_at(third, &[]).await?;
        desk.until_label("move 3").await?;
        let count = "return document.querySelectorAll('.tree-sheet g.cells *').length";
        let before = desk.page.ask(count).await?.as_u64();
        desk.page.action_chain().move_to(third.0, third.1).double_click().perform().await?;
        desk.page.until("folded", &format!("{count} < 20")).await?;
        // Walking into what is folded unfolds it.
        desk.page.press(Key::Right + "").await?;
        desk.page.until("unfolded", &format!("{count} >= {}", before.unwrap_or(20))).await
    })
}

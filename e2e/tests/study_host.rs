//! What Study needs from a browser: pickers, upload and download, and storage for autosaves, each also with browsers
//! that lack them.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use e2e::{Page, Studio, StudyPage, across_a_crash, file_with, in_browser, on_study_page};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A file picker that returns a file of the browser's private file system.
const PICKED: &str = "window.showOpenFilePicker = async () => { const top = await navigator.storage.getDirectory(); \
    const handle = await top.getFileHandle('picked.sgf', { create: true }); \
    if (!window.made) { window.made = true; const stream = await handle.createWritable(); \
    await stream.write('(;SZ[13];B[cc])'); await stream.close(); } return [handle] }";

#[test]
fn a_picked_file_is_written_back_to_and_not_opened_twice() -> Result<()> {
    on_study_page("picked", b"(;SZ[19])", async |study| {
        study.page.eval(PICKED).await?;
        study.page.chord(&[Key::Control], 'o').await?;
        study.wait_until_open("picked.sgf").await?;
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("13 by 13; White to play; move 1").await?;
        study.save().await?;
        let (_, written) = study.saved_as().await?;
        ensure!(written == "(;SZ[13](;B[cc])(;B[]))", "{written}");
        // With other contents it is still the same file: the open game becomes current.
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 2").await?;
        study.page.chord(&[Key::Shift], 'W').await?;
        study.wait_until_open("game.sgf").await?;
        study.page.chord(&[Key::Control], 'o').await?;
        study.wait_until_open("picked.sgf").await?;
        study.wait_for_label("move 2").await
    })
}

#[test]
fn a_cancelled_picker_changes_nothing() -> Result<()> {
    on_study_page("thought-better", b"(;SZ[19])", async |study| {
        let closed = "async () => { throw new DOMException('closed', 'AbortError') }";
        study.page.eval(&format!("window.showOpenFilePicker = window.showSaveFilePicker = {closed}")).await?;
        study.page.chord(&[Key::Control], 'o').await?;
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 1").await?;
        study.page.chord(&[Key::Control, Key::Alt], 's').await?;
        study.wait_for_toast("no location was chosen").await?;
        study.wait_until_open("game.sgf").await?;
        ensure!(study.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn without_pickers_files_are_uploaded_and_downloaded() -> Result<()> {
    let (folder, upload) = file_with("upload.sgf", "(;SZ[13];B[cc])")?;
    on_study_page("upload", b"(;SZ[19])", async |study| {
        let watch = "delete window.showOpenFilePicker; delete window.showSaveFilePicker; \
            const create = document.createElement.bind(document); document.createElement = (name) => { \
            const made = create(name); if (name === 'input') window.field = made; return made }";
        study.page.eval(watch).await?;
        study.page.cdp().send_raw("Page.setInterceptFileChooserDialog", json!({ "enabled": true })).await?;
        study.page.chord(&[Key::Control], 'o').await?;
        study.page.wait_until("a field for files", "return window.field?.type === 'file'").await?;
        choose_file(study.page, &upload).await?;
        study.wait_until_open("upload.sgf").await?;
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 1").await?;
        let to = folder.path().join("downloads");
        std::fs::create_dir(&to)?;
        study.page.download_to(&to).await?;
        study.save().await?;
        let saved = study.page.downloaded(&to.join("upload.sgf")).await?;
        ensure!(saved == b"(;SZ[13](;B[cc])(;B[]))", "{}", String::from_utf8_lossy(&saved));
        Ok(())
    })
}

/// Sets the file of the input that the page created.
async fn choose_file(page: &Page, path: &Path) -> Result<()> {
    let found = page.cdp().send_raw("Runtime.evaluate", json!({ "expression": "window.field" })).await?;
    let field = found["result"]["objectId"].as_str().context("no field")?;
    page.cdp().send_raw("DOM.setFileInputFiles", json!({ "files": [path], "objectId": field })).await?;
    Ok(())
}

/// The keys of autosaves in local storage.
const LOCAL_AUTOSAVES: &str =
    "return Object.keys(localStorage).filter((key) => key.startsWith('tabiya.aside.'))";

#[test]
fn without_a_private_file_system_unsaved_work_is_in_local_storage() -> Result<()> {
    on_study_page("shelf", b"(;SZ[19])", async |study| {
        study.page.run_before_load("delete StorageManager.prototype.getDirectory").await?;
        study.page.visit("/study").await?;
        study.wait_until_open("game.sgf").await?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        // The game, and the place in it.
        study.page.wait_until("the work is autosaved", &format!("{LOCAL_AUTOSAVES}.length === 2")).await?;
        study.page.visit("/study").await?;
        study.wait_for_dialog("Restore unsaved changes").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_open("game.sgf").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 1").await?;
        study.save().await?;
        study.page.wait_until("the autosave is removed", &format!("{LOCAL_AUTOSAVES}.length === 0")).await
    })
}

/// The names of autosaves in the private file system.
const FILE_AUTOSAVES: &str = "return (async () => { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); const all = []; \
    for await (const name of folder.keys()) if (!name.endsWith('.crswap')) all.push(name); return all })()";

#[test]
fn autosaves_older_than_seven_days_are_removed() -> Result<()> {
    in_browser("collect", async |page| {
        page.visit("/").await?;
        let put = "const day = 24 * 3600 * 1000; \
            localStorage.setItem('tabiya.aside.path:/old', `${Date.now() - 8 * day} (;SZ[9])`); \
            localStorage.setItem('tabiya.aside.path:/young', `${Date.now() - 6 * day} (;SZ[9])`)";
        page.eval(put).await?;
        page.visit("/study").await?;
        page.wait_until("the old one is removed", &format!("{LOCAL_AUTOSAVES}.length === 1")).await?;
        ensure!(page.eval(LOCAL_AUTOSAVES).await? == json!(["tabiya.aside.path:/young"]));
        let study = StudyPage { page, file: "".into() };
        study.click(3, 3, &[]).await?;
        page.wait_until(
            "a game in the file system, and the place in it",
            &FILE_AUTOSAVES.replace("return all }", "return all.length === 2 }"),
        )
        .await?;
        // Eight days later.
        page.run_before_load("const now = Date.now; Date.now = () => now() + 8 * 24 * 3600 * 1000").await?;
        page.visit("/study").await?;
        page.wait_until("both are gone", &format!("{LOCAL_AUTOSAVES}.length === 0")).await?;
        page.wait_until(
            "nothing is left",
            &FILE_AUTOSAVES.replace("return all }", "return all.length === 0 }"),
        )
        .await
    })
}

#[test]
fn an_autosave_older_than_its_file_is_not_offered() -> Result<()> {
    on_study_page("older", b"(;SZ[19])", async |study| {
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.visit("/").await?;
        std::fs::write(&study.file, "(;SZ[19];B[pp];W[dp])")?;
        study.page.visit("/study").await?;
        study.wait_until_open("game.sgf").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 2").await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

/// The number of open games in Study.
async fn games(page: &Page) -> Result<u64> {
    page.click_on("[aria-label=\"Open games\"]").await?;
    page.wait_for("[role=menuitemradio]").await?;
    let count = page.eval("return document.querySelectorAll('[role=menuitemradio]').length").await?;
    page.click_on("[aria-label=\"Open games\"]").await?;
    count.as_u64().context("no number")
}

#[test]
fn two_pages_of_one_browser_have_separate_new_games() -> Result<()> {
    // Without the places in them.
    let stored = FILE_AUTOSAVES.replace("if (!name", "if (!name.startsWith('place') && !name");
    let before = async |study: &StudyPage<'_>| {
        let page = study.page;
        study.click(3, 3, &[]).await?;
        page.wait_until("the first", &stored.replace("return all }", "return all.length === 1 }")).await?;
        let second = page.new_tab().await?;
        page.switch_to_window(second).await?;
        page.visit("/study").await?;
        study.click(15, 15, &[]).await?;
        study.wait_for_label("move 1").await?;
        ensure!(games(page).await? == 1, "the first page's game is not this one's");
        page.wait_until("the second", &stored.replace("return all }", "return all.length === 2 }")).await
    };
    across_a_crash(&Studio::start()?, Path::new(""), before, async |study| {
        study.wait_for_toast("was restored").await?;
        // One after the other.
        study.page.click_on("[aria-label=\"Open games\"]").await?;
        let both = "return document.querySelectorAll('[role=menuitemradio]').length === 2";
        study.page.wait_until("both are there again", both).await?;
        let all: Value = study.page.eval(&stored).await?;
        ensure!(all.as_array().is_some_and(|all| all.len() == 2), "{all}");
        Ok(())
    })
}

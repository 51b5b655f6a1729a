//! What the study asks of a browser: pickers, upload and download, and places for unsaved work, each also where the
//! browser has less to offer.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use proof::{Desk, Page, Studio, across_a_crash, at_desk, file_with, in_browser};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A script that runs before those of the page, from the next visit on.
async fn before_the_page(page: &Page, script: &str) -> Result<()> {
    page.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
    Ok(())
}

/// A file of the browser's own with that content, given to whoever asks for one.
const PICKED: &str = "window.showOpenFilePicker = async () => { const top = await navigator.storage.getDirectory(); \
    const handle = await top.getFileHandle('picked.sgf', { create: true }); \
    if (!window.made) { window.made = true; const stream = await handle.createWritable(); \
    await stream.write('(;SZ[13];B[cc])'); await stream.close(); } return [handle] }";

#[test]
fn a_picked_file_is_written_back_to_and_not_opened_twice() -> Result<()> {
    at_desk("picked", b"(;SZ[19])", async |desk| {
        desk.page.ask(PICKED).await?;
        desk.page.chord(&[Key::Control], 'o').await?;
        desk.until_open("picked.sgf").await?;
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("13 by 13; White to play; move 1").await?;
        desk.save().await?;
        let (_, written) = desk.saved_as().await?;
        ensure!(written == "(;SZ[13](;B[cc])(;B[]))", "{written}");
        // Changed again, it is still the same file: it comes to the front as it is.
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 2").await?;
        desk.page.chord(&[Key::Shift], 'W').await?;
        desk.until_open("game.sgf").await?;
        desk.page.chord(&[Key::Control], 'o').await?;
        desk.until_open("picked.sgf").await?;
        desk.until_label("move 2").await
    })
}

#[test]
fn who_closes_a_picker_has_changed_nothing() -> Result<()> {
    at_desk("thought-better", b"(;SZ[19])", async |desk| {
        let closed = "async () => { throw new DOMException('closed', 'AbortError') }";
        desk.page.ask(&format!("window.showOpenFilePicker = window.showSaveFilePicker = {closed}")).await?;
        desk.page.chord(&[Key::Control], 'o').await?;
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 1").await?;
        desk.page.chord(&[Key::Control, Key::Alt], 's').await?;
        desk.until_said("no place was chosen").await?;
        desk.until_open("game.sgf").await?;
        ensure!(desk.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn without_pickers_files_are_uploaded_and_downloaded() -> Result<()> {
    let (folder, upload) = file_with("upload.sgf", "(;SZ[13];B[cc])")?;
    at_desk("upload", b"(;SZ[19])", async |desk| {
        let watch = "delete window.showOpenFilePicker; delete window.showSaveFilePicker; \
            const create = document.createElement.bind(document); document.createElement = (name) => { \
            const made = create(name); if (name === 'input') window.field = made; return made }";
        desk.page.ask(watch).await?;
        desk.page.cdp().send_raw("Page.setInterceptFileChooserDialog", json!({ "enabled": true })).await?;
        desk.page.chord(&[Key::Control], 'o').await?;
        desk.page.until("a field for files", "return window.field?.type === 'file'").await?;
        choose_file(desk.page, &upload).await?;
        desk.until_open("upload.sgf").await?;
        desk.page.chord(&[Key::Control], 'p').await?;
        desk.until_label("move 1").await?;
        let to = folder.path().join("downloads");
        std::fs::create_dir(&to)?;
        let allow = json!({ "behavior": "allow", "downloadPath": to });
        desk.page.cdp().send_raw("Browser.setDownloadBehavior", allow).await?;
        desk.save().await?;
        let saved = to.join("upload.sgf");
        until(|| std::fs::read_to_string(&saved).is_ok_and(|text| text == "(;SZ[13](;B[cc])(;B[]))")).await
    })
}

/// Gives a file to the field that the page has made.
async fn choose_file(page: &Page, path: &Path) -> Result<()> {
    let found = page.cdp().send_raw("Runtime.evaluate", json!({ "expression": "window.field" })).await?;
    let field = found["result"]["objectId"].as_str().context("no field")?;
    page.cdp().send_raw("DOM.setFileInputFiles", json!({ "files": [path], "objectId": field })).await?;
    Ok(())
}

async fn until(holds: impl Fn() -> bool) -> Result<()> {
    for _ in 0..500 {
        if holds() {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    anyhow::bail!("waited in vain for a file")
}

/// What the browser keeps for the page in its local storage, unsaved work alone.
const SHELF: &str = "return Object.keys(localStorage).filter((key) => key.startsWith('tabiya.aside.'))";

#[test]
fn without_a_private_file_system_unsaved_work_is_in_local_storage() -> Result<()> {
    at_desk("shelf", b"(;SZ[19])", async |desk| {
        before_the_page(desk.page, "delete StorageManager.prototype.getDirectory").await?;
        desk.page.visit("/study").await?;
        desk.until_open("game.sgf").await?;
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.until("put aside", &format!("{SHELF}.length === 1")).await?;
        desk.page.visit("/study").await?;
        desk.until_dialog("Unsaved changes").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_open("game.sgf").await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 1").await?;
        desk.save().await?;
        desk.page.until("forgotten once saved", &format!("{SHELF}.length === 0")).await
    })
}

/// The names of what is put aside in the private file system.
const FOLDER: &str = "return (async () => { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); const all = []; \
    for await (const name of folder.keys()) if (!name.endsWith('.crswap')) all.push(name); return all })()";

#[test]
fn what_nobody_asked_for_in_seven_days_is_thrown_away() -> Result<()> {
    in_browser("collect", async |page| {
        page.visit("/").await?;
        let put = "const day = 24 * 3600 * 1000; \
            localStorage.setItem('tabiya.aside.path:/old', `${Date.now() - 8 * day} (;SZ[9])`); \
            localStorage.setItem('tabiya.aside.path:/young', `${Date.now() - 6 * day} (;SZ[9])`)";
        page.ask(put).await?;
        page.visit("/study").await?;
        page.until("the old one goes", &format!("{SHELF}.length === 1")).await?;
        ensure!(page.ask(SHELF).await? == json!(["tabiya.aside.path:/young"]));
        let desk = Desk { page, file: "".into() };
        desk.click(3, 3, &[]).await?;
        page.until("one in the file system", &FOLDER.replace("return all }", "return all.length === 1 }"))
            .await?;
        // Eight days later.
        before_the_page(page, "const now = Date.now; Date.now = () => now() + 8 * 24 * 3600 * 1000").await?;
        page.visit("/study").await?;
        page.until("both are gone", &format!("{SHELF}.length === 0")).await?;
        page.until("nothing is left", &FOLDER.replace("return all }", "return all.length === 0 }")).await
    })
}

#[test]
fn work_older_than_its_file_is_not_offered() -> Result<()> {
    at_desk("older", b"(;SZ[19])", async |desk| {
        desk.click(3, 3, &[]).await?;
        desk.until_label("move 1").await?;
        desk.page.visit("/").await?;
        std::fs::write(&desk.file, "(;SZ[19];B[pp];W[dp])")?;
        desk.page.visit("/study").await?;
        desk.until_open("game.sgf").await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 2").await?;
        ensure!(!desk.is_dirty().await?);
        Ok(())
    })
}

/// How many games are on the desk.
async fn games(page: &Page) -> Result<u64> {
    page.ask("document.querySelector('[aria-label=\"Open games\"]').click()").await?;
    page.until("the list", "return document.querySelector('[role=menuitemradio]') !== null").await?;
    let count = page.ask("return document.querySelectorAll('[role=menuitemradio]').length").await?;
    page.ask("document.querySelector('[aria-label=\"Open games\"]').click()").await?;
    count.as_u64().context("no number")
}

#[test]
fn two_pages_of_one_browser_keep_their_new_games_apart() -> Result<()> {
    let before = async |desk: &Desk<'_>| {
        let page = desk.page;
        desk.click(3, 3, &[]).await?;
        page.until("the first", &FOLDER.replace("return all }", "return all.length === 1 }")).await?;
        let second = page.new_tab().await?;
        page.switch_to_window(second).await?;
        page.visit("/study").await?;
        desk.click(15, 15, &[]).await?;
        desk.until_label("move 1").await?;
        ensure!(games(page).await? == 1, "the first page's game is none of this one's business");
        page.until("the second", &FOLDER.replace("return all }", "return all.length === 2 }")).await
    };
    across_a_crash(&Studio::start()?, Path::new(""), before, async |desk| {
        desk.until_said("never saved").await?;
        // One comes after the other.
        desk.click_on("[aria-label=\"Open games\"]").await?;
        let both = "return document.querySelectorAll('[role=menuitemradio]').length === 2";
        desk.page.until("both are there again", both).await?;
        let all: Value = desk.page.ask(FOLDER).await?;
        ensure!(all.as_array().is_some_and(|all| all.len() == 2), "{all}");
        Ok(())
    })
}

//! The Study page in a real browser with a record open.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::Key;

use crate::browser::{Page, with_browser};
use crate::studio::Studio;

/// Whether the browser has autosaved a stone on D16. A file that is being written cannot be read.
pub const AUTOSAVED: &str = "return (async () => { try { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); const all = []; \
    for await (const file of folder.values()) all.push(await (await file.getFile()).text()); \
    return all.some((text) => text.includes('B[dd]')) } catch { return null } })()";

/// The Study page with a record on the board.
pub struct StudyPage<'p> {
    pub page: &'p Page,
    /// The file that the studio was started with.
    pub file: PathBuf,
}

/// Runs `test` with a file `game.sgf` of this content open on the Study page.
pub fn on_study_page(
    name: &str,
    sgf: &[u8],
    test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>,
) -> Result<()> {
    with_open_file(name, "game.sgf", sgf, test)
}

/// Runs `test` with a file of this name and content open on the Study page.
pub fn with_open_file(
    name: &str,
    file_name: &str,
    content: &[u8],
    test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>,
) -> Result<()> {
    let (_folder, file) = file_with(file_name, content)?;
    let studio = Studio::start_with(&[&file])?;
    with_browser(&studio, name, async |page| {
        page.visit("/study").await?;
        let study = StudyPage { page, file };
        study.wait_until_open(file_name).await?;
        test(&study).await
    })
}

/// Runs `before` on the Study page, ends the browser as a crash would, and runs `after` in a new browser with the same
/// profile.
pub fn across_a_crash(
    studio: &Studio,
    file: &Path,
    before: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>,
    after: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(studio.printed_address()).await?;
        page.visit("/study").await?;
        before(&StudyPage { page: &page, file: file.to_owned() }).await?;
        let profile = page.crash().await;
        let page = Page::open_with_profile(studio.printed_address(), profile).await?;
        page.visit("/study").await?;
        after(&StudyPage { page: &page, file: file.to_owned() }).await?;
        page.close().await
    })
}

/// A file with that name and content in a temporary folder, which is removed when the first value is dropped.
pub fn file_with(name: &str, bytes: impl AsRef<[u8]>) -> Result<(TempDir, PathBuf)> {
    let folder = TempDir::new()?;
    let file = folder.path().join(name);
    std::fs::write(&file, bytes)?;
    Ok((folder, file))
}

impl StudyPage<'_> {
    pub async fn wait_until_open(&self, name: &str) -> Result<()> {
        let script = format!(
            "return document.querySelector('.title .name')?.textContent.startsWith({name:?}) ?? false"
        );
        self.page.wait_until(&format!("{name} is open"), &script).await
    }

    /// The board's label for screen readers.
    pub async fn label(&self) -> Result<String> {
        self.text("return document.getElementById('board').ariaLabel").await
    }

    pub async fn text(&self, script: &str) -> Result<String> {
        let answer = self.page.eval(script).await?;
        answer.as_str().map(str::to_owned).with_context(|| format!("{script} gives {answer}"))
    }

    /// Waits until the board's label ends with this text.
    pub async fn wait_for_label(&self, end: &str) -> Result<()> {
        let script = format!("return document.getElementById('board').ariaLabel.endsWith({end:?})");
        let waited = self.page.wait_until(end, &script).await;
        waited.with_context(|| format!("the board's label never ended with {end:?}"))
    }

    /// The screen position of a point of a 19×19 board with coordinates, by column and row from the upper left.
    pub async fn point(&self, column: u32, row: u32) -> Result<(i64, i64)> {
        let script = "const r = document.querySelector('#board svg').getBoundingClientRect(); \
                      return [r.left, r.top, r.width]";
        let rect = self.page.eval(script).await?;
        let side =
            |n: usize| rect.get(n).and_then(Value::as_f64).context("the board has no position on screen");
        let cell = side(2)? / (18.0 + 2.6);
        let along = |start: f64, line: u32| (start + (1.3 + f64::from(line)) * cell).round() as i64;
        Ok((along(side(0)?, column), along(side(1)?, row)))
    }

    pub async fn click(&self, column: u32, row: u32, held: &[Key]) -> Result<()> {
        self.page.click_at(self.point(column, row).await?, held).await
    }

    /// Turns the wheel over the middle of the board.
    pub async fn wheel(&self, down: i32) -> Result<()> {
        let script = "const r = document.querySelector('#board svg').getBoundingClientRect(); \
                      return [r.left + r.width / 2, r.top + r.height / 2]";
        let middle = self.page.eval(script).await?;
        let turn =
            json!({ "type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": down });
        self.page.cdp().send_raw("Input.dispatchMouseEvent", turn).await?;
        Ok(())
    }

    /// Clicks the cell of the tree in that column of its first row; 0 is the start.
    pub async fn click_in_tree(&self, column: u32) -> Result<()> {
        self.page.click_at(self.tree_cell(column).await?, &[]).await
    }

    pub async fn tree_cell(&self, column: u32) -> Result<(i64, i64)> {
        let script = "const r = document.querySelector('.tree-content').getBoundingClientRect(); return [r.left, r.top]";
        let corner = self.page.eval(script).await?;
        let along = |n: usize, cells: f64| (corner[n].as_f64().unwrap_or_default() + 4.0 + cells) as i64;
        Ok((along(0, (f64::from(column) + 0.5) * 28.0), along(1, 15.0)))
    }

    /// How many shapes a layer of the board has.
    pub async fn count(&self, layer: &str) -> Result<u64> {
        let script = format!("return document.querySelector('#board svg g.{layer}').children.length");
        self.page.eval(&script).await?.as_u64().context("no number")
    }

    /// The file's present content.
    pub fn file_text(&self) -> Result<String> {
        Ok(std::fs::read_to_string(&self.file)?)
    }

    pub async fn save(&self) -> Result<()> {
        self.page.chord(&[Key::Control], 's').await?;
        self.page.wait_until_gone(".title .dirty").await
    }

    /// Saves, and compares the whole file.
    pub async fn check_saved(&self, expected: &str) -> Result<()> {
        self.save().await?;
        let saved = self.file_text()?;
        ensure!(saved == expected, "the file is {saved}");
        Ok(())
    }

    /// Waits for a toast with these words.
    pub async fn wait_for_toast(&self, words: &str) -> Result<()> {
        let script = format!(
            "return [...document.querySelectorAll('.toast')].some((toast) => toast.textContent.includes({words:?}))"
        );
        self.page.wait_until(words, &script).await
    }

    /// Opens the menu of all commands and chooses the one with that name.
    pub async fn command(&self, name: &str) -> Result<()> {
        self.page.click_on("[aria-label=\"All commands\"]").await?;
        let entry = format!(
            "[...document.querySelectorAll('[role=menuitem]')].find((entry) => \
             entry.firstElementChild.textContent === {name:?} && !entry.disabled)"
        );
        self.page.wait_until(name, &format!("return {entry} !== undefined")).await?;
        self.page.eval(&format!("{entry}.click()")).await?;
        Ok(())
    }

    /// Waits until the dialog with that heading is open.
    pub async fn wait_for_dialog(&self, heading: &str) -> Result<()> {
        let script = format!("return document.querySelector('dialog[open] h2')?.textContent === {heading:?}");
        self.page.wait_until(&format!("the dialog {heading}"), &script).await
    }

    pub async fn wait_until_dialog_closes(&self) -> Result<()> {
        self.page.wait_until_gone("dialog[open]").await
    }

    pub async fn is_dirty(&self) -> Result<bool> {
        let dirty = self.page.eval("return document.querySelector('.title .dirty') !== null").await?;
        Ok(dirty == Value::Bool(true))
    }

    pub async fn wait_until_dirty(&self) -> Result<()> {
        self.page.wait_for(".title .dirty").await
    }

    pub async fn wait_for_comment(&self, text: &str) -> Result<()> {
        let script = format!("return document.getElementById('comment').value === {text:?}");
        self.page.wait_until(&format!("the comment {text:?}"), &script).await
    }

    /// Replaces the browser's save dialog by one that always picks the file that `saved_as` reads: headless browsers
    /// open no dialogs.
    pub async fn stub_save_picker(&self) -> Result<()> {
        let picker = "window.showSaveFilePicker = async ({ suggestedName }) => { window.suggested = suggestedName; \
            const top = await navigator.storage.getDirectory(); return top.getFileHandle('picked.sgf', { create: true }) }";
        self.page.eval(picker).await?;
        Ok(())
    }

    /// The name that the page proposed, and the file's text.
    pub async fn saved_as(&self) -> Result<(String, String)> {
        let read = "return (async () => { const top = await navigator.storage.getDirectory(); \
            return (await (await top.getFileHandle('picked.sgf')).getFile()).text() })()";
        Ok((self.text("return window.suggested ?? ''").await?, self.text(read).await?))
    }

    pub async fn wait_for_focus(&self, selector: &str) -> Result<()> {
        let script = format!("return document.activeElement.matches({selector:?})");
        let waited = self.page.wait_until(&format!("the focus is on {selector}"), &script).await;
        if waited.is_err() {
            let now = self.text("return document.activeElement.outerHTML.slice(0, 200)").await?;
            ensure!(false, "the focus should be on {selector}, but is on {now}");
        }
        waited
    }
}

/// A file of tests/data.
pub fn test_data(name: &str) -> Result<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(&path).with_context(|| format!("reading {}", path.display()))
}

//! The study in a real browser, with a record open on it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tempfile::TempDir;
use thirtyfour::Key;

use crate::browser::{Page, beside};
use crate::studio::Studio;

/// A page with a record on the board.
pub struct Desk<'p> {
    pub page: &'p Page,
    /// The file that the studio was started with.
    pub file: PathBuf,
}

/// Runs `test` with a file of this content open on the study.
pub fn at_desk(name: &str, sgf: &[u8], test: impl AsyncFnOnce(&Desk<'_>) -> Result<()>) -> Result<()> {
    let folder = TempDir::new()?;
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, sgf)?;
    let studio = Studio::start_with(&[&file])?;
    beside(&studio, name, async |page| {
        page.visit("/study").await?;
        let desk = Desk { page, file };
        desk.until_open("game.sgf").await?;
        test(&desk).await
    })
}

/// Runs `before` with the study open, ends the browser as a crash would, and runs `after` in a new one that has what the
/// first one kept.
pub fn across_a_crash(
    studio: &Studio,
    file: &Path,
    before: impl AsyncFnOnce(&Desk<'_>) -> Result<()>,
    after: impl AsyncFnOnce(&Desk<'_>) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(studio.address()).await?;
        page.visit("/study").await?;
        before(&Desk { page: &page, file: file.to_owned() }).await?;
        let profile = page.crash().await;
        let page = Page::open_again(studio.address(), profile).await?;
        page.visit("/study").await?;
        after(&Desk { page: &page, file: file.to_owned() }).await?;
        page.close().await
    })
}

/// A file of that name and content in a folder of its own, which goes when the first is dropped.
pub fn file_with(name: &str, text: &str) -> Result<(TempDir, PathBuf)> {
    let folder = TempDir::new()?;
    let file = folder.path().join(name);
    std::fs::write(&file, text)?;
    Ok((folder, file))
}

impl Desk<'_> {
    pub async fn until_open(&self, name: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.title .name').textContent.startsWith({name:?})");
        self.page.until(&format!("{name} is open"), &script).await
    }

    /// What the board says of itself.
    pub async fn label(&self) -> Result<String> {
        self.text("return document.getElementById('board').ariaLabel").await
    }

    pub async fn text(&self, script: &str) -> Result<String> {
        let answer = self.page.ask(script).await?;
        answer.as_str().map(str::to_owned).with_context(|| format!("{script} gives {answer}"))
    }

    /// Waits until the board's label ends so.
    pub async fn until_label(&self, end: &str) -> Result<()> {
        let script = format!("return document.getElementById('board').ariaLabel.endsWith({end:?})");
        let waited = self.page.until(end, &script).await;
        waited.with_context(|| format!("the board never said {end:?}"))
    }

    /// Where a point of a board of 19 lines with coordinates is on the screen, by column and row from the upper left.
    pub async fn point(&self, column: u32, row: u32) -> Result<(i64, i64)> {
        let script = "const r = document.querySelector('#board svg').getBoundingClientRect(); \
                      return [r.left, r.top, r.width]";
        let rect = self.page.ask(script).await?;
        let side = |n: usize| rect.get(n).and_then(Value::as_f64).context("the board has no place");
        let cell = side(2)? / (18.0 + 2.6);
        let along = |start: f64, line: u32| (start + (1.3 + f64::from(line)) * cell).round() as i64;
        Ok((along(side(0)?, column), along(side(1)?, row)))
    }

    pub async fn click(&self, column: u32, row: u32, held: &[Key]) -> Result<()> {
        self.page.click_at(self.point(column, row).await?, held).await
    }

    /// How many shapes a layer of the board has.
    pub async fn count(&self, layer: &str) -> Result<u64> {
        let script = format!("return document.querySelector('#board svg g.{layer}').children.length");
        self.page.ask(&script).await?.as_u64().context("no number")
    }

    /// The file as it is on the disk now.
    pub fn on_disk(&self) -> Result<String> {
        Ok(std::fs::read_to_string(&self.file)?)
    }

    pub async fn save(&self) -> Result<()> {
        self.page.chord(&[Key::Control], 's').await?;
        self.page.until("saved", "return document.querySelector('.title .dirty') === null").await
    }

    /// What was said last at the edge of the page.
    pub async fn until_said(&self, words: &str) -> Result<()> {
        let script = format!(
            "return [...document.querySelectorAll('.toast')].some((toast) => toast.textContent.includes({words:?}))"
        );
        self.page.until(words, &script).await
    }

    /// Opens the menu of all commands and takes the one of that name.
    pub async fn command(&self, name: &str) -> Result<()> {
        self.page.ask("document.querySelector('[aria-label=\"All commands\"]').click()").await?;
        let entry = format!(
            "[...document.querySelectorAll('[role=menuitem]')].find((entry) => \
             entry.firstElementChild.textContent === {name:?} && !entry.disabled)"
        );
        self.page.until(name, &format!("return {entry} !== undefined")).await?;
        self.page.ask(&format!("{entry}.click()")).await?;
        Ok(())
    }

    /// Waits until the dialog with that heading is open.
    pub async fn until_dialog(&self, heading: &str) -> Result<()> {
        let script = format!("return document.querySelector('dialog[open] h2')?.textContent === {heading:?}");
        self.page.until(&format!("the dialog {heading}"), &script).await
    }

    pub async fn until_no_dialog(&self) -> Result<()> {
        self.page.until("no dialog", "return document.querySelector('dialog[open]') === null").await
    }

    pub async fn is_dirty(&self) -> Result<bool> {
        let dirty = self.page.ask("return document.querySelector('.title .dirty') !== null").await?;
        Ok(dirty == Value::Bool(true))
    }

    pub async fn until_dirty(&self) -> Result<()> {
        self.page.until("not saved", "return document.querySelector('.title .dirty') !== null").await
    }

    /// Clicks on the one element that a selector finds.
    pub async fn click_on(&self, selector: &str) -> Result<()> {
        self.page.until(selector, &format!("return document.querySelector({selector:?}) !== null")).await?;
        self.page.ask(&format!("document.querySelector({selector:?}).click()")).await?;
        Ok(())
    }

    pub async fn until_comment(&self, text: &str) -> Result<()> {
        let script = format!("return document.getElementById('comment').value === {text:?}");
        self.page.until(&format!("the comment {text:?}"), &script).await
    }

    /// What `saved_as` reads is written from now on, whatever place the page asks for: headless browsers open no
    /// pickers, so this one gives a file of the browser's own.
    pub async fn pick_for_saving(&self) -> Result<()> {
        let picker = "window.showSaveFilePicker = async ({ suggestedName }) => { window.suggested = suggestedName; \
            const top = await navigator.storage.getDirectory(); return top.getFileHandle('picked.sgf', { create: true }) }";
        self.page.ask(picker).await?;
        Ok(())
    }

    /// The name that the page proposed, and the text that is in the file.
    pub async fn saved_as(&self) -> Result<(String, String)> {
        let read = "return (async () => { const top = await navigator.storage.getDirectory(); \
            return (await (await top.getFileHandle('picked.sgf')).getFile()).text() })()";
        Ok((self.text("return window.suggested ?? ''").await?, self.text(read).await?))
    }

    pub async fn focus_is(&self, selector: &str) -> Result<()> {
        let script = format!("return document.activeElement.matches({selector:?})");
        let waited = self.page.until(&format!("the focus is on {selector}"), &script).await;
        if waited.is_err() {
            let now = self.text("return document.activeElement.outerHTML.slice(0, 200)").await?;
            ensure!(false, "the focus should be on {selector}, but is on {now}");
        }
        waited
    }
}

/// A file of the tests' own.
pub fn sample(name: &str) -> Result<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(&path).with_context(|| format!("reading {}", path.display()))
}

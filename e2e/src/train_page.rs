//! The Train page in a real browser.

use anyhow::{Context, Result};
use serde_json::json;

use crate::browser::{Page, in_browser};

/// A page with puzzles pasted into it and a session begun.
pub struct TrainPage<'p> {
    pub page: &'p Page,
}

/// Runs `test` in a new browser in which a session with these puzzles has begun.
pub fn in_training_session(
    name: &str,
    puzzles: &str,
    test: impl AsyncFnOnce(&TrainPage<'_>) -> Result<()>,
) -> Result<()> {
    in_browser(name, async |page| {
        let train_page = TrainPage { page };
        train_page.begin(puzzles).await?;
        test(&train_page).await
    })
}

impl Page {
    /// Pastes puzzles into the Train page and waits until their set is open.
    pub async fn paste_puzzles(&self, puzzles: &str) -> Result<()> {
        self.wait_for(".paste").await?;
        let script = format!(
            "const paste = document.querySelector('.paste'); paste.open = true; \
             paste.querySelector('textarea').value = {}; paste.querySelector('button').click()",
            json!(puzzles)
        );
        self.eval(&script).await?;
        self.wait_for(".train-set").await
    }
}

impl TrainPage<'_> {
    /// Visits the page and begins a session with these puzzles.
    pub async fn begin(&self, puzzles: &str) -> Result<()> {
        self.page.visit("/train").await?;
        self.page.paste_puzzles(puzzles).await?;
        // What an engine finds good must not decide whether a test passes.
        self.ask_engine(false).await?;
        self.press_button("Start a session").await?;
        self.wait_for_feedback("Your turn").await
    }

    /// The option to accept moves that the engine finds as good; present once the studio has listed its engines.
    pub async fn ask_engine(&self, is_on: bool) -> Result<()> {
        self.page.wait_for("[name=ask-engine]").await?;
        let script = format!(
            "const box = document.querySelector('[name=ask-engine]'); if (box.checked !== {is_on}) box.click()"
        );
        self.page.eval(&script).await.map(drop)
    }

    /// Moves the page's clock, so that tests need not wait for it.
    pub async fn advance_clock(&self, seconds: u32) -> Result<()> {
        let script = format!(
            "const now = performance.now.bind(performance); performance.now = () => now() + {seconds} * 1000"
        );
        self.page.eval(&script).await.map(drop)
    }

    pub async fn press_button(&self, name: &str) -> Result<()> {
        let script = format!(
            "const found = [...document.querySelectorAll('button')].find(b => b.textContent.includes({name:?}) && !b.disabled); \
             if (!found) return false; found.click(); return true"
        );
        self.page.wait_until(&format!("a button {name}"), &script).await
    }

    /// Waits for this text, even if it was shown only for a moment. A text that was waited for before does not count again.
    pub async fn wait_for_feedback(&self, words: &str) -> Result<()> {
        let script = format!(
            "const now = () => document.querySelector('.feedback')?.textContent; \
             if (!window.shown_) {{ window.shown_ = []; window.matched_ = 0; \
               const note = () => {{ if (now() && now() !== shown_.at(-1)) shown_.push(now()); }}; note(); \
               const all = {{ childList: true, subtree: true, characterData: true }}; \
               new MutationObserver(note).observe(document.body, all); }} \
             const at = shown_.findIndex((text, n) => n >= matched_ && text.includes({words:?})); \
             if (at >= 0) matched_ = at + 1; \
             return at >= 0 || now()?.includes({words:?})"
        );
        let waited = self.page.wait_until(words, &script).await;
        let shown = self.page.eval("return window.shown_").await?;
        waited.with_context(|| format!("the trainer never showed {words:?}, but {shown}"))
    }
}

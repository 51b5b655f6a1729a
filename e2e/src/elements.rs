//! Elements of the page by CSS selector: waiting for them and clicking them.

use anyhow::{Context, Result};
use serde_json::json;

use crate::browser::Page;

impl Page {
    /// Waits until there is such an element.
    pub async fn wait_for(&self, selector: &str) -> Result<()> {
        let script = format!("return document.querySelector({selector:?}) !== null");
        self.wait_until(&format!("there is {selector}"), &script).await
    }

    pub async fn wait_until_gone(&self, selector: &str) -> Result<()> {
        let script = format!("return document.querySelector({selector:?}) === null");
        self.wait_until(&format!("{selector} is gone"), &script).await
    }

    /// Waits until the first such element contains the text.
    pub async fn wait_for_text(&self, selector: &str, text: &str) -> Result<()> {
        let script = format!("return document.querySelector({selector:?})?.textContent.includes({text:?})");
        self.wait_until(&format!("{selector} says {text:?}"), &script).await
    }

    pub async fn wait_for_count(&self, selector: &str, count: u64) -> Result<()> {
        let script = format!("return document.querySelectorAll({selector:?}).length === {count}");
        self.wait_until(&format!("{count} of {selector}"), &script).await
    }

    pub async fn count(&self, selector: &str) -> Result<u64> {
        let found = self.eval(&format!("return document.querySelectorAll({selector:?}).length")).await?;
        found.as_u64().context("no number")
    }

    /// Clicks the first such element, once it exists.
    pub async fn click_on(&self, selector: &str) -> Result<()> {
        let script = format!(
            "const found = document.querySelector({selector:?}); found?.click(); return found !== null"
        );
        self.wait_until(&format!("there is {selector} to click on"), &script).await
    }

    /// Puts a value into the first such field, once it exists, as if it had been typed or chosen.
    pub async fn fill(&self, selector: &str, value: &str) -> Result<()> {
        let script = format!(
            "const field = document.querySelector({selector:?}); if (!field) return false; field.value = {}; \
             for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {{ bubbles: true }})); \
             return true",
            json!(value)
        );
        self.wait_until(&format!("there is {selector} to fill in"), &script).await
    }

    /// Waits until the address has this path.
    pub async fn wait_for_path(&self, path: &str) -> Result<()> {
        self.wait_until(&format!("the path is {path}"), &format!("return location.pathname === {path:?}"))
            .await
    }
}

//! What tests ask of the browser itself, by the DevTools protocol.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::browser::{Page, TIMEOUT};

impl Page {
    /// Waits until the page has drawn this many frames.
    pub async fn wait_for_frames(&self, frames: u32) -> Result<()> {
        let count =
            "window.drawn_ = 0; const next = () => { drawn_ += 1; requestAnimationFrame(next) }; next()";
        self.eval(count).await?;
        self.wait_until("a few frames", &format!("return drawn_ > {frames}")).await
    }

    /// Runs a script before those of the page, from the next visit on.
    pub async fn run_before_load(&self, script: &str) -> Result<()> {
        self.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
        Ok(())
    }

    /// Drops a file from the disk on the page, as a user does.
    pub async fn drop_file(&self, file: &Path) -> Result<()> {
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({ "type": kind, "x": 600, "y": 400, "data": data });
            self.cdp().send_raw("Input.dispatchDragEvent", event).await?;
        }
        Ok(())
    }

    /// A finger on the screen: `touchStart`, `touchMove`, or `touchEnd` without a place.
    pub async fn touch(&self, kind: &str, at: Option<(i64, i64)>) -> Result<()> {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.cdp().send_raw("Input.dispatchTouchEvent", event).await?;
        Ok(())
    }

    /// Puts downloads into this folder without asking.
    pub async fn download_to(&self, folder: &Path) -> Result<()> {
        let allow = json!({ "behavior": "allow", "downloadPath": folder });
        self.cdp().send_raw("Browser.setDownloadBehavior", allow).await?;
        Ok(())
    }

    /// The content of a downloaded file, once it is complete: until then it has another name.
    pub async fn downloaded(&self, file: &Path) -> Result<Vec<u8>> {
        let begun = Instant::now();
        while !file.is_file() {
            ensure!(begun.elapsed() < TIMEOUT, "timed out waiting for {}", file.display());
            sleep(Duration::from_millis(20)).await;
        }
        Ok(std::fs::read(file)?)
    }
}

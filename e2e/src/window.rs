//! The real desktop program in a real window.

use std::ops::Deref;

use anyhow::Result;
use serde_json::Value;
use thirtyfour::Key;
use thirtyfour::prelude::*;

use crate::browser;
use crate::process::KillOnDrop;
use crate::user_session::{TIMEOUT, UserSession};

const RECORD_MENUS: &str = "const fetched = window.fetch; window.fetch = async (path, options) => { \
     const response = await fetched(path, options); \
     if (path === '/api/shell/menus') window.menus_ = new TextDecoder().decode(options.body); \
     return response; }";
const MENUS_AGREE: &str = "return window.menus_ !== undefined && \
     JSON.stringify(JSON.parse(window.menus_).rows) === JSON.stringify(window.tabiya.rows)";

/// The page in the window.
pub struct Window<'s> {
    driver: WebDriver,
    session: &'s UserSession,
    _process: KillOnDrop,
}

impl Deref for Window<'_> {
    type Target = WebDriver;
    fn deref(&self) -> &WebDriver {
        &self.driver
    }
}

impl<'s> Window<'s> {
    pub(crate) fn new(driver: WebDriver, session: &'s UserSession, process: KillOnDrop) -> Window<'s> {
        Window { driver, session, _process: process }
    }

    pub async fn eval(&self, script: &str) -> Result<Value> {
        browser::eval(&self.driver, script).await
    }

    pub async fn wait_until(&self, what: &str, script: &str) -> Result<()> {
        browser::wait_until_within(TIMEOUT, &self.driver, what, script).await
    }

    pub async fn wait_until_open(&self, name: &str) -> Result<()> {
        let script = format!(
            "return document.querySelector('.title .name')?.textContent.startsWith({name:?}) ?? false"
        );
        self.wait_until(&format!("{name} is open"), &script).await
    }

    /// Waits for a question that contains these words.
    pub async fn wait_for_question(&self, words: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.question')?.textContent.includes({words:?}) ?? false");
        self.wait_until(&format!("the question {words}"), &script).await
    }

    pub async fn answer(&self, button: &str) -> Result<()> {
        let script = format!(
            "[...document.querySelectorAll('.answers button')].find((one) => one.textContent === {button:?}).click()"
        );
        self.eval(&script).await?;
        Ok(())
    }

    /// Waits until no question is open.
    pub async fn wait_until_answered(&self) -> Result<()> {
        self.wait_until("the question is gone", "return document.querySelector('.question') === null").await
    }

    /// Clicks a button of the page once it is there and enabled.
    pub async fn click_button(&self, button: &str) -> Result<()> {
        let found = format!(
            "[...document.querySelectorAll('button')].find((one) => one.textContent === {button:?} && !one.disabled)"
        );
        self.wait_until(&format!("there is a button {button}"), &format!("return {found} !== undefined"))
            .await?;
        self.eval(&format!("{found}.click()")).await?;
        Ok(())
    }

    /// The board's label for screen readers.
    pub async fn board(&self) -> Result<Value> {
        self.eval("return document.getElementById('board').ariaLabel").await
    }

    /// Records what the page sends to the window's menus from now on.
    pub async fn record_menus(&self) -> Result<()> {
        self.eval(RECORD_MENUS).await?;
        Ok(())
    }

    /// Waits until the menus offer the commands that the page offers.
    pub async fn wait_until_menus_agree(&self) -> Result<()> {
        self.wait_until("the menus agree with the page", MENUS_AGREE).await
    }

    /// Passes, so that the open game has unsaved changes.
    pub async fn change(&self) -> Result<()> {
        let here = "return document.getElementById('board').ariaLabel";
        let before = self.eval(here).await?;
        self.driver
            .action_chain()
            .key_down(Key::Control)
            .key_down('p')
            .key_up('p')
            .key_up(Key::Control)
            .perform()
            .await?;
        self.wait_until("the board has changed", &format!("{here} !== {before}")).await
    }

    /// Drops the driver without quitting: its window is already closed.
    pub fn forget(self) {
        drop(self.driver.leak());
    }

    pub async fn close(self) -> Result<()> {
        self.driver.quit().await?;
        self.session.wait_until_ended().await
    }
}

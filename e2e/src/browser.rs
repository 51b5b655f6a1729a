//! A real headless Chromium showing the real page. A failing test leaves a screenshot; a passing test must not have
//! logged an error in the browser's console.

use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, Key, LoggingPrefsLogLevel, TypingData};
use tokio::time::{Instant, sleep};

use crate::paths::{program, workspace};
use crate::process::KillOnDrop;
use crate::studio::Studio;

/// The last four stop Chromium from contacting Google at every start. The first two let two browsers on one machine
/// connect to each other over its own addresses instead of mDNS names.
const FLAGS: &[&str] = &[
    "--disable-features=WebRtcHideLocalIpsWithMdns",
    "--allow-loopback-in-peer-connection",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

pub(crate) const TIMEOUT: Duration = Duration::from_secs(15);

/// A screen size and the preferred colour scheme.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

impl Screen {
    pub const LAPTOP: Screen = Screen { width: 1280, height: 800, dark: false };
    pub const PHONE: Screen = Screen { width: 390, height: 844, dark: false };
    pub const ALL: [Screen; 4] = [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE, Screen::PHONE.dark()];

    #[must_use]
    pub const fn dark(self) -> Screen {
        Screen { dark: true, ..self }
    }

    /// For file names: `390-dark`.
    pub fn name(self) -> String {
        format!("{}-{}", self.width, if self.dark { "dark" } else { "light" })
    }
}

/// One browser with its own profile.
pub struct Page {
    driver: WebDriver,
    address: String,
    /// The key of the studio, until the first visit.
    key: RefCell<Option<String>>,
    _process: Driver,
    profile: TempDir,
}

impl Deref for Page {
    type Target = WebDriver;
    fn deref(&self) -> &WebDriver {
        &self.driver
    }
}

/// Runs `test` in a new browser with a new studio.
pub fn in_browser(name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    with_browser(&Studio::start()?, name, test)
}

/// Runs `test` in a new browser with this studio.
pub fn with_browser(studio: &Studio, name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    with_browser_at(studio.printed_address(), name, test)
}

/// Runs `test` in a new browser with the page of this address: one that a studio printed, or that of a host.
pub fn with_browser_at(address: &str, name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(address).await?;
        let ended = match test(&page).await {
            Ok(()) => page.no_errors().await,
            Err(error) => Err(error),
        };
        if ended.is_err() {
            page.save_screenshot(name).await;
        }
        page.close().await?;
        ended
    })
}

impl Page {
    pub async fn open(address: &str) -> Result<Page> {
        Page::open_with_profile(address, tempfile::tempdir()?).await
    }

    /// Opens a browser with the profile of an earlier one.
    pub async fn open_with_profile(address: &str, profile: TempDir) -> Result<Page> {
        Page::start(address, profile, capabilities()?).await
    }

    /// A browser with further command-line flags.
    pub async fn open_with_flags(address: &str, flags: &[&str]) -> Result<Page> {
        let mut capabilities = capabilities()?;
        for flag in flags {
            capabilities.add_arg(flag)?;
        }
        Page::start(address, tempfile::tempdir()?, capabilities).await
    }

    /// A browser that records a performance trace; see `trace`.
    pub async fn open_traced(address: &str) -> Result<Page> {
        let mut capabilities = capabilities()?;
        capabilities.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        let categories =
            json!({ "traceCategories": "devtools.timeline", "enableNetwork": false, "enablePage": false });
        capabilities.add_experimental_option("perfLoggingPrefs", categories)?;
        Page::start(address, tempfile::tempdir()?, capabilities).await
    }

    /// The events of the performance trace. Reading them ends the trace, so this works once.
    pub async fn trace(&self) -> Result<Vec<Value>> {
        let mut events = Vec::new();
        for logged in self.get_log("performance").await? {
            let mut entry: Value = serde_json::from_str(&logged.message)?;
            if entry["message"]["method"] == "Tracing.dataCollected" {
                events.push(entry["message"]["params"].take());
            }
        }
        Ok(events)
    }

    async fn start(address: &str, profile: TempDir, mut capabilities: ChromeCapabilities) -> Result<Page> {
        let process = Driver::start()?;
        capabilities.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        let driver =
            WebDriver::new(&process.address, capabilities).await.context("Chromium does not start")?;
        let (address, key) = match address.split_once("?key=") {
            Some((address, key)) => (address, Some(key.to_owned())),
            None => (address, None),
        };
        let address = origin(address);
        let page = Page { driver, address, key: RefCell::new(key), _process: process, profile };
        page.screen(Screen::LAPTOP).await?;
        Ok(page)
    }

    pub async fn close(self) -> Result<()> {
        Ok(self.driver.quit().await?)
    }

    /// Goes to a path of the studio, such as `/study`, and waits until the page is drawn. The first time with the studio's
    /// key, as by a click on the printed address.
    pub async fn visit(&self, path: &str) -> Result<()> {
        let key =
            self.key.take().map(|key| format!("{}key={key}", if path.contains('?') { '&' } else { '?' }));
        self.goto(format!("{}{path}{}", self.address, key.unwrap_or_default())).await?;
        self.wait_until_drawn().await
    }

    /// Follows a link of the navigation bar and waits until that page is drawn.
    pub async fn follow_link(&self, path: &str) -> Result<()> {
        // After a reload the bar is not there at once.
        let link = format!(".bar a[href={path:?}]:not(.brand)");
        self.wait_for(&link).await?;
        self.eval(&format!("document.querySelector({link:?}).click()")).await?;
        self.wait_until("the address", &format!("return location.pathname === {path:?}")).await?;
        self.wait_until_drawn().await
    }

    async fn wait_until_drawn(&self) -> Result<()> {
        let drawn = "return document.querySelector('main[aria-busy=false]') !== null";
        self.wait_until("the page is drawn", drawn).await
    }

    pub async fn screen(&self, screen: Screen) -> Result<()> {
        let Screen { width, height, dark } = screen;
        let phone = width < 600;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        let touch = json!({ "enabled": phone });
        self.cdp().send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.cdp().send_raw("Emulation.setEmulatedMedia", media).await?;
        Ok(())
    }

    /// Runs a script and gives the value of its `return`.
    pub async fn eval(&self, script: &str) -> Result<Value> {
        eval(&self.driver, script).await
    }

    /// Waits until the script returns something true.
    pub async fn wait_until(&self, what: &str, script: &str) -> Result<()> {
        wait_until_within(TIMEOUT, &self.driver, what, script).await
    }

    /// Ends the browser as a crash would, without running any more of the page, and gives back its profile.
    pub async fn crash(self) -> TempDir {
        // The browser is gone before it can answer.
        let crash = async { self.driver.cdp().send_raw("Browser.crash", json!({})).await };
        drop(tokio::time::timeout(Duration::from_secs(3), crash).await);
        // `quit` would fail: the browser is gone.
        drop(self.driver.leak());
        self.profile
    }

    /// Clicks at a place on the screen with keys held down.
    pub async fn click_at(&self, (x, y): (i64, i64), held: &[Key]) -> Result<()> {
        let mut chain = self.action_chain().move_to(x, y);
        for key in held {
            chain = chain.key_down(key.value());
        }
        chain = chain.click();
        for key in held {
            chain = chain.key_up(key.value());
        }
        Ok(chain.perform().await?)
    }

    /// Presses a key with others held down.
    pub async fn chord(&self, held: &[Key], key: impl Into<char>) -> Result<()> {
        let key = key.into();
        let down = held.iter().fold(self.action_chain(), |chain, held| chain.key_down(held.value()));
        let pressed = down.key_down(key).key_up(key);
        Ok(held.iter().fold(pressed, |chain, held| chain.key_up(held.value())).perform().await?)
    }

    /// Types into the focused element.
    pub async fn press(&self, keys: impl Into<TypingData>) -> Result<()> {
        Ok(self.action_chain().send_keys(keys).perform().await?)
    }

    async fn no_errors(&self) -> Result<()> {
        let log = self.browser_log().await?;
        let errors: Vec<_> = log.iter().filter(|entry| entry.level == "SEVERE").collect();
        if !errors.is_empty() {
            bail!("the browser's console has errors: {errors:#?}");
        }
        Ok(())
    }

    pub async fn save_screenshot(&self, name: &str) {
        let folder =
            env::var_os("TABIYA_SHOTS").map_or_else(|| workspace().join("target/screenshots"), PathBuf::from);
        let path = folder.join(format!("{name}.png"));
        let saved = std::fs::create_dir_all(&folder).is_ok() && self.screenshot(&path).await.is_ok();
        if saved {
            println!("screenshot: {}", path.display());
        }
    }
}

/// `http://127.0.0.1:PORT`.
fn origin(address: &str) -> String {
    address.split('/').take(3).collect::<Vec<_>>().join("/")
}

pub async fn eval(driver: &WebDriver, script: &str) -> Result<Value> {
    let answer = driver.execute(script, Vec::new()).await.with_context(|| format!("running {script}"))?;
    Ok(answer.json().clone())
}

pub async fn wait_until_within(
    timeout: Duration,
    driver: &WebDriver,
    what: &str,
    script: &str,
) -> Result<()> {
    let begun = Instant::now();
    loop {
        let answer = eval(driver, script).await?;
        if !matches!(answer, Value::Null | Value::Bool(false)) {
            return Ok(());
        }
        if begun.elapsed() > timeout {
            bail!("timed out waiting until: {what}");
        }
        sleep(Duration::from_millis(20)).await;
    }
}

fn capabilities() -> Result<ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    for flag in FLAGS {
        capabilities.add_arg(flag)?;
    }
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    Ok(capabilities)
}

/// A chromedriver process; it chooses its port itself.
struct Driver {
    _process: KillOnDrop,
    address: String,
}

/// chromedriver takes a free IPv4 port and then needs the same port on IPv6, which may be taken.
const MAX_TRIES: usize = 5;

impl Driver {
    fn start() -> Result<Driver> {
        for _ in 0..MAX_TRIES {
            if let Some(driver) = Driver::try_start()? {
                return Ok(driver);
            }
        }
        bail!("chromedriver ended before it was ready")
    }

    /// `None` if it ended before it was ready.
    fn try_start() -> Result<Option<Driver>> {
        let chromedriver =
            program("chromedriver").context("no chromedriver: `cargo xtask setup` installs it")?;
        let started = Command::new(chromedriver).arg("--port=0").stdout(Stdio::piped()).spawn()?;
        let mut process = KillOnDrop(started);
        let output = process.0.stdout.take().context("chromedriver has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                return Ok(Some(Driver { _process: process, address }));
            }
        }
        Ok(None)
    }
}

//! A real headless Chromium on the real page. A test that fails leaves a picture; one that passes must also
//! have left no error in the browser's console.

use std::env;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, Key, LoggingPrefsLogLevel, TypingData};
use tokio::time::{Instant, sleep};

use crate::place::{program, workspace};
use crate::studio::Studio;

/// Without the last four, Chromium looks for hosts of its maker at every start. Two browsers on one machine reach each
/// other by its own addresses, for which names by multicast would have to be resolved.
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

const PATIENCE: Duration = Duration::from_secs(15);

/// The size of a screen and whether its owner likes it dark.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

impl Screen {
    pub const LAPTOP: Screen = Screen { width: 1280, height: 800, dark: false };
    pub const PHONE: Screen = Screen { width: 390, height: 844, dark: false };

    #[must_use]
    pub fn dark(self) -> Screen {
        Screen { dark: true, ..self }
    }
}

/// One browser with a profile of its own.
pub struct Page {
    driver: WebDriver,
    address: String,
    _process: Driver,
    profile: TempDir,
}

impl Deref for Page {
    type Target = WebDriver;
    fn deref(&self) -> &WebDriver {
        &self.driver
    }
}

/// Runs `test` on a fresh browser beside a fresh studio.
pub fn in_browser(name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    beside(&Studio::start()?, name, test)
}

/// Runs `test` on a fresh browser beside this studio.
pub fn beside(studio: &Studio, name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(studio.address()).await?;
        let ended = match test(&page).await {
            Ok(()) => page.no_errors().await,
            Err(error) => Err(error),
        };
        if ended.is_err() {
            page.keep_picture(name).await;
        }
        page.close().await?;
        ended
    })
}

impl Page {
    pub async fn open(address: &str) -> Result<Page> {
        Page::open_again(address, tempfile::tempdir()?).await
    }

    /// With the profile that another browser has left behind.
    pub async fn open_again(address: &str, profile: TempDir) -> Result<Page> {
        Page::start(address, profile, wanted()?).await
    }

    /// A browser that writes down what it spends its time on; see `trace`.
    pub async fn open_traced(address: &str) -> Result<Page> {
        let mut wanted = wanted()?;
        wanted.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        let categories =
            json!({ "traceCategories": "devtools.timeline", "enableNetwork": false, "enablePage": false });
        wanted.add_experimental_option("perfLoggingPrefs", categories)?;
        Page::start(address, tempfile::tempdir()?, wanted).await
    }

    /// The events of the browser's trace. It ends with this, so it can be asked for once.
    pub async fn trace(&self) -> Result<Vec<Value>> {
        let mut events = Vec::new();
        for entry in self.get_log("performance").await? {
            let mut said: Value = serde_json::from_str(&entry.message)?;
            if said["message"]["method"] == "Tracing.dataCollected" {
                events.push(said["message"]["params"].take());
            }
        }
        Ok(events)
    }

    async fn start(address: &str, profile: TempDir, mut wanted: ChromeCapabilities) -> Result<Page> {
        let process = Driver::start()?;
        wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        let driver = WebDriver::new(&process.address, wanted).await.context("Chromium does not start")?;
        let page = Page { driver, address: address.to_owned(), _process: process, profile };
        page.screen(Screen::LAPTOP).await?;
        Ok(page)
    }

    pub async fn close(self) -> Result<()> {
        Ok(self.driver.quit().await?)
    }

    /// Goes to a place of the studio, such as `/study`, and waits until it is drawn.
    pub async fn visit(&self, place: &str) -> Result<()> {
        self.goto(format!("{}{place}", self.address)).await?;
        self.until_drawn().await
    }

    /// Follows the link of the bar, and waits until the room is there.
    pub async fn walk(&self, place: &str) -> Result<()> {
        self.ask(&format!("document.querySelector('.bar a[href={place:?}]:not(.brand)').click()")).await?;
        self.until("the address", &format!("return location.pathname === {place:?}")).await?;
        self.until_drawn().await
    }

    async fn until_drawn(&self) -> Result<()> {
        let drawn = "return document.querySelector('main[aria-busy=false]') !== null";
        self.until("the page is drawn", drawn).await
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

    /// The value of a script's `return`.
    pub async fn ask(&self, script: &str) -> Result<Value> {
        ask(&self.driver, script).await
    }

    /// Waits until the script returns something true.
    pub async fn until(&self, what: &str, script: &str) -> Result<()> {
        until_in(PATIENCE, &self.driver, what, script).await
    }

    /// Ends the browser as a crash would: nothing of the page runs any more. What it kept stays in the profile.
    pub async fn crash(self) -> TempDir {
        // The browser is gone before it can answer.
        let crash = async { self.driver.cdp().send_raw("Browser.crash", json!({})).await };
        drop(tokio::time::timeout(Duration::from_secs(3), crash).await);
        // Nobody is left to say goodbye to.
        drop(self.driver.leak());
        self.profile
    }

    /// The pointer to a place on the screen, and a click there with keys held down.
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

    /// A key with others held down.
    pub async fn chord(&self, held: &[Key], key: impl Into<char>) -> Result<()> {
        let key = key.into();
        let down = held.iter().fold(self.action_chain(), |chain, held| chain.key_down(held.value()));
        let pressed = down.key_down(key).key_up(key);
        Ok(held.iter().fold(pressed, |chain, held| chain.key_up(held.value())).perform().await?)
    }

    /// Keys to whatever has the focus.
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

    pub async fn keep_picture(&self, name: &str) {
        let folder =
            env::var_os("TABIYA_SHOTS").map_or_else(|| workspace().join("target/screenshots"), PathBuf::from);
        let path = folder.join(format!("{name}.png"));
        let kept = std::fs::create_dir_all(&folder).is_ok() && self.screenshot(&path).await.is_ok();
        if kept {
            println!("a picture of the failure: {}", path.display());
        }
    }
}

pub async fn ask(driver: &WebDriver, script: &str) -> Result<Value> {
    let answer = driver.execute(script, Vec::new()).await.with_context(|| format!("asking {script}"))?;
    Ok(answer.json().clone())
}

pub async fn until_in(patience: Duration, driver: &WebDriver, what: &str, script: &str) -> Result<()> {
    let begun = Instant::now();
    loop {
        let answer = ask(driver, script).await?;
        if !matches!(answer, Value::Null | Value::Bool(false)) {
            return Ok(());
        }
        if begun.elapsed() > patience {
            bail!("waited in vain: {what}");
        }
        sleep(Duration::from_millis(20)).await;
    }
}

fn wanted() -> Result<ChromeCapabilities> {
    let mut wanted = DesiredCapabilities::chrome();
    for flag in FLAGS {
        wanted.add_arg(flag)?;
    }
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    Ok(wanted)
}

/// chromedriver on a port of its own choice.
struct Driver {
    process: Child,
    address: String,
}

/// chromedriver takes a free port and then wants the same one of IPv6, which somebody else may have.
const MOST_TRIES: usize = 5;

impl Driver {
    fn start() -> Result<Driver> {
        for _ in 0..MOST_TRIES {
            if let Some(driver) = Driver::try_start()? {
                return Ok(driver);
            }
        }
        bail!("chromedriver ended before it was ready")
    }

    /// None if it ended at once.
    fn try_start() -> Result<Option<Driver>> {
        let chromedriver =
            program("chromedriver").context("no chromedriver: `cargo xtask setup` installs it")?;
        let mut process = Command::new(chromedriver).arg("--port=0").stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().context("chromedriver has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                return Ok(Some(Driver { process, address }));
            }
        }
        process.wait()?;
        Ok(None)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

//! The real desktop program in a real window, on a virtual screen (Xvfb) with its own session bus and home folder.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{Capabilities, Key};
use tokio::time::sleep;

use crate::browser;
use crate::paths::{free_port, program, workspace};

/// Generous, because machines under load are slow.
const TIMEOUT: Duration = Duration::from_secs(60);

const RECORD_MENUS: &str = "const fetched = window.fetch; window.fetch = async (path, options) => { \
     const response = await fetched(path, options); \
     if (path === '/api/shell/menus') window.menus_ = new TextDecoder().decode(options.body); \
     return response; }";
const MENUS_AGREE: &str = "return window.menus_ !== undefined && \
     JSON.stringify(JSON.parse(window.menus_).rows) === JSON.stringify(window.tabiya.rows)";

/// A session bus that starts no services: on a virtual screen they only fail, slowly.
const BUS: &str = "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>\
     <policy context='default'><allow send_destination='*' eavesdrop='true'/><allow eavesdrop='true'/>\
     <allow own='*'/></policy></busconfig>";

/// xtask sets TABIYA_DESKTOP to the program it built; otherwise the debug build of the workspace is used.
pub fn desktop_binary() -> PathBuf {
    let usual = || workspace().join("target/debug/tabiya-desktop");
    env::var_os("TABIYA_DESKTOP").map_or_else(usual, PathBuf::from)
}

/// A user's session, isolated from all others.
pub struct UserSession {
    screen: Child,
    bus: Child,
    display: String,
    bus_address: String,
    home: TempDir,
}

impl UserSession {
    pub fn start() -> Result<UserSession> {
        let home = TempDir::new()?;
        fs::create_dir(home.path().join("run"))?;
        // Without -noreset the server restarts when its last client leaves, and refuses clients that connect meanwhile.
        let mut screen = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1360x920x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("no Xvfb: `cargo xtask test --desktop` installs it")?;
        let display = format!(":{}", first_line(&mut screen)?);
        let config = home.path().join("bus.conf");
        fs::write(&config, BUS)?;
        let mut bus = Command::new("dbus-daemon")
            .args(["--nofork", "--print-address"])
            .arg(format!("--config-file={}", config.display()))
            .stdout(Stdio::piped())
            .spawn()
            .context("no dbus-daemon: `cargo xtask test --desktop` installs it")?;
        let bus_address = first_line(&mut bus)?;
        Ok(UserSession { screen, bus, display, bus_address, home })
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A file in the user's home.
    pub fn file(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.home().join(name);
        fs::write(&path, text)?;
        Ok(path.canonicalize()?)
    }

    /// A command that runs in this session.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        let home = self.home();
        command.env("DISPLAY", &self.display).env("DBUS_SESSION_BUS_ADDRESS", &self.bus_address);
        command.env("HOME", home).env("XDG_RUNTIME_DIR", home.join("run"));
        for (name, folder) in
            [("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")]
        {
            command.env(name, home.join(folder));
        }
        command.env("GDK_BACKEND", "x11").env("NO_AT_BRIDGE", "1").env("LIBGL_ALWAYS_SOFTWARE", "1");
        command.env_remove("WAYLAND_DISPLAY").current_dir(home);
        command
    }

    /// Starts a second instance, as a double click on a file does, and waits until it ends.
    pub fn launch_again(&self, files: &[&Path]) -> Result<Output> {
        Ok(self.command(desktop_binary()).args(files).output()?)
    }

    /// Opens the program's window, driven by WebKitWebDriver.
    pub async fn open(&self, files: &[&Path]) -> Result<Window<'_>> {
        let port = free_port()?;
        let program = program("WebKitWebDriver")
            .context("no WebKitWebDriver: `cargo xtask test --desktop` installs it")?;
        let process = self
            .command(program)
            .arg(format!("--port={port}"))
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .spawn()?;
        let process = KillOnDrop(process);
        let args: Vec<_> = files.iter().map(|path| path.to_string_lossy()).collect();
        let mut capabilities = Capabilities::new();
        let options = json!({ "binary": desktop_binary(), "args": args });
        capabilities.set("webkitgtk:browserOptions", options)?;
        let begun = Instant::now();
        let driver = loop {
            let opening = WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities.clone());
            match tokio::time::timeout(TIMEOUT, opening).await {
                Ok(Ok(driver)) => break driver,
                Ok(Err(error)) if begun.elapsed() > TIMEOUT => bail!("the window does not open: {error}"),
                Ok(Err(_)) => sleep(Duration::from_millis(100)).await,
                Err(_) => bail!("the driver did not answer in time"),
            }
        };
        Ok(Window { driver, session: self, _process: process })
    }

    /// What xdotool prints.
    pub fn xdotool(&self, args: &[&str]) -> Result<String> {
        // Without a window manager xdotool may wait forever.
        let output =
            self.command("timeout").args(["10", "xdotool"]).args(args).output().context("no xdotool")?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Waits for a window with this title, and gives its id.
    pub async fn wait_for_window(&self, title: &str) -> Result<String> {
        let begun = Instant::now();
        loop {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", title])?;
            if let Some(first) = found.lines().next() {
                return Ok(first.to_owned());
            }
            ensure!(begun.elapsed() < TIMEOUT, "there is no window called {title}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Types keys into the window with this title.
    pub async fn type_keys(&self, title: &str, keys: &[&str]) -> Result<()> {
        let window = self.wait_for_window(title).await?;
        self.focus(&window).await?;
        for key in keys {
            self.xdotool(&["key", "--clearmodifiers", key])?;
        }
        Ok(())
    }

    /// Gives a window the keyboard, and waits until it has it.
    pub async fn focus(&self, window: &str) -> Result<()> {
        self.xdotool(&["windowfocus", window])?;
        let begun = Instant::now();
        while self.xdotool(&["getwindowfocus", "-f"])? != window {
            ensure!(begun.elapsed() < TIMEOUT, "window {window} does not get the keyboard");
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Waits until the window is closed; false if it is still there after `timeout`.
    pub async fn closes_within(&self, timeout: Duration, title: &str) -> Result<bool> {
        let begun = Instant::now();
        while !self.xdotool(&["search", "--onlyvisible", "--name", title])?.is_empty() {
            if begun.elapsed() > timeout {
                return Ok(false);
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(true)
    }

    /// A screenshot of the whole screen, menus and dialogs included, if ImageMagick is installed.
    pub fn save_screenshot(&self, name: &str) {
        let folder =
            env::var_os("TABIYA_SHOTS").map_or_else(|| workspace().join("target/screenshots"), PathBuf::from);
        let path = folder.join(format!("{name}.png"));
        let taken = fs::create_dir_all(&folder).is_ok()
            && self
                .command("import")
                .args(["-window", "root"])
                .arg(&path)
                .status()
                .is_ok_and(|s| s.success());
        if taken {
            println!("screenshot: {}", path.display());
        }
    }

    /// The processes of this session that run the program.
    pub fn processes(&self) -> Vec<u32> {
        let is_program = |pid: &u32| {
            let exe = fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
            exe.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tabiya-desktop"))
        };
        self.members().into_iter().filter(is_program).collect()
    }

    /// All processes of this session.
    pub fn members(&self) -> Vec<u32> {
        let ours = format!("DBUS_SESSION_BUS_ADDRESS={}", self.bus_address);
        let is_ours = |pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|pair| pair == ours.as_bytes())
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_ours).collect()
    }

    /// Waits until no process of the program is left and its name on the bus is free.
    pub async fn wait_until_ended(&self) -> Result<()> {
        let begun = Instant::now();
        while !self.processes().is_empty() || self.is_on_the_bus()? {
            ensure!(begun.elapsed() < TIMEOUT, "the program does not end");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// A killed process may still hold its name on the bus when its files in /proc are gone.
    fn is_on_the_bus(&self) -> Result<bool> {
        Ok(self.bus_names()?.iter().any(|name| name.contains("SingleInstance")))
    }

    /// The names of all connections to the session bus, apart from the one that asks.
    pub fn bus_names(&self) -> Result<Vec<String>> {
        let mut names = self.command("dbus-send");
        names.args(["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/"]);
        let output = names.arg("org.freedesktop.DBus.ListNames").output().context("no dbus-send")?;
        let reply = String::from_utf8_lossy(&output.stdout);
        // The first line names the connection of dbus-send itself.
        let own =
            reply.split_whitespace().find_map(|word| word.strip_prefix("destination=")).unwrap_or_default();
        let names = reply.lines().filter_map(|line| line.trim().strip_prefix("string \"")?.strip_suffix('"'));
        Ok(names.filter(|name| *name != own).map(str::to_owned).collect())
    }

    /// WebKit's helper processes outlive the window for a moment and still use the home folder.
    fn end_everything(&self) {
        let begun = Instant::now();
        let ours = [self.bus.id(), self.screen.id()];
        let others: Vec<u32> = self.members().into_iter().filter(|pid| !ours.contains(pid)).collect();
        for pid in &others {
            drop(Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status());
        }
        while others.iter().any(|pid| is_alive(*pid)) && begun.elapsed() < Duration::from_secs(5) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) -> Result<()> {
        for pid in self.processes() {
            Command::new("kill").args(["-s", name, &pid.to_string()]).status()?;
        }
        Ok(())
    }
}

impl Drop for UserSession {
    fn drop(&mut self) {
        self.end_everything();
        for process in [&mut self.bus, &mut self.screen] {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

/// Zombies do not count: they hold no resources.
fn is_alive(pid: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn first_line(process: &mut Child) -> Result<String> {
    let mut line = String::new();
    let output = process.stdout.take().context("it has no output")?;
    let mut output = BufReader::new(output);
    output.read_line(&mut line)?;
    ensure!(!line.is_empty(), "it ended at once");
    // Keep reading, or the process would block on a full pipe.
    thread::spawn(move || drop(output.read_to_end(&mut Vec::new())));
    Ok(line.trim().to_owned())
}

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

impl Window<'_> {
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

/// Runs `test` in a new session. If it fails, a screenshot is saved.
pub fn in_session(name: &str, test: impl AsyncFnOnce(&UserSession) -> Result<()>) -> Result<()> {
    let session = UserSession::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(test(&session));
    if ended.is_err() {
        session.save_screenshot(name);
    }
    ended
}

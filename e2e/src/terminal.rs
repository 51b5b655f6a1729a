//! The real `tabiya term` in a real terminal (tmux) with a temporary home folder.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::studio::Studio;

/// Generous, because machines under load are slow.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Terminal {
    home: TempDir,
    /// The current tmux server's; the one before may still be shutting down.
    socket: RefCell<PathBuf>,
}

impl Terminal {
    /// A window of 80 by 24, with nothing started in it yet.
    pub fn new() -> Result<Terminal> {
        let home = tempfile::tempdir()?;
        let socket = RefCell::new(home.path().join("tmux"));
        Ok(Terminal { home, socket })
    }

    pub fn started(args: &str) -> Result<Terminal> {
        let terminal = Terminal::new()?;
        terminal.start(args)?;
        Ok(terminal)
    }

    /// Runs another subcommand than `term`.
    pub fn running(command: &str) -> Result<Terminal> {
        let terminal = Terminal::new()?;
        terminal.run(command)?;
        Ok(terminal)
    }

    /// Starts the program, after ending the one before; the home folder stays as it is.
    pub fn start(&self, args: &str) -> Result<()> {
        self.run(&format!("term {args}"))
    }

    fn run(&self, command: &str) -> Result<()> {
        self.run_any(&format!("{} {command}", Studio::binary().display()))
    }

    /// Runs any program, such as a shell.
    pub fn run_any(&self, command: &str) -> Result<()> {
        self.end();
        let next = self.socket.borrow().with_added_extension("next");
        self.socket.replace(next);
        let home = self.home.path().display();
        let command = format!(
            "env -u NO_COLOR -u COLORFGBG HOME={home} XDG_CONFIG_HOME={home}/config XDG_DATA_HOME={home}/data \
             LC_ALL=C.UTF-8 {command}; echo \"ended with $?\"; exec sleep 1000"
        );
        self.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command])?;
        Ok(())
    }

    /// Keys by tmux's names: `Enter`, `Escape`, `Left`, `j`.
    pub fn keys(&self, keys: &[&str]) -> Result<()> {
        self.tmux(&[&["send-keys"], keys].concat()).map(drop)
    }

    /// Presses the keys of each step, separated by spaces, and waits for its text.
    pub fn steps(&self, steps: &[(&str, &str)]) -> Result<()> {
        for (keys, text) in steps {
            self.keys(&keys.split(' ').collect::<Vec<_>>())?;
            self.wait_for(text)?;
        }
        Ok(())
    }

    pub fn screen(&self) -> Result<String> {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The title of the window, which programs may set.
    pub fn title(&self) -> Result<String> {
        Ok(self.tmux(&["display-message", "-p", "#{pane_title}"])?.trim().to_owned())
    }

    /// The screen with its colours as escape sequences.
    pub fn screen_with_escapes(&self) -> Result<String> {
        self.tmux(&["capture-pane", "-e", "-N", "-p"])
    }

    /// The screen with escape sequences, once two captures in a row are equal: the program may still be drawing.
    pub fn settled_screen(&self) -> Result<String> {
        let mut screen = self.screen_with_escapes()?;
        loop {
            sleep(Duration::from_millis(50));
            let later = self.screen_with_escapes()?;
            if later == screen {
                return Ok(screen);
            }
            screen = later;
        }
    }

    /// Waits until the screen contains the text, and gives the screen.
    pub fn wait_for(&self, text: &str) -> Result<String> {
        self.wait_until(text, |screen| screen.contains(text))
    }

    pub fn wait_until(&self, what: &str, condition: impl Fn(&str) -> bool) -> Result<String> {
        let begun = Instant::now();
        loop {
            let screen = self.screen()?;
            if condition(&screen) {
                return Ok(screen);
            }
            if begun.elapsed() > TIMEOUT {
                bail!("timed out waiting for {what}:\n{screen}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    pub fn resize(&self, width: u32, height: u32) -> Result<()> {
        let (width, height) = (width.to_string(), height.to_string());
        self.tmux(&["resize-window", "-x", &width, "-y", &height]).map(drop)
    }

    /// Pastes as a terminal does, all at once.
    pub fn paste(&self, text: &str) -> Result<()> {
        self.tmux(&["set-buffer", text])?;
        self.tmux(&["paste-buffer", "-p"]).map(drop)
    }

    /// A left click at this column and row from 0, as terminals report it.
    pub fn click(&self, column: usize, row: usize) -> Result<()> {
        let (x, y) = (column + 1, row + 1);
        self.keys(&["-l", &format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")])
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    pub fn config(&self) -> PathBuf {
        self.home.path().join("config/tabiya/term.toml")
    }

    pub fn history(&self) -> PathBuf {
        self.home.path().join("data/tabiya/history")
    }

    /// The recorded games, sorted by name.
    pub fn games(&self) -> Result<Vec<PathBuf>> {
        let Ok(entries) = fs::read_dir(self.history()) else { return Ok(Vec::new()) };
        let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut games = paths?;
        games.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
        games.sort();
        Ok(games)
    }

    /// Waits until this many games are recorded: they are written just after the screen shows them.
    pub fn wait_for_games(&self, count: usize) -> Result<Vec<PathBuf>> {
        let begun = Instant::now();
        loop {
            let games = self.games()?;
            if games.len() == count {
                return Ok(games);
            }
            ensure!(begun.elapsed() <= TIMEOUT, "timed out waiting for {count} games: {games:?}");
            sleep(Duration::from_millis(20));
        }
    }

    /// The only game, as text.
    pub fn game(&self) -> Result<String> {
        let games = self.games()?;
        ensure!(games.len() == 1, "there are {} games", games.len());
        Ok(fs::read_to_string(&games[0])?)
    }

    /// Waits until the only recorded game contains the text: it is written just after the screen shows it.
    pub fn wait_until_saved(&self, text: &str) -> Result<()> {
        let begun = Instant::now();
        while !self.game().is_ok_and(|game| game.contains(text)) {
            ensure!(begun.elapsed() <= TIMEOUT, "timed out waiting for {text} in {:?}", self.game());
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Presses Escape and waits until `from` has left the screen: Escape directly followed by a key would be read as Alt and
    /// that key.
    pub fn escape(&self, from: &str) -> Result<()> {
        self.keys(&["Escape"])?;
        self.wait_until("it to be gone", |screen| !screen.contains(from)).map(drop)
    }

    fn tmux(&self, args: &[&str]) -> Result<String> {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(&*self.socket.borrow()).args(args);
        let output = tmux.output().context("tmux cannot be started: `cargo xtask setup` installs it")?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "tmux {args:?}: {error}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn end(&self) {
        drop(self.tmux(&["kill-server"]));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.end();
    }
}

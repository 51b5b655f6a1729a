//! GNU Backgammon as a child process: started once, asked one position after another.

use std::env;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use flashcards::{Decision, Question, ReadError, gnubg};

/// Three plies of a contact position with many plays take about a minute on an old machine.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(300);
/// How often a wait checks whether it was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub enum GnubgError {
    /// With the name that was given, if any.
    NotFound(String),
    NotStarted(PathBuf, io::Error),
    Exited,
    TooSlow,
    /// The caller stopped waiting.
    Stopped,
    /// It answered, but not with an analysis of this position.
    Answer(ReadError),
}

impl fmt::Display for GnubgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GnubgError::NotFound(name) => {
                if !name.is_empty() {
                    write!(f, "{name} was not found. ")?;
                }
                f.write_str(
                    "Positions without analysis need GNU Backgammon. Install it (Debian and Ubuntu: apt install gnubg; \
                     Fedora: dnf install gnubg; others: https://www.gnu.org/software/gnubg/), or set its path.",
                )
            }
            GnubgError::NotStarted(program, error) => {
                write!(f, "{} cannot be started: {error}", program.display())
            }
            GnubgError::Exited => f.write_str("gnubg exited in the middle of an answer"),
            GnubgError::TooSlow => {
                write!(f, "gnubg did not answer within {} seconds", ANSWER_TIMEOUT.as_secs())
            }
            GnubgError::Stopped => f.write_str("gnubg was stopped"),
            GnubgError::Answer(error) => {
                write!(f, "gnubg gave no analysis: {}", error.problem)
            }
        }
    }
}

impl std::error::Error for GnubgError {}

pub struct Gnubg {
    process: Child,
    stdin: ChildStdin,
    output: Receiver<Vec<u8>>,
    version: String,
}

impl Gnubg {
    /// The named program, or gnubg on PATH or in the usual folders for games.
    pub fn find(named: &str) -> Result<PathBuf, GnubgError> {
        let named = named.trim();
        let missing = || GnubgError::NotFound(named.to_owned());
        if named.contains(['/', '\\']) {
            return Some(PathBuf::from(named)).filter(|file| file.is_file()).ok_or_else(missing);
        }
        let name = if named.is_empty() { "gnubg" } else { named };
        let path = env::var_os("PATH").unwrap_or_default();
        let others = ["/usr/games", "/usr/local/games", "/opt/homebrew/bin"].map(PathBuf::from);
        let mut places = env::split_paths(&path).chain(others).map(|folder| folder.join(name));
        places
            .find_map(|file| [file.clone(), file.with_extension("exe")].into_iter().find(|f| f.is_file()))
            .ok_or_else(missing)
    }

    /// Starts the program with evaluations of this many plies.
    pub fn start(program: &Path, plies: u8) -> Result<Gnubg, GnubgError> {
        let failed = |error| GnubgError::NotStarted(program.to_owned(), error);
        let mut process = Command::new(program)
            .args(["-t", "-q", "-r"])
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, output) = mpsc::channel();
        thread::spawn(move || forward_output(stdout, &sender));
        let mut gnubg = Gnubg { process, stdin, output, version: String::new() };
        let banner = gnubg.run(&gnubg::set_up(plies), &AtomicBool::new(false))?;
        gnubg.version = gnubg::version(&banner).unwrap_or_default().to_owned();
        Ok(gnubg)
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn ask(&mut self, question: &Question) -> Result<Decision, GnubgError> {
        self.ask_until(question, &AtomicBool::new(false))
    }

    /// Ends early once `stopped` is true. The process is busy then and cannot be used again.
    pub fn ask_until(&mut self, question: &Question, stopped: &AtomicBool) -> Result<Decision, GnubgError> {
        let output = self.run(&gnubg::ask(&question.position), stopped)?;
        let mut decision = gnubg::answer(question, &output).map_err(GnubgError::Answer)?;
        decision.source.version = self.version.clone();
        Ok(decision)
    }

    fn run(&mut self, text: &str, stopped: &AtomicBool) -> Result<String, GnubgError> {
        let exited = |_| GnubgError::Exited;
        self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush()).map_err(exited)?;
        let until = Instant::now() + ANSWER_TIMEOUT;
        let mut output = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&output);
            if gnubg::is_answered(&text) {
                return Ok(text.into_owned());
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(bytes) => output.extend(bytes),
                Err(RecvTimeoutError::Timeout) if stopped.load(Ordering::Relaxed) => {
                    return Err(GnubgError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(GnubgError::TooSlow),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(GnubgError::Exited),
            }
        }
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Runs on its own thread, so that waiting for gnubg can time out.
fn forward_output(mut stdout: ChildStdout, sender: &mpsc::Sender<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        if sender.send(buffer.get(..count).unwrap_or_default().to_vec()).is_err() {
            break;
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A fake gnubg.
    fn program(folder: &Path, script: &str) -> PathBuf {
        let path = folder.join("gnubg");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn question() -> Question {
        let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
        flashcards::read(position.as_bytes()).questions().next().unwrap().clone()
    }

    #[test]
    fn a_missing_program_is_reported() {
        let message = Gnubg::find("/no/such/gnubg").unwrap_err().to_string();
        assert!(message.starts_with("/no/such/gnubg was not found. "), "{message}");
        assert!(message.contains("apt install gnubg"), "{message}");
    }

    #[test]
    fn a_program_that_exits_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = program(folder.path(), "exit 1");
        assert!(matches!(Gnubg::start(&path, 2), Err(GnubgError::Exited)));
        let answers_once = "echo 'GNU Backgammon 1.07'; echo '3 digits after the decimal separator.'; \
            for i in 1 2 3 4 5 6 7 8; do read line; done";
        let mut gnubg = Gnubg::start(&program(folder.path(), answers_once), 2).unwrap();
        assert_eq!(gnubg.version(), "1.07");
        assert!(matches!(gnubg.ask(&question()), Err(GnubgError::Exited)));
    }

    #[test]
    fn a_program_without_analysis_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let script = "echo '3 digits after the decimal separator.'; while read line; do case $line in \
            *digits*) echo 'digits after the decimal separator';; esac; done";
        let mut gnubg = Gnubg::start(&program(folder.path(), script), 2).unwrap();
        let message = gnubg.ask(&question()).unwrap_err().to_string();
        assert_eq!(message, "gnubg gave no analysis: no moves and no cube table below this position");
    }
}

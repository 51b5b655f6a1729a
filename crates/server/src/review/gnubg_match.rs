//! GNU Backgammon analyses a whole match: a file in, its SGF with the analysis out, stored for the next time.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use flashcards::gnubg::MatchDialogue;
use library::{EvaluationKey, LibraryError};

use super::store::Store;
use crate::gnubg::{Gnubg, GnubgError};

/// How often the process is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// gnubg prints a board and a few lines per game.
const MOST_OUTPUT: u64 = 1 << 20;

#[derive(Debug)]
pub enum MatchAnalysisError {
    Gnubg(GnubgError),
    /// There is no match in the file, or it is one of eXtreme Gammon.
    Unreadable,
    Folder(io::Error),
    /// gnubg ended without the analysis; its last words.
    Refused(String),
    Stopped,
}

impl fmt::Display for MatchAnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchAnalysisError::Gnubg(error) => error.fmt(f),
            MatchAnalysisError::Unreadable => {
                f.write_str("gnubg cannot read this file: export the match as text (.mat)")
            }
            MatchAnalysisError::Folder(error) => write!(f, "there is no folder for the match: {error}"),
            MatchAnalysisError::Refused(said) => write!(f, "gnubg has not analysed the match: {said}"),
            MatchAnalysisError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for MatchAnalysisError {}

/// The match as SGF with gnubg's analysis.
pub struct AnalysedMatch {
    pub sgf: Vec<u8>,
    /// Why it will be analysed again the next time.
    pub not_stored: Option<LibraryError>,
}

/// gnubg, and how deeply it analyses matches.
pub struct MatchAnalyst {
    program: PathBuf,
    version: String,
    plies: u8,
}

impl MatchAnalyst {
    /// The named gnubg, or the one that is installed.
    pub fn find(named: &str, plies: u8) -> Result<MatchAnalyst, GnubgError> {
        let program = Gnubg::find(named)?;
        let version = Gnubg::start(&program, 0)?.version().to_owned();
        Ok(MatchAnalyst { program, version, plies })
    }

    /// From the store if it was analysed before. `on_progress` gets the games that are done and their number several
    /// times a second; the analysis ends when it returns false.
    pub fn analyse(
        &self,
        match_bytes: &[u8],
        store: &Store,
        on_progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<AnalysedMatch, MatchAnalysisError> {
        let key = self.key(match_bytes);
        if let Some(sgf) = store.text(&key) {
            return Ok(AnalysedMatch { sgf: sgf.into_bytes(), not_stored: None });
        }
        let dialogue = MatchDialogue::new(match_bytes, self.plies).ok_or(MatchAnalysisError::Unreadable)?;
        let sgf = run(&self.program, match_bytes, &dialogue, on_progress)?;
        let not_stored = store.store_text(&key, &String::from_utf8_lossy(&sgf)).err();
        Ok(AnalysedMatch { sgf, not_stored })
    }

    fn key(&self, match_bytes: &[u8]) -> EvaluationKey {
        EvaluationKey {
            position: String::from_utf8_lossy(match_bytes).into_owned(),
            rules: "backgammon match".to_owned(),
            engine: "GNU Backgammon".to_owned(),
            version: self.version.clone(),
            effort: format!("plies {}", self.plies),
        }
    }
}

fn run(
    program: &Path,
    match_bytes: &[u8],
    dialogue: &MatchDialogue,
    on_progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<u8>, MatchAnalysisError> {
    let folder = tempfile::tempdir().map_err(MatchAnalysisError::Folder)?;
    fs::write(folder.path().join(dialogue.file_name), match_bytes).map_err(MatchAnalysisError::Folder)?;
    let mut process = Command::new(program)
        .args(["-t", "-q", "-r"])
        .env("LC_ALL", "C")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| MatchAnalysisError::Gnubg(GnubgError::NotStarted(program.to_owned(), error)))?;
    let output = process.stdout.take().map(Output::of);
    if let Some(mut stdin) = process.stdin.take() {
        // Fails if the process has ended; its output tells why.
        let _ = stdin.write_all(dialogue.commands.as_bytes());
    }
    let said = || output.as_ref().map(Output::text).unwrap_or_default();
    let has_ended = wait(&mut process, || on_progress(dialogue.games_done(&said()), dialogue.games));
    drop(process.kill());
    drop(process.wait());
    let said = output.map(Output::whole).unwrap_or_default();
    if !has_ended {
        return Err(MatchAnalysisError::Stopped);
    }
    let analysed = fs::read(folder.path().join(MatchDialogue::ANALYSED));
    analysed.map_err(|_| MatchAnalysisError::Refused(last_line(&said)))
}

/// What the process prints, read on a thread of its own.
struct Output {
    text: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Output {
    fn of(stdout: ChildStdout) -> Output {
        let text = Arc::<Mutex<Vec<u8>>>::default();
        let read = Arc::clone(&text);
        let reader = thread::spawn(move || {
            let mut stdout = stdout.take(MOST_OUTPUT);
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                let mut text = read.lock().unwrap_or_else(PoisonError::into_inner);
                text.extend_from_slice(buffer.get(..count).unwrap_or_default());
            }
        });
        Output { text, reader }
    }

    /// So far.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// Once the process has ended.
    fn whole(self) -> String {
        // What could be read before a panic is shown.
        let _ = self.reader.join();
        String::from_utf8_lossy(&self.text.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

fn wait(process: &mut Child, mut wants_more: impl FnMut() -> bool) -> bool {
    loop {
        match process.try_wait() {
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if !wants_more() => return false,
            Ok(None) => thread::sleep(POLL_INTERVAL),
        }
    }
}

fn last_line(said: &str) -> String {
    said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

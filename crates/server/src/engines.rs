//! Engines on this machine: found by name, and tested with a question that each must answer.

use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use api::engines::{ENGINES, Engine, EngineName, Game, Install, TEST, Tested};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::task::spawn_blocking;

use crate::error_response::{HandlerResult, json};
use crate::extract::JsonBody;

/// An engine that may be installed.
pub(crate) struct KnownEngine {
    name: &'static str,
    game: Game,
    program: &'static str,
    args: &'static [&'static str],
    /// The question on its standard input, and the prefix of the line that answers it.
    question: &'static str,
    answer: &'static str,
    source: InstallSource,
}

/// Where to get it.
enum InstallSource {
    Package(&'static str),
    /// The package lacks the network file that the engine needs.
    PackageWithoutNetwork(&'static str),
    Site(&'static str),
}

impl KnownEngine {
    /// The engine that analyses games of this kind.
    pub(crate) fn analysing(game: Game) -> Option<&'static KnownEngine> {
        KNOWN.iter().find(|known| known.game == game)
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// None: it is not installed.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        find(self.program)
    }

    pub(crate) fn install(&self) -> Install {
        let (package, site) = match self.source {
            InstallSource::Package(package) | InstallSource::PackageWithoutNetwork(package) => {
                (Some(package), None)
            }
            InstallSource::Site(site) => (None, Some(site)),
        };
        Install {
            package: package.map(str::to_owned),
            needs_network: matches!(self.source, InstallSource::PackageWithoutNetwork(_)),
            site: site.map(str::to_owned),
            program: self.program.to_owned(),
        }
    }
}

/// Why a test failed.
#[derive(Debug, PartialEq, Eq)]
enum TestError {
    NotStarted(String),
    TooSlow(Duration),
    /// The last line that it wrote.
    Says(String),
    Silent,
    Aborted,
}

impl From<TestError> for ApiError {
    fn from(error: TestError) -> ApiError {
        match error {
            TestError::NotStarted(error) => ApiError::new(ErrorCode::EngineNotStarted).with("error", error),
            TestError::TooSlow(limit) => ApiError::new(ErrorCode::EngineSlow).with("n", limit.as_secs()),
            TestError::Says(line) => ApiError::new(ErrorCode::EngineSays).with("words", line),
            TestError::Silent => ErrorCode::EngineSilent.into(),
            TestError::Aborted => ErrorCode::EngineTestAborted.into(),
        }
    }
}

const GTP: &str = "name\nversion\nquit\n";
const KNOWN: &[KnownEngine] = &[
    KnownEngine {
        name: "GNU Go",
        game: Game::Go,
        program: "gnugo",
        args: &["--mode", "gtp"],
        question: GTP,
        answer: "= ",
        source: InstallSource::Package("gnugo"),
    },
    KnownEngine {
        name: "KataGo",
        game: Game::Go,
        program: "katago",
        args: &["gtp"],
        question: GTP,
        answer: "= ",
        source: InstallSource::Site("katagotraining.org"),
    },
    KnownEngine {
        name: "Pachi",
        game: Game::Go,
        program: "pachi-go",
        args: &[],
        question: GTP,
        answer: "= ",
        source: InstallSource::Site("pachi.or.cz"),
    },
    KnownEngine {
        name: "Leela Zero",
        game: Game::Go,
        program: "leelaz",
        args: &["--gtp"],
        question: GTP,
        answer: "= ",
        source: InstallSource::PackageWithoutNetwork("leela-zero"),
    },
    KnownEngine {
        name: "Stockfish",
        game: Game::Chess,
        program: "stockfish",
        args: &[],
        question: "uci\nquit\n",
        answer: "id name ",
        source: InstallSource::Package("stockfish"),
    },
    KnownEngine {
        name: "GNU Backgammon",
        game: Game::Backgammon,
        program: "gnubg",
        args: &["--version"],
        question: "",
        answer: "GNU Backgammon ",
        source: InstallSource::Package("gnubg"),
    },
];

/// Loading a neural network takes a while.
const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_OUTPUT: u64 = 64 << 10;

pub(crate) fn routes() -> Router {
    Router::new().route(ENGINES, get(list)).route(TEST, post(test))
}

fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let others = ["/usr/games", "/usr/local/games", "/opt/homebrew/bin"].map(PathBuf::from);
    env::split_paths(&path).chain(others).map(|folder| folder.join(program)).find(|file| file.is_file())
}

async fn list() -> Response {
    let entry = |known: &KnownEngine| Engine {
        name: known.name.to_owned(),
        game: known.game,
        path: known.path().map(|path| path.to_string_lossy().into_owned()),
        install: known.install(),
    };
    json(&KNOWN.iter().map(entry).collect::<Vec<_>>())
}

/// Starts only engines of the list.
async fn test(JsonBody(engine): JsonBody<EngineName>) -> HandlerResult {
    let known = KNOWN.iter().find(|known| known.name == engine.name).ok_or(ErrorCode::NoSuchEngine)?;
    let about = |code| ApiError::new(code).with("engine", known.name);
    let path = find(known.program).ok_or_else(|| about(ErrorCode::EngineMissing))?;
    let tested = spawn_blocking(move || ask(known, &path, TIMEOUT)).await;
    match tested.unwrap_or(Err(TestError::Aborted)) {
        Ok(says) => Ok(json(&Tested { reply: says })),
        Err(why) => Err(about(ErrorCode::EngineFails).because(why).into()),
    }
}

/// What the engine calls itself.
fn ask(known: &KnownEngine, path: &PathBuf, timeout: Duration) -> Result<String, TestError> {
    let mut child = Command::new(path)
        .args(known.args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| TestError::NotStarted(error.to_string()))?;
    let output = child.stdout.take().map(listen);
    let errors = child.stderr.take().map(listen);
    if let Some(mut stdin) = child.stdin.take() {
        // Fails if the process has exited; its output is read below.
        let _ = stdin.write_all(known.question.as_bytes());
    }
    let in_time = exits(&mut child, timeout);
    let output = output.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let errors = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix(known.answer)).collect();
    match answers.first() {
        Some(_) if known.question == GTP => Ok(answers.iter().take(2).copied().collect::<Vec<_>>().join(" ")),
        Some(name) => Ok(format!("{}{}", if known.question.is_empty() { known.answer } else { "" }, name)),
        None if !in_time => Err(TestError::TooSlow(timeout)),
        None => Err(last_line(&errors, &output)),
    }
}

fn listen(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A read error ends the output.
        let _ = from.by_ref().take(MAX_OUTPUT).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the process to exit; false if it had to be killed.
fn exits(child: &mut Child, timeout: Duration) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < timeout {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    drop(child.kill());
    drop(child.wait());
    false
}

fn last_line(errors: &str, output: &str) -> TestError {
    let mut lines = errors.lines().chain(output.lines()).map(str::trim).filter(|line| !line.is_empty());
    match lines.next_back() {
        Some(line) => {
            TestError::Says(line.chars().take(200).collect::<String>().trim_end_matches('.').to_owned())
        }
        None => TestError::Silent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn engine(folder: &std::path::Path, script: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("engine");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[cfg(unix)]
    #[test]
    fn a_test_returns_the_name_of_the_engine_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let gtp = &KNOWN[0];
        for (script, expected) in [
            ("printf '= Some Go\\n\\n= 1.2\\n\\n'", Ok("Some Go 1.2".to_owned())),
            ("echo no model >&2; exit 1", Err(TestError::Says("no model".to_owned()))),
            ("exit 3", Err(TestError::Silent)),
            ("exec sleep 30", Err(TestError::TooSlow(Duration::from_secs(1)))),
        ] {
            assert_eq!(
                ask(gtp, &engine(folder.path(), script), Duration::from_secs(1)),
                expected,
                "{script}"
            );
        }
    }

    #[tokio::test]
    async fn only_engines_of_the_list_are_started() {
        let refusal = test(JsonBody(EngineName { name: "/bin/sh".to_owned() })).await.unwrap_err();
        assert_eq!((refusal.status.as_u16(), refusal.error.code), (404, ErrorCode::NoSuchEngine));
    }
}

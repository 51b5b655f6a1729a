//! Engines on this machine: found by their names, and tried with the question that each must be able to answer.

use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use words::{Host, fill};

use crate::tongue::Tongue;

/// An engine that people may have.
struct Known {
    name: &'static str,
    game: fn(&Host) -> &'static str,
    program: &'static str,
    args: &'static [&'static str],
    /// What is written to it, and what the answer begins with.
    question: &'static str,
    answer: &'static str,
    install: Install,
}

/// How one gets it.
enum Install {
    Package(&'static str),
    /// It plays with a file that one has to find.
    WithNetwork(&'static str),
    From(&'static str),
}

impl Known {
    fn install(&self, words: &Host) -> String {
        let command = |package: &str| format!("sudo apt install {package}");
        match self.install {
            Install::Package(package) => command(package),
            Install::WithNetwork(package) => fill(words.install_network, &[("command", &command(package))]),
            Install::From(site) => fill(words.install_from, &[("site", site), ("program", self.program)]),
        }
    }
}

/// Why an engine did not tell its name.
#[derive(Debug, PartialEq, Eq)]
enum Trouble {
    NotStarted(String),
    TooSlow(Duration),
    Says(String),
    Silent,
    BrokeOff,
}

impl Trouble {
    fn told(&self, words: &Host) -> String {
        match self {
            Trouble::NotStarted(error) => fill(words.not_started, &[("error", error)]),
            Trouble::TooSlow(patience) => fill(words.too_slow, &[("n", &patience.as_secs().to_string())]),
            Trouble::Says(line) => fill(words.says, &[("words", line)]),
            Trouble::Silent => words.silent.to_owned(),
            Trouble::BrokeOff => words.broke_off.to_owned(),
        }
    }
}

const GTP: &str = "name\nversion\nquit\n";
const KNOWN: &[Known] = &[
    Known {
        name: "GNU Go",
        game: |words| words.go,
        program: "gnugo",
        args: &["--mode", "gtp"],
        question: GTP,
        answer: "= ",
        install: Install::Package("gnugo"),
    },
    Known {
        name: "KataGo",
        game: |words| words.go,
        program: "katago",
        args: &["gtp"],
        question: GTP,
        answer: "= ",
        install: Install::From("katagotraining.org"),
    },
    Known {
        name: "Pachi",
        game: |words| words.go,
        program: "pachi-go",
        args: &[],
        question: GTP,
        answer: "= ",
        install: Install::From("pachi.or.cz"),
    },
    Known {
        name: "Leela Zero",
        game: |words| words.go,
        program: "leelaz",
        args: &["--gtp"],
        question: GTP,
        answer: "= ",
        install: Install::WithNetwork("leela-zero"),
    },
    Known {
        name: "Stockfish",
        game: |words| words.chess,
        program: "stockfish",
        args: &[],
        question: "uci\nquit\n",
        answer: "id name ",
        install: Install::Package("stockfish"),
    },
    Known {
        name: "GNU Backgammon",
        game: |words| words.backgammon,
        program: "gnubg",
        args: &["--version"],
        question: "",
        answer: "GNU Backgammon ",
        install: Install::Package("gnubg"),
    },
];

/// A neural network takes its time to load.
const PATIENCE: Duration = Duration::from_secs(20);
const LONGEST: u64 = 64 << 10;

pub(crate) fn routes() -> Router {
    Router::new().route("/api/engines", get(list)).route("/api/engines/test", post(test))
}

fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let others = ["/usr/games", "/usr/local/games", "/opt/homebrew/bin"].map(PathBuf::from);
    env::split_paths(&path).chain(others).map(|folder| folder.join(program)).find(|file| file.is_file())
}

async fn list(tongue: Tongue) -> Response {
    let words = tongue.words();
    let entry = |known: &Known| {
        let path = find(known.program).map(|path| path.to_string_lossy().into_owned());
        json!({ "name": known.name, "game": (known.game)(words), "path": path, "install": known.install(words) })
    };
    told(&json!(KNOWN.iter().map(entry).collect::<Vec<_>>()))
}

fn told(value: &Value) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], value.to_string()).into_response()
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Only what is in the list is ever started.
async fn test(tongue: Tongue, body: Bytes) -> Response {
    let words = tongue.words();
    let named: Option<Named> = serde_json::from_slice(&body).ok();
    let known = named.and_then(|named| KNOWN.iter().find(|known| known.name == named.name));
    let Some(known) = known else {
        return (StatusCode::NOT_FOUND, words.no_engine).into_response();
    };
    let Some(path) = find(known.program) else {
        let values = [("engine", known.name), ("install", &known.install(words))];
        let what = fill(words.engine_missing, &values);
        return (StatusCode::NOT_FOUND, what).into_response();
    };
    let tried = spawn_blocking(move || ask(known, &path, PATIENCE)).await;
    match tried.unwrap_or(Err(Trouble::BrokeOff)) {
        Ok(says) => told(&json!({ "says": says })),
        Err(why) => {
            let what = fill(words.engine_fails, &[("engine", known.name), ("why", &why.told(words))]);
            (StatusCode::BAD_GATEWAY, what).into_response()
        }
    }
}

/// What the engine calls itself.
fn ask(known: &Known, path: &PathBuf, patience: Duration) -> Result<String, Trouble> {
    let mut child = Command::new(path)
        .args(known.args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| Trouble::NotStarted(error.to_string()))?;
    let said = child.stdout.take().map(listen);
    let complained = child.stderr.take().map(listen);
    if let Some(mut stdin) = child.stdin.take() {
        // One that has ended already cannot be asked; what it said is read below.
        let _ = stdin.write_all(known.question.as_bytes());
    }
    let in_time = ends(&mut child, patience);
    let said = said.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let complained = complained.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let answers: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix(known.answer)).collect();
    match answers.first() {
        Some(_) if known.question == GTP => Ok(answers.iter().take(2).copied().collect::<Vec<_>>().join(" ")),
        Some(name) => Ok(format!("{}{}", if known.question.is_empty() { known.answer } else { "" }, name)),
        None if !in_time => Err(Trouble::TooSlow(patience)),
        None => Err(last_words(&complained, &said)),
    }
}

fn listen(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What broke off is as good as its end.
        let _ = from.by_ref().take(LONGEST).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// False if it had to be ended.
fn ends(child: &mut Child, patience: Duration) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    drop(child.kill());
    drop(child.wait());
    false
}

fn last_words(complained: &str, said: &str) -> Trouble {
    let mut lines = complained.lines().chain(said.lines()).map(str::trim).filter(|line| !line.is_empty());
    match lines.next_back() {
        Some(line) => {
            Trouble::Says(line.chars().take(200).collect::<String>().trim_end_matches('.').to_owned())
        }
        None => Trouble::Silent,
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
    fn an_engine_says_its_name_or_why_it_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let gtp = &KNOWN[0];
        for (script, said) in [
            ("printf '= Some Go\\n\\n= 1.2\\n\\n'", Ok("Some Go 1.2".to_owned())),
            ("echo no model >&2; exit 1", Err(Trouble::Says("no model".to_owned()))),
            ("exit 3", Err(Trouble::Silent)),
            ("exec sleep 30", Err(Trouble::TooSlow(Duration::from_secs(1)))),
        ] {
            assert_eq!(ask(gtp, &engine(folder.path(), script), Duration::from_secs(1)), said, "{script}");
        }
    }

    #[tokio::test]
    async fn only_engines_of_the_list_are_tried() {
        let answer = test(Tongue::default(), json!({ "name": "/bin/sh" }).to_string().into()).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }
}

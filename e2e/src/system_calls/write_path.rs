//! The commands that write files, with what must be true of these files after a failure or a crash.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::studio::Studio;

/// A command that writes into a folder.
pub(super) struct WritePath {
    pub(super) name: &'static str,
    /// The folder before the command.
    pub(super) prepare: fn(&Path) -> Result<()>,
    pub(super) command: fn(&Path) -> Command,
    /// What is typed.
    pub(super) input: &'static str,
    /// What the folder contains now. An error if it is neither the old nor the new contents.
    pub(super) contents: fn(&Path) -> Result<Contents>,
    /// Every how many cases one is tried in a sample.
    pub(super) sampled: usize,
    /// Its errors are about the database, which has no name for users.
    pub(super) errors_name_no_file: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    Old,
    New,
}

pub(super) const ALL: &[WritePath] = &[
    WritePath {
        name: "fmt -o",
        prepare: prepare_record,
        command: |folder| tabiya(folder, &["fmt", "in.sgf", "-o", "out.sgf"]),
        input: "",
        contents: record,
        sampled: 1,
        errors_name_no_file: false,
    },
    WritePath {
        name: "deck -o",
        prepare: prepare_deck,
        command: |folder| tabiya(folder, &["deck", "in.txt", "-o", "deck.apkg"]),
        input: "",
        contents: deck,
        sampled: 3,
        errors_name_no_file: false,
    },
    WritePath {
        name: "terminal history",
        prepare: |_| Ok(()),
        command: |folder| {
            let game = ["term", "--plain", "--play", "--engine", "friend", "--boardsize", "9"];
            tabiya(folder, &game)
        },
        input: "D4\nE5\nD6\nquit\n",
        contents: history,
        sampled: 3,
        errors_name_no_file: false,
    },
    WritePath {
        name: "library add",
        prepare: prepare_games,
        command: |folder| tabiya(folder, &["library", "add", "games"]),
        input: "",
        contents: library,
        sampled: 17,
        errors_name_no_file: true,
    },
];

impl WritePath {
    pub(super) fn run(&self, mut command: Command) -> Result<Output> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that has failed no longer reads.
            let _ = stdin.write_all(self.input.as_bytes());
        }
        Ok(child.wait_with_output()?)
    }
}

fn tabiya(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(Studio::binary());
    command.args(args).current_dir(folder).env("HOME", folder);
    command.env("XDG_DATA_HOME", folder.join("data")).env("XDG_CONFIG_HOME", folder.join("config"));
    command
}

const OLD: &[u8] = b"(;GM[1]C[old])";
const NEW: &[u8] = b"(;GM[1]SZ[9];B[cc];W[gg])";

fn prepare_record(folder: &Path) -> Result<()> {
    fs::write(folder.join("in.sgf"), NEW)?;
    Ok(fs::write(folder.join("out.sgf"), OLD)?)
}

fn record(folder: &Path) -> Result<Contents> {
    match fs::read(folder.join("out.sgf")).context("out.sgf is gone")? {
        old if old == OLD => Ok(Contents::Old),
        new if new == NEW => Ok(Contents::New),
        other => bail!("out.sgf is neither old nor new: {:?}", String::from_utf8_lossy(&other)),
    }
}

const ANALYSIS: &str = include_str!("../../../crates/flashcards/tests/data/opening_english.txt");
const OLD_DECK: &[u8] = b"an older deck";

fn prepare_deck(folder: &Path) -> Result<()> {
    fs::write(folder.join("in.txt"), ANALYSIS)?;
    Ok(fs::write(folder.join("deck.apkg"), OLD_DECK)?)
}

/// A zip file ends with its directory.
fn deck(folder: &Path) -> Result<Contents> {
    let bytes = fs::read(folder.join("deck.apkg")).context("deck.apkg is gone")?;
    if bytes == OLD_DECK {
        return Ok(Contents::Old);
    }
    let end = bytes.len().checked_sub(22).and_then(|end| bytes.get(end..));
    ensure!(
        bytes.starts_with(b"PK\x03\x04") && end.is_some_and(|end| end.starts_with(b"PK\x05\x06")),
        "deck.apkg is torn: {} bytes",
        bytes.len()
    );
    Ok(Contents::New)
}

/// Every game of the history can be read, with some of the moves or all.
fn history(folder: &Path) -> Result<Contents> {
    let Ok(entries) = fs::read_dir(folder.join("data/tabiya/history")) else { return Ok(Contents::Old) };
    let mut contents = Contents::Old;
    for entry in entries {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        let bytes = fs::read(&path)?;
        let is_whole = record::sgf::read(&bytes).is_ok_and(|file| file.games().len() == 1);
        ensure!(is_whole, "{} is torn: {:?}", path.display(), String::from_utf8_lossy(&bytes));
        contents = Contents::New;
    }
    Ok(contents)
}

const GAMES: u64 = 6;

fn prepare_games(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("games"))?;
    for game in 0..GAMES {
        let text = format!("(;GM[1]SZ[9]PB[Ann {game}];B[a{}];W[ee])", char::from(b'a' + game as u8));
        fs::write(folder.join(format!("games/{game}.sgf")), text)?;
    }
    Ok(())
}

/// The library opens, and adding the folder again completes it.
fn library(folder: &Path) -> Result<Contents> {
    let list = || -> Result<u64> {
        let output = tabiya(folder, &["library", "list", "--limit", "1", "--json"]).output()?;
        ensure!(
            output.status.success(),
            "the library cannot be read: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice::<Value>(&output.stdout)?["total"].as_u64().context("no total")
    };
    let before = list()?;
    let again = tabiya(folder, &["library", "add", "games"]).output()?;
    ensure!(again.status.success(), "the next update fails: {}", String::from_utf8_lossy(&again.stderr));
    ensure!(list()? == GAMES, "games are missing after the next update");
    Ok(if before == GAMES { Contents::New } else { Contents::Old })
}

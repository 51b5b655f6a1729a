//! What `tabiya` does with large files on the command line: four times the games, nodes or positions should take four
//! times as long. Each row runs the release binary on a file and on one four times as large, in turn.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Result, ensure};
use e2e::Studio;
use serde_json::{Map, Value, json};

use crate::deck::analysis;
use crate::ids::positions;
use crate::records;

const SMALL: usize = 10_000;
const LARGE: usize = 40_000;
const ROUNDS: usize = 3;
/// In proportion to the input.
const LINEAR: f64 = 4.0;

type Generate = fn(usize) -> String;

const FILES: [(&str, &str, Generate, &[&[&str]]); 5] = [
    ("Go games", "sgf", |games| records::game(40).repeat(games), RECORD),
    ("Go nodes", "sgf", one_line, RECORD),
    ("chess games", "pgn", |games| records::chess_game(40).repeat(games), RECORD),
    ("chess nodes", "pgn", knight_moves, RECORD),
    ("positions", "txt", |count| analysis(&positions(count)), &[&["deck", "-o", "-"]]),
];

const RECORD: &[&[&str]] =
    &[&["show"], &["show", "--json"], &["check"], &["fmt", "--pretty"], &["show", "--at", "move:30"]];

/// Moves on every second point, which never capture, with passes in between: the line may be as long as one likes.
fn one_line(nodes: usize) -> String {
    let point = |n: usize| char::from(b'a' + 2 * (n % 9) as u8);
    let moves = (0..nodes).map(|n| match n % 2 {
        0 => format!(";B[{}{}]C[move {n}]", point(n / 2), point(n / 18)),
        _ => ";W[]".to_owned(),
    });
    format!("(;GM[1]SZ[19]{})", moves.collect::<String>())
}

/// Knights that go out and back: unlike a random game, it cannot end too early.
fn knight_moves(nodes: usize) -> String {
    const ROUND: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves = (0..nodes).zip(ROUND.iter().cycle()).map(|(ply, san)| match ply % 2 {
        0 => format!("{}. {san} ", ply / 2 + 1),
        _ => format!("{san} {{ply {ply}}}\n"),
    });
    format!("[Event \"Bench\"]\n[Result \"*\"]\n\n{}*\n", moves.collect::<String>())
}

pub fn run(json: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    println!("{:32} {:>10} {:>10} {:>8} {:>8}", "seconds", "10,000", "40,000", "ratio", "linear");
    let mut figures = Map::new();
    for (what, ending, generate, commands) in FILES {
        let paths = [SMALL, LARGE].map(|count| folder.path().join(format!("{count}.{ending}")));
        std::fs::write(&paths[0], generate(SMALL))?;
        std::fs::write(&paths[1], generate(LARGE))?;
        for command in commands {
            let name = format!("{} of {what}", command.join(" "));
            figures.insert(name.clone(), measure(&name, command, &paths[0], &paths[1])?);
        }
    }
    if json {
        crate::write_json("show", &figures.into())?;
    }
    Ok(())
}

fn measure(name: &str, command: &[&str], small: &Path, large: &Path) -> Result<Value> {
    let (mut least, mut most) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        least = least.min(seconds(command, small)?);
        most = most.min(seconds(command, large)?);
    }
    let ratio = most / least;
    println!("{name:32} {least:>10.3} {most:>10.3} {ratio:>8.2} {LINEAR:>8.1}");
    Ok(json!({ "small_s": least, "large_s": most, "ratio": ratio }))
}

fn seconds(command: &[&str], file: &Path) -> Result<f64> {
    let mut process = Command::new(Studio::binary());
    process.args(command).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = process.status()?;
    let seconds = start.elapsed().as_secs_f64();
    // 3: there were warnings.
    ensure!(matches!(status.code(), Some(0 | 3)), "tabiya {} failed: {status}", command.join(" "));
    Ok(seconds)
}

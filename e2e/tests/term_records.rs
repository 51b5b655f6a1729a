//! What `tabiya term` writes to disk: complete files even after a kill, and a history of thousands of games.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use e2e::{Studio, Terminal};
use record::GameRecord;
use record::go::GoRecord;
use record::sgf;
use rules::go::{Point, Size};

/// Number of kills; `TABIYA_KILLS` overrides it.
const KILLS: u64 = 200;

/// Moves that are always legal: every second point of every second row.
fn script() -> Vec<String> {
    let size = Size::NINETEEN;
    let points = size.points().filter(|at| at.x % 2 == 0 && at.y % 2 == 0);
    points.map(|at: Point| at.name(size).to_lowercase()).collect()
}

fn start(home: &Path) -> Result<Child> {
    let child = Command::new(Studio::binary())
        .args(["term", "--plain", "--boardsize", "19"])
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    Ok(child)
}

/// Plays the script against a friend and kills the program once it has printed this many lines.
fn killed_after(home: &Path, lines: usize) -> Result<()> {
    let mut child = start(home)?;
    let mut input = child.stdin.take().context("no input")?;
    let output = BufReader::new(child.stdout.take().context("no output")?).lines();
    // The write fails if the program has been killed.
    drop(input.write_all(script().join("\n").as_bytes()).and_then(|()| input.write_all(b"\n")));
    output.take(lines).for_each(drop);
    child.kill()?;
    child.wait()?;
    Ok(())
}

#[test]
fn a_kill_at_any_moment_leaves_a_complete_file() -> Result<()> {
    let home = tempfile::tempdir()?;
    fs::create_dir_all(home.path().join("config/tabiya"))?;
    fs::write(home.path().join("config/tabiya/term.toml"), "[game]\nopponent = \"friend\"\n")?;
    let history = home.path().join("data/tabiya/history");
    let kills = std::env::var("TABIYA_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS);
    let mut dice: u64 = 1;
    let mut lengths = Vec::new();
    for _ in 0..kills {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        killed_after(home.path(), (dice >> 33) as usize % 150)?;
        let Ok(entries) = fs::read_dir(&history) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "sgf") {
                lengths.push(moves_in(&path)?);
            }
            fs::remove_file(path)?;
        }
    }
    let different: std::collections::BTreeSet<usize> = lengths.iter().copied().collect();
    println!("{} files of {kills} kills, {} different lengths", lengths.len(), different.len());
    ensure!(different.len() > 3, "the kills all came at the same moment: {lengths:?}");
    Ok(())
}

/// The number of moves in the file, which must be a prefix of the script.
fn moves_in(path: &Path) -> Result<usize> {
    let bytes = fs::read(path)?;
    let file = sgf::read(&bytes).with_context(|| format!("{}", path.display()))?;
    ensure!(file.warnings().is_empty(), "{:?} in {}", file.warnings(), String::from_utf8_lossy(&bytes));
    let mut record = GoRecord::open(file, 0);
    record.to_end();
    let names: Vec<String> = record
        .moves()
        .into_iter()
        .map(|(_, _, mv, _)| match mv {
            rules::go::Move::Place(at) => at.name(Size::NINETEEN).to_lowercase(),
            rules::go::Move::Pass => "pass".to_owned(),
        })
        .collect();
    ensure!(script().starts_with(&names), "{names:?}");
    Ok(names.len())
}

#[test]
fn five_thousand_games_are_listed_filtered_and_stepped_through() -> Result<()> {
    let terminal = Terminal::new()?;
    fs::create_dir_all(terminal.history())?;
    for number in 0..5000 {
        let (day, hour) = (1 + number / 24 % 28, number % 24);
        let name = format!("{}-01-{day:02}_{hour:02}0000_9x9.sgf", 2000 + number / 672);
        let moves: String =
            (0..60).map(|n| format!(";{}[{}{}]", ["B", "W"][n % 2], letter(n), letter(n / 9))).collect();
        let game = format!("(;GM[1]SZ[9]KM[6.5]PB[Player]PW[Rival {number}]RE[B+{number}.5]{moves})");
        fs::write(terminal.history().join(name), game)?;
    }
    terminal.start("")?;
    terminal.wait_for("New game")?;
    terminal.steps(&[("i", "5000 of 5000"), ("End", "Player against Rival 0")])?;
    terminal.keys(&["PageUp", "PageUp", "PageUp"])?;
    terminal.keys(&["Home"])?;
    terminal.wait_for("Player against Rival 4999")?;
    terminal.keys(&["/"])?;
    terminal.keys(&["-l", "rival 1234"])?;
    terminal.wait_for("1 of 5000")?;
    terminal.wait_for("Player against Rival 1234")?;
    Ok(())
}

fn letter(line: usize) -> char {
    char::from(b'a' + u8::try_from(line % 9).unwrap_or(0))
}

#[test]
fn a_game_that_is_over_is_reviewed_at_any_size() -> Result<()> {
    let terminal = Terminal::started("--boardsize 5 --engine friend --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.keys(&["c3", "Enter", "a1", "Enter", "b3", "Enter", "a2", "Enter"])?;
    terminal.wait_for("Move 5: Black to play")?;
    terminal.steps(&[
        ("v", "A game can be reviewed when it is over"),
        ("R Enter", "Resign?"),
        ("y", "Game over"),
    ])?;
    terminal.keys(&["v"])?;
    terminal.wait_for("Enter goes there")?;
    for (width, height) in [(60, 20), (80, 24), (200, 60)] {
        terminal.resize(width, height)?;
        let is_whole = |screen: &str| {
            screen.lines().count() >= height as usize
                && screen.contains("points, then")
                && screen.contains("Enter goes there")
        };
        terminal.wait_until("the review", is_whole)?;
    }
    terminal.steps(&[("Enter", ">  2. W A1"), ("v", "Enter goes there"), ("Escape", "rematch")])?;
    Ok(())
}

//! `tabiya gtp` as other programs use it: whole games against the real GNU Go, invalid input, files.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use e2e::GtpEngine;
use rules::go::{Color, Size};

/// Longer than any reasonable game.
const MAX_MOVES: u32 = 400;

fn tabiya(args: &[&str]) -> Result<GtpEngine> {
    let program = std::env::var_os("TABIYA").context("TABIYA names the program to test")?;
    GtpEngine::start(Path::new(&program), &[&["gtp", "--seed", "1"], args].concat())
}

/// Reads a line that is not empty.
fn analysis_line(engine: &mut GtpEngine) -> Result<String> {
    loop {
        let line = engine.line()?;
        if line.starts_with("info ") {
            return Ok(line);
        }
        ensure!(line.is_empty() || line.starts_with('='), "{line}");
    }
}

/// Plays until both pass or one resigns; both engines must agree on every move and on the stones at the end.
fn play(lines: u32, handicap: u32, level: &str) -> Result<()> {
    let mut engines = [
        tabiya(&["--level", level])?,
        GtpEngine::gnugo(&["--level", "1", "--seed", "7", "--chinese-rules"])?,
    ];
    for engine in &mut engines {
        engine.ask(&format!("boardsize {lines}"))?;
        engine.ask("clear_board")?;
        engine.ask("komi 7.5")?;
    }
    // GNU Go thinks longer if it has more time.
    engines[0].ask("time_settings 600 0 0")?;
    if handicap > 0 {
        let stones = engines[0].ask(&format!("fixed_handicap {handicap}"))?;
        engines[1].ask(&format!("set_free_handicap {stones}"))?;
    }
    let (mut passes, mut color) = (0, if handicap > 0 { Color::White } else { Color::Black });
    for _ in 0..MAX_MOVES {
        let turn = usize::from(color == Color::White);
        let choice = engines[turn].ask(&format!("genmove {color:?}"))?.to_uppercase();
        if choice == "RESIGN" {
            return same_stones(&mut engines, lines);
        }
        engines[1 - turn].ask(&format!("play {color:?} {choice}"))?;
        passes = if choice == "PASS" { passes + 1 } else { 0 };
        if passes == 2 {
            let score = engines[0].ask("final_score")?;
            ensure!(score == "0" || score.starts_with(['B', 'W']), "{score}");
            return same_stones(&mut engines, lines);
        }
        color = color.other();
    }
    anyhow::bail!("{MAX_MOVES} moves and no end")
}

fn same_stones([ours, theirs]: &mut [GtpEngine; 2], lines: u32) -> Result<()> {
    let size = Size::square(lines)?;
    let board = ours.ask("showboard")?;
    let rows: Vec<Vec<&str>> =
        board.lines().skip(2).map(|row| row.split_whitespace().skip(1).collect()).collect();
    for (color, letter) in [("black", "X"), ("white", "O")] {
        let on_board = |at: &rules::go::Point| {
            rows.get(usize::from(at.y))
                .and_then(|row| row.get(usize::from(at.x)))
                .is_some_and(|c| *c == letter)
        };
        let mut mine: Vec<String> = size.points().filter(on_board).map(|at| at.name(size)).collect();
        let listed = theirs.ask(&format!("list_stones {color}"))?;
        let mut listed: Vec<String> = listed.split_whitespace().map(str::to_owned).collect();
        mine.sort();
        listed.sort();
        ensure!(mine == listed, "{color}: {mine:?} and {listed:?}\n{board}");
    }
    Ok(())
}

#[test]
fn a_whole_game_against_gnu_go() -> Result<()> {
    play(9, 0, "medium")
}

#[test]
fn a_match_of_twenty_games_has_no_protocol_error() -> Result<()> {
    (0..20).try_for_each(|_| play(5, 0, "easy"))
}

#[test]
fn an_analysis_is_shown_until_the_next_line() -> Result<()> {
    let mut engine = tabiya(&["--level", "easy", "--threads", "1"])?;
    engine.ask("boardsize 5")?;
    engine.ask("kata-set-rules japanese")?;
    engine.write(b"kata-analyze b 5 rootInfo true ownership true\n")?;
    for _ in 0..2 {
        let line = analysis_line(&mut engine)?;
        ensure!(
            line.contains(" scoreLead ") && line.contains(" pv ") && line.contains(" rootInfo "),
            "{line}"
        );
        let owners = line.split(" ownership ").nth(1).context("no ownership")?;
        ensure!(owners.split(' ').all(|owner| owner.parse::<f32>().is_ok()), "{owners}");
        ensure!(owners.split(' ').count() == 25, "{owners}");
    }
    engine.write(b"lz-analyze w interval 5\n")?;
    loop {
        let line = analysis_line(&mut engine)?;
        if !line.contains("scoreLead") {
            let rate = line.split(" winrate ").nth(1).and_then(|rest| rest.split(' ').next());
            let rate: u32 = rate.context("no win rate")?.parse()?;
            ensure!(rate <= 10_000, "{line}");
            break;
        }
    }
    engine.write(b"9 name\n")?;
    while engine.line()? != "=9 Tabiya" {}
    ensure!(engine.line()?.is_empty());
    engine.write(b"kata-genmove_analyze b 1\n")?;
    let mut line = engine.line()?;
    let mut shown = 0;
    while !line.starts_with("play ") {
        shown += u32::from(line.starts_with("info move "));
        line = engine.line()?;
    }
    ensure!(shown > 0, "nothing is shown");
    ensure!(engine.line()?.is_empty());
    ensure!(engine.ask("kata-get-rules")?.contains("TERRITORY"));
    Ok(())
}

#[test]
fn a_whole_game_with_handicap_stones() -> Result<()> {
    play(13, 4, "easy")
}

#[test]
fn invalid_input_is_answered_and_does_not_crash() -> Result<()> {
    let mut engine = tabiya(&["--level", "easy"])?;
    let long = "x".repeat(200_000);
    for line in [
        "fly",
        "7 play b",
        "kata-set-rules stone-scoring",
        "kata-analyze b often",
        "play b Z99",
        "boardsize -3",
        "loadsgf /nowhere.sgf",
        "genmove é\u{1}",
        &long,
    ] {
        let reply = engine.raw(line)?;
        ensure!(reply.starts_with('?'), "{reply}");
    }
    engine.write(b"\n\r\n# nothing\n\xff\xfe")?;
    ensure!(engine.raw("")?.starts_with('?'));
    engine.ask("boardsize 5")?;
    engine.ask("genmove b")?;
    Ok(())
}

#[test]
fn a_record_is_loaded_up_to_a_move() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;SZ[5]KM[0.5];B[cc];W[bb];B[dd])")?;
    let mut engine = tabiya(&["--level", "easy"])?;
    engine.ask(&format!("loadsgf {} 3", path.display()))?;
    ensure!(engine.ask("showboard")?.contains("4 . O . . . 4\n 3 . . X . . 3\n 2 . . . . . 2"));
    let choice = engine.ask("genmove b")?;
    ensure!(choice != "C3" && choice != "B4", "{choice}");
    Ok(())
}

#[test]
fn both_sides_of_a_simultaneous_game() -> Result<()> {
    for variant in ["red", "hole", "void"] {
        let args = format!("--simultaneous={variant}");
        let mut engines = [tabiya(&["--level", "easy", &args])?, tabiya(&["--level", "easy", &args])?];
        for engine in &mut engines {
            engine.ask("boardsize 5")?;
        }
        for turn in 0.. {
            ensure!(turn < 100, "no end");
            let black = engines[0].ask("genmove b")?;
            // White's engine still searches the board that both have seen, even if it knows Black's choice.
            engines[1].ask(&format!("play b {black}"))?;
            let white = engines[1].ask("genmove w")?;
            if [&black, &white].iter().any(|choice| *choice == "resign") {
                break;
            }
            engines[0].ask(&format!("play w {white}"))?;
            ensure!(engines[0].ask("showboard")? == engines[1].ask("showboard")?);
            if black == "pass" && white == "pass" {
                break;
            }
        }
    }
    Ok(())
}

//! `tabiya review` with the real Stockfish.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use serde_json::Value;

use super::test_folder::{TestFolder, err, out};

/// White loses the queen's knight with move 6, and thinks that he wins a pawn.
const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Qh5 Ke7 $4 3. Qxe5# 1-0\n\n\
    [White \"Carl\"]\n[Black \"Dora\"]\n\n1. d4   d5 2. c4 {Queen's gambit} e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. cxd5 exd5\n\
    6. Nxd5 Nxd5 7. Bxd8 Bb4+ 8. Qd2 *\n";

/// Stockfish behind a program that keeps what it is told.
fn logged(folder: &TestFolder) -> String {
    let log = folder.path("log").display().to_string();
    let path = folder.file("engine", format!("#!/bin/sh\ntee -a {log} | /usr/games/stockfish\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn searches(folder: &TestFolder) -> usize {
    let log = fs::read_to_string(folder.path("log")).unwrap_or_default();
    log.lines().filter(|line| line.starts_with("go ")).count()
}

/// By position, number of lines and limit. The limit counts too: where only one move is legal, the deeper look asks for one
/// line like the sweep.
fn different_searches(folder: &TestFolder) -> usize {
    let log = fs::read_to_string(folder.path("log")).unwrap();
    let (mut lines, mut position, mut seen) = ("1", "", BTreeSet::new());
    for line in log.lines() {
        match line.split_once(' ') {
            None if line == "uci" => lines = "1",
            Some(("setoption", option)) => {
                lines = option.strip_prefix("name MultiPV value ").unwrap_or(lines);
            }
            Some(("position", text)) => position = text,
            Some(("go", limit)) => drop(seen.insert((lines, position, limit))),
            _ => {}
        }
    }
    seen.len()
}

fn json(folder: &TestFolder, words: &[&str]) -> Value {
    let output = folder.tabiya(&[words, &["--json"]].concat());
    assert!(output.status.success(), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

fn verdicts(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|mv| mv["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_known_blunder_is_found_with_its_refutation() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let review = json(&folder, &["review", &path, "--visits", "20000", "--threads", "1"]);
    let [mated, gambit] = &review["games"].as_array().unwrap()[..] else { panic!("{review}") };
    assert_eq!(verdicts(mated)[3], "blunder");
    assert_eq!(mated["moves"][3]["refutation"][0], "h5e5");
    assert_eq!(mated["moves"][4]["verdict"], "best");
    assert_eq!(verdicts(gambit)[10], "blunder");
    assert_eq!(gambit["moves"][10]["refutation"][0], "f6d5");
    assert_eq!(gambit["players"][0]["blunders"], 1);
    assert_eq!(gambit["engine"]["name"], "Stockfish");
    assert!(gambit["players"][1]["accuracy"].as_f64() > gambit["players"][0]["accuracy"].as_f64());
}

#[test]
fn the_report_names_the_worst_moves_and_what_was_better() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let words = ["review", &path, "--visits", "20000", "--player", "carl"];
    let output = folder.tabiya(&words);
    let text = out(&output);
    assert!(output.status.success(), "{}", err(&output));
    assert!(text.contains("games.pgn, game 2: Carl – Dora"), "{text}");
    assert!(
        text.contains("6. Nxd5")
            && text.contains("blunder")
            && text.contains("reply: 6... Nxd5 7. Bxd8 Bb4+")
    );
    assert!(!text.contains("\nDora") && !text.contains("Ann"), "{text}");
    let unknown = folder.tabiya(&["review", &path, "--player", "Nobody"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("no player is called Nobody: the players are Ann, Bob, Carl, Dora"));
}

#[test]
fn nothing_is_searched_twice() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let engine = logged(&folder);
    let words = ["review", &path, "--engine", &engine, "--visits", "5000", "--threads", "1"];
    let first = json(&folder, &words);
    let asked = searches(&folder);
    assert!(asked > 20, "{asked}");
    assert_eq!(json(&folder, &words), first);
    assert_eq!(searches(&folder), asked);
    // Another effort is another evaluation.
    json(&folder, &["review", &path, "--engine", &engine, "--visits", "5001", "--game", "1"]);
    assert!(searches(&folder) > asked);
}

#[test]
fn a_review_that_was_killed_goes_on_where_it_was() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let engine = logged(&folder);
    let words = ["review", &path, "--engine", &engine, "--seconds", "0.1", "--game", "2", "--threads", "1"];
    let mut process = folder.command(&words).spawn().unwrap();
    while searches(&folder) < 5 {
        std::thread::sleep(Duration::from_millis(5));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let review = json(&folder, &words);
    assert_eq!(review["games"][0]["complete"], true);
    let total = searches(&folder);
    let different = different_searches(&folder);
    // 16 positions in the sweep, and some again; the one that was being searched is asked twice.
    assert!(different > 16 && (different..=different + 1).contains(&total), "{different} {total}");
    assert_eq!(json(&folder, &words), review);
    assert_eq!(searches(&folder), total);
}

/// The processor time that a process has used, in hundredths of a second; None once it is gone.
fn processor_time(pid: &str) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    fields.get(11..13)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[test]
fn an_engine_that_is_killed_in_mid_review_loses_nothing() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let pids = folder.path("pids");
    let script = format!("#!/bin/sh\necho $$ >> {}\nexec /usr/games/stockfish\n", pids.display());
    let engine = folder.file("engine", script);
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let words = ["review", &path, "--engine", &engine, "--seconds", "0.2", "--game", "2", "--json"];
    let process = folder.command(&words).spawn().unwrap();
    for run in 0..2 {
        let pid = loop {
            let text = fs::read_to_string(&pids).unwrap_or_default();
            match text.lines().nth(run).filter(|pid| processor_time(pid).is_some_and(|time| time > 60)) {
                Some(pid) => break pid.to_owned(),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        assert!(std::process::Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    }
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    let review: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(review["games"][0]["complete"], true);
    assert_eq!(verdicts(&review["games"][0])[10], "blunder");
    assert_eq!(fs::read_to_string(&pids).unwrap().lines().count(), 3);
}

#[test]
fn only_evaluations_are_written_and_only_on_request() {
    let (folder, path) = TestFolder::with("games.pgn", GAMES);
    let written = folder.path("reviewed.pgn");
    let to = written.display().to_string();
    let words = ["review", &path, "--visits", "3000", "-o", &to];
    assert!(folder.tabiya(&words).status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), GAMES, "the file itself is not changed");
    let text = fs::read_to_string(&written).unwrap();
    assert_eq!(without_evals(&text), GAMES);
    assert_eq!(text.matches("[%eval ").count(), 4 + 15, "all moves but the mate");
    assert!(text.contains("2. c4 {[%eval ") && text.contains("] Queen's gambit}"), "{text}");
    // What is in the file is not searched again.
    let engine = logged(&folder);
    let again = json(&folder, &["review", &to, "--engine", &engine]);
    assert_eq!((searches(&folder), &again["games"][1]["engine"]), (0, &Value::Null));
    assert_eq!(verdicts(&again["games"][1])[10], "blunder");
    let same = folder.tabiya(&["review", &to, "-o", "-"]);
    assert_eq!(out(&same), text);
    json(&folder, &["review", &to, "--engine", &engine, "--again", "--visits", "1000", "--game", "1"]);
    assert!(searches(&folder) > 0);
}

fn without_evals(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[%eval ") {
        let (_, after) = after.split_once(']').unwrap();
        match before.strip_suffix(" { ").zip(after.strip_prefix(" }")) {
            Some((before, after)) => (plain, rest) = (plain + before, after),
            None => (plain, rest) = (plain + before, after.strip_prefix(' ').unwrap()),
        }
    }
    plain + rest
}

#[test]
fn what_is_not_a_game_for_review_gets_words() {
    let (folder, path) = TestFolder::with("x.pgn", "");
    let empty = folder.tabiya(&["review", &path]);
    assert_eq!(empty.status.code(), Some(1));
    let path = folder.file("illegal.pgn", "1. e4 e5 2. Ke3 Nc6 *");
    let output = folder.tabiya(&["review", &path, "--visits", "500"]);
    assert!(out(&output).contains("reviewed up to move 3, Ke3, which cannot be played"), "{}", out(&output));
    let path = folder.file("kings.pgn", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *");
    let output = folder.tabiya(&["review", &path]);
    assert!(err(&output).contains("game 1: the position that the game starts from cannot be played"));
    let output = folder.tabiya(&["review", &path, "--game", "7"]);
    assert!(err(&output).contains("there is no game 7: the file has 1"), "{}", err(&output));
}

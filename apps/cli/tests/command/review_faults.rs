//! `tabiya review` with engines that are broken in many ways: no review hangs, panics or invents something, and what
//! was searched before stays.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::test_folder::{TestFolder, err, out};

/// In each position exactly one of the moves e1e2, e8d8 and e7d7 is legal.
const GAME: &str = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh2 Ke7 2. Rh1 Ke8 3. Rh2 *\n";
const POSITIONS: usize = 6;

/// The answer of an engine that works.
const LINES: &str = "for m in e1e2 e8d8 e7d7; do echo info depth 4 score cp 5 nodes 9 pv $m; done";

/// A fake engine; `on_go` is what the shell does when it is asked to search. It writes down every search.
fn engine(folder: &TestFolder, on_go: &str) -> String {
    with_greeting(folder, "echo id name Fake 1.0; echo uciok", on_go)
}

fn with_greeting(folder: &TestFolder, on_uci: &str, on_go: &str) -> String {
    let log = folder.path("log").display().to_string();
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in uci) {on_uci};; isready) echo readyok;; \
         go*) echo go >> {log}; {on_go};; quit) exit;; esac; done\n"
    );
    let path = folder.file("engine", script);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn searches(folder: &TestFolder) -> usize {
    fs::read_to_string(folder.path("log")).unwrap_or_default().lines().count()
}

/// Exit code, standard output and standard error.
fn review(folder: &TestFolder, engine: &str) -> (Option<i32>, String, String) {
    let path = folder.file("game.pgn", GAME);
    let output =
        folder.tabiya(&["review", &path, "--engine", engine, "--visits", "9", "--patience", "0.3", "--json"]);
    (output.status.code(), out(&output), err(&output))
}

fn assert_complete(folder: &TestFolder, engine: &str) {
    let (code, out, err) = review(folder, engine);
    assert_eq!(code, Some(0), "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["games"][0]["complete"], true);
    assert_eq!(document["games"][0]["players"][0]["blunders"], 0);
    assert!(
        document["games"][0]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .all(|mv| mv["value"] == "+0.05" || mv["value"] == "-0.05")
    );
}

/// It ends with words, and an engine that works goes on from there.
fn assert_fails(folder: &TestFolder, engine_path: &str, words: &str) {
    let (code, _, err) = review(folder, engine_path);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains(words) && !err.contains("panicked"), "{err}");
    fs::remove_file(folder.path("log")).ok();
    let good = engine(folder, &format!("{LINES}; echo bestmove x"));
    assert_complete(folder, &good);
    assert_eq!(searches(folder), POSITIONS);
}

#[test]
fn an_engine_that_works() {
    let folder = TestFolder::new();
    let good = engine(&folder, &format!("{LINES}; echo bestmove e1e2"));
    assert_complete(&folder, &good);
    assert_eq!(searches(&folder), POSITIONS);
}

#[test]
fn an_engine_that_is_not_there_or_is_no_engine() {
    let folder = TestFolder::new();
    assert_fails(&folder, "/no/such/engine", "/no/such/engine cannot be started");
    assert_fails(&TestFolder::new(), "/bin/true", "the engine ended with code 0");
    let folder = TestFolder::new();
    let path = with_greeting(&folder, "echo no network file >&2; exit 3", "true");
    assert_fails(&folder, &path, "the engine ended with code 3 (no network file)");
}

#[test]
fn an_engine_that_never_greets() {
    let folder = TestFolder::new();
    let silent = with_greeting(&folder, "true", "true");
    assert_fails(&folder, &silent, "the engine did not answer “uci”");
}

#[test]
fn an_engine_that_dies_with_every_search() {
    let folder = TestFolder::new();
    let dying = engine(&folder, "exit 7");
    assert_fails(&folder, &dying, "the engine ended with code 7");
}

#[test]
fn an_engine_that_dies_after_every_answer() {
    let folder = TestFolder::new();
    let mortal = engine(&folder, &format!("{LINES}; echo bestmove e1e2; exit 1"));
    assert_complete(&folder, &mortal);
    assert_eq!(searches(&folder), POSITIONS);
}

#[test]
fn an_engine_that_dies_in_the_middle_keeps_what_it_found() {
    let folder = TestFolder::new();
    let three =
        format!("[ $(wc -l < {}) -gt 3 ] && exit 1; {LINES}; echo bestmove x", folder.path("log").display());
    let path = engine(&folder, &three);
    let (code, text, err) = review(&folder, &path);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("What was searched is stored: the same command continues"), "{err}");
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["games"][0]["complete"], false);
    fs::remove_file(folder.path("log")).unwrap();
    assert_complete(&folder, &engine(&folder, &format!("{LINES}; echo bestmove x")));
    assert_eq!(searches(&folder), POSITIONS - 3);
}

#[test]
fn an_engine_that_hangs_in_a_search() {
    let folder = TestFolder::new();
    let hanging = engine(&folder, "true");
    assert_fails(&folder, &hanging, "the engine did not end its search in time");
}

#[test]
fn an_engine_that_chats_instead_of_answering() {
    let folder = TestFolder::new();
    let chatting =
        engine(&folder, "while sleep 0.05; do echo info string thinking; echo hello || exit; done");
    assert_fails(&folder, &chatting, "the engine did not end its search in time");
}

#[test]
fn an_engine_without_a_value() {
    let folder = TestFolder::new();
    let empty = engine(&folder, "echo bestmove e1e2");
    assert_fails(&folder, &empty, "the engine ended its search without a value");
}

#[test]
fn an_engine_that_writes_nonsense() {
    let folder = TestFolder::new();
    let nonsense = engine(
        &folder,
        "printf 'info depth x\\ninfo score cp\\n\\033[2Jinfo depth 3 score cp 5 pv z9z9\\nbestmove\\n'",
    );
    assert_fails(&folder, &nonsense, "without a value");
}

#[test]
fn an_engine_that_writes_a_line_of_megabytes() {
    let folder = TestFolder::new();
    let huge = engine(&folder, "head -c 2000000 /dev/zero | tr '\\\\0' x");
    assert_fails(&folder, &huge, "the engine wrote a line of more than a megabyte");
}

#[test]
fn an_engine_that_answers_twice_late_and_with_impossible_numbers() {
    for on_go in [
        format!("{LINES}; echo bestmove x; echo bestmove y; {LINES}; echo bestmove z"),
        format!("sleep 0.1; {LINES}; sleep 0.1; echo bestmove x; echo info depth 9 score cp 900 pv e1e2"),
        format!(
            "echo info depth 3 score cp 99999999999999 pv e1e2; {LINES}; echo info depth 5 score cp 900 upperbound pv e1e2; echo bestmove x"
        ),
        format!(
            "i=0; while [ $i -lt 3000 ]; do echo complaint >&2; i=$((i+1)); done; {LINES}; echo bestmove x"
        ),
    ] {
        let folder = TestFolder::new();
        let odd = engine(&folder, &on_go);
        assert_complete(&folder, &odd);
    }
}

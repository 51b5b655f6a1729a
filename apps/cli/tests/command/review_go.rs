//! `tabiya review` on Go games with the built-in bot.

use std::fs;

use serde_json::Value;

use super::test_folder::{TestFolder, err, out};

/// With a comment, a label, a branch, and a second game that ends with an illegal move.
const GAMES: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]PB[Ann]PW[Bob]RE[W+R]\n\
    AB[ba][bb][ab][cb][db][eb]AW[ac][bc][cc][dc][ec]C[A comment (kept\\]) ]\n\
    ;B[da] ;W[ce]C[x];B[ca];W[be]LB[cc:1](;B[ee])(;B[dd]))\n(;SZ[5]PB[Carl]PW[Dora];B[cc];W[cc];B[bb])\n";

fn json(folder: &TestFolder, words: &[&str]) -> Value {
    let output = folder.tabiya(&[words, &["--json"]].concat());
    assert!(output.status.success(), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn a_go_game_is_reviewed_by_the_bot_and_the_result_is_stored() {
    let (folder, path) = TestFolder::with("games.sgf", GAMES);
    let words = ["review", &path, "--visits", "400", "--threads", "1", "--player", "Ann"];
    let review = json(&folder, &words);
    let [game] = &review["games"].as_array().unwrap()[..] else { panic!("{review}") };
    assert_eq!(
        (&game["complete"], &game["engine"]["name"]),
        (&Value::from(true), &Value::from("Tabiya bot"))
    );
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    assert_eq!(moves, ["1. Black D5", "3. Black C5", "5. Black E1"]);
    assert_eq!(json(&folder, &words), review);
}

#[test]
fn only_values_are_written_and_they_are_not_searched_again() {
    let (folder, path) = TestFolder::with("games.sgf", GAMES);
    let written = folder.path("reviewed.sgf").display().to_string();
    let output = folder.tabiya(&["review", &path, "--visits", "60", "-o", &written]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("game 2: Carl – Dora"), "{}", out(&output));
    assert!(out(&output).contains("reviewed up to move 2, C3, which cannot be played"), "{}", out(&output));
    let text = fs::read_to_string(&written).unwrap();
    assert_eq!(text.matches("]SBKV[").count(), 6);
    let mut plain = text.clone();
    for property in ["SBKV[", "SBKS["] {
        while let Some(at) = plain.find(property) {
            let end = at + plain[at..].find(']').unwrap() + 1;
            plain.replace_range(at..end, "");
        }
    }
    assert_eq!(plain, GAMES);
    // Every position but the first has its value.
    let again = folder.tabiya(&["review", &written, "--visits", "60", "--threads", "1", "-o", "-"]);
    assert_eq!(out(&again), text);
}

#[test]
fn what_cannot_be_reviewed_gets_words() {
    let (folder, path) = TestFolder::with("other.sgf", "(;GM[2];B[ee])");
    let output = folder.tabiya(&["review", &path]);
    assert!(err(&output).contains("game 1: this is not a Go game"), "{}", err(&output));
    let path = folder.file("red.sgf", "(;GM[1]SZ[9]PB[A]PW[B];B[ee])");
    let output = folder.tabiya(&["review", &path, "--player", "Zoe"]);
    assert!(err(&output).contains("no player is called Zoe: the players are A, B"));
}

#[test]
fn a_gtp_engine_that_analyses_reviews_too_and_one_that_only_plays_is_refused() {
    let (folder, path) = TestFolder::with("games.sgf", GAMES);
    let engine = format!("{} gtp --level beginner --threads 1 --seed 1", env!("CARGO_BIN_EXE_tabiya"));
    let review = json(&folder, &["review", &path, "--engine", &engine, "--visits", "40", "--game", "1"]);
    let game = &review["games"][0];
    assert_eq!((&game["complete"], &game["engine"]["name"]), (&Value::from(true), &Value::from("Tabiya")));
    assert_eq!(game["moves"].as_array().unwrap().len(), 5);
    let output = folder.tabiya(&["review", &path, "--engine", "/usr/games/gnugo --mode gtp"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("the engine only plays: a review needs one that knows kata-analyze"),
        "{}",
        err(&output)
    );
}

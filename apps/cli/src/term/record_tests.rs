//! Records in the application in memory: the history, files, and navigation.

use std::path::PathBuf;

use super::app::{Event, StartOptions};
use super::testing::TestApp;

const REVIEWED: &str =
    "(;GM[1]SZ[9]KM[5.5]PB[Ada]PW[Bo]RE[B+3.5]DT[1999];B[ee]C[The middle.];W[ce](;B[gg];W[gc])(;B[dd]))";

fn with_history() -> TestApp {
    let mut test = TestApp::new();
    test.files.insert("2026-01-05_120000_9x9.sgf".into(), REVIEWED.into());
    let other = REVIEWED.replace("Bo]", "Kim]").replace("B+3.5", "W+R");
    test.files.insert("2026-01-04_120000_9x9.sgf".into(), other.into());
    test
}

#[test]
fn history_lists_filters_and_shows_any_position() {
    let mut test = with_history();
    test.keys("i");
    insta::assert_snapshot!(test.screen());
    test.keys("/kim<Enter>");
    test.expect("1 of 2");
    test.keys("[[");
    test.expect("move 2 of 4");
}

#[test]
fn a_record_is_only_read_until_it_is_continued_on_a_copy_that_loses_nothing() {
    let mut test = with_history();
    test.keys("i<Enter>[[");
    test.expect("read only");
    test.keys("p");
    test.expect("Read only; c continues on a copy");
    insta::assert_snapshot!(test.screen());
    test.moves.push_back("A1");
    test.keys("c");
    test.expect("Who plays on?");
    test.keys("<Enter>").keys("D7<Enter>");
    assert_eq!(test.files.len(), 3);
    let copy = test.file();
    let kept = REVIEWED.replace("(;B[gg]", "(;B[dc];W[ai])(;B[gg]");
    assert_eq!(copy.trim(), kept);
    assert_eq!(test.files[&PathBuf::from("2026-01-05_120000_9x9.sgf")], REVIEWED.as_bytes());
}

#[test]
fn in_review_the_arrows_step_and_change_variations() {
    let mut test = with_history();
    test.keys("i<Enter><Left><Down>");
    test.expect("3. B D6");
    test.keys("<Left><Right>");
    assert!(test.shows(">  3. B D6"), "back and on is where one was: {}", test.screen());
    test.keys("<Up>");
    test.expect(">  3. B G3");
}

#[test]
fn a_file_of_several_games_shows_them_all() {
    let mut test = with_history();
    test.files.insert("two.sgf".into(), b"(;SZ[9]PB[Ada];B[aa])(;SZ[13]PB[Grace];B[bb])".to_vec());
    test.event(Event::Paste("two.sgf".to_owned()));
    test.expect("Ada").expect("n next game");
    test.keys("n");
    test.expect("Grace").expect("Game 2 of 2");
    test.keys("q").keys("i");
    assert!(!test.shows("next game"));
}

#[test]
fn a_game_is_deleted_into_the_trash_and_only_after_a_question() {
    let mut test = with_history();
    test.keys("idn");
    assert_eq!(test.files.len(), 2);
    test.keys("dy");
    test.expect("1 of 1").expect("Moved to trash/game.sgf");
    test.keys("s~/mine<Enter>");
    assert!(test.effects.iter().any(|effect| effect.contains("~/mine")), "{:?}", test.effects);
}

#[test]
fn a_pasted_or_named_file_opens() {
    let mut test = with_history();
    test.event(Event::Paste("'2026-01-05_120000_9x9.sgf'\n".to_owned()));
    test.expect("read only");
    let wanted = StartOptions { file: Some("none.sgf".into()), ..StartOptions::default() };
    let mut test = TestApp::wanting(wanted, |_| {});
    let effects = test.app.begin(test.now);
    test.run_effect(effects);
    test.expect("none.sgf: no such file");
}

//! Commands on files of eXtreme Gammon.

use serde_json::{Value, json};

use super::test_folder::{TestFolder, err, out, tabiya};

const MATCH: &[u8] = include_bytes!("../../../../fuzz/corpus/xg_read/match.xg");
const STORED: &[u8] = include_bytes!("../../../../fuzz/corpus/xg_read/stored.xg");
const CUBE: &[u8] = include_bytes!("../../../../fuzz/corpus/xg_read/cube.xgp");

fn with(name: &str, bytes: &[u8]) -> (TestFolder, String) {
    let folder = TestFolder::new();
    let path = folder.file(name, bytes);
    (folder, path)
}

#[test]
fn show_lists_games_and_actions_and_shows_boards() {
    let (_folder, path) = with("match.xg", MATCH);
    let text = out(&tabiya(&["show", &path]));
    for line in [
        "Event            Club evening",
        "EventDate        2025.12.09",
        "Match            to 3",
        "Bottom           Ann Ž",
        "    4. Bo takes",
        "Result           Bo wins 2 points",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    let board = out(&tabiya(&["show", &path, "--at", "move:4"]));
    assert!(board.contains("Cube: 2 (Bo)") && board.contains("Score: top 0, bottom 0 of 3"), "{board}");
    let document: Value = serde_json::from_str(&out(&tabiya(&["show", &path, "--json"]))).unwrap();
    assert_eq!((&document["game"], &document["warnings"]), (&json!("backgammon"), &json!([])));
    assert_eq!(document["games"][0]["nodes"][1]["play"], "24/20");
    let (_folder, position) = with("cube.xgp", CUBE);
    assert!(out(&tabiya(&["show", &position, "--at", "."])).contains("XGID="));
}

#[test]
fn check_reports_problems_by_record() {
    let (_folder, path) = with("match.xg", MATCH);
    assert_eq!(tabiya(&["check", &path]).status.code(), Some(0));
    let mut damaged = STORED.to_vec();
    // The score of the second game.
    damaged[8232 + 10 * 2560 + 12] = 1;
    let (_folder, path) = with("damaged.xg", &damaged);
    let output = tabiya(&["check", &path]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{printed}");
    let expected = [
        format!("{path}:record 0: the file is damaged: its records are incomplete or altered"),
        format!("{path}:record 10: the score of the bottom player is 1, but the games before give 0"),
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    let document: Value = serde_json::from_str(&out(&tabiya(&["show", &path, "--json"]))).unwrap();
    assert_eq!(document["warnings"][1]["record"], 10);
}

#[test]
fn incomplete_and_foreign_files_are_refused_with_words() {
    let (_folder, path) = with("half.xg", &MATCH[..5000]);
    for command in ["show", "check", "fmt"] {
        let output = tabiya(&[command, &path]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            err(&output).contains("this eXtreme Gammon file is incomplete: its end is missing"),
            "{command}"
        );
    }
    let (_folder, foreign) =
        with("program.xg", &[0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
    assert!(err(&tabiya(&["show", &foreign])).contains("this is not a text file, so it contains no game"));
}

#[test]
fn fmt_gives_back_the_bytes_and_changes_nothing() {
    let (_folder, path) = with("match.xg", MATCH);
    assert_eq!(tabiya(&["fmt", &path]).stdout, MATCH);
    for option in [&["--utf8"][..], &["--pretty"], &["--game", "1"]] {
        let output = tabiya(&[&["fmt", path.as_str()], option].concat());
        let said = format!(
            "tabiya: {} does not apply to files of eXtreme Gammon, which are never changed\n",
            option[0]
        );
        assert_eq!((output.status.code(), err(&output)), (Some(2), said));
    }
}

#[test]
fn deck_makes_cards_of_my_errors_without_an_engine() {
    let (folder, path) = with("match.xg", MATCH);
    let package = folder.path("errors.apkg");
    let options = ["--player", "Ann Ž", "--min-error", "0.04", "--engine", "/nowhere/gnubg", "--json", "-o"];
    let output = tabiya(&[&["deck", &path], &options[..], &[package.to_str().unwrap()]].concat());
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    // The second game was not analysed in XG: its decisions would be for gnubg.
    assert_eq!((&summary["checker"], &summary["cube"]), (&json!(1), &json!(1)), "{summary}");
    assert!(package.exists());
}

#[test]
fn a_position_of_a_match_is_drawn() {
    let (folder, path) = with("match.xg", MATCH);
    let picture = folder.path("board.svg");
    let output = tabiya(&["draw", &path, "--at", "move:3", "-o", picture.to_str().unwrap()]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
}

//! Commands on backgammon matches.

use serde_json::{Value, json};

use super::test_folder::{TestFolder, err, out, tabiya, tabiya_fed};

const MAT: &str = "; [Event \"Thursday\"]\n\n 0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
    1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                Beavers => 4\n  \
    3)  Raccoons => 8               Takes\n  4) 65: 24/13\n\n Game 2\n \
    Ann : 0                          Bob : 0\n  1)                             21: 13/11 6/5\n";
const SGF: &str = "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:1]PW[Ann]PB[Bob]\n;B[31qtst]\n;W[double];B[take])\n\
    (;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:3]PW[Ann]PB[Bob]\n;W[42mkxt])\n";

#[test]
fn show_lists_games_and_actions() {
    let (_folder, path) = TestFolder::with("match.mat", MAT);
    let text = out(&tabiya(&["show", &path]));
    for line in [
        "Event            Thursday",
        "Match            for money",
        "Games            2",
        "Top              Ann",
        "    1. Ann 31: 8/5 6/5",
        "    3. Ann doubles",
        "    4. Bob beavers",
        "    5. Ann raccoons",
        "    6. Bob takes",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

#[test]
fn nodes_are_named_as_in_other_games() {
    let (_folder, path) = TestFolder::with("match.mat", MAT);
    let at = |place: &[&str]| tabiya(&[&["show", &path], place].concat());
    let by_moves = out(&at(&["--at", "move:4"]));
    assert_eq!(out(&at(&["--at", "0.0.0.0"])), by_moves);
    for line in ["Action 4: Bob beavers", "To act: Ann answers a beaver", "Cube: 1 (centred)"] {
        assert!(by_moves.contains(line), "{line:?} is not in\n{by_moves}");
    }
    assert!(out(&at(&["--at", "move:6"])).contains("Cube: 8 (Bob)"));
    assert!(out(&at(&["--at", "."])).contains("To act: Ann plays 31"));
    assert!(out(&at(&["--at", "move:1", "--game", "2"])).contains("Action 1: Bob 21: 13/11 6/5"));
    for (place, said) in [
        (&["--at", "0.1"][..], "step 2 of the path: no child 1"),
        (&["--at", "move:99"], "the main line has only 7 moves"),
        (&["--at", "0", "--game", "3"], "there is no game 3: the file has 2"),
    ] {
        let output = at(place);
        assert_eq!((output.status.code(), err(&output)), (Some(1), format!("tabiya: {path}: {said}\n")));
    }
    assert_eq!(at(&["--at", "somewhere"]).status.code(), Some(2));
}

#[test]
fn sgf_matches_are_navigated_like_match_files() {
    let (_folder, path) = TestFolder::with("match.sgf", SGF);
    let text = out(&tabiya(&["show", &path, "--at", "move:3"]));
    assert!(text.contains("Action 3: Bob takes") && text.contains("Cube: 2 (Bob)"), "{text}");
}

#[test]
fn json_has_every_action_with_its_position() {
    let (_folder, path) = TestFolder::with("match.mat", MAT);
    let json: Value = serde_json::from_str(&out(&tabiya(&["show", &path, "--json"]))).unwrap();
    assert_eq!(
        (&json["game"], &json["games"][0]["info"]["event"]),
        (&json!("backgammon"), &json!("Thursday"))
    );
    let nodes = json["games"][0]["nodes"].as_array().unwrap();
    assert_eq!((&nodes[4]["action"], &nodes[4]["player"]), (&json!("beaver"), &json!("bottom")));
    assert_eq!(nodes[4]["xgid"].as_str().unwrap().split(':').nth(4), Some("B"));
}

#[test]
fn check_names_line_and_column() {
    let (_folder, path) = TestFolder::with("match.mat", MAT);
    assert_eq!(tabiya(&["check", &path]).status.code(), Some(0));
    let odd = MAT.replace("42: 8/4 6/4", "42: 8/4 6/3").replace("Doubles => 2", "Doubles => 4");
    let (_folder, path) = TestFolder::with("odd.mat", &odd);
    let output = tabiya(&["check", &path]);
    assert_eq!(output.status.code(), Some(3));
    let expected = format!(
        "{path}:7:34: 8/4 6/3 is not legal with 42\n{path}:8:7: the cube goes to 4, but the doubles before give 2\n"
    );
    assert_eq!(out(&output), expected);
}

#[test]
fn positions_of_a_match_are_drawn() {
    let (folder, path) = TestFolder::with("match.mat", MAT);
    let svg = folder.path("a.svg");
    tabiya(&["draw", &path, "--at", "move:5", "--theme", "ocean", "-o", svg.to_str().unwrap()]);
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.contains("Red has raccooned") && drawn.contains(">8</text>"), "{drawn}");
    let (folder, path) = TestFolder::with("match.sgf", SGF);
    let svg = folder.path("b.svg");
    let output = tabiya(&["draw", &path, "--at", "move:2", "-o", svg.to_str().unwrap()]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(std::fs::read_to_string(svg).unwrap().contains("doubled"));
}

#[test]
fn fmt_gives_back_the_same_bytes() {
    let latin = b" 1 point match\r\n\r\n Game 1\r\n Zo\xeb : 0                          Bob : 0\r\n".to_vec();
    for (name, bytes) in [("a.mat", MAT.into()), ("a.mat", latin.clone()), ("a.sgf", SGF.into())] {
        let folder = TestFolder::new();
        let path = folder.file(name, &bytes);
        assert_eq!(tabiya(&["fmt", &path]).stdout, bytes, "{name}");
        let copy = folder.path("copy");
        assert!(tabiya(&["fmt", &path, "-o", copy.to_str().unwrap()]).status.success());
        assert_eq!(std::fs::read(copy).unwrap(), bytes, "{name}");
    }
    assert_eq!(tabiya_fed(&["fmt", "-"], MAT).stdout, MAT.as_bytes());
    let utf8 = tabiya_fed(&["fmt", "-", "--utf8"], &latin).stdout;
    assert_eq!(String::from_utf8(utf8).unwrap(), String::from_utf8_lossy(&latin).replace('\u{fffd}', "ë"));
}

#[test]
fn fmt_refuses_options_that_do_not_apply_to_matches() {
    for (options, said) in [
        (&["--flip"][..], "a backgammon board cannot be rotated"),
        (&["--rotate", "90"], "a backgammon board cannot be rotated"),
        (&["--pretty"], "--pretty does not apply to match files (.mat): it is for SGF and PGN"),
        (&["--game", "1"], "--game does not apply to match files (.mat): it is for SGF and PGN"),
    ] {
        let output = tabiya_fed(&[&["fmt", "-"], options].concat(), MAT);
        assert_eq!((output.status.code(), err(&output)), (Some(2), format!("tabiya: {said}\n")));
    }
    let second = out(&tabiya_fed(&["fmt", "-", "--game", "2"], SGF));
    assert!(second.contains("bs:3") && !second.contains("bs:1"), "{second}");
    assert_eq!(tabiya_fed(&["fmt", "-", "--flip"], SGF).status.code(), Some(2));
}

#[test]
fn a_file_that_is_not_a_match_is_refused_with_a_message() {
    let (_folder, path) = TestFolder::with("a.mat", "hello");
    for command in ["show", "fmt", "check"] {
        let output = tabiya(&[command, &path]);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            err(&output).contains("neither a match file (.mat) nor SGF of backgammon"),
            "{}",
            err(&output)
        );
    }
}

//! Commands on Go records.

use super::test_folder::{TestFolder, err, out, tabiya, tabiya_fed};

const GAME: &str =
    "(;GM[1]FF[4]SZ[9]KM[6,5]PB[Ann]PW[Bo]RE[B+R];B[ee]C[The middle];W[ce](;B[cc])(;B[gc]TR[gc]))";

#[test]
fn show_prints_players_and_moves() {
    let output = tabiya_fed(&["show", "-"], GAME.as_bytes());
    let text = out(&output);
    for line in ["Black            Ann", "Result           B+R", "Komi             6,5", "Moves            3"]
    {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    assert!(text.contains("1. B E5       2. W C5       3. B C7"), "{text}");
}

#[test]
fn show_at_a_node_prints_its_board() {
    let text = out(&tabiya_fed(&["show", "-", "--at", "0.0.1"], GAME.as_bytes()));
    assert!(text.contains("  7 . . + . . .(X). . 7"), "{text}");
    assert!(text.contains("Move 3: B G7\nTo play: W\n"), "{text}");
    let text = out(&tabiya_fed(&["show", "-", "--at", "move:1"], GAME.as_bytes()));
    assert!(text.contains("Move 1: B E5") && text.contains("The middle"), "{text}");
}

#[test]
fn show_json_has_every_node_in_file_order() {
    let output = tabiya_fed(&["show", "-", "--json"], GAME.as_bytes());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["game"], "go");
    let game = &json["games"][0];
    assert_eq!(game["info"]["size"], serde_json::json!([9, 9]));
    assert_eq!(game["info"]["komi"], "6,5");
    assert_eq!(game["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(game["nodes"][0]["parent"], serde_json::Value::Null);
    assert_eq!(game["nodes"][2]["children"], serde_json::json!([3, 4]));
    assert_eq!(game["nodes"][4]["properties"], serde_json::json!([["B", ["gc"]], ["TR", ["gc"]]]));
}

#[test]
fn the_ids_of_a_second_game_begin_at_0_too() {
    let output = tabiya_fed(&["show", "-", "--json"], b"(;B[aa];W[bb])(;B[cc];W[dd])");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["games"][1]["nodes"][1]["parent"], 0);
}

#[test]
fn games_other_than_go_are_shown_as_properties() {
    let shogi = b"(;FF[4]GM[8]PB[Ann];W[31hd])";
    let text = out(&tabiya_fed(&["show", "-"], shogi));
    assert!(
        text.contains("Black            Ann") && text.contains("  W[31hd]") && !text.contains("Board"),
        "{text}"
    );
    let refused = tabiya_fed(&["show", "-", "--at", "0"], shogi);
    assert_eq!(err(&refused), "tabiya: -: this is not a Go game: it has no board to show\n");
}

#[test]
fn a_backgammon_match_is_shown_action_by_action() {
    let backgammon = b"(;FF[4]GM[6]PB[Ann];W[31hefe])";
    let text = out(&tabiya_fed(&["show", "-"], backgammon));
    assert!(text.contains("Bottom           Ann") && text.contains("1. top 31: 8/5 6/5"), "{text}");
    let json: serde_json::Value =
        serde_json::from_slice(&tabiya_fed(&["show", "-", "--json"], backgammon).stdout).unwrap();
    assert_eq!(json["game"], "backgammon");
}

#[test]
fn fmt_gives_back_the_same_bytes() {
    let odd = b"hello (;B[aa]C[a\\]b]\r\n;W[bb] (;B[cc]))\0 tail";
    assert_eq!(tabiya_fed(&["fmt", "-"], odd).stdout, odd);
}

#[test]
fn fmt_extracts_one_game_and_converts() {
    let output = tabiya_fed(&["fmt", "-", "--game", "2"], b"(;C[1])(;C[2])");
    assert_eq!(out(&output).trim_end(), "(;C[2])");
    let output = tabiya_fed(&["fmt", "-", "--utf8"], b"(;CA[ISO-8859-1]C[caf\xe9])");
    assert_eq!(out(&output), "(;CA[UTF-8]C[caf\u{e9}])");
    let output = tabiya_fed(&["fmt", "-", "--game", "3"], b"(;C[1])(;C[2])");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output), "tabiya: -: there is no game 3: the file has 2\n");
}

#[test]
fn fmt_rotates_and_formats_the_whole_game() {
    let game = b"(;SZ[9:5]AB[aa:ba](;B[ia];W[ae]LB[aa:x])(;B[ee]))";
    let turned = out(&tabiya_fed(&["fmt", "-", "--flip"], game));
    assert_eq!(turned, "(;SZ[9:5]AB[he:ie](;B[ae];W[ia]LB[ie:x])(;B[ea]))");
    let back = tabiya_fed(&["fmt", "-", "--rotate", "180"], turned.as_bytes());
    assert_eq!(back.stdout, game);
    let quarter = out(&tabiya_fed(&["fmt", "-", "--rotate", "90"], game));
    assert!(quarter.contains("SZ[5:9]"), "{quarter}");
    let pretty = tabiya_fed(&["fmt", "-", "--pretty"], game);
    let shown = |bytes: &[u8]| out(&tabiya_fed(&["show", "-", "--json"], bytes));
    assert_eq!(shown(&pretty.stdout), shown(game), "the pretty form has the same content");
    assert_eq!(tabiya(&["fmt", "-", "--rotate", "45"]).status.code(), Some(2));
}

#[test]
fn check_warns_with_line_and_column_and_code_3() {
    let folder = TestFolder::new();
    let odd = folder.file("odd.sgf", "(;SZ[9]\n;B[aa])\n)");
    let fine = folder.file("fine.sgf", GAME);
    let output = tabiya(&["check", &odd]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(out(&output), format!("{odd}:3:1: ) without a matching (\n"));
    assert_eq!(tabiya(&["check", &fine]).status.code(), Some(0));
}

#[test]
fn an_unreadable_file_does_not_stop_the_check_of_the_others() {
    let folder = TestFolder::new();
    let (none, odd) = (folder.file("none.sgf", "not a game"), folder.file("odd.sgf", "(;))"));
    let output = tabiya(&["check", &none, &odd]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("odd.sgf:1:4:"), "{}", out(&output));
    assert!(err(&output).starts_with("tabiya: ") && err(&output).contains("none.sgf"), "{}", err(&output));
}

#[test]
fn draw_chooses_the_format_by_extension() {
    let folder = TestFolder::new();
    let game = &folder.file("game.sgf", GAME);
    let (svg, png) = (folder.path("a.svg"), folder.path("a.png"));
    assert!(tabiya(&["draw", game, "--at", "move:2", "-o", svg.to_str().unwrap()]).status.success());
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let words = ["draw", game, "--size", "300", "--theme", "dark", "--coords", "-o", png.to_str().unwrap()];
    assert!(tabiya(&words).status.success());
    let bytes = std::fs::read(&png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
    assert_eq!(width, 300);
    for size in ["41", "799", "1234"] {
        assert!(tabiya(&["draw", game, "--size", size, "-o", svg.to_str().unwrap()]).status.success());
        let drawn = std::fs::read_to_string(&svg).unwrap();
        assert!(drawn.contains(&format!("width=\"{size}\"")), "{drawn}");
    }
    let output = tabiya(&["draw", game, "-o", "a.gif"]);
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(2), "tabiya: a.gif: the file name must end in .svg or .png\n".into())
    );
}

#[test]
fn a_move_that_is_not_on_the_board_counts_wherever_moves_are_counted() {
    let game = b"(;SZ[9];B[aa];W[zz];B[bb])";
    let text = out(&tabiya_fed(&["show", "-"], game));
    assert!(text.contains("Moves            3\n  1. B A9       2. W off board 3. B B8\n"), "{text}");
    let text = out(&tabiya_fed(&["show", "-", "--at", "move:2"], game));
    assert!(text.contains("\nMove 2: W off board\nTo play: B\n"), "{text}");
    assert!(out(&tabiya_fed(&["show", "-", "--at", "move:3"], game)).contains("\nMove 3: B B8\n"));
}

#[test]
fn show_prints_one_game_if_asked_for_one() {
    let games = b"(;SZ[9]PB[Ann];B[aa])(;SZ[9]PB[Cy];B[zz])";
    let text = out(&tabiya_fed(&["show", "-", "--game", "2"], games));
    assert!(text.starts_with("Game 2\nBlack            Cy\n") && !text.contains("Ann"), "{text}");
    let json = out(&tabiya_fed(&["show", "-", "--game", "2", "--json"], games));
    assert!(json.contains("Cy") && !json.contains("Ann"), "{json}");
    let refused = tabiya_fed(&["show", "-", "--game", "3"], games);
    assert_eq!(err(&refused), "tabiya: -: there is no game 3: the file has 2\n");
}

#[test]
fn check_names_the_property() {
    let odd = b"(;SZ[9]KM[six]PB[a][b];B[zz];W[aa]W[bb])";
    let text = out(&tabiya_fed(&["check", "-"], odd));
    for line in [
        "KM: not a number",
        "PB: several values",
        "B: not a point of this board",
        "W: the property occurs twice",
    ] {
        assert!(text.contains(&format!(": {line}")), "{line:?} is not in\n{text}");
    }
    let json = out(&tabiya_fed(&["show", "-", "--json"], odd));
    assert!(json.contains("\"property\": \"KM\""), "{json}");
}

#[test]
fn a_path_outside_the_tree_is_reported() {
    let output = tabiya_fed(&["show", "-", "--at", "0.5"], GAME.as_bytes());
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(1), "tabiya: -: step 2 of the path: no child 5\n".into())
    );
    assert_eq!(tabiya(&["show", "-", "--at", "x"]).status.code(), Some(2));
    assert_eq!(tabiya(&["show"]).status.code(), Some(2));
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["show", "check", "fmt", "draw", "completions", "man"] {
        let help = out(&tabiya(&[command, "--help"]));
        assert!(help.contains("Example"), "{command}:\n{help}");
    }
    assert!(out(&tabiya(&["completions", "bash"])).contains("_tabiya"));
    assert!(out(&tabiya(&["man"])).contains(".TH tabiya"));
    assert!(out(&tabiya(&["man", "library", "add"])).contains(".TH tabiya-library-add"));
    assert_eq!(tabiya(&["man", "whist"]).status.code(), Some(2));
}

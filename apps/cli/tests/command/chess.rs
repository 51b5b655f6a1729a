//! Commands on chess files.

use super::test_folder::{TestFolder, tabiya, tabiya_fed};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n[WhiteElo \"1800\"]\n\n1. e4 {[%cal Ge2e4] King's pawn} e5 \
                    (1... c5 2. Nf3) 2. Nf3 *\n";

fn out(words: &[&str]) -> String {
    let output = tabiya(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn show_prints_players_and_moves() {
    let (_folder, game) = TestFolder::with("game.pgn", GAME);
    let text = out(&["show", &game]);
    for line in ["White            Ann", "Moves            3", "Nodes            6", "(1... c5 2. Nf3)"] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

#[test]
fn show_leaves_the_tags_out_of_the_moves_whatever_ends_the_lines() {
    for end in ["\n", "\r\n", "\r"] {
        let (_folder, game) = TestFolder::with("game.pgn", &GAME.replace('\n', end));
        let text = out(&["show", &game]);
        assert!(
            text.contains("6\n  1. e4 {") && !text.contains("[White") && !text.contains('\r'),
            "{text:?}"
        );
    }
}

#[test]
fn show_at_a_node_prints_the_board_there() {
    let (_folder, game) = TestFolder::with("game.pgn", GAME);
    let text = out(&["show", &game, "--at", "0.1"]);
    assert!(
        text.starts_with("8  r n b q k b n r\n7  p p . p p p p p\n6  . . . . . . . .\n5  . .(p)"),
        "{text}"
    );
    assert!(text.contains("Move: 1... c5\nTo play: White\nFEN: rnbqkbnr/pp1ppppp/8/2p5/4P3/"), "{text}");
    assert!(out(&["show", &game, "--at", "move:1"]).contains("King's pawn"));
    assert_eq!(tabiya(&["show", &game, "--at", "7.7"]).status.code(), Some(1));
}

#[test]
fn json_has_every_move() {
    let (_folder, game) = TestFolder::with("game.pgn", GAME);
    let json: serde_json::Value = serde_json::from_str(&out(&["show", &game, "--json"])).unwrap();
    assert_eq!((&json["game"], &json["games"][0]["info"]["white_elo"]), (&"chess".into(), &"1800".into()));
    assert_eq!(json["games"][0]["nodes"].as_array().unwrap().len(), 6);
    assert_eq!(json["games"][0]["nodes"][1]["arrows"][0]["to"], "e4");
}

#[test]
fn check_names_line_and_column() {
    let (_folder, game) = TestFolder::with("odd.pgn", "[White \"Ann\"]\n\n1. e4 e5 2. Ke3 *\n");
    let output = tabiya(&["check", &game]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains("odd.pgn:3:13: error: "), "{text}");
    let (_folder, game) = TestFolder::with("fine.pgn", GAME);
    assert_eq!(tabiya(&["check", &game]).status.code(), Some(0));
}

#[test]
fn fmt_writes_back_what_was_read_and_pretty_means_the_export_format() {
    let odd = "[White \"Ann\"]\n\n1.e2-e4   e7e5\n\n[White \"Cy\"]\n\n1. d4 *\n";
    let (_folder, game) = TestFolder::with("two.pgn", odd);
    assert_eq!(out(&["fmt", &game]), odd);
    assert_eq!(out(&["fmt", &game, "--game", "2"]), "[White \"Cy\"]\n\n1. d4 *\n");
    let pretty = out(&["fmt", &game, "--pretty", "--game", "1"]);
    assert!(pretty.starts_with("[Event \"?\"]") && pretty.contains("1. e4 e5"), "{pretty}");
    assert_eq!(tabiya(&["fmt", &game, "--flip"]).status.code(), Some(2));
    assert_eq!(tabiya(&["fmt", &game, "--game", "3"]).status.code(), Some(1));
}

#[test]
fn positions_are_drawn_from_records_and_from_fen() {
    let (folder, game) = TestFolder::with("game.pgn", GAME);
    let svg = folder.path("a.svg");
    out(&["draw", &game, "--at", "move:1", "--coords", "--size", "300", "-o", svg.to_str().unwrap()]);
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.contains("width=\"300\"") && drawn.contains("class=\"arrow\" data-from=\"e2\""), "{drawn}");
    let png = folder.path("b.png");
    out(&["draw", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--theme", "print", "-o", png.to_str().unwrap()]);
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

const TWO: &str = "%top\n[White \"Ann\"]\n\n1. e4 $146 e5 $36 *\n\n[White \"Cy\"]\n\n1. d4 Ke4 *\n";

#[test]
fn show_prints_one_game_if_asked_for_one() {
    let (_folder, game) = TestFolder::with("two.pgn", TWO);
    let one = out(&["show", &game, "--game", "2"]);
    assert!(one.starts_with("Game 2\nWhite            Cy\n") && one.contains("8:7: error: "), "{one}");
    assert!(!one.contains("Ann"), "{one}");
    let first = out(&["show", &game, "--game", "1"]);
    assert!(first.contains("Ann") && !first.contains("error"), "{first}");
    let json: serde_json::Value =
        serde_json::from_str(&out(&["show", &game, "--game", "2", "--json"])).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 1);
    assert_eq!(json["games"][0]["info"]["white"], "Cy");
    let all = out(&["show", &game]);
    assert!(all.contains("Game 1\n") && all.contains("Game 2\n"), "{all}");
    let output = tabiya(&["show", &game, "--game", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.ends_with("there is no game 3: the file has 2\n"), "{message}");
}

#[test]
fn glyphs_are_listed_by_name() {
    let (_folder, game) = TestFolder::with("two.pgn", TWO);
    let text = out(&["show", &game, "--at", "0"]);
    assert!(text.contains("\nGlyphs: N Novelty\n"), "{text}");
    let text = out(&["show", &game, "--at", "0.0"]);
    assert!(text.contains("\nGlyphs: $36 White has the initiative\n"), "{text}");
}

#[test]
fn pretty_keeps_the_lines_at_the_top() {
    let (_folder, game) = TestFolder::with("two.pgn", TWO);
    let pretty = out(&["fmt", &game, "--pretty"]);
    assert!(pretty.starts_with("%top\n\n[Event \"?\"]\n") && pretty.contains("*\n\n[Event"), "{pretty}");
}

#[test]
fn games_on_standard_input_may_begin_with_lines_comments_and_variations() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for input in [
        b"%top\n{a comment}\n1. e4 *".to_vec(),
        b"; a comment\n{another} 1. e4 *".to_vec(),
        b"(1. d4) 1. e4 *".to_vec(),
        b"{[%csl Ge4]} e4 *".to_vec(),
        wide("\u{feff}{\u{17d}} 1. e4 *"),
        wide("%top\n1. e4 *"),
    ] {
        for command in [&["show", "-"][..], &["fmt", "-", "--pretty"], &["check", "-"]] {
            let output = tabiya_fed(command, &input);
            let text = String::from_utf8(output.stdout).unwrap();
            let is_ok = matches!(output.status.code(), Some(0 | 3)) && output.stderr.is_empty();
            assert!(is_ok, "{command:?} {}", String::from_utf8_lossy(&input));
            assert!(command[0] == "check" || text.contains("1. e4"), "{command:?} {text}");
        }
    }
}

//! Backgammon commands: show and convert IDs, draw boards, create and send decks.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};

use super::test_folder::{TestFolder, err, out};

const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
/// The second block is broken in its dice, the third has no table.
const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:Ann   O:Bo\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n    2. 3-ply       24/23 13/10                  eq:-0.011 (-0.173)\n\n\
    XGID=-b----E-C---eE---c-e----B-:0:0:1:77:2:0:0:5:10\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n\n\
    XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n       No redouble:     +0.760 (-0.085)\n       \
    Redouble/Take:   +0.845\n       Redouble/Pass:   +1.000 (+0.155)\n";

#[test]
fn an_id_is_shown_in_every_notation_and_as_fields() {
    let text = out(&TestFolder::new().tabiya(&["id", OPENING]));
    for line in [
        "XGID         XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "GNUID        4HPwATDgc/ABMA:cInlAAAAAAAE",
        "To act       the bottom player plays 31",
        "Cube         1, in the middle",
        "Playing      a match to 7",
        "Bottom       167 pips: 24×2 13×5 8×3 6×5",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

#[test]
fn an_id_survives_conversion_through_every_notation() {
    let folder = TestFolder::new();
    // An ID may start with a hyphen without being an option.
    let bare = OPENING.trim_start_matches("XGID=");
    let gnuid = out(&folder.tabiya(&["id", bare, "--to", "gnuid"]));
    let ogid = out(&folder.tabiya(&["id", gnuid.trim(), "--to", "ogid"]));
    assert_eq!(out(&folder.tabiya(&["id", ogid.trim(), "--to", "xgid"])), format!("{OPENING}\n"));
    let money =
        folder.tabiya(&["id", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", "--to", "gnuid"]);
    assert_eq!(err(&money), "tabiya: warning: GNUID cannot express that beavers are allowed\n");
    let several = folder.tabiya_fed(&["id", "-", "--to", "xgid"], format!("{gnuid}\n{ogid}"));
    assert_eq!(out(&several), format!("{OPENING}\n{OPENING}\n"));
}

#[test]
fn the_json_of_an_id_has_board_cube_dice_and_score() {
    let json: Value =
        serde_json::from_str(&out(&TestFolder::new().tabiya(&["id", OPENING, "--json"]))).unwrap();
    assert_eq!(json["xgid"], OPENING);
    assert_eq!(json["points"][24], 2);
    assert_eq!(json["points"][1], -2);
    assert_eq!(json["dice"], json!([3, 1]));
    assert_eq!(json["cube"], json!({ "value": 1, "owner": null }));
    assert_eq!((&json["match_length"], &json["to_act"]), (&json!(7), &json!("bottom")));
    assert_eq!(json["pips"], json!({ "bottom": 167, "top": 167 }));
}

#[test]
fn an_invalid_id_is_reported_with_field_and_column() {
    let folder = TestFolder::new();
    let output = folder.tabiya(&["id", &OPENING.replace(":31:", ":77:")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).starts_with("tabiya: ID:1:39: XGID, dice: found “77”, expected "),
        "{}",
        err(&output)
    );
    let output = folder.tabiya_fed(&["id", "-"], format!("{OPENING}\n\nhello\n"));
    assert_eq!(
        err(&output),
        "tabiya: -:3:1: position ID, text: found “hello”, expected an XGID, OGID or GNUID\n"
    );
}

#[test]
fn an_empty_text_is_no_id() {
    let folder = TestFolder::new();
    for (output, name) in [
        (folder.tabiya(&["id", ""]), "ID"),
        (folder.tabiya(&["id", " "]), "ID"),
        (folder.tabiya_fed(&["id", "-"], ""), "-"),
        (folder.tabiya_fed(&["id", "-", "--json"], "\n \n"), "-"),
    ] {
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        let said = format!("tabiya: {name}: there is no position ID: expected an XGID, OGID or GNUID\n");
        assert_eq!(err(&output), said);
    }
}

#[test]
fn one_bad_line_does_not_hide_the_others() {
    let folder = TestFolder::new();
    let lines = format!("{OPENING}\nhello\n{OPENING}\n");
    let output = folder.tabiya_fed(&["id", "-", "--to", "xgid"], &lines);
    assert_eq!(out(&output), format!("{OPENING}\n{OPENING}\n"));
    assert!(err(&output).starts_with("tabiya: -:2:1: position ID, text: found “hello”"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_str(&out(&folder.tabiya_fed(&["id", "-", "--json"], &lines))).unwrap();
    assert_eq!(json.as_array().map(Vec::len), Some(2));
}

#[test]
fn impossible_scores_and_empty_boards_are_refused_by_field() {
    let folder = TestFolder::new();
    let score = OPENING.replace(":31:0:", ":31:9:");
    let board = "XGID=--------------------------:0:0:1:31:0:0:0:7:10";
    for (id, said) in [
        (
            &*score,
            "ID:1:42: XGID, bottom player's score: found “9”, expected less than the 7 points of the match",
        ),
        (board, "ID:1:6: XGID, board: found “--------------------------”, expected checkers on the board"),
    ] {
        let output = folder.tabiya(&["id", id]);
        assert_eq!((output.status.code(), err(&output)), (Some(1), format!("tabiya: {said}\n")));
    }
}

#[test]
fn a_deck_has_the_extension_that_anki_opens() {
    let folder = TestFolder::new();
    let zip = folder.path("x.zip");
    let output = folder.tabiya_fed(&["deck", "-", "-o", zip.to_str().unwrap()], EXPORT);
    let said = format!("tabiya: {}: the file name must end in .apkg\n", zip.display());
    assert_eq!((output.status.code(), err(&output)), (Some(2), said));
    assert!(!zip.exists());
}

#[test]
fn positions_are_drawn_in_every_scheme() {
    let folder = TestFolder::new();
    for (theme, colour) in
        [("light", "#DEB887"), ("ocean", "#87CEEB"), ("dark", "#2F4F4F"), ("print", "#B0B0B0")]
    {
        let path = folder.path("board.svg");
        let output = folder.tabiya(&["draw", OPENING, "--theme", theme, "-o", path.to_str().unwrap()]);
        assert!(output.status.success(), "{}", err(&output));
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(svg.contains(colour) && svg.contains("to play 31"), "{theme}");
    }
    let path = folder.path("board.png");
    let bare = OPENING.trim_start_matches("XGID=");
    folder.tabiya(&["draw", bare, "--size", "320", "-o", path.to_str().unwrap()]);
    let png = std::fs::read(path).unwrap();
    assert_eq!((&png[1..4], &png[16..24]), (&b"PNG"[..], &[0, 0, 1, 64, 0, 0, 1, 8][..]));
    let game = folder.file("game.sgf", "(;GM[1]SZ[9];B[ee])");
    let output = folder.tabiya(&["draw", &game, "--theme", "ocean", "-o", "x.svg"]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
}

#[test]
fn a_deck_holds_what_can_be_read_and_the_rest_is_reported() {
    let folder = TestFolder::new();
    let (export, deck) = (folder.file("export.txt", EXPORT), folder.path("deck.apkg"));
    let output = folder.tabiya(&["deck", &export, "-o", deck.to_str().unwrap()]);
    assert_eq!(
        out(&output),
        format!("2 cards (1 checker play, 1 cube decision): written to {}\n", deck.display())
    );
    let place = format!("tabiya: {export}:8:39: XGID, dice: ");
    assert!(err(&output).starts_with(&place), "{}", err(&output));
    assert_eq!(output.status.code(), Some(1), "something was wrong");
    assert!(std::fs::read(deck).unwrap().starts_with(b"PK"));
}

#[test]
fn a_deck_is_read_from_standard_input_and_summarised_as_json() {
    let folder = TestFolder::new();
    let deck = folder.path("deck.apkg");
    let options = ["--json", "--options", "3", "--scheme", "ocean", "--orientation", "clockwise"];
    let more = ["--deck", "Cubes", "--shuffle-seed", "7", "--min-error", "0.1"];
    let words = [&["deck", "-", "-o", deck.to_str().unwrap()][..], &options, &more].concat();
    let output = folder.tabiya_fed(&words, EXPORT);
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&json["cards"], &json["checker"], &json["cube"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!(json["errors"][0]["place"], "-:8:39");
    let wrong = folder.tabiya(&["deck", "-", "--options", "1"]);
    assert_eq!(wrong.status.code(), Some(2));
    let nowhere = folder.tabiya_fed(&["deck", "-"], EXPORT);
    assert_eq!(err(&nowhere), "tabiya: name the package with -o DECK.apkg, or send it with --anki\n");
    let nothing = folder.tabiya_fed(&["deck", "-", "-o", "x.apkg"], "hello");
    assert!(err(&nothing).contains("-:1:1: neither a position ID nor a known kind"), "{}", err(&nothing));
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn positions_without_analysis_need_gnubg_and_the_message_tells_how_to_install_it() {
    let folder = TestFolder::new();
    let words = ["deck", "-", "-o", "x.apkg", "--engine", "/no/such/gnubg"];
    let output = folder.tabiya_fed(&words, format!("{OPENING}\n"));
    assert_eq!(output.status.code(), Some(1));
    let stderr = err(&output);
    assert!(
        stderr.starts_with("tabiya: -:1:1: positions without analysis: 1. /no/such/gnubg was not found"),
        "{stderr}"
    );
    assert!(stderr.contains("apt install gnubg"), "{stderr}");
}

#[test]
fn a_broken_settings_file_is_reported_and_left_unchanged() {
    let folder = TestFolder::new();
    let settings = folder.file("cards.toml", "scheme = \"plaid\"\n");
    let deck = folder.path("deck.apkg");
    let words = ["deck", "-", "-o", deck.to_str().unwrap(), "--settings", &settings];
    let output = folder.tabiya_fed(&words, EXPORT);
    let first = format!("tabiya: {settings}:1:1: scheme is \"plaid\", but should be one of classic, ");
    assert!(err(&output).starts_with(&first), "{}", err(&output));
    assert!(deck.exists());
    assert_eq!(std::fs::read_to_string(&settings).unwrap(), "scheme = \"plaid\"\n");
}

#[test]
fn settings_are_found_in_the_config_folder_of_the_platform() {
    let folder = TestFolder::new();
    std::fs::create_dir(folder.path("tabiya")).unwrap();
    folder.file("tabiya/cards.toml", "export = \"ankiconnect\"\nanki_address = \"127.0.0.1:9\"\n");
    let output = folder.tabiya_fed(&["deck", "-"], EXPORT);
    assert!(err(&output).contains("Anki is not responding. Start Anki"), "{}", err(&output));
}

/// Answers like AnkiConnect until it has been asked to import, and gives back the bodies.
fn anki() -> (String, std::thread::JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = std::thread::spawn(move || {
        let answers = [r#"{"result": 6, "error": null}"#, r#"{"result": true, "error": null}"#];
        let ask = |answer: &str| {
            let mut stream = listener.accept().unwrap().0;
            let mut received = Vec::new();
            let body = loop {
                let mut buffer = [0; 1024];
                let count = stream.read(&mut buffer).unwrap();
                received.extend_from_slice(&buffer[..count]);
                let text = String::from_utf8_lossy(&received);
                let body = text.split_once("\r\n\r\n").map(|(_, body)| body);
                if let Some(body) = body.and_then(|body| serde_json::from_str::<Value>(body).ok()) {
                    break body;
                }
            };
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{answer}", answer.len()).unwrap();
            body
        };
        answers.into_iter().map(ask).collect()
    });
    (address, asked)
}

#[test]
fn a_deck_goes_to_anki() {
    let folder = TestFolder::new();
    let (address, asked) = anki();
    let words = ["deck", "-", "--anki", "--anki-address", &address, "--anki-key", "k", "--deck", "Openings"];
    let output = folder.tabiya_fed(&words, EXPORT);
    assert_eq!(out(&output), "2 cards (1 checker play, 1 cube decision): imported into Anki as “Openings”\n");
    let asked = asked.join().unwrap();
    assert_eq!((&asked[1]["action"], &asked[1]["key"]), (&json!("importPackage"), &json!("k")));
    assert!(!Path::new(asked[1]["params"]["path"].as_str().unwrap()).exists());
}

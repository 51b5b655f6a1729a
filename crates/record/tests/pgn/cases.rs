//! Unusual PGN: each row has a text, the tree read from it, and the findings.

use record::pgn::{Game, Outcome, Pgn, Start};
use rules::chess::Color;

use crate::shown::{findings_text, shown};

fn check(table: &[(&str, &str, &str)]) {
    for (text, tree, findings) in table {
        let file = Pgn::read(text.as_bytes().to_vec());
        assert_eq!(file.write(), text.as_bytes(), "{text} is written as it was");
        let game = file.game(0).unwrap_or_else(|| panic!("no game in {text}"));
        assert_eq!((shown(&game).as_str(), findings_text(&game).as_str()), (*tree, *findings), "{text}");
    }
}

#[test]
fn moves_are_understood_in_every_notation() {
    let not_san = |at: &str| format!("{at} move not written in SAN");
    check(&[
        ("1. e4 e5 2. Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6", ""),
        ("e4 e5 Nf3", "e4 e5 Nf3", ""),
        ("1.e4e5 2.Nf3Nc6 3.Bb5a6*", "e4 e5 Nf3 Nc6 Bb5 a6", &[not_san("1:3"), not_san("1:19")].join("; ")),
        ("1. g1f3 c7c5 *", "Nf3 c5", &[not_san("1:4"), not_san("1:9")].join("; ")),
        ("1. e2-e4 Pe5 *", "e4 e5", &[not_san("1:4"), not_san("1:10")].join("; ")),
        ("1. e4 d5 2. ed5 *", "e4 d5 exd5", &not_san("1:13")),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 O-O *", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", &not_san("1:35")),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e4 a6 e5 d5 exd6", &not_san("1:22")),
        ("1. e4 a6 2. e5 d5 3. ed6e.p. *", "e4 a6 e5 d5 exd6", &not_san("1:22")),
        ("1. e4 a6 2. e5 d5 3. ed6e.p.+ Ra7 *", "e4 a6 e5 d5 exd6 Ra7", &not_san("1:22")),
        ("1. e4 -- 2. d4 Z0 *", "e4 -- d4 --", &not_san("1:16")),
        ("3. e4 3. e5 99... Nf3 *", "e4 e5 Nf3", ""),
    ]);
}

#[test]
fn promotions_are_read_in_every_notation_and_reported_if_missing() {
    let fen = "[FEN \"8/PPPPP1k1/8/8/8/8/6K1/8 w - - 0 1\"]\n\n";
    let text = format!("{fen}1. a8=Q Kh7 2. b8N Kg7 3. c8(R) Kh7 4. d8/B Kg7 5. e8q *");
    let game = Game::read(&text).unwrap();
    assert_eq!(shown(&game), "a8=Q Kh7 b8=N Kg7 c8=R Kh7 d8=B Kg7 e8=Q");
    let file = Pgn::read(format!("{fen}1. a8 Kh7 (1... Kf7) 2. b8=Q *\n\n{fen}1. a8=Q *").into_bytes());
    assert_eq!(file.len(), 2);
    let game = file.game(0).unwrap();
    assert_eq!(shown(&game), "~a8~ ~Kh7~ (~Kf7~) ~b8=Q~");
    assert_eq!(findings_text(&game), "3:4 promotion piece missing");
    assert_eq!(game.findings()[0].fen.as_deref(), Some("8/PPPPP1k1/8/8/8/8/6K1/8 w - - 0 1"));
    assert_eq!(shown(&file.game(1).unwrap()), "a8=Q");
}

#[test]
fn an_illegal_move_stops_its_own_line_only() {
    check(&[
        ("1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 *", "e4 e5 ~Nf6~ ~Nc6~ ~Bb5~ ~a6~", "1:13 illegal move"),
        ("1. e4 e5 (1... e4 2. d4) 2. Nf3 *", "e4 e5 (~e4~ ~d4~) Nf3", "1:16 illegal move"),
        ("1. e4 e5 2. Nf6 (2. Nf3 Nc6) Nc6 *", "e4 e5 ~Nf6~ (Nf3 Nc6) ~Nc6~", "1:13 illegal move"),
        ("1. e4 d5 2. Bb5+ -- 3. Nf3 *", "e4 d5 Bb5+ ~--~ ~Nf3~", "1:18 illegal move"),
    ]);
    let game = Game::read("1. e4 e5 2. Nf6 *").unwrap();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(game.findings()[0].fen.as_deref(), Some(fen));
}

#[test]
fn comments_keep_their_placement() {
    check(&[
        (
            "{one} $13 {two} 1. {before white} e4 {after white} 1... {before black} e5 *",
            "{one} $13 {two} {before white} e4 {after white} {before black} e5",
            "",
        ),
        (
            "1. e4 e5 {about} ( {first} 1... c5 {sicilian} 2. Nf3 {end} ) {then} 2. Nf3 ( 2. f4 ) {tail} *",
            "e4 e5 {about} ({first} c5 {sicilian} Nf3 {end}) {then} Nf3 (f4) {tail}",
            "",
        ),
        (
            "1. e4 ; king ) } {\n1... e5 ; reply\n2. Nf3 {a ; b} *",
            "e4 {king ) } {} e5 {reply} Nf3 {a ; b}",
            "",
        ),
        ("1. e4 {a { b} e5 *", "e4 {a { b} e5", ""),
        ("1. e4 {see\n[Event \"no\"]\nend} e5 *", "e4 {see\n[Event \"no\"]\nend} e5", ""),
        ("1. e4 {one\n\n[%csl Ye4]\n\ntwo} e5 *", "e4 {one\n\n[%csl Ye4]\n\ntwo} e5", ""),
        ("1. e4\n%escaped e5\ne5 *", "e4 <%escaped e5> e5", ""),
        ("1. e4 e5 2. {never moved} *", "e4 e5 {never moved}", ""),
        ("1. e4 e5 1-0 {resigns} {really}\n\n{gap}", "e4 e5 {resigns} {really}", ""),
        ("1. e4 {open", "e4 {open}", "1:7 comment not closed"),
    ]);
}

#[test]
fn an_unclosed_comment_ends_at_a_blank_line_before_a_tag() {
    let file = Pgn::read(b"[Event \"A\"]\n\n1. e4 {open\nstill\n\n[Event \"B\"]\n\n1. d4 {x} *".to_vec());
    assert_eq!(file.len(), 2);
    let game = file.game(0).unwrap();
    assert_eq!(
        (shown(&game).as_str(), findings_text(&game).as_str()),
        ("e4 {open\nstill}", "3:7 comment not closed")
    );
    assert_eq!(shown(&file.game(1).unwrap()), "d4 {x}");
}

#[test]
fn nags_have_a_number_and_their_text() {
    check(&[
        (
            "1. e4 $1 e5 $10 2. Nf3!? $14 Nc6 $0 3. Bb5 $255 a6 $1256 *",
            "e4 $1 e5 $10 Nf3 $5 $14 Nc6 $0 Bb5 $255 a6 $1256",
            "",
        ),
        (
            "1. e4 $ e5?!! 2. Nf3 +- Nc6 = 3. Bb5 +/- a6 N 4. Ba4 ! Nf6 ?? D *",
            "e4 $ e5 ?!! Nf3 $18 Nc6 $10 Bb5 $16 a6 $146 Ba4 $1 Nf6 $4 $220",
            "",
        ),
        ("1. e4 \u{b1} e5 \u{221e} 2. Nf3+- *", "e4 $16 e5 $13 Nf3 $18", ""),
    ]);
}

#[test]
fn variations_are_attached_where_they_branch() {
    check(&[
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 *",
            "e4 e5 (c5 Nf3 (c3 d5) d6) (e6) Nf3",
            "",
        ),
        ("1. e4 e5 (c5 2. Nf3 (2. c3) d6) (1...e6) 2. Nf3 *", "e4 e5 (c5 Nf3 (c3) d6) (e6) Nf3", ""),
        ("1. e4 (1. c4) (1. Nf3 (1. f4) d5) e5 *", "e4 (c4) (Nf3 d5) (f4) e5", ""),
        (
            "( 1. d4 d5 ) 1. e4 ( 1. c4 ) e5 *",
            "e4 (d4 d5) (c4) e5",
            "1:1 variation before the move it replaces",
        ),
        (
            "1. e4 ( (1. c4 c5) 1. d4 d5) (1. f4) e5 *",
            "e4 (d4 d5) (c4 c5) (f4) e5",
            "1:9 variation before the move it replaces",
        ),
        (
            "1. e4 (1. d4 d5 2. c4 *",
            "e4 (d4 d5 c4)",
            "1:23 result inside a variation; 1:24 variation not closed",
        ),
        ("1. d4) d5 ) 2. c4 *", "d4 d5 c4", "1:6 ')' without '('; 1:11 ')' without '('"),
        (
            "1. e4 () ({only words}) e5 *",
            "e4 {only words} e5",
            "1:8 variation without a move; 1:23 variation without a move",
        ),
        ("1. e4 (1. d4 1-0) e5 0-1", "e4 (d4) e5", "1:14 result inside a variation"),
    ]);
    let game = Game::read("1. e4 (1. d4 d5 2. c4 1-0").unwrap();
    assert_eq!(game.result(), Some(Outcome::Won(Color::White)), "nothing followed it");
}

#[test]
fn prose_is_neither_moves_nor_the_end_of_a_game() {
    check(&[
        (
            "1. pawn goes to e4 *",
            "<pawn> <goes> <to> e4",
            "1:4 neither a move nor a comment; 1:9 neither a move nor a comment; 1:14 neither a move nor a comment",
        ),
        ("[Event \"A\"]\n\n1. e4\n\n\ne5 *", "e4 e5", ""),
        ("1. e4 b4ware *", "e4 <b4ware>", "1:7 neither a move nor a comment"),
    ]);
    let text = "Report of the day.\n\n[Event \"A\"]\n\n1. e4 1-0\n\nSection two, with words 3.\n\n[Event \"B\"]\n\n1. d4 0-1\nbye";
    let file = Pgn::read(text.as_bytes().to_vec());
    assert_eq!(file.len(), 2);
    assert_eq!(file.write(), text.as_bytes());
    assert_eq!(file.text(1).unwrap(), "[Event \"B\"]\n\n1. d4 0-1");
    assert_eq!(Pgn::read(b"I'm not a PGN file...\n".to_vec()).len(), 0);
}

#[test]
fn only_a_result_or_a_tag_ends_a_game() {
    // text, how many games, their first tags
    let table: &[(&str, &[&str])] = &[
        ("", &[]),
        ("\n\n%x\n", &[]),
        ("1. e4 e5 1-0 1. d4 d5 0-1", &["", ""]),
        ("1. e4 e5\n2. Nf3", &[""]),
        ("1. e4 *\n\n{intro} 1. d4 *", &["", ""]),
        ("[A \"1\"]\n\n1. e4 e5\n\n[A \"2\"]\n\n1. d4", &["1", "2"]),
        ("[A \"1\"]\n1. e4 *\n[A \"2\"]\n1. d4 *", &["1", "2"]),
        ("[A \"1\"]\n\n[B \"2\"]\n\n1. e4 *", &["1"]),
        ("[A \"1\"]\n[B \"2\"]\n\n[A \"3\"]\n[B \"4\"]\n\n1. e4 *", &["1", "3"]),
        ("[A \"1\"]\n\n*\n\n[A \"2\"]\n\n1/2-1/2\n", &["1", "2"]),
        ("[A \"1\"]\r\r1. e5 *\r\r[A \"2\"]\r\r*", &["1", "2"]),
        ("[A \"1\"]\n\n1. e4 (1. d4 d5 *\n\n[A \"2\"]\n\n1. d4 *", &["1", "2"]),
        ("[A \"1\"]\n\n1. e4 ; see 1-0\ne5 0-1\n[A \"2\"]", &["1", "2"]),
        ("[A \"1\"][A \"2\"] 1. e4 * [A \"3\"] 1. d4 *", &["1", "3"]),
    ];
    for (text, tags) in table {
        let file = Pgn::read(text.as_bytes().to_vec());
        let found: Vec<String> =
            (0..file.len()).map(|n| file.tag(n, "a").map_or(String::new(), |tag| tag.into_owned())).collect();
        assert_eq!(found, *tags, "{text}");
        assert_eq!(file.write(), text.as_bytes(), "{text}");
    }
}

#[test]
fn tags_are_kept_with_escapes_duplicates_and_faults() {
    let text = "[Event \"one\"]\n[Event \"two\"]\n[White \"a \\\"b\\\" c\\\\d\"]\n[Black \"no closing]\n[Site \"\"]\n[Round 3]\n[X]\n[\"y\"]\n[Z \"a \" b\"]\n[W \"two\nlines\"]\n[V \"no bracket\"\n\n1. e4 *";
    let game = Game::read(text).unwrap();
    let tags: Vec<(String, String)> = game.tags().map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
    let tags: Vec<(&str, &str)> = tags.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    assert_eq!(
        tags,
        [
            ("Event", "one"),
            ("Event", "two"),
            ("White", "a \"b\" c\\d"),
            ("Black", "no closing"),
            ("Site", ""),
            ("Round", "3"),
            ("X", ""),
            ("", "y"),
            ("Z", "a \" b"),
            ("W", "two\nlines"),
            ("V", "no bracket"),
        ]
    );
    assert_eq!(game.tag("event").unwrap(), "one");
    assert_eq!(
        findings_text(&game),
        "4:2 quote of a tag value not closed; 6:2 tag value without quotes; 7:2 tag without a value; \
         8:2 tag without a name; 9:2 quote inside a tag value without a backslash; \
         10:2 line break inside a tag value; 12:2 tag without its closing bracket"
    );
    assert_eq!(shown(&game), "e4");
}

#[test]
fn a_fen_is_used_repaired_or_only_shown() {
    let table = [
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]\n\n17... Kd7 18. e4 *", "Kd7 e4", ""),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w\"]\n\n1. e4 *", "e4", "1:7 fields of the FEN are missing"),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K2R w KQkq e3 0 1\"]\n\n1. O-O Kd7 *",
            "O-O Kd7",
            "1:7 castling rights without king or rook on their squares; 1:7 no pawn to take on the en passant square",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
            "~e4~",
            "1:7 this position cannot be played: the board is empty",
        ),
        ("[FEN \"not a fen\"]\n\n1. e4 *", "~e4~", "1:7 the FEN cannot be read"),
    ];
    check(&table);
    let game = Game::read("[FEN \"8/8/5ppp/8/5PPP/8/8/8 w - - 0 1\"]\n\n1. g5 *").unwrap();
    assert!(matches!(game.start(), Start::Pieces(pieces) if pieces.len() == 6));
}

#[test]
fn chess960_castles_from_any_file() {
    let rights = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n1. O-O O-O-O *";
    let letters = rights.replace("EAea", "KQkq").replace("Chess960", "fischerandom");
    for text in [rights, &letters] {
        let game = Game::read(text).unwrap();
        assert_eq!((shown(&game).as_str(), findings_text(&game).as_str()), ("O-O O-O-O", ""), "{text}");
    }
    let game = Game::read("[Variant \"Atomic\"]\n\n1. e4 *").unwrap();
    assert_eq!(findings_text(&game), "1:11 unknown variant, read as chess");
}

#[test]
fn every_charset_is_read_and_written_back() {
    let text = "[Event \"Gi\u{1ea3}i\"]\r\n\r\n1. e4 {N\u{1b0}\u{1edb}c hay!} e5 *\r\n";
    let wide = |unit: u16| unit.to_le_bytes();
    let utf16: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(wide).collect();
    let with_mark = ["\u{feff}", text].concat().into_bytes();
    for bytes in [text.as_bytes().to_vec(), with_mark, utf16] {
        let file = Pgn::read(bytes.clone());
        let game = file.game(0).unwrap();
        assert_eq!(shown(&game), "e4 {N\u{1b0}\u{1edb}c hay!} e5");
        assert_eq!(game.tag("Event").unwrap(), "Gi\u{1ea3}i");
        assert_eq!(file.write(), bytes);
    }
    let file = Pgn::read(b"[White \"Ljubojevi\x8a\"]\n\n1. e4 {\x93q\x94} e5 *".to_vec());
    assert_eq!(file.tag(0, "White").unwrap(), "Ljubojevi\u{160}");
    assert_eq!(shown(&file.game(0).unwrap()), "e4 {\u{201c}q\u{201d}} e5");
}

#[test]
fn findings_have_their_location_in_the_file() {
    let file = Pgn::read(
        "[A \"1\"]\r\n\r\n1. e4 {\u{e9}\u{e9}} e9 *\r\n\r\n[A \"2\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *".into(),
    );
    assert_eq!(findings_text(&file.game(0).unwrap()), "3:12 neither a move nor a comment");
    let game = file.game(1).unwrap();
    assert_eq!(
        game.findings()[0].to_string(),
        "8:4: error: illegal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
}

#[test]
fn commands_are_read_from_comments() {
    let game =
        Game::read("1. e4 {[%clk 0:05:00] [%eval 0.30,21]} e5 {Ok [%cal Ge2e4,Rd7d5][%csl Ye4] [%mdl 4]} *")
            .unwrap();
    let e4 = game.tree().first_child(game.root()).unwrap();
    let e5 = game.tree().first_child(e4).unwrap();
    assert_eq!(game.clock(e4).unwrap().as_secs(), 300);
    assert_eq!(game.eval(e4).unwrap().depth, Some(21));
    assert_eq!(game.shapes(e5).len(), 3);
    assert_eq!(game.comment(e5), "Ok");
}

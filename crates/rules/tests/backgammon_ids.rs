//! Properties of the three position ids: what is written reads back, and no text causes a panic.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use rules::backgammon::{
    Board, Cube, DEFAULT_CUBE_LIMIT, Dice, IdError, Lost, Notation, Play, Position, Score, Side, Stage, Stake,
};

fn error(text: &str) -> IdError {
    Position::read(text).expect_err(text)
}

#[test]
fn a_malformed_id_is_refused_by_the_name_of_its_field() {
    for (text, field) in [
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "board"),
        ("XGID=-b----E-C---eE---c-e----BA-:0:0:1:00:0:0:0:0:10", "board"),
        ("XGID=-b----E-C---eE---c-e--_-B-:0:0:1:00:0:0:0:0:10", "board"),
        ("XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", "board"),
        ("XGID=A----------------------a--:0:0:1:00:0:0:0:0:10", "board"),
        ("XGID=-b----E-C---eE---c-e----B-:16:0:1:00:0:0:0:0:10", "cube value"),
        ("XGID=-b----E-C---eE---c-e----B-:+1:0:1:00:0:0:0:0:10", "cube value"),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", "cube owner"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "turn"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10", "dice"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:x:0:0:0:10", "bottom player's score"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:-1:0:0:10", "top player's score"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:4:0:10", "Crawford/Jacoby"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:99999:10", "match length"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0", "match length"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10:3", "end"),
        ("11z:66:N0N", "White's checkers"),
        ("1111111111111111:66:N0N", "White's checkers"),
        ("66:66:N0N", "Black's checkers"),
        ("11:66:X0N", "cube"),
        ("11:66:N0N:7", "dice"),
        ("11:66:N0N:31:X", "colour"),
        ("11:66:N0N:31:W:R:a", "White's score"),
        ("11:66:N0N:31:W:R:0:0:5X", "match length"),
        ("11:66:N0N:31:W:R:0:0:5:x", "move"),
        ("11:66:N0N:31:W:R:0:0:5:0:99", "checker count"),
        ("GNUID=4HPwATDgc/AB:cAkAAAAAAAAA", "position ID"),
        ("//////////////:cAkAAAAAAAAE", "position ID"),
        ("4HPwATDgc/ABMA:cAkAAAAA", "match ID"),
        ("4HPwATDgc/ABMA:YAkAAAAAAAAA", "match ID, cube owner"),
        ("4HPwATDgc/ABMA:cIkfAAAAAAAA", "match ID, dice"),
        ("a fine day", "text"),
        ("", "text"),
    ] {
        assert_eq!(error(text).field, field, "{text}: {}", error(text));
    }
    let message = error("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10").to_string();
    assert_eq!(message, "XGID, dice: found “70”, expected 00, two dice, D, B or R");
}

#[test]
fn short_forms_are_read_with_the_bottom_player_on_roll_for_money() {
    let start = Position::money(Board::START);
    for text in [
        "11ccccchhhjjjjj:66666888dddddoo:N0N",
        "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0",
        "4HPwATDgc/ABMA",
        " gnuid 4HPwATDgc/ABMA:cAkAAAAAAAAE ",
        "xgid=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0",
    ] {
        assert_eq!(Position::read(text).unwrap().position, start, "{text}");
    }
}

#[test]
fn boards_without_checkers_and_scores_beyond_the_match_are_refused_by_field() {
    let start = "XGID=-b----E-C---eE---c-e----B-";
    for (text, field, column) in [
        ("XGID=--------------------------:0:0:1:31:0:0:0:7:10".to_owned(), "board", 6),
        ("::N0N".to_owned(), "Black's checkers", 2),
        ("AAAAAAAAAAAAAA".to_owned(), "position ID", 1),
        (format!("{start}:0:0:1:31:7:0:0:7:10"), "bottom player's score", 42),
        (format!("{start}:0:0:1:31:0:8:0:7:10"), "top player's score", 44),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:5:0:5:0".to_owned(), "White's score", 42),
        ("4HPwATDgc/ABMA:cAngAHAAAAAA".to_owned(), "match ID, top player's score", 16),
    ] {
        let error = error(&text);
        assert_eq!((error.field, error.column_in(&text)), (field, column), "{error}");
    }
    let error = error(&format!("{start}:0:0:1:31:7:0:0:7:10"));
    let said = "XGID, bottom player's score: found “7”, expected less than the 7 points of the match";
    assert_eq!(error.to_string(), said);
    assert!(Position::read(&format!("{start}:0:0:1:31:70:0:0:0:10")).is_ok(), "money has no end");
}

#[test]
fn what_a_notation_cannot_express_is_reported() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:6";
    let position = Position::read(xgid).unwrap().position;
    let beyond = [Lost::Beavers, Lost::CubeLimit(6), Lost::Beaver];
    assert_eq!(position.write(Notation::Gnuid).lost, beyond);
    assert_eq!(position.write(Notation::Ogid).lost, [vec![Lost::Jacoby], beyond.to_vec()].concat());
    assert_eq!(position.write(Notation::Xgid).lost, []);
    let read = Position::read("11:66:N0N:31:W:R:0:0:9G15:7:10").unwrap();
    assert_eq!(read.lost, [Lost::MoveNumber(7), Lost::GameLimit(15), Lost::CheckerCount(10)]);
}

fn sides() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Bottom), Just(Side::Top)]
}

/// Fifteen checkers a side dropped anywhere, those on a point the other side holds borne off.
fn boards() -> impl Strategy<Value = Board> {
    let places = || prop::collection::vec(1usize..=26, 15);
    (places(), places()).prop_map(|(bottom, top)| {
        let mut points = [0i8; 26];
        for at in bottom.into_iter().filter(|at| *at <= 25) {
            points[at] += 1;
        }
        for at in top.into_iter().filter(|at| *at <= 25).map(|at| 25 - at) {
            if points[at] <= 0 {
                points[at] -= 1;
            }
        }
        Board::new(points).unwrap()
    })
}

fn stages() -> impl Strategy<Value = Stage> {
    prop_oneof![
        Just(Stage::OnRoll),
        Just(Stage::Doubled),
        (1u8..=6, 1u8..=6).prop_map(|(one, other)| Stage::Rolled(Dice::new(one, other).unwrap())),
    ]
}

fn stakes() -> impl Strategy<Value = Stake> {
    prop_oneof![
        any::<bool>().prop_map(|jacoby| Stake::Money { jacoby, beavers: false }),
        (1u16..=0x7fff, any::<bool>()).prop_map(|(length, crawford)| Stake::Match { length, crawford }),
    ]
}

fn positions() -> impl Strategy<Value = Position> {
    let cube =
        (0u8..=15, prop::option::of(sides())).prop_map(|(log2, owner)| Cube::new(log2, owner).unwrap());
    let score = (0u16..=0x7fff, 0u16..=0x7fff).prop_map(|(bottom, top)| Score { bottom, top });
    (boards(), sides(), stages(), cube, score, stakes()).prop_map(
        |(board, turn, stage, cube, score, stake)| {
            let points = |score: u16| match stake {
                Stake::Match { length, .. } => score % length,
                Stake::Money { .. } => score,
            };
            let score = Score { bottom: points(score.bottom), top: points(score.top) };
            Position { board, turn, stage, cube, score, stake, cube_limit: DEFAULT_CUBE_LIMIT }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back(position in positions()) {
        for notation in Notation::ALL {
            let written = position.write(notation);
            let mut expected = position;
            if written.lost == [Lost::Jacoby] {
                expected.stake = Stake::Money { jacoby: false, beavers: false };
            } else {
                prop_assert_eq!(written.lost, vec![]);
            }
            prop_assert_eq!(Position::read(&written.text).unwrap().position, expected);
        }
    }

    #[test]
    fn every_legal_play_prints_and_reads_back_to_its_board(position in positions()) {
        for legal in position.legal_plays() {
            let read: Play = legal.play.to_string().parse().unwrap();
            prop_assert_eq!(read.on(&position.board, position.turn), Some(legal.board), "{}", legal.play);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,60}", position in positions(), cut in 0usize..60, put in "\\PC{0,3}") {
        for notation in Notation::ALL {
            let _ = Position::read_as(&text, notation);
            let mut bent = position.write(notation).text;
            let cut = cut.min(bent.len());
            bent.replace_range(cut..(cut + put.len() / 2).min(bent.len()), &put);
            if let Ok(read) = Position::read(&bent) {
                let _ = read.position.legal_plays();
            }
        }
        let _ = Position::read(&text);
        let _ = text.parse::<Play>().map(|play| play.on(&position.board, position.turn));
    }
}

//! Counting points.

use rules::go::{Color, Count, Marking, Outcome, Points, Position, Rules};

use crate::picture::{at, board};

/// A small finished game. White's stone at a1 is dead; c1 and c2 are nobody's.
const ENDED: &str = ". X O . .
                     X X O O O
                     . X X O .
                     . X . O O
                     O X . O O";

fn marked(position: &Position, points: &str) -> Marking {
    let mut marking = Marking::default();
    for name in points.split_whitespace() {
        marking.toggle(position.board(), at(name, position));
    }
    marking
}

fn result(position: &Position, dead: &str, rules: Rules, komi: &str) -> String {
    let count = Count::of(position, &marked(position, dead));
    count.score(rules, Points::parse(komi).unwrap(), 0).outcome().to_string()
}

#[test]
fn without_marks_every_stone_lives() {
    let position = board(ENDED);
    let count = Count::of(&position, &Marking::default());
    assert_eq!((count.stones(Color::Black), count.surrounded(Color::Black)), (7, 1));
    assert_eq!((count.stones(Color::White), count.surrounded(Color::White)), (10, 3));
}

#[test]
fn dead_stones_are_prisoners_and_leave_territory() {
    let position = board(ENDED);
    let count = Count::of(&position, &marked(&position, "a1"));
    assert_eq!(count.prisoners(Color::Black), 1);
    assert_eq!(count.surrounded(Color::Black), 4);
    assert_eq!(count.stones(Color::White), 9);
    let mine: Vec<String> = count
        .territory()
        .iter()
        .filter(|(_, owner)| *owner == Color::Black)
        .map(|(at, _)| at.name(position.size()))
        .collect();
    assert_eq!(mine.join(" "), "A5 A3 A2 A1");
}

#[test]
fn area_and_territory_are_counted_with_komi() {
    let position = board(ENDED);
    let table = [
        ("a1", Rules::CHINESE, "0.5", "W+1.5"),
        ("a1", Rules::CHINESE, "-1", "0"),
        ("a1", Rules::JAPANESE, "0", "B+2"),
        ("a1", Rules::JAPANESE, "3.75", "W+1.75"),
        ("", Rules::NEW_ZEALAND, "0", "W+5"),
        ("a1 a1", Rules::NEW_ZEALAND, "0", "W+5"),
    ];
    for (dead, rules, komi, expected) in table {
        assert_eq!(result(&position, dead, rules, komi), expected, "dead {dead:?}, komi {komi}");
    }
}

#[test]
fn an_eye_in_seki_is_left_to_the_players() {
    let position = board(
        ". X O .
         X X O O",
    );
    let all = Count::of(&position, &Marking::default());
    assert_eq!((all.surrounded(Color::Black), all.surrounded(Color::White)), (1, 1));
    let seki = Count::of(&position, &marked(&position, "a2"));
    assert_eq!((seki.surrounded(Color::Black), seki.surrounded(Color::White)), (0, 1));
}

#[test]
fn a_region_that_both_touch_is_nobodys() {
    let position = board("X . O");
    assert_eq!(Count::of(&position, &Marking::default()).territory(), []);
    assert_eq!(Count::of(&board(". . ."), &Marking::default()).territory(), [], "nor is an empty board");
}

#[test]
fn white_is_compensated_for_handicap_as_the_rules_say() {
    let count = Count::of(&board(". X"), &Marking::default());
    let white = |rules: Rules| count.score(rules, Points::halves(1), 4).white.to_string();
    assert_eq!(white(Rules::CHINESE), "4.5");
    assert_eq!(white(Rules::AGA), "3.5");
    assert_eq!(white(Rules::NEW_ZEALAND), "0.5");
    assert_eq!(white(Rules::JAPANESE), "0.5");
}

#[test]
fn points_are_written_without_trailing_zeros() {
    let table = [
        ("6.5", Some("6.5")),
        ("6,5", Some("6.5")),
        (" 0.50 ", Some("0.5")),
        ("3.75", Some("3.75")),
        ("-5.25", Some("-5.25")),
        ("7.", Some("7")),
        (".5", Some("0.5")),
        ("+7", Some("7")),
        ("007", Some("7")),
        ("-0", Some("0")),
        ("", None),
        (".", None),
        ("6.3", None),
        ("6.5.5", None),
        ("six", None),
        ("--1", None),
        ("99999999999", None),
    ];
    for (text, expected) in table {
        let printed = Points::parse(text).map(|points| points.to_string());
        assert_eq!(printed.as_deref(), expected, "{text:?}");
    }
}

#[test]
fn results_are_read_as_files_write_them() {
    let table = [
        ("B+3.5", "B+3.5"),
        ("W+Resign", "W+R"),
        ("b+r", "B+R"),
        ("W+0,5", "W+0.5"),
        ("W+T", "W+T"),
        ("B+Forfeit", "B+F"),
        ("White+", "W+"),
        ("Draw", "0"),
        ("0", "0"),
        ("Void", "Void"),
        ("?", "?"),
    ];
    for (text, expected) in table {
        let outcome = Outcome::parse(text).unwrap_or_else(|| panic!("{text:?} was not understood"));
        assert_eq!(outcome.to_string(), expected, "{text:?}");
        assert_eq!(Outcome::parse(expected), Some(outcome));
    }
    for text in ["", "B", "B+lots", "黑中盘胜", "+"] {
        assert_eq!(Outcome::parse(text), None, "{text:?}");
    }
}

#[test]
fn rules_are_recognised_however_they_are_named() {
    let table = [
        ("Japanese", Some(Rules::JAPANESE)),
        ("japanese rules", Some(Rules::JAPANESE)),
        ("Korean", Some(Rules::JAPANESE)),
        ("JP", Some(Rules::JAPANESE)),
        ("Chinese", Some(Rules::CHINESE)),
        ("中国规则", Some(Rules::CHINESE)),
        ("AGA", Some(Rules::AGA)),
        ("NZ", Some(Rules::NEW_ZEALAND)),
        ("New Zealand", Some(Rules::NEW_ZEALAND)),
        ("Milanese", None),
        ("", None),
    ];
    for (text, expected) in table {
        assert_eq!(Rules::from_sgf(text), expected, "{text:?}");
    }
    for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::AGA, Rules::NEW_ZEALAND] {
        assert_eq!(rules.name().and_then(Rules::from_sgf), Some(rules));
    }
}

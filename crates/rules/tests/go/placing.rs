//! Stones placed, captured and refused.

use rules::go::{Color, Illegal, Move, Point, Position, Rules, Size};

use crate::picture::{at, board, play, stones};

fn becomes(before: &str, moves: &str, after: &str) -> Position {
    let position = play(Rules::JAPANESE, &board(before), moves).unwrap();
    assert_eq!(position.board(), &stones(after), "after {moves}");
    position
}

#[test]
fn a_stone_without_liberties_is_taken() {
    let next = becomes(
        ". X .
         X O X
         . . .",
        "B b1",
        ". X .
         X . X
         . X .",
    );
    assert_eq!(next.prisoners(Color::Black), 1);
    assert_eq!(next.prisoners(Color::White), 0);
}

#[test]
fn several_groups_die_by_one_stone() {
    let next = becomes(
        "X O . X
         O O X .
         . X . .
         X . . .",
        "B c4 W d2 B a2",
        "X . X X
         . . X .
         X X . O
         X . . .",
    );
    assert_eq!(next.prisoners(Color::Black), 3);
}

#[test]
fn a_stone_that_captures_is_not_suicide() {
    becomes(
        ". O X .
         O X . .
         X . . .
         . . . .",
        "B a4",
        "X . X .
         . X . .
         X . . .
         . . . .",
    );
}

#[test]
fn suicide_is_refused_unless_the_rules_allow_it() {
    let position = board(
        ". X O
         X X O
         O O .",
    );
    let a3 = at("a3", &position);
    let refused = play(Rules::JAPANESE, &position, "B a3");
    assert_eq!(refused.unwrap_err(), Illegal::Suicide { at: a3 });

    let allowed = play(Rules::NEW_ZEALAND, &position, "B a3").unwrap();
    let left = stones(
        ". . O
         . . O
         O O .",
    );
    assert_eq!(allowed.board(), &left);
    assert_eq!(allowed.prisoners(Color::White), 4);
}

#[test]
fn a_stone_goes_on_an_empty_point_of_the_board() {
    let position = board(". X");
    let taken = Point::new(1, 0);
    let outside = Point::new(2, 0);
    assert_eq!(position.play(Move::Place(taken)).unwrap_err(), Illegal::Occupied { at: taken });
    assert_eq!(position.play(Move::Place(outside)).unwrap_err(), Illegal::OffBoard { at: outside });
}

#[test]
fn turns_alternate_and_passes_are_counted() {
    let start = Position::new(Size::NINETEEN);
    let once = start.play(Move::Pass).unwrap();
    let twice = once.play(Move::Pass).unwrap();
    assert_eq!((once.to_play(), once.passes()), (Color::White, 1));
    assert_eq!((twice.to_play(), twice.passes()), (Color::Black, 2));
    assert_eq!(twice.play(Move::Place(Point::new(3, 3))).unwrap().passes(), 0);
}

#[test]
fn a_pass_costs_a_stone_by_aga_rules_only() {
    let start = Position::new(Size::NINETEEN);
    assert_eq!(start.pass(Color::Black).prisoners(Color::White), 0);
    assert_eq!(start.with_rules(Rules::AGA).pass(Color::Black).prisoners(Color::White), 1);
}

#[test]
fn groups_liberties_and_captures_are_reported() {
    let position = board(
        "X X O
         O X .
         . O .",
    );
    let sorted = |mut points: Vec<Point>| {
        points.sort();
        points.into_iter().map(|p| p.name(position.size())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(sorted(position.group(at("a3", &position))), "A3 B3 B2");
    assert_eq!(sorted(position.liberties(at("a3", &position))), "C2");
    assert_eq!(sorted(position.liberties(at("c1", &position))), "", "an empty point has none");
    assert_eq!(sorted(position.captured_by(Color::White, at("c2", &position))), "A3 B3 B2");
    assert_eq!(sorted(position.captured_by(Color::Black, at("c2", &position))), "C3");
    assert_eq!(sorted(position.captured_by(Color::Black, Point::new(9, 9))), "");
}

#[test]
fn setting_up_stones_neither_captures_nor_counts_as_a_move() {
    let position = board(
        "X O
         O .",
    );
    assert_eq!(
        position.get(Point::new(0, 0)),
        Some(Color::Black),
        "left without a liberty, as it was set up"
    );
    assert_eq!(position.prisoners(Color::White), 0);
    let cleared = position.set_up([(Point::new(0, 0), None), (Point::new(7, 7), Some(Color::Black))]);
    assert_eq!(cleared.board(), &stones(". O\n O ."));
}

#[test]
fn a_forced_move_is_played_and_its_illegality_reported() {
    let table = [
        ("B c1", "X O .\n . X .\n . . .", "X O .\n . X .\n . . X", None),
        ("W a3", "X O .\n . X .\n . . .", "O O .\n . X .\n . . .", Some("there is already a stone there")),
        ("W c1", ". X .\n . X X\n X X .", ". X .\n . X X\n X X .", Some("the stone would have no liberties")),
        ("B b2", ". X .\n X . X\n . X .", ". X .\n X X X\n . X .", None),
        ("B a3", "O O X\n X X .\n . . .", "X . X\n X X .\n . . .", Some("there is already a stone there")),
    ];
    for (mv, before, after, expected) in table {
        let position = board(before);
        let color = if mv.starts_with('B') { Color::Black } else { Color::White };
        let (next, irregular) = position.force(color, at(&mv[2..], &position));
        assert_eq!(next.board(), &stones(after), "{mv}");
        assert_eq!(irregular.map(|illegal| illegal.to_string()).as_deref(), expected, "{mv}");
        assert_eq!(next.hash(), next.board().hash(), "{mv}");
    }
}

#[test]
fn a_forced_move_off_the_board_only_passes_the_turn() {
    let position = board(". X\n . .");
    let outside = Point::new(5, 5);
    let (next, irregular) = position.force(Color::Black, outside);
    assert_eq!(next.board(), position.board());
    assert_eq!(next.to_play(), Color::White);
    assert_eq!(irregular, Some(Illegal::OffBoard { at: outside }));
}

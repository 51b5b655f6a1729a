use std::time::Duration;

use proptest::prelude::*;
use rules::go::simultaneous::{Cell, Position, TurnEvent, Variant};
use rules::go::{Color, Move, Point, Size};

use super::{Game, ReadError, ReadErrorKind, Turn, read, variant_of};
use crate::go::{FIELDS, Field, GoRecord, check};
use crate::{GameRecord, sgf};

fn field(property: &str) -> Field {
    Field::named(property).unwrap()
}

fn at(name: &str, game: &Game) -> Move {
    match name {
        "pass" => Move::Pass,
        name => Move::Place(Point::from_name(name, game.position().size()).unwrap()),
    }
}

fn turn(black: Move, white: Move) -> Turn {
    Turn { black, white, thought: [None; 2] }
}

fn played(lines: u32, variant: Variant, turns: &[(&str, &str)]) -> Game {
    let mut game = Game::new(Position::new(Size::square(lines).unwrap(), variant));
    for (black, white) in turns {
        game.play(turn(at(black, &game), at(white, &game))).unwrap();
    }
    game
}

fn body(game: &Game) -> String {
    let text = String::from_utf8(game.write()).unwrap();
    text.split_once('\n').map(|(_, turns)| turns.trim_end().to_owned()).unwrap_or_default()
}

/// The stones and red points that the editor shows at its cursor.
fn shown(record: &GoRecord) -> Vec<Cell> {
    let labels = record.markup().labels;
    let is_red = |at: Point| labels.iter().any(|(p, text)| *p == at && matches!(text.as_str(), "R" | "H"));
    let cell = |at: Point| match record.position().get(at) {
        Some(color) => Cell::Stone(color),
        None if is_red(at) => Cell::Red,
        None => Cell::Empty,
    };
    record.size().points().map(cell).collect()
}

fn true_cells(position: &Position) -> Vec<Cell> {
    position.size().points().map(|at| position.at(at)).collect()
}

#[test]
fn two_ordinary_moves_are_two_moves_with_one_number() {
    let game = played(5, Variant::Red, &[("B2", "D4"), ("pass", "C3")]);
    assert_eq!(body(&game), ";B[bd]MN[1]SGT[1];W[db]MN[1]SGT[1]\n;B[]MN[2]SGT[2];W[cc]MN[2]SGT[2])");
}

#[test]
fn a_red_stone_is_labelled_from_then_on() {
    let game = played(5, Variant::Red, &[("C3", "C3"), ("B2", "D4")]);
    assert_eq!(
        body(&game),
        ";B[cc]MN[1]SGT[1];AE[cc]PL[B]SGW[cc]SGT[1]LB[cc:R]SGR[cc]\n\
         ;B[bd]MN[2]SGT[2]LB[cc:R];W[db]MN[2]SGT[2]LB[cc:R]SGR[cc])"
    );
}

#[test]
fn a_point_barred_for_a_turn_is_labelled_once() {
    let game = played(5, Variant::Void, &[("C3", "C3"), ("B2", "D4")]);
    assert_eq!(
        body(&game),
        ";B[cc]MN[1]SGT[1];AE[cc]PL[B]SGW[cc]SGT[1]LB[cc:V]\n;B[bd]MN[2]SGT[2];W[db]MN[2]SGT[2])"
    );
}

#[test]
fn stones_that_die_together_are_set_up() {
    // The two stones thrown into one ko.
    let game = played(4, Variant::Red, &[("B3", "C3"), ("A2", "D2"), ("B1", "C1"), ("C2", "B2")]);
    assert!(
        body(&game).ends_with(";B[cc]MN[4]SGT[4];AE[cc]PL[B]SGW[bc]SGT[4]CR[cc][bc])"),
        "{}",
        body(&game)
    );
}

#[test]
fn times_and_dead_stones_are_read_back() {
    let mut game = played(5, Variant::Hole, &[("B2", "D4")]);
    let thought = [Some(Duration::from_millis(12_345)), Some(Duration::from_micros(1_500))];
    game.play(Turn { black: Move::Pass, white: Move::Pass, thought }).unwrap();
    game.set_info(field("PB"), "Anna [1k]: a\\b");
    game.set_info(field("RE"), "0");
    game.set_info(field("KM"), "5.5");
    game.count(vec![Point::new(1, 3), Point::new(0, 0)]);
    let file = sgf::read(&game.write()).unwrap();
    let again = read(&file, 0).unwrap();
    assert_eq!(again, game);
    assert_eq!(
        again.turns()[1].thought,
        [Some(Duration::from_millis(12_345)), Some(Duration::from_millis(1))]
    );
    assert_eq!(again.counted(), Some([Point::new(1, 3)].as_slice()));
    assert_eq!(again.komi().to_string(), "5.5");
    assert_eq!(variant_of(file.node(file.games()[0])), Some(Variant::Hole));
}

#[test]
fn turns_can_be_taken_back() {
    let mut game = played(5, Variant::Red, &[("C3", "C3"), ("B2", "D4")]);
    let last = game.take_back().unwrap();
    assert_eq!(game, played(5, Variant::Red, &[("C3", "C3")]));
    game.play(last).unwrap();
    assert_eq!(game, played(5, Variant::Red, &[("C3", "C3"), ("B2", "D4")]));
    for _ in 0..3 {
        game.take_back();
    }
    assert_eq!(game.position(), game.start());
}

#[test]
fn comments_and_variations_are_ignored() {
    let text = b"(;SZ[5]RU[simultaneous Go];C[hello];B[aa](;C[and];W[bb];C[so])(;W[cc]))";
    let game = read(&sgf::read(text).unwrap(), 0).unwrap();
    assert_eq!(game.turns(), [turn(Move::Place(Point::new(0, 0)), Move::Place(Point::new(1, 1)))]);
    assert_eq!(game.position().variant(), Variant::Red);
}

#[test]
fn an_invalid_game_is_refused_with_its_turn() {
    let why = |text: &str| read(&sgf::read(text.as_bytes()).unwrap(), 0).unwrap_err();
    for (text, turn, why_not) in [
        ("(;RU[Chinese])", 0, ReadErrorKind::OtherRules),
        ("(;SZ[2]RU[Simultaneous]AB[aa]AW[ab][ba])", 0, ReadErrorKind::NoLiberty),
        ("(;SZ[5]RU[Simultaneous];B[aa])", 1, ReadErrorKind::Missing(Color::White)),
        ("(;SZ[5]RU[Simultaneous];B[aa];W[bb];W[cc])", 2, ReadErrorKind::Missing(Color::Black)),
        ("(;SZ[5]RU[Simultaneous];B[zz];W[bb])", 1, ReadErrorKind::NotAPoint),
    ] {
        assert_eq!(why(text), ReadError { turn, why: why_not }, "{text}");
    }
    let refused = why("(;SZ[5]RU[Simultaneous];B[aa];W[bb];B[bb];W[cc])");
    assert_eq!(refused.to_string(), "turn 2: B: that point is occupied");
    assert_eq!(read(&sgf::read(b"(;)").unwrap(), 7), Err(ReadError { turn: 0, why: ReadErrorKind::NoGame }));
}

/// Random games: a board, a variant, stones on it, and for each turn what both sides try.
fn games() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec((any::<u16>(), any::<u16>(), any::<Option<u16>>()), 0..60);
    let start = prop::collection::vec(0..12_u8, 49);
    (1..8_u32, 1..8_u32, 0..3_usize, any::<bool>(), start, choices).prop_map(
        |(width, height, variant, set_up, cells, choices)| {
            let (size, variant) = (Size::new(width, height).unwrap(), Variant::ALL[variant]);
            let cell = |at: Point| match cells[size.index(at)] {
                0 if set_up => Cell::Stone(Color::Black),
                1 if set_up => Cell::Stone(Color::White),
                2 if set_up => Cell::Red,
                _ => Cell::Empty,
            };
            let start = Position::set_up(size, variant, cell);
            let mut game = Game::new(start.unwrap_or_else(|| Position::new(size, variant)));
            for (black, white, thought) in choices {
                let now = game.position().resumed();
                let thought = [None, thought.map(|n| Duration::from_millis(n.into()))];
                let legal_move = |color, choice| legal_move(&now, color, choice);
                let turn = Turn {
                    black: legal_move(Color::Black, black),
                    white: legal_move(Color::White, white),
                    thought,
                };
                if game.play(turn).is_err() {
                    break;
                }
            }
            game
        },
    )
}

fn legal_move(position: &Position, color: Color, choice: u16) -> Move {
    let legal = |at: &Point| position.legal(color, Move::Place(*at)).is_ok();
    let points: Vec<Point> = position.size().points().filter(legal).collect();
    let choice = usize::from(choice);
    // Small boards have all the special cases: fights, collisions, repetitions.
    if choice % 16 == 0 || points.is_empty() {
        Move::Pass
    } else {
        Move::Place(points[choice % points.len()])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_game_reads_back_as_written(
        mut game in games(),
        name in "[a-z\\]\\\\: \né碁]{0,20}",
        counted in any::<bool>(),
    ) {
        for property in ["PB", "PW", "RE", "DT", "GC"] {
            game.set_info(field(property), &name);
        }
        if counted {
            game.count(game.start().size().points().take(3).collect());
        }
        let file = sgf::read(&game.write()).unwrap();
        prop_assert_eq!(read(&file, 0), Ok(game));
    }

    #[test]
    fn the_editor_shows_the_true_board_after_every_turn(game in games()) {
        let file = sgf::read(&game.write()).unwrap();
        prop_assert_eq!(check(&file), vec![]);
        let mut record = GoRecord::open(file, 0);
        prop_assert_eq!(shown(&record), true_cells(game.start()));
        for (turn, outcome) in game.outcomes() {
            record.forward();
            record.forward();
            prop_assert_eq!(shown(&record), true_cells(&outcome.position), "{:?}", turn);
        }
        prop_assert!(!record.forward());
    }

    #[test]
    fn a_rotated_record_is_the_rotated_game(game in games()) {
        let mut file = sgf::read(&game.write()).unwrap();
        file.rotate(sgf::Rotation::Quarter);
        let turned = read(&sgf::read(&file.write()).unwrap(), 0).unwrap();
        prop_assert_eq!(turned.turns().len(), game.turns().len());
        for at in game.start().size().points() {
            let there = sgf::Rotation::Quarter.point(at, game.start().size());
            prop_assert_eq!(turned.position().at(there), game.position().at(at));
        }
    }

    #[test]
    fn damaged_files_do_not_make_the_reader_panic(game in games(), cuts in prop::collection::vec((any::<u16>(), any::<u8>()), 1..8)) {
        let mut bytes = game.write();
        for (place, byte) in cuts {
            let place = usize::from(place) % bytes.len();
            bytes[place] = byte;
        }
        if let Ok(file) = sgf::read(&bytes) {
            let _ = read(&file, 0);
        }
    }
}

#[test]
fn the_random_games_contain_the_special_cases() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut dice = TestRunner::deterministic();
    let mut seen = [0; 3];
    for _ in 0..40 {
        let game = games().new_tree(&mut dice).unwrap().current();
        for (_, outcome) in game.outcomes() {
            let both = Color::BOTH.map(|color| outcome.removed.iter().any(|(_, c)| *c == color));
            seen[0] += u32::from(matches!(outcome.event, TurnEvent::Collision { .. }));
            seen[1] += u32::from(outcome.event == TurnEvent::Repetition);
            seen[2] += u32::from(both == [true; 2]);
        }
    }
    assert!(seen.iter().all(|times| *times > 3), "{seen:?}");
}

#[test]
fn only_fields_that_follow_from_the_board_cannot_be_set() {
    let mut game = played(5, Variant::Red, &[]);
    for field in FIELDS {
        game.set_info(field, "x");
    }
    let kept: Vec<&str> = FIELDS.iter().filter(|f| game.info(**f).is_none()).map(|f| f.property).collect();
    assert_eq!(kept, ["HA", "SZ", "RU"]);
}

use proptest::prelude::*;

use super::*;
use crate::backgammon::{Dice, Notation};

fn set_up(inputs: &[SetUpInput]) -> SetUp {
    let mut set_up = SetUp::new(Position::money(Board::START));
    for input in inputs {
        set_up.handle(*input);
    }
    set_up
}

#[test]
fn checkers_are_put_taken_and_put_back() {
    let mut set_up = SetUp::new(Position::money(Board::START));
    assert!(set_up.handle(SetUpInput::Checkers { point: 6, side: Side::Top, count: 2 }));
    assert_eq!(set_up.shown().board.points()[6], -2);
    assert!(set_up.handle(SetUpInput::Remove { point: 6 }));
    assert_eq!(set_up.shown().board.points()[6], -1);
    assert!(set_up.handle(SetUpInput::Checkers { point: BAR, side: Side::Bottom, count: 1 }));
    assert_eq!(set_up.shown().board.off(Side::Bottom), 4);
    for _ in 0..3 {
        assert!(set_up.handle(SetUpInput::Undo));
    }
    assert!(!set_up.handle(SetUpInput::Undo) && set_up.shown().board == Board::START);
    assert!(set_up.handle(SetUpInput::Redo) && set_up.can_redo());
}

#[test]
fn a_press_fills_a_point_up_to_its_place() {
    let set_up = SetUp::new(Position::money(Board::START));
    for (point, side, n, count) in [
        (6, Side::Bottom, 2, 3),
        (6, Side::Bottom, 4, 6),
        (8, Side::Bottom, 2, 2),
        (2, Side::Bottom, 0, 1),
        (6, Side::Top, 1, 2),
        (1, Side::Top, 1, 1),
    ] {
        assert_eq!(set_up.count_after_press(point, side, n), count, "{point} {side} {n}");
    }
}

#[test]
fn nothing_changes_where_nothing_can_be_put() {
    let mut set_up = SetUp::new(Position::money(Board::START));
    for input in [
        SetUpInput::Checkers { point: 0, side: Side::Bottom, count: 1 },
        SetUpInput::Checkers { point: BAR, side: Side::Top, count: 1 },
        SetUpInput::Checkers { point: 26, side: Side::Top, count: 1 },
        SetUpInput::Remove { point: 2 },
        SetUpInput::Crawford(true),
        SetUpInput::CubeValue(16),
        SetUpInput::Start,
    ] {
        assert!(!set_up.handle(input), "{input:?}");
    }
    assert!(!set_up.can_undo());
}

#[test]
fn what_is_impossible_is_named() {
    use SetUpInput as I;
    let closed = |side: Side, home: fn(u8) -> u8| {
        (1..=6).map(move |point| I::Checkers { point: home(point), side, count: 2 }).collect::<Vec<_>>()
    };
    let both_closed = [
        vec![I::NoCheckers],
        closed(Side::Bottom, |point| point),
        closed(Side::Top, |point| BAR - point),
        vec![
            I::Checkers { point: BAR, side: Side::Bottom, count: 1 },
            I::Checkers { point: 0, side: Side::Top, count: 1 },
        ],
    ]
    .concat();
    for (inputs, faults) in [
        (vec![], vec![]),
        (
            vec![I::Checkers { point: 6, side: Side::Bottom, count: 7 }],
            vec![SetUpFault::TooMany { side: Side::Bottom, checkers: 17 }],
        ),
        (vec![I::NoCheckers], vec![SetUpFault::NoCheckers]),
        (
            vec![I::NoCheckers, I::Checkers { point: 6, side: Side::Top, count: 2 }],
            vec![SetUpFault::HasWon(Side::Bottom)],
        ),
        (both_closed, vec![SetUpFault::BothClosedOut]),
        (
            vec![I::Length(5), I::Points { side: Side::Top, points: 5 }],
            vec![SetUpFault::HasWonMatch(Side::Top)],
        ),
        (vec![I::Length(5), I::Crawford(true)], vec![SetUpFault::NoCrawfordScore]),
        (
            vec![
                I::Length(5),
                I::Points { side: Side::Top, points: 4 },
                I::Crawford(true),
                I::Stage(Stage::Doubled),
            ],
            vec![SetUpFault::CrawfordCube],
        ),
        (vec![I::CubeOwner(Some(Side::Top))], vec![SetUpFault::OwnerOfOne]),
        (vec![I::Length(5), I::CubeValue(1)], vec![SetUpFault::NoOwner]),
        (vec![I::CubeValue(1)], vec![]),
        (
            vec![I::CubeValue(1), I::CubeOwner(Some(Side::Top)), I::Stage(Stage::Doubled)],
            vec![SetUpFault::NotHisCube],
        ),
        (vec![I::CubeValue(15), I::Stage(Stage::Doubled)], vec![SetUpFault::CubeTooHigh]),
        (vec![I::Stage(Stage::Beavered)], vec![SetUpFault::NoBeavers]),
        (vec![I::Beavers(true), I::Stage(Stage::Beavered)], vec![]),
    ] {
        assert_eq!(set_up(&inputs).faults(), faults, "{inputs:?}");
    }
}

#[test]
fn players_change_places() {
    let id = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:1:0:7:10";
    let mut set_up = SetUp::new(Position::read(id).unwrap().position);
    set_up.handle(SetUpInput::Mirror);
    assert_eq!(set_up.shown().xgid(), "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:1:2:0:7:10");
    set_up.handle(SetUpInput::Mirror);
    assert_eq!(set_up.shown().xgid(), id);
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

fn stage() -> impl Strategy<Value = Stage> {
    let mut stages = vec![Stage::OnRoll, Stage::Doubled, Stage::Beavered, Stage::Raccooned];
    stages.extend(Dice::all().map(Stage::Rolled));
    prop::sample::select(stages)
}

fn input() -> impl Strategy<Value = SetUpInput> {
    prop_oneof![
        8 => (0_u8..28, side(), 0_u8..17)
            .prop_map(|(point, side, count)| SetUpInput::Checkers { point, side, count }),
        2 => (0_u8..28).prop_map(|point| SetUpInput::Remove { point }),
        4 => prop::sample::select(vec![
            SetUpInput::Start, SetUpInput::NoCheckers, SetUpInput::Mirror, SetUpInput::Undo, SetUpInput::Redo,
            SetUpInput::Crawford(true), SetUpInput::Crawford(false), SetUpInput::Jacoby(true),
            SetUpInput::Beavers(true), SetUpInput::CubeOwner(None),
        ]),
        1 => side().prop_map(SetUpInput::Turn),
        1 => stage().prop_map(SetUpInput::Stage),
        1 => (0_u8..20).prop_map(SetUpInput::CubeValue),
        1 => side().prop_map(|side| SetUpInput::CubeOwner(Some(side))),
        1 => (side(), 0_u16..12).prop_map(|(side, points)| SetUpInput::Points { side, points }),
        1 => (0_u16..12).prop_map(SetUpInput::Length),
    ]
}

proptest! {
    #[test]
    fn a_possible_position_is_written_and_read_in_every_notation(inputs in prop::collection::vec(input(), 0..40)) {
        let set_up = set_up(&inputs);
        if let Ok(position) = set_up.position() {
            prop_assert_eq!(Position::read(&position.xgid()).unwrap().position, position);
            let is_beavered = matches!(position.stage, Stage::Beavered | Stage::Raccooned);
            for notation in Notation::ALL {
                if is_beavered && notation != Notation::Xgid {
                    continue;
                }
                let read = Position::read_as(&position.write(notation).text, notation).unwrap().position;
                prop_assert_eq!((read.board, read.to_act()), (position.board, position.to_act()));
                prop_assert_eq!((read.score, read.match_length()), (position.score, position.match_length()));
            }
        }
    }

    #[test]
    fn undo_leads_back_to_the_beginning(inputs in prop::collection::vec(input(), 0..60)) {
        let mut set_up = set_up(&inputs);
        while set_up.handle(SetUpInput::Undo) {}
        prop_assert_eq!(*set_up.shown(), Position::money(Board::START));
        let mut last = *set_up.shown();
        while set_up.handle(SetUpInput::Redo) {
            prop_assert_ne!(*set_up.shown(), last);
            last = *set_up.shown();
        }
    }
}

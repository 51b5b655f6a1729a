//! Another order of moves into the solution is accepted.

use drill::{Attempt, AttemptInput, Mode, Settings, Status, go};
use moment::Moment;
use record::go::GoFile;
use rules::go::Point;

use crate::script::drill;

/// After the alternative 1. d4 d5, 2. Nf3 leads to the position after 1. Nf3 d5 2. d4.
const ORDERS: &str = "1. Nf3 (1. d4 d5 2. c4 e6) d5 2. d4 Nf6 3. c4 *";

#[test]
fn another_order_of_moves_leads_into_the_solution() {
    let script = drill(ORDERS).play("d4").feedback(Status::AlsoGood).wait("1100ms").shows("d7d5").play("Nf3");
    let script = script.feedback(Status::Transposed).wait("600ms").shows("g8f6").your_turn();
    script.play("c4").feedback(Status::Solved).done(true);
}

#[test]
fn a_position_of_a_refuted_line_is_not_a_solution() {
    let pgn = "1. Nf3 (1. d4 d5 2. c4 e6) (1. a3? d5 2. d4 c5) d5 2. g3 *";
    let script = drill(pgn).play("d4").wait("1100ms").shows("d7d5").play("a3").feedback(Status::Incorrect);
    assert_eq!(script.outcome().mistakes, 1);
}

#[test]
fn an_alternative_that_was_not_chosen_is_not_the_solution() {
    // 1. c3 is not in the record here; the position after it occurs nowhere, and 1. Qd3 is only in a line of 1. d3.
    let pgn = "1. e4 (1. d3 d6 2. e4) d6 2. g3 (2. d4 a6) *";
    let script = drill(pgn).play("e4").wait("600ms").shows("d7d6").play("d3").feedback(Status::Incorrect);
    script.your_turn();
}

#[test]
fn going_back_to_an_earlier_position_is_no_progress() {
    let pgn = "[FEN \"7k/8/8/8/8/8/R7/K7 w - - 0 1\"]\n\n1. Ra3 Kg8 2. Ra4 Kh8 3. Ra8+ *";
    drill(pgn).play("Ra3").wait("600ms").play("Ra4").wait("600ms").play("Ra3").feedback(Status::Incorrect);
}

#[test]
fn a_transposition_in_a_variation_still_returns_to_the_main_line() {
    let pgn = "1. e4 e5 (1... Nc6 2. d4 e5 3. Nf3) 2. Nf3 Nc6 3. d4 *";
    let script = drill(pgn).play("e4").wait("1100ms").shows("b8c6").play("d4").wait("600ms").shows("e7e5");
    let script = script.play("Nf3").feedback(Status::ReturnToMainLine).wait("1300ms").shows("e7e5");
    script.play("Nf3").wait("600ms").shows("b8c6").play("d4").done(true);
}

#[test]
fn go_problems_accept_another_order_too() {
    let sgf = "(;GM[1]SZ[9]AW[aa]PL[B](;B[ee];W[ff];B[cc];W[ab];B[gg]C[RIGHT])(;B[cc];W[ff];B[hh]C[RIGHT]))";
    let file = GoFile(record::sgf::read(sgf.as_bytes()).unwrap());
    let puzzle = go::puzzle(&file, file.0.games()[0]).unwrap();
    let mut attempt = Attempt::new(puzzle.into(), Settings::default());
    let mut now = Moment::ORIGIN;
    attempt.handle(now, AttemptInput::Start);
    for at in ["cc", "ee", "gg"] {
        while let Some(deadline) = attempt.deadline() {
            now = deadline;
            attempt.handle(now, AttemptInput::Wake);
        }
        assert_eq!(attempt.mode(), &Mode::YourTurn, "{at}");
        attempt.handle(now, AttemptInput::Drop(Point::from_sgf(at.as_bytes()).unwrap()));
    }
    assert_eq!((attempt.mode(), attempt.outcome(now).right), (&Mode::Done, true));
}

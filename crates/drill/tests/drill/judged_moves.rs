//! With an engine, a move that the record does not have is judged before it counts as a mistake.

use drill::{AttemptInput, AttemptOutput, Mode, Settings, Status, Verdict};
use rules::chess::Position;

use crate::script::{Script, drill_with};

const PUZZLE: &str = "1. e4 e5 2. Nf3 *";

fn drill(pgn: &str) -> Script {
    drill_with(pgn, Settings { ask_engine: true, ..Settings::default() })
}

impl Script {
    fn judged(self, number: u32, verdict: Verdict) -> Script {
        self.input(AttemptInput::Judged { number, verdict })
    }
}

#[test]
fn the_engine_is_asked_about_both_moves() {
    let asked = |out: &AttemptOutput<Position>| match out {
        AttemptOutput::Judge(question) => {
            let san = |mv| question.board.san(mv);
            (question.number, san(question.played), san(question.solution)) == (1, "d4".into(), "e4".into())
        }
        _ => false,
    };
    let script = drill(PUZZLE).play("d4").feedback(Status::Judging).outputs_include(asked);
    script.is(|mode| matches!(mode, Mode::Judging { .. }));
}

#[test]
fn a_move_as_good_as_the_solution_is_right() {
    let script = drill(PUZZLE).play("d4").judged(1, Verdict::AsGood).feedback(Status::AsGood);
    let script = script.wait("1600ms").shows("e2e4").wait("600ms").shows("e7e5").your_turn();
    script.play("Nf3").feedback(Status::Solved).done(true);
}

#[test]
fn a_worse_move_is_a_mistake_and_is_taken_back() {
    let script = drill(PUZZLE).play("a4").judged(1, Verdict::Worse).feedback(Status::Incorrect);
    let script = script.resets_to("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").your_turn();
    assert_eq!(script.outcome().mistakes, 1);
}

#[test]
fn without_an_answer_the_record_is_trusted() {
    let script = drill(PUZZLE).play("d4").wait("4s").feedback(Status::Incorrect).your_turn();
    assert_eq!(script.outcome().mistakes, 1);
    // The answer that comes now belongs to no question.
    script.judged(1, Verdict::AsGood).nothing().your_turn();
}

#[test]
fn an_answer_belongs_to_its_question() {
    let script = drill(PUZZLE).play("d4").wait("4s").play("a4");
    let script = script.judged(1, Verdict::AsGood).nothing().judged(2, Verdict::Worse);
    assert_eq!(script.outcome().mistakes, 2);
}

#[test]
fn what_the_record_has_is_not_asked() {
    let is_asked = |out: &AttemptOutput<Position>| matches!(out, AttemptOutput::Judge(_));
    for mv in ["e4", "d4", "a3"] {
        let mut script = drill("1. e4 (1. d4 d5) (1. a3? e5) e5 2. Nf3 *");
        let mv = script.attempt.board().read_move(mv).unwrap();
        let out = script.attempt.handle(script.now, AttemptInput::Move(mv));
        assert!(!out.iter().any(is_asked), "{mv:?}");
    }
}

#[test]
fn the_clock_stands_still_while_the_engine_thinks() {
    let script = drill(PUZZLE).wait("2s").play("d4").wait("3s").judged(1, Verdict::Worse).wait("5s");
    assert_eq!(script.outcome().think.as_secs(), 7);
}

#[test]
fn after_a_pause_the_player_tries_again() {
    let script = drill(PUZZLE).play("d4").input(AttemptInput::Pause).judged(1, Verdict::AsGood).nothing();
    let script = script.input(AttemptInput::Resume).your_turn();
    assert_eq!(script.outcome().mistakes, 0);
    script.board_is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
}

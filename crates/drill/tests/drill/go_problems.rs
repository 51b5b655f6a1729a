//! Go problems in the same trainer.

use std::time::Duration;

use drill::{Attempt, AttemptInput, AttemptOutput, Mode, NoSolution, Puzzle, Settings, Side, Status, go};
use moment::Moment;
use record::go::GoFile;
use rules::go::{Move, Point, Position};

fn puzzle(sgf: &str) -> Result<Puzzle<Position>, NoSolution> {
    let file = GoFile(record::sgf::read(sgf.as_bytes()).unwrap());
    let root = file.0.games()[0];
    go::puzzle(&file, root)
}

struct Script {
    attempt: Attempt<Position>,
    now: Moment,
    outputs: Vec<AttemptOutput<Position>>,
}

fn drill(sgf: &str) -> Script {
    let mut attempt = Attempt::new(puzzle(sgf).unwrap().into(), Settings::default());
    let outputs = attempt.handle(Moment::ORIGIN, AttemptInput::Start);
    Script { attempt, now: Moment::ORIGIN, outputs }
}

impl Script {
    fn play(mut self, at: &str) -> Script {
        let at = Point::from_sgf(at.as_bytes()).unwrap();
        self.outputs = self.attempt.handle(self.now, AttemptInput::Drop(at));
        self
    }

    fn wait(mut self, millis: u64) -> Script {
        let end = self.now + Duration::from_millis(millis);
        self.outputs.clear();
        while let Some(deadline) = self.attempt.deadline().filter(|deadline| *deadline <= end) {
            self.now = deadline;
            let outputs = self.attempt.handle(self.now, AttemptInput::Wake);
            self.outputs.extend(outputs);
        }
        self.now = end;
        self
    }

    fn shows(self, at: &str) -> Script {
        let at = Point::from_sgf(at.as_bytes()).unwrap();
        let shown = |out: &AttemptOutput<Position>| matches!(out, AttemptOutput::Played { mv, .. } if *mv == Move::Place(at));
        assert!(self.outputs.iter().any(shown));
        self
    }

    fn feedback(self, status: Status) -> Script {
        assert!(
            self.outputs.iter().any(|out| matches!(out, AttemptOutput::Feedback(shown) if *shown == status))
        );
        self
    }

    fn done(self, right: bool) {
        assert_eq!((self.attempt.mode(), self.attempt.outcome(self.now).right), (&Mode::Done, right));
    }
}

/// The right line is not the first one, another move is right as well, and one is wrong.
const MARKED: &str = "(;GM[1]SZ[9]AB[cc][dc]AW[cd][dd]PL[B]\
    (;B[aa];W[bb])\
    (;B[ee];W[ef];B[ff]C[RIGHT])\
    (;B[gg]C[Correct!])\
    (;B[hh]BM[1];W[hg];B[gh]C[RIGHT]))";

#[test]
fn the_marked_line_is_the_one_to_find() {
    drill(MARKED).play("ee").feedback(Status::Correct).wait(600).shows("ef").play("ff").done(true);
}

#[test]
fn an_unmarked_line_is_refuted() {
    let script = drill(MARKED).play("aa").feedback(Status::Mistake).wait(2000).shows("bb").wait(4000);
    assert_eq!(script.attempt.mode(), &Mode::YourTurn);
    let script = script.play("hh").feedback(Status::Mistake).wait(2000).shows("hg").wait(6000);
    script.play("ee").wait(600).play("ff").done(false);
}

#[test]
fn another_marked_move_is_also_good() {
    let script =
        drill(MARKED).play("gg").feedback(Status::AlsoGood).wait(800).feedback(Status::FindBetter).wait(2000);
    script.play("ee").wait(600).play("ff").done(true);
}

#[test]
fn a_move_outside_the_tree_is_wrong_and_an_occupied_point_is_no_move() {
    let script = drill(MARKED).play("cc");
    assert_eq!(script.outputs, [AttemptOutput::Refused]);
    let script = script.play("ii").feedback(Status::Incorrect);
    assert_eq!(script.attempt.outcome(script.now).mistakes, 1);
}

#[test]
fn without_marks_the_first_line_is_the_solution_and_white_may_solve_too() {
    let sgf = "(;GM[1]SZ[9];AB[cc];W[dd](;B[ee];W[ff])(;B[ef];W[fe]))";
    assert_eq!(puzzle(sgf).unwrap().solver(), Side::White);
    drill(sgf)
        .play("dd")
        .feedback(Status::Variation { number: 1, of: 1 })
        .wait(1100)
        .shows("ef")
        .play("fe")
        .wait(1300)
        .shows("ee")
        .play("ff")
        .done(true);
}

#[test]
fn comments_mark_lines_too() {
    let sgf =
        "(;GM[1]SZ[9](;B[aa]C[Wrong: this fails];W[bb])(;B[cc]C[On the right side];W[dd])(;B[ee]C[Correct]))";
    drill(sgf).play("ee").done(true);
    drill(sgf).play("cc").feedback(Status::Mistake);
    drill(sgf).play("aa").feedback(Status::Mistake);
}

#[test]
fn a_record_without_moves_is_not_a_puzzle() {
    assert_eq!(puzzle("(;GM[1]SZ[9]AB[cc])").map(|_| ()), Err(NoSolution));
}

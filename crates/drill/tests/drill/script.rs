//! Scripts that read as what happens: `drill("1. e4 e5 2. Nf3").play("e4").wait("600ms").shows("e5").your_turn()`.

use std::time::Duration;

use drill::chess::Drop;
use drill::{Attempt, AttemptInput, AttemptOutput, By, Mode, Outcome, Settings, Status, chess};
use moment::Moment;
use record::pgn::Game;
use rules::chess::{Move, Position, Square};

pub struct Script {
    pub attempt: Attempt<Position>,
    pub now: Moment,
    outputs: Vec<AttemptOutput<Position>>,
}

pub fn read(pgn: &str) -> Game {
    Game::read(pgn).unwrap_or_else(|| panic!("no game in {pgn}"))
}

pub fn drill(pgn: &str) -> Script {
    drill_with(pgn, Settings::default())
}

pub fn drill_with(pgn: &str, settings: Settings) -> Script {
    let puzzle = chess::puzzle(&read(pgn)).unwrap();
    let attempt = Attempt::new(puzzle.into(), settings);
    assert_eq!(attempt.mode(), &Mode::Ready);
    Script { attempt, now: Moment::ORIGIN, outputs: Vec::new() }.input(AttemptInput::Start)
}

/// `600ms`, `2s`.
pub fn time(text: &str) -> Duration {
    match text.strip_suffix("ms") {
        Some(millis) => Duration::from_millis(millis.parse().unwrap()),
        None => Duration::from_secs(text.strip_suffix('s').unwrap().parse().unwrap()),
    }
}

impl Script {
    /// Handles an input and stores its outputs until the next one.
    pub fn input(mut self, input: AttemptInput<Position>) -> Script {
        self.outputs = self.attempt.handle(self.now, input);
        self
    }

    pub fn play(self, text: &str) -> Script {
        let mv = self.attempt.board().read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        self.input(AttemptInput::Move(mv))
    }

    /// `e7e8`: a piece dropped on another square.
    pub fn drop(self, squares: &str) -> Script {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let (from, to) = (square(&squares[..2]), square(&squares[2..]));
        self.input(AttemptInput::Drop(Drop { from, to, promotion: None }))
    }

    /// Lets time pass, sending `Wake` at every deadline.
    pub fn wait(mut self, text: &str) -> Script {
        let end = self.now + time(text);
        self.outputs.clear();
        while let Some(deadline) = self.attempt.deadline().filter(|deadline| *deadline <= end) {
            self.now = self.now.max(deadline);
            let outputs = self.attempt.handle(self.now, AttemptInput::Wake);
            self.outputs.extend(outputs);
        }
        self.now = end;
        let late = self.attempt.handle(end, AttemptInput::Wake);
        assert!(late.is_empty(), "woken without a deadline, it did something");
        self
    }

    /// The trainer made exactly these moves, in SAN.
    pub fn shows(self, moves: &str) -> Script {
        let shown: Vec<String> = self.outputs.iter().filter_map(trainer_move).collect();
        assert_eq!(shown.join(" "), moves);
        self
    }

    pub fn feedback(self, status: Status) -> Script {
        let feedback =
            |out: &AttemptOutput<Position>| matches!(out, AttemptOutput::Feedback(shown) if *shown == status);
        assert!(self.outputs.iter().any(feedback), "{status:?} was not shown, but {:?}", self.outputs);
        self
    }

    /// The board jumped to a position.
    pub fn resets_to(self, fen: &str) -> Script {
        let mut jumps = self.outputs.iter().filter_map(|out| match out {
            AttemptOutput::Show { board, .. } => Some(board.fen()),
            _ => None,
        });
        assert_eq!(jumps.next_back().as_deref(), Some(fen));
        self
    }

    pub fn board_is(self, fen: &str) -> Script {
        assert!(self.attempt.board().fen().starts_with(fen), "the board is {}", self.attempt.board().fen());
        self
    }

    pub fn outputs_include(self, wanted: impl Fn(&AttemptOutput<Position>) -> bool) -> Script {
        assert!(self.outputs.iter().any(wanted), "not outputs: {:?}", self.outputs);
        self
    }

    pub fn nothing(self) -> Script {
        assert!(self.outputs.is_empty(), "outputs: {:?}", self.outputs);
        self
    }

    pub fn your_turn(self) -> Script {
        assert_eq!(self.attempt.mode(), &Mode::YourTurn);
        self
    }

    pub fn is(self, wanted: impl Fn(&Mode<Move>) -> bool) -> Script {
        assert!(wanted(self.attempt.mode()), "the mode is {:?}", self.attempt.mode());
        self
    }

    pub fn outcome(&self) -> Outcome {
        self.attempt.outcome(self.now)
    }

    pub fn done(self, right: bool) -> Script {
        assert_eq!((self.attempt.mode(), self.outcome().right), (&Mode::Done, right));
        let is_done = |out: &AttemptOutput<Position>| matches!(out, AttemptOutput::Done(outcome) if outcome.right == right);
        self.outputs_include(is_done)
    }
}

/// The squares of the move, because the position before it is not known here.
fn trainer_move(out: &AttemptOutput<Position>) -> Option<String> {
    match out {
        AttemptOutput::Played { mv, by: By::Trainer, .. } => {
            let step = mv.step()?;
            Some(format!("{}{}", step.from, step.to))
        }
        _ => None,
    }
}

//! Puzzle training: attempts, timed sessions, Woodpecker cycles, and spaced repetition.
//! Attempts and sessions are state machines: an input and the time go in, outputs come out, and `deadline` says when to
//! send `Wake`.
//!
//!     let puzzle = chess::puzzle(&game)?;                       // from PGN; from SGF by `go::puzzle`
//!     let mut attempt = Attempt::new(puzzle.into(), Settings::default());
//!     attempt.handle(now, AttemptInput::Start);                 // … AttemptInput::Drop, AttemptInput::Wake …

mod attempt;
pub mod chess;
mod fsrs;
pub mod go;
mod progress;
mod puzzle;
mod schedule;
mod session;
mod session_view;
mod status;
mod woodpecker;

pub use attempt::{Attempt, AttemptInput, AttemptOutput, By, Hint, Mode, Outcome, Settings};
pub use fsrs::{Grade, Memory, Scheduler};
pub use progress::{Progress, Selection};
pub use puzzle::{Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedInput};
pub use schedule::Schedule;
pub use session::{
    EndReason, FinishedAttempt, SESSION_LENGTH, Session, SessionInput, SessionOutput, SessionSettings,
    Summary, Totals, median,
};
pub use session_view::{LineMove, SessionView};
pub use status::Status;
pub use woodpecker::{Cycle, CycleReport, Day, Plan, Stage, Woodpecker};

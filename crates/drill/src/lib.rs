//! What is trained: the puzzle attempt, sessions against the clock, Woodpecker cycles, and what to repeat when.
//! Everything is a machine: an input and the time go in, outputs come out, and `deadline` says when to wake it.
//!
//!     let puzzle = chess::puzzle(&game)?;                       // from PGN; from SGF by `go::puzzle`
//!     let mut attempt = Attempt::new(puzzle.into(), Settings::default());
//!     attempt.handle(now, Input::Start);                        // … Input::Drop, Input::Wake …

mod attempt;
pub mod chess;
pub mod go;
mod lesson;
mod memory;
mod puzzle;
mod session;
mod status;
mod woodpecker;

pub use attempt::{Attempt, By, Hint, Input, Mode, Outcome, Output, Settings};
pub use lesson::{Lesson, Told};
pub use memory::{Grade, Memory, Scheduler};
pub use puzzle::{Board, NoSolution, Place, Puzzle, Side, Typed};
pub use session::{
    Attempted, EndReason, SESSION_LENGTH, Session, SessionInput, SessionOutput, SessionSettings, Summary,
    median,
};
pub use status::Status;
pub use woodpecker::{Cycle, CycleReport, Day, Plan, Stage, Woodpecker};

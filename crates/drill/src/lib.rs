//! Puzzle training: attempts, timed sessions, Woodpecker cycles, and spaced repetition.
//! Attempts and sessions are state machines: an input and the time go in, outputs come out, and `deadline` says when to
//! send `Wake`.
//!
//!     let puzzle = chess::puzzle(&game)?;                       // from PGN; from SGF by `go::puzzle`
//!     let mut attempt = Attempt::new(puzzle.into(), Settings::default());
//!     attempt.handle(now, AttemptInput::Start);                 // … AttemptInput::Drop, AttemptInput::Wake …

mod attempt;
pub mod chess;
mod found;
mod fsrs;
pub mod go;
mod history;
mod order;
mod plan;
mod progress;
mod puzzle;
mod schedule;
mod session;
mod session_puzzles;
mod session_view;
mod status;
mod totals;
mod woodpecker;
mod words;

pub use attempt::{
    Attempt, AttemptInput, AttemptOutput, By, Help, Hint, Mode, Outcome, Question, Settings, Verdict,
};
pub use found::{FoundPuzzles, GameWithoutSolution};
pub use fsrs::{Grade, Memory, Scheduler};
pub use history::{
    Contents, Cycles, Entry, History, HistoryError, KnownSet, Label, NotAnId, OpenedSet, ProgressMark,
    PuzzleId, PuzzleIds, ReadHistory, SetEntry, SetFact, SetId, SetOrder, StoredAttempt, UnixMillis,
};
pub use order::Order;
pub use plan::{Plan, PlanError};
pub use progress::{Progress, Selection};
pub use puzzle::{About, Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedError, TypedInput};
pub use schedule::Schedule;
pub use session::{
    EndReason, FinishedAttempt, SESSION_LENGTH, Session, SessionInput, SessionOutput, SessionSettings,
    Summary, median,
};
pub use session_puzzles::SessionPuzzles;
pub use session_view::{LineMove, SessionView};
pub use status::Status;
pub use totals::Totals;
pub use woodpecker::{Cycle, CycleReport, Day, Stage, Woodpecker};
pub use words::{MoveComment, Words};

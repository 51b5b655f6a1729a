//! What is learnt: backgammon analysis of eXtreme Gammon and GNU Backgammon turned into Anki decks.

mod cube;
mod decision;
mod error;
pub mod gnubg;
mod mat;
mod met;
mod read;
mod table;
mod text;
mod turns;
mod xg;

pub use cube::{CubeEquities, CubeOption, CubePlay, Verdict};
pub use decision::{
    CLOSE, Chances, Choice, Decision, Judgement, Kind, Played, Players, Question, Source, Warning,
};
pub use error::{Problem, ReadError};
pub use read::{Format, Found, Reading, read};

//! What is learnt: backgammon analysis of eXtreme Gammon and GNU Backgammon turned into Anki decks.

#[cfg(feature = "apkg")]
mod apkg;
pub mod card;
pub mod connect;
mod cube;
mod decision;
mod deck;
mod error;
pub mod gnubg;
mod keep;
mod mat;
mod matches;
mod met;
mod quiz;
mod read;
mod settings;
mod table;
mod text;
mod tray;
mod turns;
mod xg;

#[cfg(feature = "apkg")]
pub use apkg::{PackageError, package};
pub use card::{Card, CardKind};
pub use cube::{CubeEquities, CubeOption, CubePlay, Verdict};
pub use decision::{
    CLOSE, Chances, Choice, Decision, Judgement, Kind, Played, Players, Question, Selection, Source, Warning,
};
pub use deck::{Deck, NOTE_TYPE, NOTE_TYPE_ID};
pub use error::{Problem, ReadError};
pub use matches::{Match, MatchGame};
pub use quiz::{Asked, Quiz, Schedule};
pub use read::{Format, Found, Reading, read};
pub use settings::{Export, Settings, SettingsError};
pub use tray::{Added, Item, Tray, What};

//! Backgammon analysis by eXtreme Gammon and GNU Backgammon as Anki decks and drills.

mod analysis_table;
#[cfg(feature = "apkg")]
mod apkg;
pub mod card;
mod collection;
pub mod connect;
mod cube;
mod decision;
mod deck;
mod error;
pub mod gnubg;
mod match_decisions;
mod match_equity;
mod match_review;
mod quiz;
mod read;
mod serde_text;
mod settings;
mod text;
mod xg;
mod xg_records;

#[cfg(feature = "apkg")]
pub use apkg::{PackageError, package};
pub use card::{Card, CardKind};
pub use collection::{Added, CardCollection, Content, Item};
pub use cube::{CubeEquities, CubeOption, CubePlay, TakeOption, Verdict};
pub use decision::{
    CLOSE, Chances, Choice, Decision, DecisionKind, Judgement, Played, Players, Question, Selection, Source,
    Warning,
};
pub use deck::{Deck, NOTE_TYPE, NOTE_TYPE_ID};
pub use error::{Problem, ReadError};
pub use match_review::{Errors, GameErrors, MatchMistake, MatchReview, PlayerErrors};
pub use quiz::{Quiz, QuizCard, Schedule};
pub use read::{Format, ReadItem, ReadResult, read};
pub use settings::{Export, Settings, SettingsError};

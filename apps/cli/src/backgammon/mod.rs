//! Backgammon on the command line: position ids, and Anki decks from analyses.

mod deck;
mod engine;
mod id;
mod report;
mod settings;

pub use deck::{DeckArgs, deck};
pub use id::{IdArgs, id};
pub use settings::default_path as card_settings;

//! Backgammon on the command line: position ids told, and analyses turned into Anki decks.

mod deck;
mod engine;
mod id;
mod report;
mod settings;

pub use deck::{DeckArgs, deck};
pub use id::{IdArgs, id};
pub use settings::usual_place as card_settings;

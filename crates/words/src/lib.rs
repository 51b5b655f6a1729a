//! What the studio says, in each language it speaks: one table per language, one struct of texts per room.
//! A text that is missing in one language does not compile; a program carries only the rooms that it asks for.
//!
//! A further language is one more file beside `en.rs` and a line in `Language` and in `rooms.rs`.
//!
//!     use words::{Language, fill};
//!     let words = Language::Vi.frame();
//!     assert_eq!(fill(words.not_loaded, &[("room", words.study)]), "Không tải được Nghiên cứu");

mod en;
mod fill;
mod language;
mod numbers;
mod rooms;
mod vi;
mod zh;

pub use fill::fill;
pub use language::Language;
pub use rooms::*;

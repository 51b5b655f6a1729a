//! User-visible texts: one file per language, one struct of texts per page. A text that is missing in a language does not
//! compile, and a program contains only the tables that it uses.
//!
//! To add a language, add a file beside `en.rs` and a line in `Language` and in `tables.rs`.
//!
//!     use i18n::{Language, fill};
//!     let words = Language::Vi.frame();
//!     assert_eq!(fill(words.not_loaded, &[("page", words.study)]), "Không tải được Nghiên cứu");

mod chess;
mod en;
mod fill;
mod folded;
mod language;
mod numbers;
mod tables;
mod vi;
mod visible;
mod zh;

pub use fill::fill;
pub use folded::folded;
pub use language::Language;
pub use tables::*;
pub use visible::{is_hidden, visible, visible_line};

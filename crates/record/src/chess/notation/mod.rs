//! A game as chess players read it: moves with numbers, comments, signs and variations, as plain data for any view.
//!
//! [`MoveTexts`] has what each move shows and is updated after edits; [`Notation`] puts the moves into blocks, which a
//! view can draw one by one. Neither depends on the cursor, so that a step through the game changes nothing here.
//!
//!     let texts = MoveTexts::new(&game);
//!     let notation = Notation::new(&game, &texts, NotationStyle::Indented, &Folding::default());
//!     notation.block_of(node)                    // where a move is

mod blocks;
mod figurine;
mod folding;
mod texts;

pub use blocks::{Block, FoldedVariation, Notation, NotationStyle, Token};
pub use figurine::figurine;
pub use folding::Folding;
pub use texts::{Glyph, GlyphClass, MoveText, MoveTexts, Unread, clock_text, score_text};

#[cfg(test)]
mod tests;

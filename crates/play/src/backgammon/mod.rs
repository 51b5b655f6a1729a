//! A backgammon match or money session between a person and a program: whose turn it is, the cube, the score, and the
//! record. Dice are inputs; the person sits at the bottom.

mod input_text;
mod level;
mod mat;
mod table;

pub use level::{GnubgLevel, choose};
pub use table::{BackgammonTable, Need, PlayedGame, Refusal, TableInput, TableSettings};

#[cfg(test)]
mod tests;

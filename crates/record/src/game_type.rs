//! The games that records exist for.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameType {
    Go,
    Chess,
    Backgammon,
}

impl GameType {
    /// The extension of its files, with the dot.
    pub fn extension(self) -> &'static str {
        match self {
            GameType::Go => ".sgf",
            GameType::Chess => ".pgn",
            GameType::Backgammon => ".mat",
        }
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameType::Go => "Go",
            GameType::Chess => "chess",
            GameType::Backgammon => "backgammon",
        })
    }
}

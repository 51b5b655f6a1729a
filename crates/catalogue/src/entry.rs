//! A game as a row of a list: players, date, result, and the key of every position it reaches.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use crate::position_key::mix;
use crate::recognise::{FileKind, recognise};
use crate::{Date, backgammon, chess, go};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    Go,
    SimultaneousGo,
    Chess,
    Backgammon,
}

impl GameKind {
    pub const ALL: [GameKind; 4] =
        [GameKind::Go, GameKind::SimultaneousGo, GameKind::Chess, GameKind::Backgammon];

    /// The name in addresses, options and JSON.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Go => "go",
            GameKind::SimultaneousGo => "simultaneous-go",
            GameKind::Chess => "chess",
            GameKind::Backgammon => "backgammon",
        }
    }

    /// How many moves these half-moves are, as players of this game count.
    pub fn moves_in(self, half_moves: u32) -> u32 {
        match self {
            GameKind::Chess => half_moves.div_ceil(2),
            GameKind::Go | GameKind::SimultaneousGo | GameKind::Backgammon => half_moves,
        }
    }

    pub fn named(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Winner {
    #[default]
    Unknown,
    Black,
    White,
    Nobody,
}

impl Winner {
    pub const ALL: [Winner; 4] = [Winner::Unknown, Winner::Black, Winner::White, Winner::Nobody];

    pub fn name(self) -> &'static str {
        match self {
            Winner::Unknown => "unknown",
            Winner::Black => "black",
            Winner::White => "white",
            Winner::Nobody => "draw",
        }
    }

    pub fn named(name: &str) -> Option<Winner> {
        Winner::ALL.into_iter().find(|winner| winner.name() == name)
    }
}

/// What lists show of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    pub kind: GameKind,
    /// In backgammon the player at the bottom.
    pub black: String,
    /// In backgammon the player at the top.
    pub white: String,
    pub event: String,
    pub date: Date,
    /// As written in the file.
    pub result: String,
    pub winner: Winner,
    /// Width and height of a Go board; in backgammon the points of the match and 0.
    pub size: (u16, u16),
    /// Half-moves in chess.
    pub moves: u32,
}

impl GameSummary {
    /// The player who moves first, and the other.
    pub fn players(&self) -> (&str, &str) {
        match self.kind {
            GameKind::Chess => (&self.white, &self.black),
            GameKind::Go | GameKind::SimultaneousGo | GameKind::Backgammon => (&self.black, &self.white),
        }
    }

    /// The number of moves as players count: a move of White and the reply are one in chess.
    pub fn move_count(&self) -> u32 {
        self.kind.moves_in(self.moves)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// The number in the file, from 0.
    pub number: usize,
    pub summary: GameSummary,
    /// The key of each position of the main line with the number of moves before it. A position that does not change
    /// (after a pass) is listed once.
    pub positions: Vec<(u64, u32)>,
    /// The keys of positions that only variations reach, each with the number of moves of the main line before the
    /// branch.
    pub variation_positions: Vec<(u64, u32)>,
    /// A hash of all positions in order: the same for the same game in any orientation.
    pub line: u64,
}

impl GameEntry {
    pub fn new(kind: GameKind, number: usize) -> GameEntry {
        let summary = GameSummary {
            kind,
            black: String::new(),
            white: String::new(),
            event: String::new(),
            date: Date::NONE,
            result: String::new(),
            winner: Winner::Unknown,
            size: (0, 0),
            moves: 0,
        };
        let line = mix(1, kind as u64);
        GameEntry { number, summary, positions: Vec::new(), variation_positions: Vec::new(), line }
    }

    /// The key of the position in which the game ended.
    pub fn last(&self) -> u64 {
        self.positions.last().map_or(0, |(key, _)| *key)
    }

    pub(crate) fn add_position(&mut self, key: u64) {
        if self.positions.last().is_none_or(|(before, _)| *before != key) {
            self.positions.push((key, self.summary.moves));
            self.line = mix(self.line, key);
        }
    }
}

/// Positions of variations, until the main line is known.
#[derive(Default)]
pub(crate) struct VariationPositions {
    keys: HashMap<u64, u32>,
}

impl VariationPositions {
    pub fn add(&mut self, key: u64, branch: u32) {
        let first = self.keys.entry(key).or_insert(branch);
        *first = branch.min(*first);
    }

    /// Positions that the main line reaches as well are dropped.
    pub fn into_entry(mut self, entry: &mut GameEntry) {
        for (key, _) in &entry.positions {
            self.keys.remove(key);
        }
        entry.variation_positions = self.keys.into_iter().collect();
        entry.variation_positions.sort_unstable();
    }
}

/// Why a file has no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// The file contains something else, or nothing that is recognised.
    NotARecord(FileKind),
    /// SGF of another game than Go and backgammon.
    OtherGame,
    Empty,
}

impl NoGame {
    pub const ALL: [NoGame; 11] = [
        NoGame::OtherGame,
        NoGame::Empty,
        NoGame::NotARecord(FileKind::GoRecord),
        NoGame::NotARecord(FileKind::ChessRecord),
        NoGame::NotARecord(FileKind::ChessPosition),
        NoGame::NotARecord(FileKind::BackgammonMatch),
        NoGame::NotARecord(FileKind::BackgammonPosition),
        NoGame::NotARecord(FileKind::BackgammonAnalysis),
        NoGame::NotARecord(FileKind::Archive),
        NoGame::NotARecord(FileKind::Nothing),
        NoGame::NotARecord(FileKind::Unknown),
    ];

    /// The inverse of `to_string`: libraries store that text.
    pub fn from_text(text: &str) -> Option<NoGame> {
        NoGame::ALL.into_iter().find(|why| why.to_string() == text)
    }
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::NotARecord(what) => write!(f, "it holds {what}, and no game"),
            NoGame::OtherGame => f.write_str("its game is neither Go nor backgammon"),
            NoGame::Empty => f.write_str("there is no game in it"),
        }
    }
}

impl std::error::Error for NoGame {}

/// Calls `each` for every game of a file until it breaks. Games are not collected, because files can be large.
pub fn each_game(
    name: &str,
    bytes: &[u8],
    mut each: impl FnMut(GameEntry) -> ControlFlow<()>,
) -> Result<(), NoGame> {
    let mut found = false;
    let mut note = |entry| {
        found = true;
        each(entry)
    };
    match recognise(name, bytes) {
        FileKind::GoRecord => go::each_game(bytes, &mut note)?,
        FileKind::ChessRecord => chess::each_game(bytes, &mut note),
        FileKind::BackgammonMatch => backgammon::each_game(bytes, &mut note),
        other => return Err(NoGame::NotARecord(other)),
    }
    if found { Ok(()) } else { Err(NoGame::Empty) }
}

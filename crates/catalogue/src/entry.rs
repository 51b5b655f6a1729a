//! A game as a list of games has it: who, when, how it ended, and the key of every position that it passes.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use crate::key::mixed;
use crate::what::{What, what_is};
use crate::{Date, backgammon, chess, go};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Go,
    SimultaneousGo,
    Chess,
    Backgammon,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Go, Kind::SimultaneousGo, Kind::Chess, Kind::Backgammon];

    /// As it stands in addresses and options.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Go => "go",
            Kind::SimultaneousGo => "simultaneous-go",
            Kind::Chess => "chess",
            Kind::Backgammon => "backgammon",
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// Its number in the file, from 0.
    pub number: usize,
    /// In backgammon the player at the bottom.
    pub black: String,
    /// In backgammon the player at the top.
    pub white: String,
    pub event: String,
    pub date: Date,
    /// As it is written.
    pub result: String,
    pub winner: Winner,
    /// Width and height of a Go board; in backgammon the points of the match and 0.
    pub size: (u16, u16),
    pub moves: u32,
    /// The key of each position on the main line, each with the number of moves before it. One that does not change
    /// (after a pass) comes once.
    pub positions: Vec<(u64, u32)>,
    /// The keys of positions that only variations pass, each with the number of moves on the main line before its
    /// variation begins.
    pub aside: Vec<(u64, u32)>,
    /// Of all the positions in their order: the same for the same game, in whatever direction it was written down.
    pub line: u64,
}

impl Entry {
    pub fn new(kind: Kind, number: usize) -> Entry {
        Entry {
            kind,
            number,
            black: String::new(),
            white: String::new(),
            event: String::new(),
            date: Date::NONE,
            result: String::new(),
            winner: Winner::Unknown,
            size: (0, 0),
            moves: 0,
            positions: Vec::new(),
            aside: Vec::new(),
            line: mixed(1, kind as u64),
        }
    }

    /// The key of the position in which the game ended.
    pub fn last(&self) -> u64 {
        self.positions.last().map_or(0, |(key, _)| *key)
    }

    pub(crate) fn pass_position(&mut self, key: u64) {
        if self.positions.last().is_none_or(|(before, _)| *before != key) {
            self.positions.push((key, self.moves));
            self.line = mixed(self.line, key);
        }
    }
}

/// Positions of variations, until the main line is known.
#[derive(Default)]
pub(crate) struct Aside {
    keys: HashMap<u64, u32>,
}

impl Aside {
    pub fn pass(&mut self, key: u64, branch: u32) {
        let first = self.keys.entry(key).or_insert(branch);
        *first = branch.min(*first);
    }

    /// What the main line passes as well is no news.
    pub fn into_entry(mut self, entry: &mut Entry) {
        for (key, _) in &entry.positions {
            self.keys.remove(key);
        }
        entry.aside = self.keys.into_iter().collect();
        entry.aside.sort_unstable();
    }
}

/// Why nothing was found in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// It is something else, or nothing known.
    Other(What),
    /// SGF of another game than Go and backgammon.
    OtherGame,
    Empty,
}

impl NoGame {
    pub const ALL: [NoGame; 11] = [
        NoGame::OtherGame,
        NoGame::Empty,
        NoGame::Other(What::GoRecord),
        NoGame::Other(What::ChessRecord),
        NoGame::Other(What::ChessPosition),
        NoGame::Other(What::BackgammonMatch),
        NoGame::Other(What::BackgammonPosition),
        NoGame::Other(What::BackgammonAnalysis),
        NoGame::Other(What::Archive),
        NoGame::Other(What::Nothing),
        NoGame::Other(What::Unknown),
    ];

    /// From its words, as a library keeps them.
    pub fn said(text: &str) -> Option<NoGame> {
        NoGame::ALL.into_iter().find(|why| why.to_string() == text)
    }
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Other(what) => write!(f, "it holds {what}, and no game"),
            NoGame::OtherGame => f.write_str("its game is neither Go nor backgammon"),
            NoGame::Empty => f.write_str("there is no game in it"),
        }
    }
}

impl std::error::Error for NoGame {}

/// Calls for every game of a file, as long as it is told to go on. A file may be larger than what its games keep at once.
pub fn each_game(
    name: &str,
    bytes: &[u8],
    mut each: impl FnMut(Entry) -> ControlFlow<()>,
) -> Result<(), NoGame> {
    let mut found = false;
    let mut note = |entry| {
        found = true;
        each(entry)
    };
    match what_is(name, bytes) {
        What::GoRecord => go::each_game(bytes, &mut note)?,
        What::ChessRecord => chess::each_game(bytes, &mut note),
        What::BackgammonMatch => backgammon::each_game(bytes, &mut note),
        other => return Err(NoGame::Other(other)),
    }
    if found { Ok(()) } else { Err(NoGame::Empty) }
}

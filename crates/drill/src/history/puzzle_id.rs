//! Ids of puzzles and sets. A puzzle is identified by its position and its solution: comments, variations and its place in
//! the file may change without changing it.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::puzzle::{Board, Puzzle};

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:016x}", self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<$name, NotAnId> {
                hex(text).map($name).ok_or(NotAnId)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                String::deserialize(from)?.parse().map_err(de::Error::custom)
            }
        }
    };
}

id! {
    /// A puzzle, by its position and the moves of its main line. Equal puzzles of one file have different ids, because
    /// each is solved on its own.
    PuzzleId
}

id! {
    /// A set, by the puzzles that it had when it was first opened: two programs that open the same file call it the same.
    SetId
}

/// Sixteen hexadecimal digits were expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id of sixteen hexadecimal digits")
    }
}

impl std::error::Error for NotAnId {}

/// Exactly as `Display` writes it, so that an id has one spelling in file names and keys.
fn hex(text: &str) -> Option<u64> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_id = text.len() == 16 && text.bytes().all(is_digit);
    is_id.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

impl SetId {
    pub fn of(puzzles: &[PuzzleId]) -> SetId {
        SetId(hash(puzzles.iter().flat_map(|puzzle| puzzle.0.to_le_bytes())))
    }
}

/// Gives the puzzles of one file their ids, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct PuzzleIds {
    seen: HashMap<u64, u64>,
}

impl PuzzleIds {
    pub fn next<B: Board>(&mut self, puzzle: &Puzzle<B>) -> PuzzleId {
        let first = hash(key(puzzle).into_bytes());
        let times = self.seen.entry(first).or_insert(0);
        *times += 1;
        match *times {
            1 => PuzzleId(first),
            again => PuzzleId(hash([first, again].into_iter().flat_map(u64::to_le_bytes))),
        }
    }

    /// The ids of all puzzles of a file.
    pub fn of<'p, B: Board + 'p>(puzzles: impl IntoIterator<Item = &'p Puzzle<B>>) -> Vec<PuzzleId> {
        let mut ids = PuzzleIds::default();
        puzzles.into_iter().map(|puzzle| ids.next(puzzle)).collect()
    }
}

/// The position, who solves it, and the main line. Part of the stored format: another key would be another puzzle.
fn key<B: Board>(puzzle: &Puzzle<B>) -> String {
    let mut key = format!("{}\n{:?}", puzzle.board(puzzle.root()).position_key(), puzzle.solver());
    let line = std::iter::successors(Some(puzzle.root()), |id| puzzle.children(*id).first().copied());
    for id in line {
        let next = puzzle.children(id).first().and_then(|child| puzzle.mv(*child));
        if let Some(mv) = next {
            key.push('\n');
            key.push_str(&puzzle.board(id).move_key(mv));
        }
    }
    key
}

/// FNV-1a, with the bits mixed at the end. Nothing depends on nobody being able to find two texts with the same hash.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let hash = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

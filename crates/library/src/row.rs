//! A game in the library.

use std::path::PathBuf;

use catalogue::{Date, GameKind, GameSummary, Winner};

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub id: i64,
    pub summary: GameSummary,
    pub path: PathBuf,
    /// Its number in the file, from 0.
    pub number: u32,
}

/// The file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    pub path: PathBuf,
    pub number: u32,
}

/// A row in memory, with names by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub id: i64,
    pub file: i64,
    pub number: u32,
    pub kind: GameKind,
    pub winner: Winner,
    pub black: u32,
    pub white: u32,
    pub event: u32,
    pub result: u32,
    pub date: Date,
    pub size: (u16, u16),
    pub moves: u32,
    pub last: u64,
    pub line: u64,
}

impl Row {
    pub const COLUMNS: &str =
        "id, file, number, kind, winner, black, white, event, result, date, width, height, moves, last, line";

    pub fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        let number = |n: usize| row.get::<_, u32>(n);
        // SQLite has no unsigned integers.
        let key = |n: usize| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(n)?.cast_unsigned());
        Ok(Row {
            id: row.get(0)?,
            file: row.get(1)?,
            number: number(2)?,
            kind: pick(&GameKind::ALL, number(3)?).unwrap_or(GameKind::Go),
            winner: pick(&Winner::ALL, number(4)?).unwrap_or_default(),
            black: number(5)?,
            white: number(6)?,
            event: number(7)?,
            result: number(8)?,
            date: Date::from_number(number(9)?),
            size: (row.get(10)?, row.get(11)?),
            moves: number(12)?,
            last: key(13)?,
            line: key(14)?,
        })
    }
}

fn pick<T: Copy>(all: &[T], number: u32) -> Option<T> {
    all.get(number as usize).copied()
}

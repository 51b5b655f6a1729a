//! Games that are there more than once, in one file or in several, turned or not.

use std::collections::HashMap;

use crate::error::LibraryError;
use crate::row::{Game, Row};
use crate::store::Library;

/// The same game, as often as it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Every move is the same; otherwise they came to the same end by another way.
    pub exact: bool,
    pub games: Vec<Game>,
}

/// Shorter games may well come to the same end by chance.
const LONG: u32 = 20;
/// And shorter ones than this are hardly games.
const LEAST: u32 = 3;

impl Library {
    /// Those of which there are most first.
    pub fn duplicates(&mut self) -> Result<Vec<Duplicate>, LibraryError> {
        self.columns.refresh(&self.db)?;
        let mut alike: HashMap<(u8, u64), Vec<&Row>> = HashMap::new();
        for row in self.columns.rows.iter().filter(|row| row.moves >= LEAST) {
            let key = if row.moves >= LONG { row.last } else { row.line };
            alike.entry((row.kind as u8, key)).or_default().push(row);
        }
        let mut groups: Vec<Vec<&Row>> = alike.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().map(|row| row.id)));
        let told = groups.into_iter().map(|group| {
            let line = group.first().map(|row| row.line);
            let exact = group.iter().all(|row| Some(row.line) == line);
            let games = group.into_iter().map(|row| self.game(row)).collect::<Result<_, _>>()?;
            Ok(Duplicate { exact, games })
        });
        told.collect()
    }
}

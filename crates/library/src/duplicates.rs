//! Games that occur more than once, in one file or several, in any orientation.

use std::collections::HashMap;

use crate::error::LibraryError;
use crate::row::{Game, Row};
use crate::store::Library;

/// All copies of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateGroup {
    /// All moves are the same; otherwise only the final position is.
    pub exact: bool,
    pub games: Vec<Game>,
}

/// Shorter games may reach the same final position by chance.
const MIN_MOVES_FOR_SAME_END: u32 = 20;
/// Games with fewer moves are ignored.
const MIN_MOVES: u32 = 3;

impl Library {
    /// The largest groups first.
    pub fn duplicates(&mut self) -> Result<Vec<DuplicateGroup>, LibraryError> {
        self.cache.refresh(&self.db)?;
        let mut alike: HashMap<(u8, u64), Vec<&Row>> = HashMap::new();
        for row in self.cache.rows.iter().filter(|row| row.moves >= MIN_MOVES) {
            let key = if row.moves >= MIN_MOVES_FOR_SAME_END { row.last } else { row.line };
            alike.entry((row.kind as u8, key)).or_default().push(row);
        }
        let mut groups: Vec<Vec<&Row>> = alike.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().map(|row| row.id)));
        let found = groups.into_iter().map(|group| {
            let line = group.first().map(|row| row.line);
            let exact = group.iter().all(|row| Some(row.line) == line);
            let games = group.into_iter().map(|row| self.game(row)).collect::<Result<_, _>>()?;
            Ok(DuplicateGroup { exact, games })
        });
        found.collect()
    }
}

//! All rows in memory, with interned names: a hundred thousand games take about ten megabytes, and a filter or sort over
//! them a few milliseconds. Changes by other processes are noticed.

use i18n::folded;
use rusqlite::Connection;

use crate::error::LibraryError;
use crate::row::Row;

#[derive(Debug, Default)]
pub(crate) struct RowCache {
    /// Sorted by id.
    pub rows: Vec<Row>,
    pub names: Names,
    seen: Option<(i64, i64)>,
}

#[derive(Debug, Default)]
pub(crate) struct Names {
    /// By number; the first is unused.
    all: Vec<Name>,
    /// The rank of each name in sorted order.
    ranks: Vec<u32>,
}

#[derive(Debug, Default)]
struct Name {
    text: String,
    /// Without accents and case, for comparing. Not stored: databases of earlier versions need no change.
    folded: String,
}

impl RowCache {
    /// Reads new rows, or all of them if some were removed.
    pub fn refresh(&mut self, db: &Connection) -> Result<(), LibraryError> {
        let now: (i64, i64) = db
            .prepare_cached("SELECT added, removed FROM changes")?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if self.seen == Some(now) {
            return Ok(());
        }
        if self.seen.is_none_or(|(_, removed)| removed != now.1) {
            self.rows.clear();
        }
        let last = self.rows.last().map_or(0, |row| row.id);
        let mut ask = db.prepare_cached(&format!("SELECT {} FROM games WHERE id > ?1", Row::COLUMNS))?;
        let mut rows = ask.query([last])?;
        while let Some(row) = rows.next()? {
            self.rows.push(Row::read(row)?);
        }
        self.names.refresh(db)?;
        self.seen = Some(now);
        Ok(())
    }

    pub fn row(&self, id: i64) -> Option<&Row> {
        self.rows.binary_search_by_key(&id, |row| row.id).ok().and_then(|at| self.rows.get(at))
    }
}

impl Names {
    fn refresh(&mut self, db: &Connection) -> Result<(), LibraryError> {
        let known = self.all.len();
        let mut ask = db.prepare_cached("SELECT id, text FROM names WHERE id >= ?1 ORDER BY id")?;
        let mut rows = ask.query([i64::try_from(known).unwrap_or(i64::MAX)])?;
        while let Some(row) = rows.next()? {
            let (id, text): (u32, String) = (row.get(0)?, row.get(1)?);
            self.all.resize_with(id as usize, Name::default);
            self.all.push(Name { folded: folded(&text), text });
        }
        if self.all.len() > known {
            self.rank();
        }
        Ok(())
    }

    fn rank(&mut self) {
        let mut order: Vec<u32> = (0u32..).take(self.all.len()).collect();
        order.sort_by(|a, b| self.folded(*a).cmp(self.folded(*b)));
        self.ranks = vec![0; order.len()];
        for (rank, name) in (0u32..).zip(order) {
            if let Some(place) = self.ranks.get_mut(name as usize) {
                *place = rank;
            }
        }
    }

    pub fn text(&self, number: u32) -> &str {
        self.all.get(number as usize).map_or("", |name| &name.text)
    }

    fn folded(&self, number: u32) -> &str {
        self.all.get(number as usize).map_or("", |name| &name.folded)
    }

    /// None for empty names, which sort last in both directions.
    pub fn rank_of(&self, number: u32) -> Option<u32> {
        let rank = self.ranks.get(number as usize).copied();
        rank.filter(|_| !self.text(number).is_empty())
    }

    /// For each name, whether it contains the word, ignoring accents and case.
    pub fn having(&self, word: &str) -> Vec<bool> {
        let word = folded(word);
        self.all.iter().map(|name| name.folded.contains(&word)).collect()
    }
}

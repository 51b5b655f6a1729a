//! The index of positions. Twenty million positions are too many for rows of a table, so each batch of games is a sorted
//! run, cut into chunks of a few kilobytes that are found by their first key. A lookup reads one chunk of every run.
//!
//! Only 48 bits of a key are stored: among twenty million positions, one search in ten million finds a wrong game.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::error::LibraryError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PositionEntry {
    pub key: u64,
    pub game: i64,
    pub at: u32,
}

const CHUNK: usize = 1024;
/// Runs with fewer entries are merged when there are many of them.
const SMALL_RUN: i64 = 200_000;
const MAX_SMALL_RUNS: usize = 16;

pub(crate) fn short(key: u64) -> u64 {
    key >> 16
}

/// Writes a batch as a run. The keys are shortened.
pub(crate) fn write(db: &Connection, mut entries: Vec<PositionEntry>) -> Result<(), LibraryError> {
    let games = || entries.iter().map(|entry| entry.game);
    let (Some(first), Some(last)) = (games().min(), games().max()) else { return Ok(()) };
    entries.sort_unstable();
    let count = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    db.prepare_cached("INSERT INTO runs (entries, first, last) VALUES (?1, ?2, ?3)")?
        .execute(params![count, first, last])?;
    let run = db.last_insert_rowid();
    let mut insert = db.prepare_cached("INSERT INTO chunks (run, first, data) VALUES (?1, ?2, ?3)")?;
    let mut data = Vec::with_capacity(CHUNK * 9);
    for chunk in entries.chunks(CHUNK) {
        data.clear();
        let start = chunk.first().map_or(0, |entry| entry.key);
        let mut before = start;
        for entry in chunk {
            push_varint(&mut data, entry.key - before);
            push_varint(&mut data, (entry.game - first).cast_unsigned());
            push_varint(&mut data, entry.at.into());
            before = entry.key;
        }
        insert.execute(params![run, start.cast_signed(), data])?;
    }
    Ok(())
}

/// Seven bits per byte, lowest first (LEB128).
fn push_varint(data: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        data.push(number as u8 | 0x80);
        number >>= 7;
    }
    data.push(number as u8);
}

fn read_varint(data: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = data.split_first()?;
        *data = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The entries of a chunk. A truncated chunk ends early.
fn decode(start: u64, first_game: i64, mut data: &[u8]) -> impl Iterator<Item = PositionEntry> {
    let mut key = start;
    std::iter::from_fn(move || {
        key = key.wrapping_add(read_varint(&mut data)?);
        let game = first_game.wrapping_add(read_varint(&mut data)?.cast_signed());
        let at = read_varint(&mut data)?.try_into().unwrap_or(u32::MAX);
        Some(PositionEntry { key, game, at })
    })
}

/// The games that reach this position and after how many moves, sorted by id. Deleted games may be among them.
pub(crate) fn search(db: &Connection, key: u64) -> Result<Vec<(i64, u32)>, LibraryError> {
    let key = short(key);
    let mut found = Vec::new();
    let mut runs = db.prepare_cached("SELECT id, first FROM runs")?;
    let mut chunks = db.prepare_cached(
        "SELECT first, data FROM chunks WHERE run = ?1 AND first <= ?2 ORDER BY first DESC",
    )?;
    let mut runs = runs.query([])?;
    while let Some(row) = runs.next()? {
        let (run, first_game): (i64, i64) = (row.get(0)?, row.get(1)?);
        let mut rows = chunks.query(params![run, key.cast_signed()])?;
        while let Some(row) = rows.next()? {
            let start = row.get::<_, i64>(0)?.cast_unsigned();
            let data = row.get_ref(1)?.as_blob().unwrap_or_default();
            let here = decode(start, first_game, data).skip_while(|p| p.key < key);
            found.extend(here.take_while(|p| p.key == key).map(|p| (p.game, p.at)));
            if start < key {
                break;
            }
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(game, _)| *game);
    Ok(found)
}

/// Merges small runs, which small updates create: many of them make searches slow.
pub(crate) fn merge_small_runs(db: &mut Connection) -> Result<(), LibraryError> {
    let small: Vec<(i64, i64)> = db
        .prepare_cached("SELECT id, first FROM runs WHERE entries < ?1")?
        .query_map([SMALL_RUN], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    if small.len() < MAX_SMALL_RUNS {
        return Ok(());
    }
    // Reads before it writes, which fails if another process has written in between.
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut all = Vec::new();
    for (run, first_game) in small {
        let mut ask = work.prepare_cached("SELECT first, data FROM chunks WHERE run = ?1")?;
        let mut rows = ask.query([run])?;
        while let Some(row) = rows.next()? {
            let start = row.get::<_, i64>(0)?.cast_unsigned();
            all.extend(decode(start, first_game, row.get_ref(1)?.as_blob().unwrap_or_default()));
        }
        drop_run(&work, run)?;
    }
    let mut is_there = work.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let mut known = (0, false);
    all.sort_unstable_by_key(|entry| entry.game);
    let mut kept = Vec::with_capacity(all.len());
    for entry in all {
        if known.0 != entry.game {
            known = (entry.game, is_there.query_row([entry.game], |_| Ok(())).optional()?.is_some());
        }
        if known.1 {
            kept.push(entry);
        }
    }
    drop(is_there);
    write(&work, kept)?;
    work.commit()?;
    Ok(())
}

/// Deletes runs whose games are all gone.
pub(crate) fn drop_empty(db: &Connection) -> Result<(), LibraryError> {
    let empty: Vec<i64> = db
        .prepare_cached(
            "SELECT id FROM runs WHERE NOT EXISTS (SELECT 1 FROM games WHERE id BETWEEN runs.first AND runs.last)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    empty.into_iter().try_for_each(|run| drop_run(db, run))
}

fn drop_run(db: &Connection, run: i64) -> Result<(), LibraryError> {
    db.execute("DELETE FROM chunks WHERE run = ?1", [run])?;
    db.execute("DELETE FROM runs WHERE id = ?1", [run])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers in proptest::collection::vec(any::<u64>(), 0..40)) {
            let mut data = Vec::new();
            numbers.iter().for_each(|number| push_varint(&mut data, *number));
            let mut rest = &data[..];
            let read: Vec<u64> = std::iter::from_fn(|| read_varint(&mut rest)).collect();
            prop_assert_eq!(read, numbers);
        }
    }

    #[test]
    fn a_truncated_chunk_ends_early() {
        assert_eq!(decode(5, 1, &[0, 2, 3, 1, 0x80]).count(), 1);
        assert_eq!(decode(5, 1, &[0x80; 30]).count(), 0);
    }
}

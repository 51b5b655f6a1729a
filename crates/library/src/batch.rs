//! Parcels of games put into the database, many in one transaction.

use std::collections::HashMap;

use catalogue::Entry;
use rusqlite::{Connection, Transaction, params};

use crate::error::LibraryError;
use crate::runs::{self, Passage, short};
use crate::walk::Job;
use crate::workers::Parcel;

/// A transaction is as large as this: long enough to be quick, short enough that little is lost with it.
const GAMES: usize = 4096;
const POSITIONS: usize = 1 << 20;

/// What waits to be written, and what the writer knows by heart.
pub(crate) struct Batch {
    parcels: Vec<Parcel>,
    games: usize,
    positions: usize,
    names: HashMap<String, i64>,
    /// By the number of the job: the file of which some games are written already.
    files: HashMap<usize, i64>,
}

impl Batch {
    pub fn new(db: &Connection) -> Result<Batch, LibraryError> {
        let mut ask = db.prepare("SELECT text, id FROM names")?;
        let names = ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let names = names.collect::<Result<_, _>>()?;
        Ok(Batch { parcels: Vec::new(), games: 0, positions: 0, names, files: HashMap::new() })
    }

    pub fn add(&mut self, parcel: Parcel) {
        self.games += parcel.games.len();
        self.positions +=
            parcel.games.iter().map(|game| game.positions.len() + game.aside.len()).sum::<usize>();
        self.parcels.push(parcel);
    }

    pub fn is_full(&self) -> bool {
        self.games >= GAMES || self.positions >= POSITIONS || self.parcels.len() >= GAMES
    }

    pub fn write(&mut self, db: &mut Connection, jobs: &[Job]) -> Result<(), LibraryError> {
        if self.parcels.is_empty() {
            return Ok(());
        }
        let work = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut passages = Vec::with_capacity(self.positions);
        // The threads hand over as they come; in the library games stand as in their folders.
        self.parcels.sort_by_key(|parcel| parcel.job);
        for parcel in std::mem::take(&mut self.parcels) {
            let Some(job) = jobs.get(parcel.job) else { continue };
            // Somebody took the folder out of the library while it was being read.
            if !is_shelved(&work, job.folder)? {
                continue;
            }
            let file = match self.files.get(&parcel.job) {
                Some(file) => *file,
                None => new_file(&work, job)?,
            };
            for game in &parcel.games {
                self.insert(&work, file, game, &mut passages)?;
            }
            match parcel.end {
                Some(end) => {
                    finish_file(&work, file, end.err())?;
                    self.files.remove(&parcel.job);
                }
                None => {
                    self.files.insert(parcel.job, file);
                }
            }
        }
        (self.games, self.positions) = (0, 0);
        runs::write(&work, passages)?;
        work.execute("UPDATE changes SET added = added + 1", [])?;
        work.commit()?;
        Ok(())
    }

    fn insert(
        &mut self,
        work: &Transaction<'_>,
        file: i64,
        game: &Entry,
        passages: &mut Vec<Passage>,
    ) -> Result<(), LibraryError> {
        let black = self.name(work, &game.black)?;
        let white = self.name(work, &game.white)?;
        let event = self.name(work, &game.event)?;
        let result = self.name(work, &game.result)?;
        let mut insert = work.prepare_cached(
            "INSERT INTO games (file, number, kind, winner, black, white, event, result, date, width, height, moves, last, line)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?;
        insert.execute(params![
            file,
            i64::try_from(game.number).unwrap_or(i64::MAX),
            game.kind as u8,
            game.winner as u8,
            black,
            white,
            event,
            result,
            game.date.number(),
            game.size.0,
            game.size.1,
            game.moves,
            game.last().cast_signed(),
            game.line.cast_signed()
        ])?;
        let id = work.last_insert_rowid();
        let passed = game.positions.iter().chain(&game.aside).map(|(key, at)| Passage {
            key: short(*key),
            game: id,
            at: *at,
        });
        passages.extend(passed);
        Ok(())
    }

    fn name(&mut self, work: &Transaction<'_>, text: &str) -> Result<i64, LibraryError> {
        if let Some(id) = self.names.get(text) {
            return Ok(*id);
        }
        // Another program may have added it meanwhile.
        let mut insert = work.prepare_cached(
            "INSERT INTO names (text) VALUES (?1) ON CONFLICT (text) DO UPDATE SET text = text RETURNING id",
        )?;
        let id = insert.query_row([text], |row| row.get(0))?;
        self.names.insert(text.to_owned(), id);
        Ok(id)
    }
}

fn is_shelved(work: &Transaction<'_>, folder: i64) -> Result<bool, LibraryError> {
    Ok(work.prepare_cached("SELECT 1 FROM folders WHERE id = ?1")?.exists([folder])?)
}

/// In place of what was known of the file before.
fn new_file(work: &Transaction<'_>, job: &Job) -> Result<i64, LibraryError> {
    let mut known = work.prepare_cached("SELECT id FROM files WHERE path = ?1")?;
    let old: Vec<i64> = known.query_map([&job.text], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for file in old {
        remove_file(work, file)?;
    }
    work.prepare_cached("INSERT INTO files (folder, path, size, modified) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![job.folder, job.text, job.size, job.modified])?;
    Ok(work.last_insert_rowid())
}

fn finish_file(work: &Transaction<'_>, file: i64, problem: Option<String>) -> Result<(), LibraryError> {
    work.prepare_cached("UPDATE files SET whole = 1, problem = ?2 WHERE id = ?1")?
        .execute(params![file, problem])?;
    Ok(())
}

/// A file and its games, out of the database.
pub(crate) fn remove_file(work: &Connection, file: i64) -> Result<(), LibraryError> {
    let games = work.prepare_cached("DELETE FROM games WHERE file = ?1")?.execute([file])?;
    work.prepare_cached("DELETE FROM files WHERE id = ?1")?.execute([file])?;
    if games > 0 {
        work.prepare_cached("UPDATE changes SET removed = removed + 1")?.execute([])?;
    }
    Ok(())
}

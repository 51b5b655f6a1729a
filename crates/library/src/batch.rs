//! Writes games to the database, many in one transaction.

use std::collections::HashMap;

use catalogue::GameEntry;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::error::LibraryError;
use crate::position_runs::{self, PositionEntry, short};
use crate::scan::ReadJob;
use crate::workers::{FileGames, UNREADABLE};

/// The size of a transaction: large enough to be fast, small enough to lose little when the program is killed.
const GAMES: usize = 4096;
const POSITIONS: usize = 1 << 20;

/// Games waiting to be written, and the writer's caches.
pub(crate) struct Batch {
    results: Vec<FileGames>,
    games: usize,
    positions: usize,
    names: HashMap<String, i64>,
    /// Files of which some games are written already, by job number.
    files: HashMap<usize, i64>,
}

impl Batch {
    pub fn new(db: &Connection) -> Result<Batch, LibraryError> {
        let mut ask = db.prepare("SELECT text, id FROM names")?;
        let names = ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let names = names.collect::<Result<_, _>>()?;
        Ok(Batch { results: Vec::new(), games: 0, positions: 0, names, files: HashMap::new() })
    }

    pub fn add(&mut self, file_games: FileGames) {
        self.games += file_games.games.len();
        self.positions += file_games
            .games
            .iter()
            .map(|game| game.positions.len() + game.variation_positions.len())
            .sum::<usize>();
        self.results.push(file_games);
    }

    pub fn is_full(&self) -> bool {
        self.games >= GAMES || self.positions >= POSITIONS || self.results.len() >= GAMES
    }

    pub fn write(&mut self, db: &mut Connection, jobs: &[ReadJob]) -> Result<(), LibraryError> {
        if self.results.is_empty() {
            return Ok(());
        }
        let work = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut entries = Vec::with_capacity(self.positions);
        // Threads finish in any order; rows keep the order of the files.
        self.results.sort_by_key(|file_games| file_games.job);
        for file_games in std::mem::take(&mut self.results) {
            let Some(job) = jobs.get(file_games.job) else { continue };
            // The folder was removed from the library during the update.
            if !has_folder(&work, job.folder)? {
                continue;
            }
            let file = match self.files.get(&file_games.job) {
                Some(file) => has_file(&work, *file)?.then_some(*file),
                None => new_file(&work, job)?,
            };
            // Another process has read the file in the meantime.
            let Some(file) = file else { continue };
            for game in &file_games.games {
                self.insert(&work, file, game, &mut entries)?;
            }
            match file_games.end {
                Some(end) => {
                    finish_file(&work, file, end.err())?;
                    self.files.remove(&file_games.job);
                }
                None => {
                    self.files.insert(file_games.job, file);
                }
            }
        }
        (self.games, self.positions) = (0, 0);
        position_runs::write(&work, entries)?;
        work.execute("UPDATE changes SET added = added + 1", [])?;
        work.commit()?;
        Ok(())
    }

    fn insert(
        &mut self,
        work: &Transaction<'_>,
        file: i64,
        game: &GameEntry,
        entries: &mut Vec<PositionEntry>,
    ) -> Result<(), LibraryError> {
        let summary = &game.summary;
        let black = self.name(work, &summary.black)?;
        let white = self.name(work, &summary.white)?;
        let event = self.name(work, &summary.event)?;
        let result = self.name(work, &summary.result)?;
        let mut insert = work.prepare_cached(
            "INSERT INTO games (file, number, kind, winner, black, white, event, result, date, width, height, moves, last, line)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?;
        insert.execute(params![
            file,
            i64::try_from(game.number).unwrap_or(i64::MAX),
            summary.kind as u8,
            summary.winner as u8,
            black,
            white,
            event,
            result,
            summary.date.number(),
            summary.size.0,
            summary.size.1,
            summary.moves,
            game.last().cast_signed(),
            game.line.cast_signed()
        ])?;
        let id = work.last_insert_rowid();
        let passed = game.positions.iter().chain(&game.variation_positions).map(|(key, at)| PositionEntry {
            key: short(*key),
            game: id,
            at: *at,
        });
        entries.extend(passed);
        Ok(())
    }

    fn name(&mut self, work: &Transaction<'_>, text: &str) -> Result<i64, LibraryError> {
        if let Some(id) = self.names.get(text) {
            return Ok(*id);
        }
        // Another process may have added it in the meantime.
        let mut insert = work.prepare_cached(
            "INSERT INTO names (text) VALUES (?1) ON CONFLICT (text) DO UPDATE SET text = text RETURNING id",
        )?;
        let id = insert.query_row([text], |row| row.get(0))?;
        self.names.insert(text.to_owned(), id);
        Ok(id)
    }
}

fn has_folder(work: &Transaction<'_>, folder: i64) -> Result<bool, LibraryError> {
    Ok(work.prepare_cached("SELECT 1 FROM folders WHERE id = ?1")?.exists([folder])?)
}

fn has_file(work: &Transaction<'_>, file: i64) -> Result<bool, LibraryError> {
    Ok(work.prepare_cached("SELECT 1 FROM files WHERE id = ?1")?.exists([file])?)
}

/// Replaces the rows of an older version of the file. None if another process has read this version.
fn new_file(work: &Transaction<'_>, job: &ReadJob) -> Result<Option<i64>, LibraryError> {
    let mut known =
        work.prepare_cached("SELECT id, whole AND size = ?2 AND modified = ?3 FROM files WHERE path = ?1")?;
    let old: Option<(i64, bool)> = known
        .query_row(params![job.text, job.size, job.modified], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match old {
        Some((_, true)) => return Ok(None),
        Some((file, false)) => remove_file(work, file)?,
        None => {}
    }
    work.prepare_cached("INSERT INTO files (folder, path, size, modified) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![job.folder, job.text, job.size, job.modified])?;
    Ok(Some(work.last_insert_rowid()))
}

fn finish_file(work: &Transaction<'_>, file: i64, problem: Option<String>) -> Result<(), LibraryError> {
    // A file that could not be read may be readable the next time, although it has not changed.
    let is_whole = problem.as_ref().is_none_or(|problem| !problem.starts_with(UNREADABLE));
    work.prepare_cached("UPDATE files SET whole = ?3, problem = ?2 WHERE id = ?1")?
        .execute(params![file, problem, is_whole])?;
    Ok(())
}

/// Deletes a file and its games from the database.
pub(crate) fn remove_file(work: &Connection, file: i64) -> Result<(), LibraryError> {
    let games = work.prepare_cached("DELETE FROM games WHERE file = ?1")?.execute([file])?;
    work.prepare_cached("DELETE FROM files WHERE id = ?1")?.execute([file])?;
    if games > 0 {
        work.prepare_cached("UPDATE changes SET removed = removed + 1")?.execute([])?;
    }
    Ok(())
}

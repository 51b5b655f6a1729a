//! The database: its schema, and the folders of the library.
//!
//! Every batch of games is one transaction with write-ahead logging: a killed program leaves the finished batches, and the
//! next update continues from there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::error::LibraryError;
use crate::folder_list::FolderList;
use crate::row::GameFile;
use crate::row_cache::RowCache;

const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS folders (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS files (
        id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL, path TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL, modified INTEGER NOT NULL,
        -- 0 until the last of its games is here.
        whole INTEGER NOT NULL DEFAULT 0, problem TEXT);
    CREATE INDEX IF NOT EXISTS files_of_folder ON files (folder);
    CREATE TABLE IF NOT EXISTS names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, number INTEGER NOT NULL,
        kind INTEGER NOT NULL, winner INTEGER NOT NULL, black INTEGER NOT NULL, white INTEGER NOT NULL,
        event INTEGER NOT NULL, result INTEGER NOT NULL, date INTEGER NOT NULL,
        width INTEGER NOT NULL, height INTEGER NOT NULL, moves INTEGER NOT NULL,
        last INTEGER NOT NULL, line INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS games_of_file ON games (file);
    -- Sorted runs of positions; see position_runs.rs.
    CREATE TABLE IF NOT EXISTS runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT, entries INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS chunks (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS chunks_of_run ON chunks (run, first);
    -- How often games were added, and how often taken away: what memory holds is compared with it.
    CREATE TABLE IF NOT EXISTS changes (added INTEGER NOT NULL, removed INTEGER NOT NULL);
    INSERT INTO changes SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM changes);
";

pub struct Library {
    pub(crate) db: Connection,
    pub(crate) cache: RowCache,
    list: FolderList,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    pub id: i64,
    pub path: PathBuf,
    pub files: u32,
    pub games: u32,
}

/// A file in which no game was found, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub path: PathBuf,
    pub what: String,
}

impl Library {
    /// Opens the database, or makes it. A new one has the folders of one that was lost; the next update reads their games
    /// again.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|cause| LibraryError::CannotCreateFolder { path: folder.to_owned(), cause })?;
        }
        let mut db = Connection::open(path)?;
        db.busy_timeout(Duration::from_secs(10))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.pragma_update(None, "cache_size", -32_000)?;
        let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version > VERSION {
            return Err(LibraryError::Newer { path: path.to_owned() });
        }
        let list = FolderList::of_database(path);
        if version < VERSION {
            create(&mut db, &list.read().unwrap_or_default())?;
        }
        let library = Library { db, cache: RowCache::default(), list };
        library.write_list()?;
        Ok(library)
    }

    /// The same; a damaged database is renamed and replaced by a new one.
    pub fn open_or_rebuild(path: &Path) -> Result<Library, LibraryError> {
        match Library::open(path) {
            Err(error) if error.is_damaged() => Library::rebuild(path),
            opened => opened,
        }
    }

    /// Replaces a database that turned out to be damaged.
    pub fn rebuild(path: &Path) -> Result<Library, LibraryError> {
        for ending in ["", "-wal", "-shm"] {
            let with = |text: &str| {
                let mut name = path.as_os_str().to_owned();
                name.push(text);
                PathBuf::from(name)
            };
            match fs::rename(with(ending), with(&format!(".damaged{ending}"))) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                    return Err(LibraryError::CannotReplace { path: path.to_owned(), cause });
                }
                _ => {}
            }
        }
        Library::open(path)
    }

    /// If it cannot be written now, the next start tries again.
    fn write_list(&self) -> Result<(), LibraryError> {
        let mut ask = self.db.prepare_cached("SELECT path FROM folders ORDER BY path")?;
        let paths = ask.query_map([], |row| row.get(0).map(|path: String| PathBuf::from(path)))?;
        self.list.write(&paths.collect::<Result<Vec<_>, _>>()?).or(Ok(()))
    }

    /// Adds a folder and its subfolders to the library; the next update reads its games. A folder inside one that is
    /// already in the library gives the id of that one.
    pub fn add_folder(&mut self, path: &Path) -> Result<i64, LibraryError> {
        let whole = fs::canonicalize(path)
            .map_err(|cause| LibraryError::NoFolder { path: path.to_owned(), cause })?;
        if !whole.is_dir() {
            return Err(LibraryError::NotAFolder { path: whole });
        }
        self.expect_folder(&whole)
    }

    /// The same for a folder that may not exist yet.
    pub fn expect_folder(&mut self, path: &Path) -> Result<i64, LibraryError> {
        let text = path.to_str().ok_or_else(|| LibraryError::InvalidName { path: path.to_owned() })?;
        let known = self.folders()?;
        if let Some(around) = known.iter().find(|folder| path.starts_with(&folder.path)) {
            return Ok(around.id);
        }
        let work = self.db.transaction()?;
        work.execute("INSERT INTO folders (path) VALUES (?1)", [text])?;
        let id = work.last_insert_rowid();
        // Folders inside the new one become part of it.
        for inside in known.iter().filter(|folder| folder.path.starts_with(path)) {
            work.execute("UPDATE files SET folder = ?1 WHERE folder = ?2", [id, inside.id])?;
            work.execute("DELETE FROM folders WHERE id = ?1", [inside.id])?;
        }
        work.commit()?;
        self.write_list()?;
        Ok(id)
    }

    /// Removes a folder and its games from the library; the files stay. False if it was not part of it.
    pub fn remove_folder(&mut self, id: i64) -> Result<bool, LibraryError> {
        let work = self.db.transaction()?;
        let gone = work.execute("DELETE FROM folders WHERE id = ?1", [id])?;
        work.execute("DELETE FROM games WHERE file IN (SELECT id FROM files WHERE folder = ?1)", [id])?;
        work.execute("DELETE FROM files WHERE folder = ?1", [id])?;
        work.execute("UPDATE changes SET removed = removed + 1", [])?;
        crate::position_runs::drop_empty(&work)?;
        work.commit()?;
        self.write_list()?;
        Ok(gone > 0)
    }

    pub fn folders(&self) -> Result<Vec<Folder>, LibraryError> {
        let mut ask = self.db.prepare_cached(
            "SELECT id, path, (SELECT count(*) FROM files WHERE folder = folders.id),
             (SELECT count(*) FROM games JOIN files ON files.id = games.file WHERE folder = folders.id)
             FROM folders ORDER BY path",
        )?;
        let folders = ask.query_map([], |row| {
            let path: String = row.get(1)?;
            Ok(Folder { id: row.get(0)?, path: path.into(), files: row.get(2)?, games: row.get(3)? })
        })?;
        Ok(folders.collect::<Result<_, _>>()?)
    }

    /// The file of a game; None if it is no longer in the library.
    pub fn file_of(&self, game: i64) -> Result<Option<GameFile>, LibraryError> {
        let mut ask = self.db.prepare_cached(
            "SELECT path, number FROM games JOIN files ON files.id = games.file WHERE games.id = ?1",
        )?;
        let found = ask.query_row([game], |row| {
            let path: String = row.get(0)?;
            Ok(GameFile { path: path.into(), number: row.get(1)? })
        });
        Ok(found.optional()?)
    }

    /// Records without a game, at most `most` of them.
    pub fn problems(&self, most: u32) -> Result<Vec<Problem>, LibraryError> {
        let mut ask = self.db.prepare_cached(
            "SELECT path, problem FROM files WHERE problem IS NOT NULL ORDER BY path LIMIT ?1",
        )?;
        let problems = ask.query_map(params![most], |row| {
            let path: String = row.get(0)?;
            Ok(Problem { path: path.into(), what: row.get(1)? })
        })?;
        Ok(problems.collect::<Result<_, _>>()?)
    }
}

/// With these folders in the same transaction: a program killed in between would take the list for empty.
fn create(db: &mut Connection, folders: &[PathBuf]) -> Result<(), rusqlite::Error> {
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    work.execute_batch(SCHEMA)?;
    for text in folders.iter().filter_map(|folder| folder.to_str()) {
        work.execute("INSERT OR IGNORE INTO folders (path) VALUES (?1)", [text])?;
    }
    work.pragma_update(None, "user_version", VERSION)?;
    work.commit()
}

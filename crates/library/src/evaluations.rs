//! Evaluations of engines, stored so that nothing is searched twice. They have a table of their own in the library's
//! database; each is written at once, so a killed program loses none.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::LibraryError;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS evaluations (
        engine TEXT NOT NULL, version TEXT NOT NULL, effort TEXT NOT NULL, rules TEXT NOT NULL,
        position TEXT NOT NULL, lines TEXT NOT NULL,
        PRIMARY KEY (position, rules, engine, version, effort)) WITHOUT ROWID;
";

/// Whatever may change the result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationKey {
    pub position: String,
    /// The game with its rules and komi.
    pub rules: String,
    pub engine: String,
    pub version: String,
    /// The limit of the search and the number of its lines.
    pub effort: String,
}

pub struct Evaluations {
    db: Connection,
}

impl Evaluations {
    /// In the database of the library, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Evaluations, LibraryError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|cause| LibraryError::CannotCreateFolder { path: folder.to_owned(), cause })?;
        }
        let db = Connection::open(path)?;
        db.busy_timeout(Duration::from_secs(10))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.execute_batch(SCHEMA)?;
        Ok(Evaluations { db })
    }

    /// What was stored under the key.
    pub fn find(&self, key: &EvaluationKey) -> Result<Option<String>, LibraryError> {
        let mut ask = self.db.prepare_cached(
            "SELECT lines FROM evaluations
             WHERE position = ?1 AND rules = ?2 AND engine = ?3 AND version = ?4 AND effort = ?5",
        )?;
        let EvaluationKey { position, rules, engine, version, effort } = key;
        Ok(ask.query_row(params![position, rules, engine, version, effort], |row| row.get(0)).optional()?)
    }

    /// Stores, or replaces.
    pub fn store(&self, key: &EvaluationKey, lines: &str) -> Result<(), LibraryError> {
        let mut write = self.db.prepare_cached(
            "INSERT OR REPLACE INTO evaluations (position, rules, engine, version, effort, lines)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let EvaluationKey { position, rules, engine, version, effort } = key;
        write.execute(params![position, rules, engine, version, effort, lines])?;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Library;

    fn key(position: &str, effort: &str) -> EvaluationKey {
        EvaluationKey {
            position: position.to_owned(),
            rules: "chess".to_owned(),
            engine: "Stockfish".to_owned(),
            version: "15.1".to_owned(),
            effort: effort.to_owned(),
        }
    }

    #[test]
    fn an_evaluation_is_found_by_its_whole_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/library.db");
        let store = Evaluations::open(&path).unwrap();
        store.store(&key("a", "nodes 5"), "first").unwrap();
        assert_eq!(store.find(&key("a", "nodes 5")).unwrap().as_deref(), Some("first"));
        assert_eq!(store.find(&key("a", "nodes 6")).unwrap(), None);
        assert_eq!(store.find(&EvaluationKey { version: "16".into(), ..key("a", "nodes 5") }).unwrap(), None);
        store.store(&key("a", "nodes 5"), "second").unwrap();
        // Another process, and the library itself in the same file.
        drop(store);
        let mut library = Library::open(&path).unwrap();
        let again = Evaluations::open(&path).unwrap();
        assert_eq!(again.find(&key("a", "nodes 5")).unwrap().as_deref(), Some("second"));
        assert_eq!(library.count().unwrap(), 0);
    }

    #[test]
    fn a_file_that_is_no_database_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        fs::write(&path, "this is not a database, and long enough to be looked at").unwrap();
        assert!(Evaluations::open(&path).is_err_and(|error| error.is_damaged()));
    }
}

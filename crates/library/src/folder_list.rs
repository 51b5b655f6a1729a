//! The folders of the library in a small file beside the database, from which a lost database is built again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// The list beside a database: of `library.db` it is `library.folders.json`. It is replaced whenever a folder is added or
/// removed, by whatever process.
pub fn folder_list_path(database: &Path) -> PathBuf {
    database.with_extension("folders.json")
}

pub(crate) struct FolderList {
    path: PathBuf,
}

impl FolderList {
    pub fn of_database(path: &Path) -> FolderList {
        FolderList { path: folder_list_path(path) }
    }

    /// None if there is no list or it cannot be read.
    pub fn read(&self) -> Option<Vec<PathBuf>> {
        serde_json::from_slice(&fs::read(&self.path).ok()?).ok()
    }

    /// Nothing is written if the list is the same.
    pub fn write(&self, folders: &[PathBuf]) -> io::Result<()> {
        if self.read().is_some_and(|known| known == folders) {
            return Ok(());
        }
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut fresh = Builder::new().prefix(".tabiya-").suffix(".part").tempfile_in(folder)?;
        // A studio that starts now does not remove a locked one.
        fresh.as_file().lock()?;
        fresh.write_all(&serde_json::to_vec_pretty(folders)?)?;
        fresh.as_file().sync_all()?;
        fresh.persist(&self.path)?;
        Ok(())
    }
}

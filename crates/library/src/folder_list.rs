//! The folders of the library in a small file beside the database, from which a lost database is built again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// Of `library.db` it is `library.folders.json`.
pub(crate) struct FolderList {
    path: PathBuf,
}

impl FolderList {
    pub fn of_database(path: &Path) -> FolderList {
        FolderList { path: path.with_extension("folders.json") }
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

//! Errors of the library, with what to do about them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub enum LibraryError {
    /// The folder cannot be added.
    NoFolder {
        path: PathBuf,
        cause: io::Error,
    },
    NotAFolder {
        path: PathBuf,
    },
    /// The name is not valid Unicode.
    InvalidName {
        path: PathBuf,
    },
    /// The folder of the database cannot be created.
    CannotCreateFolder {
        path: PathBuf,
        cause: io::Error,
    },
    /// The damaged database cannot be renamed.
    CannotReplace {
        path: PathBuf,
        cause: io::Error,
    },
    /// A newer version wrote the database.
    Newer {
        path: PathBuf,
    },
    Database(rusqlite::Error),
}

impl LibraryError {
    /// Another process has locked the library.
    pub fn is_busy(&self) -> bool {
        self.code() == Some(rusqlite::ErrorCode::DatabaseBusy)
    }

    pub fn is_disk_full(&self) -> bool {
        self.code() == Some(rusqlite::ErrorCode::DiskFull)
    }

    pub fn is_damaged(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        matches!(self.code(), Some(DatabaseCorrupt | NotADatabase))
    }

    /// The sentence for the user of the library with this database.
    pub fn message(&self, database: &Path) -> String {
        match self {
            LibraryError::Database(_) => format!("{}: {self}", database.display()),
            _ => self.to_string(),
        }
    }

    fn code(&self) -> Option<rusqlite::ErrorCode> {
        match self {
            LibraryError::Database(rusqlite::Error::SqliteFailure(cause, _)) => Some(cause.code),
            _ => None,
        }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::NoFolder { path, cause } => {
                write!(f, "{}: {cause}. Check the name.", path.display())
            }
            LibraryError::NotAFolder { path } => {
                write!(f, "{} is a file: add the folder that contains it", path.display())
            }
            LibraryError::InvalidName { path } => {
                write!(f, "{}: the name is not valid text; rename the folder", path.display())
            }
            LibraryError::CannotCreateFolder { path, cause } => {
                write!(f, "the library cannot be stored in {}: {cause}", path.display())
            }
            LibraryError::CannotReplace { path, cause } => write!(
                f,
                "the library’s database {} is damaged and cannot be renamed: {cause}. You can delete it: it is rebuilt from your folders",
                path.display()
            ),
            LibraryError::Newer { path } => write!(
                f,
                "{} was made by a newer version of Tabiya: use that version, or delete the file to rebuild the library",
                path.display()
            ),
            error if error.is_busy() => {
                f.write_str("another Tabiya is using the library: try again when it is done")
            }
            error if error.is_disk_full() => {
                f.write_str("the disk is full: free some space, then update the library again")
            }
            LibraryError::Database(cause) => write!(
                f,
                "the library’s database failed: {cause}. You can delete it: it is rebuilt from your folders"
            ),
        }
    }
}

impl std::error::Error for LibraryError {}

impl From<rusqlite::Error> for LibraryError {
    fn from(cause: rusqlite::Error) -> LibraryError {
        LibraryError::Database(cause)
    }
}

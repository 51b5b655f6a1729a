//! Why the library could not do something, and what helps.

use std::fmt;
use std::io;
use std::path::PathBuf;

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
    /// A name that is not text.
    OddName {
        path: PathBuf,
    },
    /// The place of the database cannot be made.
    Place {
        path: PathBuf,
        cause: io::Error,
    },
    /// Written by a newer program.
    Newer {
        path: PathBuf,
    },
    Database(rusqlite::Error),
}

impl LibraryError {
    /// Another program has the library.
    pub fn is_busy(&self) -> bool {
        self.code() == Some(rusqlite::ErrorCode::DatabaseBusy)
    }

    pub fn is_disk_full(&self) -> bool {
        self.code() == Some(rusqlite::ErrorCode::DiskFull)
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
                write!(f, "{}: {cause}: is the name right?", path.display())
            }
            LibraryError::NotAFolder { path } => {
                write!(f, "{}: that is a file: add the folder that it is in", path.display())
            }
            LibraryError::OddName { path } => {
                write!(f, "{}: the name is not text: rename the folder", path.display())
            }
            LibraryError::Place { path, cause } => {
                write!(f, "{}: {cause}: the library cannot be kept there", path.display())
            }
            LibraryError::Newer { path } => write!(
                f,
                "{}: a newer Tabiya made this library: use that one, or remove the file to have it made anew",
                path.display()
            ),
            error if error.is_busy() => {
                f.write_str("another Tabiya is busy with the library: try again when it is done")
            }
            error if error.is_disk_full() => {
                f.write_str("the disk is full: make room, then update the library again")
            }
            LibraryError::Database(cause) => write!(
                f,
                "the library's database: {cause}. It can be removed: it is made anew from your folders"
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

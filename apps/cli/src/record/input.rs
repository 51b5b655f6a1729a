//! A file named on the command line, or standard input for `-`; and where results go.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use catalogue::{FileKind, is_text, recognise};
use record::sgf::{self, Collection};

use crate::failure::Failure;
use crate::output;

pub struct Input {
    /// As shown in messages.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Input {
    pub fn read(path: &Path) -> Result<Input, Failure> {
        let failed = |error| Failure::File { path: path.to_owned(), error };
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map_err(failed)?;
            return Ok(Input { name: "-".into(), bytes });
        }
        Ok(Input { name: path.display().to_string(), bytes: fs::read(path).map_err(failed)? })
    }

    pub fn kind(&self) -> FileKind {
        recognise(&self.name, &self.bytes)
    }

    pub fn is_pgn(&self) -> bool {
        self.kind() == FileKind::ChessRecord
    }

    pub fn sgf(&self) -> Result<Collection, Failure> {
        if self.kind() == FileKind::Unknown && !is_text(&self.bytes) {
            return Err(self.failure("this is not a text file, so it contains no game".to_owned()));
        }
        sgf::read(&self.bytes).map_err(|cause| self.failure(cause.to_string()))
    }

    /// `number` is what was asked for, from 1.
    pub fn no_game(&self, number: usize, games: usize) -> Failure {
        self.failure(format!("there is no game {number}: the file has {games}"))
    }

    pub fn failure(&self, what: String) -> Failure {
        Failure::Record { name: self.name.clone(), what }
    }
}

/// Writes the content of a file atomically, or to standard output.
pub fn write(to: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match to {
        Some(path) if path != Path::new("-") => {
            server::replace_file(path, bytes).map_err(|error| Failure::File { path: path.to_owned(), error })
        }
        _ => Ok(output::print_file(bytes)?),
    }
}

//! A file named on the command line, or standard input for `-`; and where results go.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use record::sgf::{self, Collection};

use crate::failure::Failure;

pub struct Input {
    /// As it is said in messages.
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

    /// Chess by the ending of the name, else by how it begins: an SGF file begins with a bracket and a node.
    pub fn is_pgn(&self) -> bool {
        let ending = Path::new(&self.name).extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("pgn") => true,
            Some("sgf") => false,
            _ => looks_like_pgn(&self.bytes),
        }
    }

    pub fn sgf(&self) -> Result<Collection, Failure> {
        sgf::read(&self.bytes).map_err(|cause| self.failure(cause.to_string()))
    }

    pub fn failure(&self, what: String) -> Failure {
        Failure::Record { name: self.name.clone(), what }
    }
}

fn looks_like_pgn(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let is_numbered = text.starts_with(b"1.");
    let is_tagged = text.first() == Some(&b'[') && text.get(1).is_some_and(u8::is_ascii_alphabetic);
    is_tagged || is_numbered
}

/// Results go to a file whole, or to standard output.
pub fn write(to: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match to {
        Some(path) if path != Path::new("-") => {
            server::replace_file(path, bytes).map_err(|error| Failure::File { path: path.to_owned(), error })
        }
        _ => Ok(io::stdout().write_all(bytes)?),
    }
}

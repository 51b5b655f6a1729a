//! The committed inputs of a target.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Target;

impl Target {
    /// The folder of its committed inputs.
    pub fn corpus_folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name)
    }
}

/// In the order of their names, so that seeded mutations of them are the same everywhere.
pub fn corpus(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(target.corpus_folder())? {
        paths.push(entry?.path());
    }
    paths.sort();
    paths.iter().map(fs::read).collect()
}

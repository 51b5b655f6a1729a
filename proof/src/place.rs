//! Where things are on this machine.

use std::env;
use std::path::{Path, PathBuf};

pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The folder of real players' files, if it is there. Prints a line if it is not, so that a skipped proof shows.
pub fn corpus(kind: &str) -> Option<PathBuf> {
    let folder =
        env::var_os("TABIYA_CORPUS").map_or_else(|| workspace().join("../shared/corpus"), PathBuf::from);
    let found = folder.join(kind);
    if found.is_dir() {
        return Some(found);
    }
    println!("skipped: there is no corpus of {kind} files here");
    None
}

/// A program on PATH or in /usr/games, where Debian puts engines.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}

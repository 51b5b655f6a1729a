//! The corpus: files of real players, which are not part of the repository. They are expected beside the workspace in
//! `shared/corpus`, or where TABIYA_CORPUS says.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::paths::workspace;

/// The corpus folder of this kind. Without it tests are skipped, except with `CI=true`: there it is an error, because a
/// skipped test looks like a passing one.
pub fn corpus(kind: &str) -> Result<Option<PathBuf>> {
    let usual = || workspace().join("../shared/corpus");
    let corpus = env::var_os("TABIYA_CORPUS").map_or_else(usual, PathBuf::from);
    find(&corpus, kind, env::var_os("CI").is_some_and(|value| value == "true"))
}

fn find(corpus: &Path, kind: &str, required: bool) -> Result<Option<PathBuf>> {
    let folder = corpus.join(kind);
    if folder.is_dir() {
        return Ok(Some(folder));
    }
    ensure!(!required, "CI=true requires the corpus, but {} does not exist", folder.display());
    println!("skipped: there is no corpus of {kind} files");
    Ok(None)
}

/// All files with this extension in the corpus folder of this kind and its subfolders, sorted. None if the test is to be
/// skipped.
pub fn corpus_files(kind: &str, extension: &str) -> Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = corpus(kind)?.into_iter().collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_corpus_is_skipped_on_a_workstation_and_an_error_in_ci() {
        let corpus = tempfile::tempdir().unwrap();
        assert_eq!(find(corpus.path(), "sgf", false).unwrap(), None);
        let error = find(corpus.path(), "sgf", true).unwrap_err().to_string();
        assert!(error.contains("CI=true requires the corpus"), "{error}");
        fs::create_dir(corpus.path().join("sgf")).unwrap();
        assert_eq!(find(corpus.path(), "sgf", true).unwrap(), Some(corpus.path().join("sgf")));
    }
}

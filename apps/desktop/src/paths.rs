//! The files that a command line names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tauri::Url;

/// The first word is the program's own name; words that begin with a dash name no file, unless after `--`.
pub fn named(args: impl Iterator<Item = OsString>, folder: &Path) -> Vec<PathBuf> {
    let mut only_files = false;
    let mut paths = Vec::new();
    for word in args.skip(1) {
        match word.to_str() {
            Some("--") if !only_files => only_files = true,
            Some(option) if option.starts_with('-') && !only_files => {}
            Some(address) if address.starts_with("file:") => {
                paths.extend(Url::parse(address).ok().and_then(|url| url.to_file_path().ok()));
            }
            _ => paths.push(folder.join(word)),
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_from_the_folder_of_who_names_them() {
        let words = ["tabiya-desktop", "a.sgf", "--verbose", "/b.sgf", "file:///c%20d.sgf", "--", "-e.sgf"];
        let paths = named(words.iter().map(OsString::from), Path::new("/games"));
        let expected = ["/games/a.sgf", "/b.sgf", "/c d.sgf", "/games/-e.sgf"].map(PathBuf::from);
        assert_eq!(paths, expected);
    }
}

//! The files named on a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tauri::Url;

/// Skips the program's name, and options unless they come after `--`.
pub fn named(args: impl Iterator<Item = OsString>, folder: &Path) -> Vec<PathBuf> {
    let mut only_files = false;
    let mut paths = Vec::new();
    for argument in args.skip(1) {
        match argument.to_str() {
            Some("--") if !only_files => only_files = true,
            Some(option) if option.starts_with('-') && !only_files => {}
            Some(address) if address.starts_with("file:") => {
                paths.extend(Url::parse(address).ok().and_then(|url| url.to_file_path().ok()));
            }
            _ => paths.push(folder.join(argument)),
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_start_at_the_folder_of_the_caller() {
        let arguments =
            ["tabiya-desktop", "a.sgf", "--verbose", "/b.sgf", "file:///c%20d.sgf", "--", "-e.sgf"];
        let paths = named(arguments.iter().map(OsString::from), Path::new("/games"));
        let expected = ["/games/a.sgf", "/b.sgf", "/c d.sgf", "/games/-e.sgf"].map(PathBuf::from);
        assert_eq!(paths, expected);
    }
}

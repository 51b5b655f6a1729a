//! The language of the window until the page says which one it speaks: the one of the last time, else the system's.

use std::env;
use std::fs;
use std::path::PathBuf;

use directories::ProjectDirs;
use words::Language;

/// In the order in which they count.
const VARIABLES: [&str; 4] = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"];

/// Its tag.
pub fn at_first() -> String {
    let kept = place().and_then(|path| fs::read_to_string(path).ok());
    let system = VARIABLES.iter().filter_map(|name| env::var(name).ok());
    let mut all = kept.into_iter().chain(system);
    all.find_map(|tag| Language::from_tag(tag.trim())).unwrap_or_default().tag().to_owned()
}

pub fn keep(tag: &str) {
    let Some(path) = place().filter(|path| fs::read_to_string(path).ok().as_deref() != Some(tag)) else {
        return;
    };
    // Where nothing can be kept, the system's language is shown for a moment.
    let _ = path.parent().map(fs::create_dir_all);
    let _ = fs::write(path, tag);
}

fn place() -> Option<PathBuf> {
    ProjectDirs::from("", "", "tabiya").map(|dirs| dirs.config_dir().join("window-language"))
}

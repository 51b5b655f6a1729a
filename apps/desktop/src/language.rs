//! The language of the window until the page reports its own: the one used last, else the system's.

use std::env;
use std::fs;
use std::path::PathBuf;

use directories::ProjectDirs;
use i18n::Language;

/// By precedence.
const VARIABLES: [&str; 4] = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"];

/// The tag of the language to start with.
pub fn initial() -> String {
    let stored = path().and_then(|path| fs::read_to_string(path).ok());
    let system = VARIABLES.iter().filter_map(|name| env::var(name).ok());
    let mut all = stored.into_iter().chain(system);
    all.find_map(|tag| Language::from_tag(tag.trim())).unwrap_or_default().tag().to_owned()
}

pub fn store(tag: &str) {
    let Some(path) = path().filter(|path| fs::read_to_string(path).ok().as_deref() != Some(tag)) else {
        return;
    };
    // If it cannot be stored, the window starts in the system's language.
    let _ = server::replace_private_file(&path, tag.as_bytes());
}

fn path() -> Option<PathBuf> {
    ProjectDirs::from("", "", "tabiya").map(|dirs| dirs.config_dir().join("window-language"))
}

//! Card settings from a file that people edit. A broken file is reported and left as it is.

use std::fs;
use std::io;
use std::path::PathBuf;

use directories::ProjectDirs;
use flashcards::Settings;

use crate::failure::{Failure, shown_path};

/// The default settings file.
pub fn default_path() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tabiya")?.config_dir().join("cards.toml"))
}

/// The settings, and the error in the file if there is one: then these are the defaults.
/// A file named by the user must exist.
pub fn load(named: Option<&PathBuf>) -> Result<(Settings, Option<String>), Failure> {
    let Some(path) = named.cloned().or_else(default_path) else { return Ok(Default::default()) };
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => {
            return Ok(Default::default());
        }
        Err(error) => return Err(Failure::File { path, error }),
    };
    Ok(match Settings::read(&text) {
        Ok(settings) => (settings, None),
        Err(error) => {
            let location = format!("{}:{}:{}", shown_path(&path), error.line, error.column);
            (Settings::default(), Some(format!("{location}: {error}; the default settings are used")))
        }
    })
}

//! The settings of cards, from a file that people edit. A broken one is said and left as it is.

use std::fs;
use std::io;
use std::path::PathBuf;

use directories::ProjectDirs;
use flashcards::Settings;

use crate::failure::Failure;

/// Where they are kept unless told otherwise.
pub fn usual_place() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tabiya")?.config_dir().join("cards.toml"))
}

/// The settings, and what is wrong with the file if something is: then these are the defaults.
/// A file that was named has to be there.
pub fn load(named: Option<&PathBuf>) -> Result<(Settings, Option<String>), Failure> {
    let Some(path) = named.cloned().or_else(usual_place) else { return Ok(Default::default()) };
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
            let place = format!("{}:{}:{}", path.display(), error.line, error.column);
            (Settings::default(), Some(format!("{place}: {error}; the usual settings are used")))
        }
    })
}

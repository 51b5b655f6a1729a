//! Autosaves in a folder, one file for each key, replaced atomically.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::file::replace_private_file;

const ENDING: &str = "aside";
const SEVEN_DAYS: Duration = Duration::from_secs(7 * 24 * 3600);

pub struct AutosaveStore {
    folder: PathBuf,
}

impl AutosaveStore {
    pub fn in_folder(folder: PathBuf) -> AutosaveStore {
        AutosaveStore { folder }
    }

    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        replace_private_file(&self.path(key), bytes)
    }

    /// With the time at which it was written, in milliseconds since 1970.
    pub fn get(&self, key: &str) -> Option<(u64, Vec<u8>)> {
        let path = self.path(key);
        let at = written(&path)?.duration_since(UNIX_EPOCH).ok()?;
        Some((at.as_millis() as u64, fs::read(&path).ok()?))
    }

    pub fn delete(&self, key: &str) {
        // It may not exist, which is as good as deleted.
        let _ = fs::remove_file(self.path(key));
    }

    /// Those that are short enough to be encoded in the file names.
    pub fn keys(&self) -> Vec<String> {
        let key = |path: PathBuf| {
            let name = path.file_stem()?.to_str()?.to_owned();
            String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(name).ok()?).ok()
        };
        let mut keys: Vec<String> = self.paths().filter_map(key).collect();
        keys.sort_unstable();
        keys
    }

    /// Deletes autosaves older than seven days.
    pub fn remove_expired(&self) {
        let is_old =
            |path: &Path| written(path).and_then(|at| at.elapsed().ok()).is_some_and(|age| age > SEVEN_DAYS);
        for path in self.paths().filter(|path| is_old(path)) {
            let _ = fs::remove_file(path);
        }
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == ENDING))
    }

    /// File names have no slashes and at most 255 bytes.
    fn path(&self, key: &str) -> PathBuf {
        let name = BASE64_URL_SAFE_NO_PAD.encode(key);
        let name = match name.len() <= 200 {
            true => name,
            false => format!("~{}", BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(key))),
        };
        self.folder.join(format!("{name}.{ENDING}"))
    }
}

fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_autosave_is_found_by_its_key_until_it_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let autosaves = AutosaveStore::in_folder(folder.path().join("unsaved"));
        assert_eq!((autosaves.keys(), autosaves.get("new-1-2")), (Vec::new(), None));
        let long = "path:/".repeat(100);
        for key in ["path:/games/../a.sgf", "new-1-2", &long] {
            autosaves.put(key, key.as_bytes()).unwrap();
        }
        for key in ["path:/games/../a.sgf", "new-1-2", &long] {
            assert_eq!(autosaves.get(key).unwrap().1, key.as_bytes());
        }
        assert_eq!(autosaves.keys(), ["new-1-2", "path:/games/../a.sgf"]);
        autosaves.delete("new-1-2");
        assert_eq!(autosaves.get("new-1-2"), None);
        assert!(!folder.path().join("a.sgf").exists(), "a key cannot escape the folder");
    }

    #[test]
    fn autosaves_of_earlier_versions_are_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bmV3LTFmLTM.aside"), b"(;GM[1])").unwrap();
        let autosaves = AutosaveStore::in_folder(folder.path().to_owned());
        assert_eq!(autosaves.keys(), ["new-1f-3"]);
        assert_eq!(autosaves.get("new-1f-3").map(|(_, bytes)| bytes), Some(b"(;GM[1])".to_vec()));
    }

    #[test]
    fn autosaves_older_than_seven_days_expire() {
        let folder = tempfile::tempdir().unwrap();
        let autosaves = AutosaveStore::in_folder(folder.path().to_owned());
        for (key, days) in [("old", 8), ("new", 6)] {
            autosaves.put(key, b"(;)").unwrap();
            let at = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
            fs::File::options().write(true).open(autosaves.path(key)).unwrap().set_modified(at).unwrap();
        }
        autosaves.remove_expired();
        assert_eq!(autosaves.keys(), ["new"]);
    }
}

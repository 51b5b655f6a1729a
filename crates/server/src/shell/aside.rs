//! Unsaved work in a folder, one file for each key. A crash leaves the old one or the new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::file::replace_file;

const ENDING: &str = "aside";
const SEVEN_DAYS: Duration = Duration::from_secs(7 * 24 * 3600);

pub struct Aside {
    folder: PathBuf,
}

impl Aside {
    pub fn in_folder(folder: PathBuf) -> Aside {
        Aside { folder }
    }

    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        replace_file(&self.path(key), bytes)
    }

    /// With the time at which it was put there, in milliseconds since 1970.
    pub fn get(&self, key: &str) -> Option<(u64, Vec<u8>)> {
        let path = self.path(key);
        let at = written(&path)?.duration_since(UNIX_EPOCH).ok()?;
        Some((at.as_millis() as u64, fs::read(&path).ok()?))
    }

    pub fn forget(&self, key: &str) {
        // It may not be there: as good as removed.
        let _ = fs::remove_file(self.path(key));
    }

    /// Those that are short enough to be read off the names.
    pub fn keys(&self) -> Vec<String> {
        let key = |path: PathBuf| {
            let name = path.file_stem()?.to_str()?.to_owned();
            String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(name).ok()?).ok()
        };
        let mut keys: Vec<String> = self.paths().filter_map(key).collect();
        keys.sort_unstable();
        keys
    }

    /// Throws away what nobody has asked for in seven days.
    pub fn collect(&self) {
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

    /// File systems know no slashes in names and none longer than 255 bytes.
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
    fn work_comes_back_by_its_key_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let aside = Aside::in_folder(folder.path().join("unsaved"));
        assert_eq!((aside.keys(), aside.get("new-1-2")), (Vec::new(), None));
        let long = "path:/".repeat(100);
        for key in ["path:/games/../a.sgf", "new-1-2", &long] {
            aside.put(key, key.as_bytes()).unwrap();
        }
        for key in ["path:/games/../a.sgf", "new-1-2", &long] {
            assert_eq!(aside.get(key).unwrap().1, key.as_bytes());
        }
        assert_eq!(aside.keys(), ["new-1-2", "path:/games/../a.sgf"]);
        aside.forget("new-1-2");
        assert_eq!(aside.get("new-1-2"), None);
        assert!(!folder.path().join("a.sgf").exists(), "a key leads nowhere else");
    }

    #[test]
    fn what_is_older_than_seven_days_goes() {
        let folder = tempfile::tempdir().unwrap();
        let aside = Aside::in_folder(folder.path().to_owned());
        for (key, days) in [("old", 8), ("new", 6)] {
            aside.put(key, b"(;)").unwrap();
            let at = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
            fs::File::options().write(true).open(aside.path(key)).unwrap().set_modified(at).unwrap();
        }
        aside.collect();
        assert_eq!(aside.keys(), ["new"]);
    }
}

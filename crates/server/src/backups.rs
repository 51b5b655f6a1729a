//! Copies of files as they were before saving over them. Those of `/games/a.sgf` are in `games/a.sgf/` below the folder
//! of the backups, named after the time at which they were made: `2026-11-18T08-10-11.123Z.sgf`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use api::files::BackupSettings;
use jiff::Timestamp;
use jiff::civil::DateTime;

use crate::file::replace_private_file;
use crate::part_files::remove_part_files;
use crate::private_files::create_private_folder;

/// In UTC, so that names are in the order of time.
const TIME_FORMAT: &str = "%Y-%m-%dT%H-%M-%S%.3f";

#[derive(Clone, Debug)]
pub(crate) struct Backups {
    folder: PathBuf,
}

/// A copy of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Backup {
    pub path: PathBuf,
    /// When the file was last changed before it was copied.
    pub modified: Option<SystemTime>,
    pub size: u64,
}

impl Backups {
    pub fn in_folder(folder: PathBuf) -> Backups {
        Backups { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Beside the folder, so that no file's copies can be in the way.
    fn settings_path(&self) -> PathBuf {
        self.folder.with_extension("json")
    }

    /// The defaults where nothing is stored or what is stored cannot be read.
    pub fn settings(&self) -> BackupSettings {
        let stored = fs::read(self.settings_path()).ok();
        stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    pub fn set_settings(&self, settings: &BackupSettings) -> io::Result<()> {
        replace_private_file(&self.settings_path(), &serde_json::to_vec(settings)?)
    }

    /// Copies the contents of a file, and removes its oldest copies beyond the chosen number. Contents that equal the
    /// newest copy are not stored again.
    pub fn add(&self, of: &Path, contents: &[u8]) -> io::Result<PathBuf> {
        let newest = self.list(of).into_iter().next();
        if let Some(same) = newest.filter(|newest| fs::read(&newest.path).is_ok_and(|old| old == contents)) {
            return Ok(same.path);
        }
        let folder = self.folder_of(of);
        create_private_folder(&folder)?;
        remove_part_files(&folder);
        let path = free_path(&folder, of);
        replace_private_file(&path, contents)?;
        if let Ok(modified) = fs::metadata(of).and_then(|about| about.modified()) {
            // Otherwise the list shows the time of the copy.
            let _ = File::options().write(true).open(&path).and_then(|copy| copy.set_modified(modified));
        }
        self.remove_oldest(of);
        Ok(path)
    }

    /// The newest first.
    pub fn list(&self, of: &Path) -> Vec<Backup> {
        let entries = fs::read_dir(self.folder_of(of)).into_iter().flatten().flatten();
        let mut backups: Vec<Backup> = entries.filter_map(|entry| Backup::at(entry.path())).collect();
        backups.sort_by(|a, b| b.path.cmp(&a.path));
        backups
    }

    /// The copy with that name, if there is one.
    pub fn get(&self, of: &Path, name: &str) -> Option<Backup> {
        self.list(of).into_iter().find(|backup| backup.path.file_name().is_some_and(|own| own == name))
    }

    /// Where copies are turned off, other programs' versions are still copied, and a usual number of them is kept.
    fn remove_oldest(&self, of: &Path) {
        let most = match self.settings().keep {
            0 => BackupSettings::default().keep,
            keep => keep,
        };
        for old in self.list(of).iter().skip(most as usize) {
            // If it cannot be removed now, the next save tries again.
            let _ = fs::remove_file(&old.path);
        }
    }

    fn folder_of(&self, of: &Path) -> PathBuf {
        let names = of.components().filter_map(|component| match component {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        names.fold(self.folder.clone(), |folder, name| folder.join(name))
    }
}

impl Backup {
    /// None for anything else in the folder, such as the folder of a file that has this name now.
    fn at(path: PathBuf) -> Option<Backup> {
        let (time, _) = path.file_name()?.to_str()?.split_once('Z')?;
        DateTime::strptime(TIME_FORMAT, time).ok()?;
        let about = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        Some(Backup { modified: about.modified().ok(), size: about.len(), path })
    }
}

/// Named after the present time, or a moment later if that name is taken.
fn free_path(folder: &Path, of: &Path) -> PathBuf {
    let now = Timestamp::now().as_millisecond();
    let at = |millisecond: i64| {
        let time = Timestamp::from_millisecond(millisecond).unwrap_or_default();
        let mut name = OsString::from(format!("{}Z", time.strftime(TIME_FORMAT)));
        if let Some(extension) = of.extension() {
            name.push(".");
            name.push(extension);
        }
        folder.join(name)
    };
    (now..).map(at).find(|path| !path.exists()).unwrap_or_else(|| at(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        folder: tempfile::TempDir,
        backups: Backups,
    }

    impl Fixture {
        fn new() -> Fixture {
            let folder = tempfile::tempdir().unwrap();
            let backups = Backups::in_folder(folder.path().join("data/backups"));
            Fixture { folder, backups }
        }

        fn file(&self, name: &str) -> PathBuf {
            let path = self.folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, b"now").unwrap();
            path
        }

        fn contents(&self, of: &Path) -> Vec<String> {
            let read = |backup: &Backup| fs::read_to_string(&backup.path).unwrap();
            self.backups.list(of).iter().map(read).collect()
        }
    }

    #[test]
    fn the_last_ten_copies_of_each_file_are_kept() {
        let fixture = Fixture::new();
        let (a, b) = (fixture.file("x/game.sgf"), fixture.file("y/game.sgf"));
        fixture.backups.add(&b, b"other").unwrap();
        for number in 0..12 {
            fixture.backups.add(&a, format!("{number}").as_bytes()).unwrap();
        }
        let expected: Vec<String> = (2..12).rev().map(|number| number.to_string()).collect();
        assert_eq!(fixture.contents(&a), expected);
        assert_eq!(fixture.contents(&b), ["other"]);
        fixture.backups.set_settings(&BackupSettings { keep: 2 }).unwrap();
        fixture.backups.add(&a, b"12").unwrap();
        assert_eq!(fixture.contents(&a), ["12", "11"]);
    }

    #[test]
    fn copies_are_found_by_path_and_time() {
        let fixture = Fixture::new();
        let file = fixture.file("x/game.sgf");
        let path = fixture.backups.add(&file, b"(;)").unwrap();
        let folder = fixture.folder.path().strip_prefix("/").unwrap();
        let folder = fixture.backups.folder().join(folder).join("x/game.sgf");
        assert_eq!(path.parent(), Some(folder.as_path()));
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("20") && name.ends_with("Z.sgf") && name.len() == 28, "{name}");
        let found = fixture.backups.get(&file, name).unwrap();
        assert_eq!((found.size, found.modified), (3, fs::metadata(&file).unwrap().modified().ok()));
        assert_eq!(fixture.backups.get(&file, "../../data/backups"), None);
    }

    #[test]
    fn equal_contents_are_stored_once() {
        let fixture = Fixture::new();
        let file = fixture.file("game.sgf");
        for contents in ["a", "a", "b", "a"] {
            fixture.backups.add(&file, contents.as_bytes()).unwrap();
        }
        assert_eq!(fixture.contents(&file), ["a", "b", "a"]);
    }

    #[test]
    fn other_files_in_the_folder_are_neither_listed_nor_removed() {
        let fixture = Fixture::new();
        let file = fixture.file("game");
        let folder = fixture.backups.add(&file, b"0").unwrap().parent().unwrap().to_owned();
        fs::write(folder.join("notes.txt"), b"mine").unwrap();
        // The file has become a folder with a file in it.
        fixture.backups.add(&file.join("a.sgf"), b"(;)").unwrap();
        fixture.backups.set_settings(&BackupSettings { keep: 1 }).unwrap();
        fixture.backups.add(&file, b"1").unwrap();
        assert_eq!(fixture.contents(&file), ["1"]);
        assert!(folder.join("notes.txt").exists() && folder.join("a.sgf").is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_the_copies() {
        use std::os::unix::fs::PermissionsExt;
        let fixture = Fixture::new();
        fixture.backups.add(&fixture.file("game.sgf"), b"(;)").unwrap();
        let mode = fs::metadata(fixture.backups.folder()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}

//! The history folder: file names for new games, the list of games, the trash. No game ever overwrites another.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use directories::ProjectDirs;
use jiff::Zoned;
use rules::go::Size;
use server::create_part_file;

/// Paths of the settings and the games, by the conventions of this platform.
#[derive(Clone, Debug)]
pub struct Folders {
    pub config: PathBuf,
    pub history: PathBuf,
    pub trash: PathBuf,
}

impl Folders {
    /// None for a user without a home folder.
    pub fn of_this_user() -> Option<Folders> {
        let project = ProjectDirs::from("", "", "tabiya")?;
        Some(Folders {
            config: project.config_dir().join("term.toml"),
            history: project.data_dir().join("history"),
            trash: project.data_dir().join("trash"),
        })
    }
}

/// `2026-02-11_150405_19x19`, in local time.
pub fn stem(at: &Zoned, size: Size) -> String {
    format!("{}_{}x{}", at.strftime("%Y-%m-%d_%H%M%S"), size.width(), size.height())
}

/// Creates a file; adds a number to the name if it is taken.
pub fn write_new(folder: &Path, stem: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    server::create_private_folder(folder)?;
    for number in 1.. {
        let path = numbered(folder, stem, number);
        match create_file(&path, bytes) {
            Ok(()) => return Ok(path),
            Err(taken) if taken.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Creates a file atomically: a crash or a full disk leaves all of it or nothing. Never overwrites a file.
pub fn create_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = create_part_file(folder)?;
    fresh.as_file_mut().write_all(bytes)?;
    fresh.as_file().sync_all()?;
    fresh.persist_noclobber(path).map_err(|failed| failed.error)?;
    // Without this a power failure may undo the new name. Not every system can sync a folder.
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
}

fn numbered(folder: &Path, stem: &str, number: u32) -> PathBuf {
    match number {
        1 => folder.join(format!("{stem}.sgf")),
        number => folder.join(format!("{stem}-{number}.sgf")),
    }
}

/// Every game in the folder, newest first: the names start with the time.
pub fn games(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut games: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_sgf(path)).collect();
    games.sort_by(|a, b| b.file_name().cmp(&a.file_name()));
    Ok(games)
}

pub fn is_sgf(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    !hidden && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"))
}

/// Moves a game to the trash folder; adds a number to the name if it is taken.
pub fn move_to_trash(game: &Path, trash: &Path) -> io::Result<PathBuf> {
    let bytes = fs::read(game)?;
    let stem = game.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kept = write_new(trash, &stem, &bytes)?;
    fs::remove_file(game)?;
    Ok(kept)
}

/// Removes partial files left by a crash. Recent ones may belong to a game that is being written right now.
pub fn remove_partial_files(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let ours = name.starts_with(".tabiya-") && name.ends_with(".part");
        let age = entry
            .metadata()
            .and_then(|data| data.modified())
            .map(|then| SystemTime::now().duration_since(then));
        if ours && age.is_ok_and(|age| age.is_ok_and(|age| age > Duration::from_secs(3600))) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

/// A path as terminals paste or drop it: quoted, with backslashes, or as a `file://` URL.
pub fn pasted_path(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    let text = text.strip_prefix("file://").map(percent_decoded).unwrap_or_else(|| text.to_owned());
    let words = shlex::split(&text)?;
    let exact = PathBuf::from(&text);
    let path = match &words[..] {
        [one] => PathBuf::from(one),
        _ => exact,
    };
    is_sgf(&path).then_some(path)
}

/// Expands `~/games`, as a shell does.
pub fn expand_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), directories::BaseDirs::new()) {
        (Ok(rest), Some(base)) => base.home_dir().join(rest),
        _ => path.to_owned(),
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_contain_time_and_board_size() {
        let at: Zoned = "2026-02-11T15:04:05+01:00[+01:00]".parse().unwrap();
        assert_eq!(stem(&at, Size::NINETEEN), "2026-02-11_150405_19x19");
    }

    #[test]
    fn a_taken_name_gets_a_number_and_no_file_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| write_new(folder.path(), "game", text.as_bytes()).unwrap();
        let names: Vec<PathBuf> = ["a", "b", "c"].into_iter().map(write).collect();
        assert_eq!(names, ["game.sgf", "game-2.sgf", "game-3.sgf"].map(|name| folder.path().join(name)));
        assert_eq!(fs::read(&names[0]).unwrap(), b"a");
    }

    #[test]
    fn the_newest_game_comes_first_and_other_files_are_not_games() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "2026-01-01_1.sgf",
            "2026-03-01_1.SGF",
            "2025-12-31_9.sgf",
            "notes.txt",
            ".tabiya-x.part",
            ".h.sgf",
        ] {
            fs::write(folder.path().join(name), b"(;)").unwrap();
        }
        let names: Vec<String> = games(folder.path())
            .unwrap()
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["2026-03-01_1.SGF", "2026-01-01_1.sgf", "2025-12-31_9.sgf"]);
        assert_eq!(games(&folder.path().join("none")).unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn deleted_games_are_kept_in_the_trash() {
        let folder = tempfile::tempdir().unwrap();
        let trash = folder.path().join("trash");
        for text in ["first", "second"] {
            let game = folder.path().join("game.sgf");
            fs::write(&game, text).unwrap();
            let kept = move_to_trash(&game, &trash).unwrap();
            assert!(!game.exists());
            assert_eq!(fs::read_to_string(kept).unwrap(), text);
        }
        assert_eq!(games(&trash).unwrap().len(), 2);
    }

    #[test]
    fn pasted_paths_are_parsed() {
        for (text, path) in [
            ("/home/me/game.sgf\n", Some("/home/me/game.sgf")),
            ("'/home/me/my game.sgf'", Some("/home/me/my game.sgf")),
            ("/home/me/my\\ game.SGF ", Some("/home/me/my game.SGF")),
            ("/home/me/my game.sgf", Some("/home/me/my game.sgf")),
            ("file:///home/me/my%20game.sgf", Some("/home/me/my game.sgf")),
            ("d4", None),
            ("", None),
        ] {
            assert_eq!(pasted_path(text), path.map(PathBuf::from), "{text:?}");
        }
    }
}

//! The games that were played: a list that is filtered by typing, and a preview of any position of the chosen one.

mod info;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use record::go::GoRecord;

pub use info::{Info, PLAYER, read_game, read_preview};

use crate::term::field::Field;
use crate::term::keys::{self, Act, HISTORY};

pub struct Entry {
    pub path: PathBuf,
    /// None until the file has been read; of one that is no game, too.
    pub info: Option<Info>,
    /// All that a filter looks at, in small letters.
    words: String,
}

impl Entry {
    fn new(path: PathBuf, info: Option<Info>) -> Entry {
        let mut entry = Entry { path, info, words: String::new() };
        let said = entry.info.as_ref().map(Info::words).unwrap_or_default();
        entry.words = format!("{}\n{said}", entry.name()).to_lowercase();
        entry
    }

    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn describe(&mut self, info: Option<Info>) {
        *self = Entry::new(std::mem::take(&mut self.path), info);
    }
}

/// What the screen cannot do by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The chosen game is to be read, for its preview.
    Read(PathBuf),
    Open,
    Continue,
    Delete(PathBuf),
    SaveAs(PathBuf),
    Keys,
    Back,
}

#[derive(Default)]
pub struct History {
    entries: Vec<Entry>,
    /// Those that match the filter.
    shown: Vec<usize>,
    at: usize,
    pub filter: Field,
    pub filtering: bool,
    pub listed: bool,
    preview: Option<(PathBuf, Result<Box<GoRecord>, String>)>,
}

impl History {
    pub fn shown(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.shown.iter().map(|entry| &self.entries[*entry])
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn chosen(&self) -> Option<&Entry> {
        self.entries.get(*self.shown.get(self.at)?)
    }

    /// The chosen game, if it has been read, or why it could not be.
    pub fn preview(&self) -> Option<&Result<Box<GoRecord>, String>> {
        let path = &self.chosen()?.path;
        self.preview.as_ref().filter(|(read, _)| read == path).map(|(_, record)| record)
    }

    /// What stands beside the list: until the chosen game has been read, the one before, so that nothing flickers.
    pub fn pictured(&self) -> Option<&Result<Box<GoRecord>, String>> {
        self.chosen()?;
        self.preview.as_ref().map(|(_, record)| record)
    }

    /// The choice stays on the same game if it is still there, and what is known of games is not forgotten.
    pub fn list(&mut self, paths: Vec<PathBuf>) -> Option<Wish> {
        let before = self.chosen().map(|entry| entry.path.clone());
        let known = std::mem::take(&mut self.entries).into_iter().map(|entry| (entry.path, entry.info));
        let mut known: BTreeMap<PathBuf, Option<Info>> = known.collect();
        let described = |path: PathBuf| {
            let info = known.remove(&path).flatten();
            Entry::new(path, info)
        };
        self.entries = paths.into_iter().map(described).collect();
        self.listed = true;
        self.refilter();
        self.return_to(before.as_deref());
        self.wish_to_read()
    }

    fn return_to(&mut self, path: Option<&Path>) {
        let place = self.shown().position(|entry| Some(entry.path.as_path()) == path);
        self.at = place.unwrap_or(self.at);
    }

    /// Infos come in the order of the list.
    pub fn describe(&mut self, first: usize, infos: Vec<Option<Info>>) -> Option<Wish> {
        for (entry, info) in self.entries.iter_mut().skip(first).zip(infos) {
            entry.describe(info);
        }
        if self.filter.is_empty() {
            return None;
        }
        let before = self.chosen().map(|entry| entry.path.clone());
        self.refilter();
        self.return_to(before.as_deref());
        self.wish_to_read()
    }

    /// Another may have been chosen while this one was read.
    pub fn previewed(&mut self, path: PathBuf, record: Result<Box<GoRecord>, String>) {
        if self.chosen().is_some_and(|chosen| chosen.path == path) {
            self.preview = Some((path, record));
        }
    }

    pub fn gone(&mut self, path: &Path) -> Option<Wish> {
        self.entries.retain(|entry| entry.path != path);
        let at = self.at;
        self.refilter();
        self.at = at.min(self.shown.len().saturating_sub(1));
        self.wish_to_read()
    }

    fn refilter(&mut self) {
        let text = self.filter.text().trim().to_lowercase();
        let matching = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| text.is_empty() || entry.words.contains(&text));
        self.shown = matching.map(|(number, _)| number).collect();
        self.at = 0;
    }

    fn wish_to_read(&self) -> Option<Wish> {
        match self.preview() {
            Some(_) => None,
            None => self.chosen().map(|entry| Wish::Read(entry.path.clone())),
        }
    }

    pub fn key(&mut self, key: KeyEvent, page: usize) -> Option<Wish> {
        if self.filtering {
            return self.type_filter(key);
        }
        let act = keys::act(HISTORY, key)?;
        if !self.can(act) {
            return None;
        }
        let path = self.chosen().map(|entry| entry.path.clone());
        match act {
            Act::Up => self.go(-1),
            Act::Down => self.go(1),
            Act::PageUp => self.go(-(page as isize)),
            Act::PageDown => self.go(page as isize),
            Act::Start => self.go(isize::MIN),
            Act::End => self.go(isize::MAX),
            Act::Back => self.step(GoRecord::back),
            Act::Forward => self.step(GoRecord::forward),
            Act::Filter => {
                self.filtering = true;
                None
            }
            Act::Enter => Some(Wish::Open),
            Act::Continue => Some(Wish::Continue),
            Act::Delete => path.map(Wish::Delete),
            Act::SaveAs => path.map(Wish::SaveAs),
            Act::Keys => Some(Wish::Keys),
            Act::Leave if !self.filter.is_empty() => self.clear_filter(),
            Act::Leave => Some(Wish::Back),
            _ => None,
        }
    }

    pub fn can(&self, act: Act) -> bool {
        let readable = self.preview().is_some_and(Result::is_ok);
        let at_start = self
            .preview()
            .and_then(|record| record.as_ref().ok())
            .is_none_or(|record| record.here() == record.root());
        let at_end = self
            .preview()
            .and_then(|record| record.as_ref().ok())
            .is_none_or(|record| record.tree().is_leaf(record.here()));
        match act {
            _ if self.filtering => false,
            Act::Enter | Act::Continue => readable,
            Act::Back => !at_start,
            Act::Forward => !at_end,
            Act::Delete | Act::SaveAs => self.chosen().is_some(),
            Act::Filter => !self.entries.is_empty(),
            _ => true,
        }
    }

    pub fn go(&mut self, by: isize) -> Option<Wish> {
        let last = self.shown.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
        self.wish_to_read()
    }

    /// The first click chooses, the second opens.
    pub fn choose(&mut self, place: usize) -> Option<Wish> {
        if place == self.at && self.can(Act::Enter) {
            return Some(Wish::Open);
        }
        self.at = place.min(self.shown.len().saturating_sub(1));
        self.wish_to_read()
    }

    fn step(&mut self, step: impl Fn(&mut GoRecord) -> bool) -> Option<Wish> {
        if let Some((_, Ok(record))) = &mut self.preview {
            step(record);
        }
        None
    }

    /// The game in the preview, at the node it shows.
    pub fn take_preview(&mut self) -> Option<(PathBuf, GoRecord)> {
        self.preview()?.as_ref().ok()?;
        match self.preview.take()? {
            (path, Ok(record)) => Some((path, *record)),
            _ => None,
        }
    }

    fn clear_filter(&mut self) -> Option<Wish> {
        self.filter = Field::default();
        self.refilter();
        self.wish_to_read()
    }

    fn type_filter(&mut self, key: KeyEvent) -> Option<Wish> {
        match key.code {
            KeyCode::Enter => {
                self.filtering = false;
                None
            }
            KeyCode::Esc => {
                self.filtering = false;
                self.clear_filter()
            }
            KeyCode::Up => self.go(-1),
            KeyCode::Down => self.go(1),
            _ => {
                self.filter.key(key);
                self.refilter();
                self.wish_to_read()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::keys;

    const GAME: &str =
        "(;SZ[9]KM[6.5]PB[Player]PW[GNU Go]DT[2026-02-11]RE[B+5.5];B[ee];W[cc](;B[gg];W[gc])(;B[dd]))";

    fn history() -> History {
        let mut history = History::default();
        let names = ["2026-03-02_1_9x9.sgf", "2026-03-01_1_19x19.sgf", "2026-02-11_1_9x9.sgf"];
        history.list(names.map(PathBuf::from).to_vec());
        let info = |result: &str, white: &str| {
            let info = Info::read(GAME.as_bytes()).unwrap();
            Some(Info { result: result.into(), white: white.into(), ..info })
        };
        history.describe(0, vec![info("W+R", "GNU Go"), info("B+12", "Bot"), info("B+5.5", "GNU Go")]);
        history
    }

    fn typed(history: &mut History, text: &str) -> Option<Wish> {
        keys(text).into_iter().map(|key| history.key(key, 10)).last().flatten()
    }

    #[test]
    fn a_game_is_described_by_its_main_line() {
        let info = Info::read(GAME.as_bytes()).unwrap();
        assert_eq!((info.moves, info.size.as_str(), info.opponent().as_str()), (4, "9", "GNU Go"));
        assert_eq!(Info::read(b"not a game"), None);
        assert!(read_game(b"(;GM[6];B[52lq])").is_err_and(|why| why.contains("no game of Go")));
    }

    #[test]
    fn typing_filters_and_the_arrows_choose_among_what_is_left() {
        let mut history = history();
        assert_eq!(typed(&mut history, "/gnu"), Some(Wish::Read("2026-03-02_1_9x9.sgf".into())));
        assert_eq!(history.shown().len(), 2);
        assert_eq!(typed(&mut history, "<Down><Enter>"), None);
        assert_eq!(history.chosen().unwrap().name(), "2026-02-11_1_9x9");
        typed(&mut history, "q");
        assert_eq!(history.shown().len(), 3, "leaving a filter is not leaving the screen");
        assert_eq!(typed(&mut history, "q"), Some(Wish::Back));
    }

    #[test]
    fn a_list_that_is_read_again_keeps_the_choice_and_what_is_known() {
        let mut history = history();
        typed(&mut history, "j");
        let mut names = vec!["2026-04-01_1_9x9.sgf"];
        names.extend(["2026-03-02_1_9x9.sgf", "2026-03-01_1_19x19.sgf"]);
        history.list(names.into_iter().map(PathBuf::from).collect());
        assert_eq!(history.chosen().unwrap().name(), "2026-03-01_1_19x19");
        let known: Vec<bool> = history.shown().map(|entry| entry.info.is_some()).collect();
        assert_eq!(known, [false, true, true]);
    }

    #[test]
    fn every_choice_asks_for_its_preview_once() {
        let mut history = history();
        let second = PathBuf::from("2026-03-01_1_19x19.sgf");
        assert_eq!(typed(&mut history, "j"), Some(Wish::Read(second.clone())));
        history.previewed(second, read_preview(GAME.as_bytes()));
        assert!(history.preview().is_some_and(Result::is_ok));
        assert_eq!(typed(&mut history, "<Left><Left>"), None);
        let record = history.preview().unwrap().as_ref().unwrap();
        assert_eq!(record.moves().len(), 2);
        assert_eq!(typed(&mut history, "<Enter>"), Some(Wish::Open));
    }

    #[test]
    fn a_file_that_comes_late_does_not_hide_the_one_that_is_chosen() {
        let mut history = history();
        let first = history.chosen().unwrap().path.clone();
        typed(&mut history, "j");
        let second = history.chosen().unwrap().path.clone();
        history.previewed(second, read_preview(GAME.as_bytes()));
        history.previewed(first, read_preview(GAME.as_bytes()));
        assert!(history.preview().is_some_and(Result::is_ok));
    }

    #[test]
    fn a_file_that_is_no_game_can_be_deleted_but_not_opened() {
        let mut history = history();
        let first = history.chosen().unwrap().path.clone();
        history.previewed(first.clone(), read_preview(b"rubbish"));
        assert_eq!(typed(&mut history, "<Enter>"), None);
        assert_eq!(typed(&mut history, "c"), None);
        assert_eq!(typed(&mut history, "d"), Some(Wish::Delete(first.clone())));
        history.gone(&first);
        assert_eq!((history.len(), history.at()), (2, 0));
    }
}

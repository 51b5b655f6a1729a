//! The history screen: a list of games with a filter, and a preview of the selected one at any move.

mod info;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use i18n::folded;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use record::GameRecord;
use record::go::GoRecord;

pub use info::{Info, PLAYER, read_game, read_preview};

use crate::term::keys::{self, Action, HISTORY};
use crate::term::text_field::TextField;

pub struct Entry {
    pub path: PathBuf,
    /// None until the file has been read, and for files without a game.
    pub info: Option<Info>,
    /// The text that the filter searches, without accents and case.
    words: String,
}

impl Entry {
    fn new(path: PathBuf, info: Option<Info>) -> Entry {
        let mut entry = Entry { path, info, words: String::new() };
        let described = entry.info.as_ref().map(Info::words).unwrap_or_default();
        entry.words = folded(&format!("{}\n{described}", entry.name()));
        entry
    }

    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn describe(&mut self, info: Option<Info>) {
        *self = Entry::new(std::mem::take(&mut self.path), info);
    }
}

/// What the screen asks of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Read the selected game for its preview.
    Read(PathBuf),
    Open,
    Continue,
    Delete(PathBuf),
    SaveAs(PathBuf),
    Studio(PathBuf),
    Keys,
    Back,
}

#[derive(Default)]
pub struct History {
    entries: Vec<Entry>,
    /// Indices of the entries that match the filter.
    shown: Vec<usize>,
    at: usize,
    pub filter: TextField,
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

    /// The selected game, once it has been read, or why it could not be.
    pub fn preview(&self) -> Option<&Result<Box<GoRecord>, String>> {
        let path = &self.chosen()?.path;
        self.preview.as_ref().filter(|(read, _)| read == path).map(|(_, record)| record)
    }

    /// The game to draw: until the selected one has been read, the previous one, to avoid flicker.
    pub fn pictured(&self) -> Option<&Result<Box<GoRecord>, String>> {
        self.chosen()?;
        self.preview.as_ref().map(|(_, record)| record)
    }

    /// Keeps the selection and what is already known about the games.
    pub fn list(&mut self, paths: Vec<PathBuf>) -> Option<Request> {
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
        self.request_preview()
    }

    fn return_to(&mut self, path: Option<&Path>) {
        let place = self.shown().position(|entry| Some(entry.path.as_path()) == path);
        self.at = place.unwrap_or(self.at);
    }

    /// Fills in entries from index `first` on.
    pub fn describe(&mut self, first: usize, infos: Vec<Option<Info>>) -> Option<Request> {
        for (entry, info) in self.entries.iter_mut().skip(first).zip(infos) {
            entry.describe(info);
        }
        if self.filter.is_empty() {
            return None;
        }
        let before = self.chosen().map(|entry| entry.path.clone());
        self.refilter();
        self.return_to(before.as_deref());
        self.request_preview()
    }

    /// Ignores a game that is no longer selected.
    pub fn previewed(&mut self, path: PathBuf, record: Result<Box<GoRecord>, String>) {
        if self.chosen().is_some_and(|chosen| chosen.path == path) {
            self.preview = Some((path, record));
        }
    }

    pub fn gone(&mut self, path: &Path) -> Option<Request> {
        self.entries.retain(|entry| entry.path != path);
        let at = self.at;
        self.refilter();
        self.at = at.min(self.shown.len().saturating_sub(1));
        self.request_preview()
    }

    fn refilter(&mut self) {
        let text = folded(self.filter.text().trim());
        let matching = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| text.is_empty() || entry.words.contains(&text));
        self.shown = matching.map(|(number, _)| number).collect();
        self.at = 0;
    }

    fn request_preview(&self) -> Option<Request> {
        match self.preview() {
            Some(_) => None,
            None => self.chosen().map(|entry| Request::Read(entry.path.clone())),
        }
    }

    pub fn key(&mut self, key: KeyEvent, page: usize) -> Option<Request> {
        if self.filtering {
            return self.type_filter(key);
        }
        let act = keys::action_for(HISTORY, key)?;
        if !self.can(act) {
            return None;
        }
        let path = self.chosen().map(|entry| entry.path.clone());
        match act {
            Action::Up => self.go(-1),
            Action::Down => self.go(1),
            Action::PageUp => self.go(-(page as isize)),
            Action::PageDown => self.go(page as isize),
            Action::Start => self.go(isize::MIN),
            Action::End => self.go(isize::MAX),
            Action::Back => self.step(GoRecord::back),
            Action::Forward => self.step(GoRecord::forward),
            Action::Filter => {
                self.filtering = true;
                None
            }
            Action::Enter => Some(Request::Open),
            Action::Continue => Some(Request::Continue),
            Action::Delete => path.map(Request::Delete),
            Action::SaveAs => path.map(Request::SaveAs),
            Action::Studio => path.map(Request::Studio),
            Action::Keys => Some(Request::Keys),
            Action::Leave if !self.filter.is_empty() => self.clear_filter(),
            Action::Leave => Some(Request::Back),
            _ => None,
        }
    }

    pub fn can(&self, act: Action) -> bool {
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
            Action::Enter | Action::Continue => readable,
            Action::Back => !at_start,
            Action::Forward => !at_end,
            Action::Delete | Action::SaveAs | Action::Studio => self.chosen().is_some(),
            Action::Filter => !self.entries.is_empty(),
            _ => true,
        }
    }

    pub fn go(&mut self, by: isize) -> Option<Request> {
        let last = self.shown.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
        self.request_preview()
    }

    /// The first click selects, the second opens.
    pub fn choose(&mut self, place: usize) -> Option<Request> {
        if place == self.at && self.can(Action::Enter) {
            return Some(Request::Open);
        }
        self.at = place.min(self.shown.len().saturating_sub(1));
        self.request_preview()
    }

    fn step(&mut self, step: impl Fn(&mut GoRecord) -> bool) -> Option<Request> {
        if let Some((_, Ok(record))) = &mut self.preview {
            step(record);
        }
        None
    }

    /// The game in the preview, at its current node.
    pub fn take_preview(&mut self) -> Option<(PathBuf, GoRecord)> {
        self.preview()?.as_ref().ok()?;
        match self.preview.take()? {
            (path, Ok(record)) => Some((path, *record)),
            _ => None,
        }
    }

    pub fn set_filter(&mut self, filter: TextField) {
        self.filter = filter;
        self.refilter();
    }

    /// Selects a game by its place in the list shown.
    pub fn go_to(&mut self, place: usize) {
        self.at = place.min(self.shown.len().saturating_sub(1));
        self.preview = None;
    }

    fn clear_filter(&mut self) -> Option<Request> {
        self.filter = TextField::default();
        self.refilter();
        self.request_preview()
    }

    fn type_filter(&mut self, key: KeyEvent) -> Option<Request> {
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
                self.request_preview()
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

    fn typed(history: &mut History, text: &str) -> Option<Request> {
        keys(text).into_iter().map(|key| history.key(key, 10)).last().flatten()
    }

    #[test]
    fn a_game_is_described_by_its_main_line() {
        let info = Info::read(GAME.as_bytes()).unwrap();
        assert_eq!((info.moves, info.size.as_str(), info.opponent().as_str()), (4, "9", "GNU Go"));
        assert_eq!(Info::read(b"not a game"), None);
        assert!(read_game(b"(;GM[6];B[52lq])").is_err_and(|why| why.contains("no Go game")));
    }

    #[test]
    fn games_recorded_by_earlier_versions_open() {
        let saved = b"(;GM[1]FF[4]CA[UTF-8]AP[Tabiya:0.1.0]SZ[9]KM[6.5]RU[Japanese]PB[Player]PW[Friend]DT[2026-11-17]\
            (;B[ee];W[])(;B[df]))";
        let info = Info::read(saved).unwrap();
        assert_eq!((info.date.as_str(), info.opponent().as_str(), info.moves), ("2026-11-17", "Friend", 2));
        let record = read_preview(saved).unwrap();
        assert_eq!((record.moves().len(), record.write().as_slice()), (2, saved.as_slice()));
    }

    #[test]
    fn typing_filters_and_the_arrows_select_among_the_rest() {
        let mut history = history();
        assert_eq!(typed(&mut history, "/gnu"), Some(Request::Read("2026-03-02_1_9x9.sgf".into())));
        assert_eq!(history.shown().len(), 2);
        assert_eq!(typed(&mut history, "<Down><Enter>"), None);
        assert_eq!(history.chosen().unwrap().name(), "2026-02-11_1_9x9");
        typed(&mut history, "q");
        assert_eq!(history.shown().len(), 3, "leaving a filter is not leaving the screen");
        assert_eq!(typed(&mut history, "q"), Some(Request::Back));
    }

    #[test]
    fn reading_the_list_again_keeps_the_selection_and_known_games() {
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
    fn every_selection_requests_its_preview_once() {
        let mut history = history();
        let second = PathBuf::from("2026-03-01_1_19x19.sgf");
        assert_eq!(typed(&mut history, "j"), Some(Request::Read(second.clone())));
        history.previewed(second, read_preview(GAME.as_bytes()));
        assert!(history.preview().is_some_and(Result::is_ok));
        assert_eq!(typed(&mut history, "<Left><Left>"), None);
        let record = history.preview().unwrap().as_ref().unwrap();
        assert_eq!(record.moves().len(), 2);
        assert_eq!(typed(&mut history, "<Enter>"), Some(Request::Open));
    }

    #[test]
    fn a_late_preview_does_not_replace_the_selected_one() {
        let mut history = history();
        let first = history.chosen().unwrap().path.clone();
        typed(&mut history, "j");
        let second = history.chosen().unwrap().path.clone();
        history.previewed(second, read_preview(GAME.as_bytes()));
        history.previewed(first, read_preview(GAME.as_bytes()));
        assert!(history.preview().is_some_and(Result::is_ok));
    }

    #[test]
    fn a_file_without_a_game_can_be_deleted_but_not_opened() {
        let mut history = history();
        let first = history.chosen().unwrap().path.clone();
        history.previewed(first.clone(), read_preview(b"rubbish"));
        assert_eq!(typed(&mut history, "<Enter>"), None);
        assert_eq!(typed(&mut history, "c"), None);
        assert_eq!(typed(&mut history, "d"), Some(Request::Delete(first.clone())));
        history.gone(&first);
        assert_eq!((history.len(), history.at()), (2, 0));
    }
}

//! The library: its folders, its games, and problems with its files.

use std::ops::RangeInclusive;

use i18n::{Language, LibraryErrors, fill};
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, bytes, json, optional_json};
use crate::data_dirs::Purpose;
use crate::files::OpenedFile;
use crate::path::{path, with_query};
use crate::{ApiError, ErrorCode};

pub const LIBRARY: &str = "/api/library";
pub const FOLDERS: &str = "/api/library/folders";
pub const FOLDER: &str = "/api/library/folders/{id}";
pub const UPDATE: &str = "/api/library/update";
pub const STOP: &str = "/api/library/stop";
pub const GAMES: &str = "/api/library/games";
pub const DUPLICATES: &str = "/api/library/duplicates";
pub const RECORDS: &str = "/api/library/records";
pub const RECORD: &str = "/api/library/games/{id}/record";
pub const PICTURE: &str = "/api/library/games/{id}/picture";
pub const OPEN: &str = "/api/library/games/{id}/open";

/// Everything but the games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub games: usize,
    pub folders: Vec<Folder>,
    pub problems: Vec<Problem>,
    /// The update that is running.
    pub work: Option<Progress>,
    /// Why the last update failed.
    pub failed: Option<ApiError>,
    /// The last update was stopped.
    pub stopped: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Folder {
    pub id: i64,
    pub path: String,
    /// What it is for, where the user did not add it.
    #[serde(rename = "name", default)]
    pub purpose: Option<Purpose>,
    pub files: u32,
    pub games: u32,
}

/// A file without a game, and why it has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub path: String,
    pub what: ApiError,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub files: usize,
    pub of: usize,
    pub games: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    pub id: i64,
    pub kind: String,
    pub black: String,
    pub white: String,
    pub event: String,
    pub date: String,
    pub result: String,
    #[serde(default)]
    pub winner: String,
    pub size: (u16, u16),
    pub moves: u32,
    pub path: String,
    /// The number of the game in its file.
    pub number: u32,
    /// The number of moves before the position that was searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameList {
    pub total: usize,
    pub games: Vec<Game>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Duplicates {
    pub total: usize,
    pub groups: Vec<DuplicateGroup>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuplicateGroup {
    pub exact: bool,
    pub games: Vec<Game>,
}

/// What is searched for; an empty field matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    pub text: String,
    pub player: String,
    pub event: String,
    pub kind: String,
    pub winner: String,
    pub from: String,
    pub to: String,
    pub size: String,
    pub position: String,
    pub sort: String,
    pub backwards: bool,
    pub skip: usize,
    pub most: Option<usize>,
    /// For `records`: only these of the rows that are found, as `0,3-9`, counted from 0.
    pub rows: String,
    /// For `records`: of those, only the games of this kind.
    pub of_kind: String,
}

/// `0,3-9`. `None` if it is anything else.
pub fn read_rows(text: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.split(',').map(range).collect()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewFolder {
    pub path: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Picture {
    /// After this many moves; the last position if there is no number.
    pub at: Option<u32>,
    pub dark: bool,
    pub width: Option<u32>,
    /// The tag of the language of its texts.
    pub language: String,
}

pub fn state() -> Call<State> {
    Call::new(Method::Get, LIBRARY, json)
}

pub fn add_folder(folder: &NewFolder) -> Call<State> {
    Call::new(Method::Post, FOLDERS, json).with(folder)
}

pub fn remove_folder(id: i64) -> Call<State> {
    Call::new(Method::Delete, path(FOLDER, &[&id.to_string()]), json)
}

pub fn update() -> Call<State> {
    Call::new(Method::Post, UPDATE, json)
}

pub fn stop() -> Call<State> {
    Call::new(Method::Post, STOP, json)
}

pub fn find(search: &Search) -> Call<GameList> {
    Call::new(Method::Get, searching(GAMES, search), json)
}

/// All games that a search finds, or only the given rows, as one file. They must be of one kind that can be in one file:
/// Go or chess.
pub fn records(search: &Search) -> Call<Vec<u8>> {
    Call::new(Method::Get, searching(RECORDS, search), bytes)
}

fn searching(route: &str, search: &Search) -> String {
    let most = search.most.map(|most| most.to_string()).unwrap_or_default();
    let params = [
        ("text", &*search.text),
        ("player", &search.player),
        ("event", &search.event),
        ("kind", &search.kind),
        ("winner", &search.winner),
        ("from", &search.from),
        ("to", &search.to),
        ("size", &search.size),
        ("position", &search.position),
        ("sort", &search.sort),
        ("backwards", if search.backwards { "true" } else { "" }),
        ("skip", &search.skip.to_string()),
        ("most", &most),
        ("rows", &search.rows),
        ("of_kind", &search.of_kind),
    ];
    with_query(route, &params)
}

pub fn duplicates() -> Call<Duplicates> {
    Call::new(Method::Get, DUPLICATES, json)
}

/// The game alone, extracted from its file.
pub fn record(game: i64) -> Call<Vec<u8>> {
    Call::new(Method::Get, path(RECORD, &[&game.to_string()]), bytes)
}

/// The file, if it has only this game; otherwise none, and the page gets a copy.
pub fn open(game: i64) -> Call<Option<OpenedFile>> {
    Call::new(Method::Post, path(OPEN, &[&game.to_string()]), optional_json)
}

/// The address of an SVG.
pub fn picture(game: i64, picture: &Picture) -> String {
    let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    let params = [
        ("dark", if picture.dark { "true" } else { "" }),
        ("width", &*number(picture.width)),
        ("at", &number(picture.at)),
        ("language", &picture.language),
    ];
    with_query(&path(PICTURE, &[&game.to_string()]), &params)
}

/// The messages of the library's errors.
pub fn wording(error: &ApiError, language: Language) -> Option<String> {
    use ErrorCode as E;
    let texts = language.library_errors();
    let text = match error.code {
        E::HoldsOther => {
            return Some(fill(texts.contains_other, &[("what", content(error.param("what"), texts))]));
        }
        E::NotADate => {
            let fields = language.library();
            let field = if error.param("field") == "to" { fields.to } else { fields.from };
            return Some(fill(texts.no_date, &[("field", field), ("text", error.param("text"))]));
        }
        E::NoLibrary => texts.no_library,
        E::LibraryAborted => texts.library_failed,
        E::FolderNameMissing => texts.name_folder,
        E::NoFolder => texts.no_folder,
        E::NotAFolder => texts.not_a_folder,
        E::NameNotText => texts.invalid_name,
        E::LibraryPlace => texts.cannot_store,
        E::LibraryNewer => texts.newer,
        E::LibraryBusy => texts.busy,
        E::LibraryDiskFull => texts.full,
        E::LibraryDatabase => texts.database,
        E::GameGone => texts.game_gone,
        E::OutsideLibrary => texts.outside,
        E::LibraryOutdated => texts.file_changed,
        E::NoPicture => texts.no_picture,
        E::NotUnderstood => texts.not_understood,
        E::OtherGame => texts.other_game,
        E::NoGame => texts.no_game,
        E::Unreadable => texts.unreadable,
        _ => return None,
    };
    Some(error.fill(text, wording, language))
}

/// What a file without a game contains.
fn content(what: &str, texts: &LibraryErrors) -> &'static str {
    match what {
        "go-record" => texts.go_record,
        "chess-games" => texts.chess_games,
        "chess-position" => texts.chess_position,
        "backgammon-match" => texts.backgammon_match,
        "backgammon-positions" => texts.backgammon_positions,
        "backgammon-analysis" => texts.backgammon_analysis,
        "package" => texts.package,
        "nothing" => texts.nothing,
        _ => texts.unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_only_its_own_fields_in_the_address() {
        let search = Search { text: "Ann".into(), backwards: true, most: Some(50), ..Search::default() };
        assert_eq!(find(&search).path, "/api/library/games?text=Ann&backwards=true&skip=0&most=50");
        assert_eq!(
            picture(7, &Picture { at: Some(3), dark: false, width: Some(90), language: "vi".into() }),
            "/api/library/games/7/picture?width=90&at=3&language=vi"
        );
    }
}

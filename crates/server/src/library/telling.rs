//! What the library could not do, in the words of whoever asked.

use std::io;
use std::path::Path;

use axum::http::StatusCode;
use catalogue::{NoGame, What};
use library::LibraryError;
use words::{Host, fill};

use super::Refusal;
use crate::tongue::Tongue;

pub(super) fn refused(error: &LibraryError, tongue: Tongue) -> Refusal {
    let status = match error {
        LibraryError::NoFolder { .. } | LibraryError::NotAFolder { .. } | LibraryError::OddName { .. } => {
            StatusCode::BAD_REQUEST
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, told(error, tongue))
}

pub(super) fn told(error: &LibraryError, tongue: Tongue) -> String {
    let words = tongue.words();
    let about =
        |text: &str, path: &Path, why: &str| fill(text, &[("path", &path.to_string_lossy()), ("why", why)]);
    match error {
        LibraryError::NoFolder { path, cause } => about(words.no_folder, path, &tongue.why(cause)),
        LibraryError::NotAFolder { path } => about(words.not_a_folder, path, ""),
        LibraryError::OddName { path } => about(words.odd_name, path, ""),
        LibraryError::Place { path, cause } => about(words.no_place, path, &tongue.why(cause)),
        LibraryError::Newer { path } => about(words.newer, path, ""),
        error if error.is_busy() => words.busy.to_owned(),
        error if error.is_disk_full() => words.full.to_owned(),
        LibraryError::Database(cause) => fill(words.database, &[("error", &cause.to_string())]),
    }
}

/// Why a file has no game. The library keeps it in English.
pub(super) fn problem(what: &str, tongue: Tongue) -> String {
    let words = tongue.words();
    match NoGame::said(what) {
        Some(NoGame::Other(other)) => fill(words.holds_other, &[("what", thing(other, words))]),
        Some(NoGame::OtherGame) => words.other_game.to_owned(),
        Some(NoGame::Empty) => words.no_game.to_owned(),
        None => unreadable(what, tongue).unwrap_or_else(|| what.to_owned()),
    }
}

/// What the disk refused is kept with the system's own number for it.
fn unreadable(what: &str, tongue: Tongue) -> Option<String> {
    let said = what.strip_prefix(library::UNREADABLE)?;
    let number =
        said.rsplit_once("(os error ").and_then(|(_, number)| number.strip_suffix(')')?.parse().ok());
    let why =
        number.map_or_else(|| said.to_owned(), |number| tongue.why(&io::Error::from_raw_os_error(number)));
    Some(fill(tongue.words().unreadable, &[("why", &why)]))
}

fn thing(what: What, words: &Host) -> &'static str {
    match what {
        What::GoRecord => words.go_record,
        What::ChessRecord => words.chess_games,
        What::ChessPosition => words.chess_position,
        What::BackgammonMatch => words.backgammon_match,
        What::BackgammonPosition => words.backgammon_positions,
        What::BackgammonAnalysis => words.backgammon_analysis,
        What::Archive => words.package,
        What::Nothing => words.emptiness,
        What::Unknown => words.unknown,
    }
}

#[cfg(test)]
mod tests {
    use words::Language;

    use super::*;

    #[test]
    fn in_english_it_is_what_the_command_line_says() {
        let english = Tongue(Language::En);
        for why in NoGame::ALL {
            assert_eq!(problem(&why.to_string(), english), why.to_string());
        }
        let path = || "/games".into();
        for error in [LibraryError::NotAFolder { path: path() }, LibraryError::Newer { path: path() }] {
            assert_eq!(told(&error, english), error.to_string());
        }
    }

    #[test]
    fn a_problem_is_told_in_the_language_of_the_page() {
        let empty = NoGame::Empty.to_string();
        assert_eq!(problem(&empty, Tongue(Language::Vi)), "không có ván cờ nào trong đó");
        let denied = format!("{}{}", library::UNREADABLE, io::Error::from_raw_os_error(13));
        assert_eq!(problem(&denied, Tongue(Language::Zh)), "无法读取：此用户没有权限");
        assert_eq!(problem(&denied, Tongue(Language::En)), "it cannot be read: this user may not do that");
        assert_eq!(problem("it cannot be read: ?", Tongue(Language::Vi)), "không đọc được: ?");
    }
}

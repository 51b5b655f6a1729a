//! Errors and problems of the library with their codes.

use std::io;
use std::path::Path;

use api::{ApiError, ErrorCode};
use catalogue::{FileKind, NoGame};
use library::LibraryError;

/// `database` is the path of the library's database.
pub(super) fn coded(error: &LibraryError, database: &Path) -> ApiError {
    let about = |code, path: &Path| ApiError::new(code).with("path", path.to_string_lossy());
    match error {
        LibraryError::NoFolder { path, cause } => about(ErrorCode::NoFolder, path).because(cause),
        LibraryError::NotAFolder { path } => about(ErrorCode::NotAFolder, path),
        LibraryError::InvalidName { path } => about(ErrorCode::NameNotText, path),
        LibraryError::CannotCreateFolder { path, cause } => {
            about(ErrorCode::LibraryPlace, path).because(cause)
        }
        LibraryError::CannotReplace { path, cause } => {
            about(ErrorCode::LibraryDatabase, path).with("error", cause)
        }
        LibraryError::Newer { path } => about(ErrorCode::LibraryNewer, path),
        error if error.is_busy() => about(ErrorCode::LibraryBusy, database),
        error if error.is_disk_full() => about(ErrorCode::LibraryDiskFull, database),
        LibraryError::Database(cause) => about(ErrorCode::LibraryDatabase, database).with("error", cause),
    }
}

/// Why a file has no game. The library stores it as an English sentence.
pub(super) fn problem(stored: &str) -> ApiError {
    match NoGame::from_text(stored) {
        Some(NoGame::NotARecord(other)) => ApiError::new(ErrorCode::HoldsOther).with("what", content(other)),
        Some(NoGame::OtherGame) => ErrorCode::OtherGame.into(),
        Some(NoGame::Empty) => ErrorCode::NoGame.into(),
        None => unreadable(stored).unwrap_or_else(|| ApiError::new(ErrorCode::System).with("error", stored)),
    }
}

/// A read error is stored with the system's number for it, from which its code follows.
fn unreadable(stored: &str) -> Option<ApiError> {
    let text = stored.strip_prefix(library::UNREADABLE)?;
    let number =
        text.rsplit_once("(os error ").and_then(|(_, number)| number.strip_suffix(')')?.parse().ok());
    let cause = match number {
        Some(number) => ApiError::from(&io::Error::from_raw_os_error(number)),
        None => ApiError::new(ErrorCode::System).with("error", text),
    };
    Some(ApiError::new(ErrorCode::Unreadable).because(cause))
}

fn content(what: FileKind) -> &'static str {
    match what {
        FileKind::GoRecord => "go-record",
        FileKind::ChessRecord => "chess-games",
        FileKind::ChessPosition => "chess-position",
        FileKind::BackgammonMatch => "backgammon-match",
        FileKind::BackgammonPosition => "backgammon-positions",
        FileKind::BackgammonAnalysis => "backgammon-analysis",
        FileKind::Archive => "package",
        FileKind::Nothing => "nothing",
        FileKind::Unknown => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use i18n::Language;

    use super::*;

    #[test]
    fn the_english_text_is_that_of_the_command_line() {
        for why in NoGame::ALL {
            assert_eq!(problem(&why.to_string()).message(Language::En), why.to_string());
        }
        let path = || "/games".into();
        for error in [LibraryError::NotAFolder { path: path() }, LibraryError::Newer { path: path() }] {
            assert_eq!(coded(&error, Path::new("/library.db")).message(Language::En), error.to_string());
        }
    }

    #[test]
    fn a_stored_problem_is_shown_in_the_language_of_the_page() {
        let empty = problem(&NoGame::Empty.to_string());
        assert_eq!(empty.message(Language::Vi), Language::Vi.library_errors().no_game);
        let denied = problem(&format!("{}{}", library::UNREADABLE, io::Error::from_raw_os_error(13)));
        assert_eq!(denied.code, ErrorCode::Unreadable);
        assert_eq!(denied.cause.map(|cause| cause.code), Some(ErrorCode::Denied));
        let other = problem(&format!("{}?", library::UNREADABLE));
        assert!(other.message(Language::Zh).ends_with('?'), "{other:?}");
    }
}

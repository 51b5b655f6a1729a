//! Errors on the wire: a code, its parameters and its cause. The program that shows them turns them into text (`message`).

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An error in JSON: `{"code":"cannot-read","params":{"path":"/a.sgf"},"cause":{"code":"denied"}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiError {
    pub code: ErrorCode,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<ApiError>>,
}

macro_rules! codes {
    ($($code:ident = $name:literal,)*) => {
        /// Their texts in `i18n` name their parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $($code,)*
            /// A code of another version.
            Unknown,
        }

        impl ErrorCode {
            /// Every code with its name on the wire.
            pub(crate) const NAMES: &[(&'static str, ErrorCode)] = &[$(($name, ErrorCode::$code),)*];
        }
    };
}

codes! {
    // Every request.
    UnknownRoute = "unknown-route",
    WrongMethod = "wrong-method",
    Malformed = "malformed",
    TooLarge = "too-large",
    TooSlow = "too-slow",
    TooManyConnections = "too-many-connections",
    TooManyRequests = "too-many-requests",
    Internal = "internal",
    OwnAddressOnly = "own-address-only",
    NumericAddressOnly = "numeric-address-only",
    OtherSite = "other-site",
    OtherSiteOfHost = "other-site-of-host",
    WrongKey = "wrong-key",

    // Causes that the system reports.
    Missing = "missing",
    Denied = "denied",
    DiskFull = "disk-full",
    ReadOnly = "read-only",
    System = "system",

    // Files.
    NotOpened = "not-opened",
    FileChanged = "file-changed",
    CannotRead = "cannot-read",
    CannotWrite = "cannot-write",
    ClipboardRefused = "clipboard-refused",
    AutosaveFailed = "autosave-failed",
    CannotBackUp = "cannot-back-up",
    NoBackups = "no-backups",
    NoSuchVersion = "no-such-version",
    BackupSettingsNotWritten = "backup-settings",

    // The library.
    NoLibrary = "no-library",
    LibraryAborted = "library-aborted",
    FolderNameMissing = "folder-name-missing",
    NoFolder = "no-folder",
    NotAFolder = "not-a-folder",
    NameNotText = "name-not-text",
    LibraryPlace = "library-place",
    LibraryNewer = "library-newer",
    LibraryBusy = "library-busy",
    LibraryDiskFull = "library-disk-full",
    LibraryDatabase = "library-database",
    GameGone = "game-gone",
    OutsideLibrary = "outside-library",
    LibraryOutdated = "library-outdated",
    NoPicture = "no-picture",
    NotUnderstood = "not-understood",
    NotADate = "not-a-date",

    // Why a file of the library has no game.
    HoldsOther = "holds-other",
    OtherGame = "other-game",
    NoGame = "no-game",
    Unreadable = "unreadable",

    // Engines.
    NoSuchEngine = "no-such-engine",
    EngineMissing = "engine-missing",
    EngineFails = "engine-fails",
    EngineNotStarted = "engine-not-started",
    EngineSlow = "engine-slow",
    EngineSays = "engine-says",
    EngineSilent = "engine-silent",
    EngineTestAborted = "engine-test-aborted",
    EngineNeeded = "engine-needed",
    EngineDied = "engine-died",
    NotSearchable = "not-searchable",
    NotReviewable = "not-reviewable",

    // Hosting and rooms.
    PortRefused = "port-refused",
    NoLanSearch = "no-lan-search",
    NoSuchRoom = "no-such-room",
    RoomsFull = "rooms-full",
    TooManyRooms = "too-many-rooms",
    EnginesBusy = "engines-busy",
    RoomNotOpened = "room-not-opened",
    InvalidKey = "invalid-key",
    RelayFull = "relay-full",
    NoSuchTable = "no-such-table",
    WebSocketOnly = "web-socket-only",
    BoardSize = "board-size",
    Komi = "komi",
    Handicap = "handicap",
    Opponent = "opponent",
    Time = "time",

    // Cards.
    AnkiNotRunning = "anki-away",
    AnkiSlow = "anki-slow",
    AnkiOther = "anki-other",
    AnkiOld = "anki-old",
    AnkiKey = "anki-key",
    AnkiStopped = "anki-stopped",
    AnkiSaid = "anki-said",
    GnubgMissing = "gnubg-missing",
    GnubgNotStarted = "gnubg-not-started",
    GnubgExited = "gnubg-away",
    GnubgSlow = "gnubg-slow",
    GnubgStopped = "gnubg-stopped",
    GnubgSilent = "gnubg-silent",
    GnubgNoMatch = "gnubg-no-match",
    GnubgRefused = "gnubg-refused",
    GnubgNoFolder = "gnubg-no-folder",
    NoDecisions = "no-decisions",
    BadSettings = "bad-settings",
    SettingsBroken = "settings-broken",
    SettingsUnreadable = "settings-unreadable",
    SettingsNotWritten = "settings",
    NoPackage = "package",
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let known = ErrorCode::NAMES.iter().find(|(_, code)| code == self);
        to.serialize_str(known.map_or("unknown", |(name, _)| name))
    }
}

/// By a search in the table: the derived code would be several kilobytes in every page.
impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ErrorCode, D::Error> {
        let name = String::deserialize(from)?;
        let known = ErrorCode::NAMES.iter().find(|(known, _)| *known == name);
        Ok(known.map_or(ErrorCode::Unknown, |(_, code)| *code))
    }
}

impl ErrorCode {
    /// The HTTP status that goes with it.
    pub fn status(self) -> u16 {
        use ErrorCode as E;
        match self {
            E::Malformed | E::FolderNameMissing | E::NoFolder | E::NotAFolder | E::NameNotText => 400,
            E::NotUnderstood | E::NotADate | E::BadSettings | E::NoDecisions => 400,
            E::WrongKey => 401,
            E::OwnAddressOnly | E::NumericAddressOnly | E::OtherSite | E::OtherSiteOfHost => 403,
            E::OutsideLibrary => 403,
            E::UnknownRoute | E::NotOpened | E::NoLibrary | E::GameGone | E::LibraryOutdated => 404,
            E::NoPicture | E::NoSuchEngine | E::EngineMissing | E::NoSuchRoom | E::NoSuchTable => 404,
            E::EngineNeeded => 404,
            E::GnubgMissing | E::InvalidKey | E::NoBackups | E::NoSuchVersion => 404,
            E::WrongMethod => 405,
            E::TooSlow => 408,
            E::PortRefused | E::SettingsBroken => 409,
            E::FileChanged => 412,
            E::TooLarge => 413,
            E::NotSearchable
            | E::NotReviewable
            | E::BoardSize
            | E::Komi
            | E::Handicap
            | E::Opponent
            | E::Time
            | E::GnubgSilent
            | E::GnubgNoMatch => 422,
            E::WebSocketOnly => 426,
            E::TooManyConnections | E::TooManyRequests | E::TooManyRooms | E::EnginesBusy => 429,
            E::EngineFails | E::AnkiNotRunning | E::AnkiSlow | E::AnkiOther | E::AnkiOld => 502,
            E::AnkiKey | E::AnkiStopped | E::AnkiSaid => 502,
            E::GnubgNotStarted | E::GnubgExited | E::GnubgSlow | E::GnubgStopped | E::GnubgRefused => 502,
            E::NoLanSearch | E::RoomsFull | E::RelayFull => 503,
            _ => 500,
        }
    }
}

impl ApiError {
    pub fn new(code: ErrorCode) -> ApiError {
        ApiError { code, params: BTreeMap::new(), cause: None }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> ApiError {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    #[must_use]
    pub fn because(self, cause: impl Into<ApiError>) -> ApiError {
        ApiError { cause: Some(Box::new(cause.into())), ..self }
    }

    /// A parameter; empty if there is none.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> ApiError {
        ApiError::new(code)
    }
}

/// Reasons that a user can act on have a code; others have the system's text.
impl From<&io::Error> for ApiError {
    fn from(error: &io::Error) -> ApiError {
        match error.kind() {
            io::ErrorKind::NotFound => ErrorCode::Missing.into(),
            io::ErrorKind::PermissionDenied => ErrorCode::Denied.into(),
            io::ErrorKind::StorageFull => ErrorCode::DiskFull.into(),
            io::ErrorKind::ReadOnlyFilesystem => ErrorCode::ReadOnly.into(),
            _ => ApiError::new(ErrorCode::System).with("error", error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_written_without_empty_fields() {
        let denied = ApiError::from(&io::Error::from(io::ErrorKind::PermissionDenied));
        let error = ApiError::new(ErrorCode::CannotRead).with("path", "/a.sgf").because(denied);
        let text = serde_json::to_string(&error).unwrap();
        assert_eq!(text, r#"{"code":"cannot-read","params":{"path":"/a.sgf"},"cause":{"code":"denied"}}"#);
        assert_eq!(serde_json::from_str::<ApiError>(&text).unwrap(), error);
    }

    #[test]
    fn an_unknown_code_is_still_an_error() {
        let error: ApiError = serde_json::from_str(r#"{"code":"from-the-future","more":1}"#).unwrap();
        assert_eq!(error.code, ErrorCode::Unknown);
    }

    #[test]
    fn every_status_is_an_error() {
        for code in [ErrorCode::UnknownRoute, ErrorCode::Unknown, ErrorCode::FileChanged] {
            assert!((400..600).contains(&code.status()));
        }
    }
}

//! What Cards cannot do in the browser: packages (SQLite), Anki, gnubg, and the settings that the command line shares.

use flashcards::{Decision, Question};
use i18n::Language;
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, bytes, json, nothing};
use crate::{ApiError, ErrorCode};

pub const PREVIEW: &str = "/api/cards/preview";
pub const SETTINGS: &str = "/api/cards/settings";
pub const ANALYSE: &str = "/api/cards/judge";
pub const PACKAGE: &str = "/api/cards/package";
pub const ANKI: &str = "/api/cards/anki";

/// The settings as TOML, and the problem with their file, if any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsFile {
    pub text: String,
    pub problem: Option<ApiError>,
}

/// A position for gnubg.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Analyse {
    pub question: Question,
    pub plies: u8,
}

/// Decisions to make cards of, and the settings as TOML.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewDeck {
    pub settings: String,
    pub decisions: Vec<Decision>,
}

/// What Anki did with a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    pub cards: usize,
    /// Anki imported a package; otherwise the cards were sent one by one and counted.
    pub package: bool,
    pub added: usize,
    /// Anki had them with other texts.
    pub updated: usize,
    pub known: usize,
    pub refused: usize,
}

pub fn read_settings() -> Call<SettingsFile> {
    Call::new(Method::Get, SETTINGS, json)
}

pub fn write_settings(text: &str) -> Call<()> {
    Call::new(Method::Put, SETTINGS, nothing).with_bytes(text.as_bytes().to_vec())
}

pub fn analyse(request: &Analyse) -> Call<Decision> {
    Call::new(Method::Post, ANALYSE, json).with(request)
}

pub fn package(deck: &NewDeck) -> Call<Vec<u8>> {
    Call::new(Method::Post, PACKAGE, bytes).with(deck)
}

pub fn send(deck: &NewDeck) -> Call<Sent> {
    Call::new(Method::Post, ANKI, json).with(deck)
}

/// The messages of the errors of Anki, gnubg and the settings.
pub fn wording(error: &ApiError, language: Language) -> Option<String> {
    use ErrorCode as E;
    let texts = language.card_errors();
    let filled = |text| error.fill(text, wording, language);
    let text = match error.code {
        E::SettingsBroken => "{path}:{line}:{column}: {error}",
        E::SettingsUnreadable => "{path}: {why}",
        E::GnubgMissing if !error.param("program").is_empty() => {
            return Some(format!("{} {}", filled(texts.gnubg_no_program), texts.gnubg_missing));
        }
        E::AnkiNotRunning => texts.anki_not_responding,
        E::AnkiSlow => texts.anki_slow,
        E::AnkiOther => texts.anki_other,
        E::AnkiOld => texts.anki_old,
        E::AnkiKey => texts.anki_key_required,
        E::AnkiStopped => texts.anki_stopped,
        E::AnkiSaid => texts.anki_reports,
        E::GnubgMissing => texts.gnubg_missing,
        E::GnubgNotStarted => texts.gnubg_not_started,
        E::GnubgExited => texts.gnubg_exited,
        E::GnubgSlow => texts.gnubg_slow,
        E::GnubgStopped => texts.gnubg_stopped,
        E::GnubgSilent => texts.gnubg_silent,
        E::GnubgNoMatch => texts.gnubg_no_match,
        E::GnubgRefused => texts.gnubg_refused,
        E::GnubgNoFolder => texts.gnubg_no_folder,
        E::NoDecisions => texts.no_decisions,
        E::SettingsNotWritten => texts.settings_not_written,
        E::NoPackage => texts.no_package,
        _ => return None,
    };
    Some(filled(text))
}

//! The texts of errors. They are in `i18n`; parameters and causes fill their placeholders.
//!
//! Each area has the texts of its own codes in its module, so that a page includes only the texts of the areas it
//! calls.

use i18n::{Language, fill};

use crate::{ApiError, CallError, ErrorCode, analysis, cards, library, rooms};

/// The text of an area's codes; `None` for all others.
pub type Wording = fn(&ApiError, Language) -> Option<String>;

impl ApiError {
    /// The text for the user, for an error of any area.
    pub fn message(&self, language: Language) -> String {
        self.message_in(any_area, language)
    }

    /// The text for the user, for an error of one area.
    pub fn message_in(&self, area: Wording, language: Language) -> String {
        area(self, language)
            .or_else(|| general(self, language))
            .unwrap_or_else(|| language.server().internal_error.to_owned())
    }

    /// The text with its parameters; `{why}` is the text of the cause, from the same area.
    pub(crate) fn fill(&self, text: &str, area: Wording, language: Language) -> String {
        let why = self.cause.as_ref().map(|cause| cause.message_in(area, language)).unwrap_or_default();
        let why = why.trim_end_matches(['.', '。']);
        let params = self.params.iter().map(|(name, value)| (&**name, &**value));
        fill(text, &params.chain([("why", why)]).collect::<Vec<_>>())
    }
}

impl CallError {
    /// A sentence for the user, for a call of one area.
    pub fn message_in(&self, area: Wording, language: Language) -> String {
        let texts = language.frame();
        match self {
            CallError::Aborted => texts.stopped.to_owned(),
            CallError::Unreachable => texts.studio_not_responding.to_owned(),
            CallError::BadReply | CallError::Refused { .. } => match self.api_error() {
                Some(error) => error.message_in(area, language),
                None => texts.response_unreadable.to_owned(),
            },
        }
    }
}

fn any_area(error: &ApiError, language: Language) -> Option<String> {
    let areas: [Wording; 4] = [library::wording, analysis::wording, rooms::wording, cards::wording];
    areas.into_iter().find_map(|area| area(error, language))
}

/// The codes of every request, of files and of the system.
pub fn general(error: &ApiError, language: Language) -> Option<String> {
    use ErrorCode as E;
    let texts = language.server();
    let text = match error.code {
        E::System | E::BadSettings => return Some(error.param("error").to_owned()),
        E::UnknownRoute => texts.no_such_route,
        E::WrongMethod => texts.wrong_method,
        E::Malformed => texts.malformed,
        E::TooLarge => texts.too_large,
        E::TooSlow => texts.too_slow,
        E::TooManyConnections => texts.too_many_connections,
        E::TooManyRequests => texts.too_many_requests,
        E::OwnAddressOnly => texts.own_address,
        E::NumericAddressOnly => texts.numbers_only,
        E::OtherSite => texts.other_site,
        E::OtherSiteOfHost => texts.other_site_host,
        E::WrongKey => language.frame().wrong_key,
        E::Missing => texts.missing,
        E::Denied => texts.denied,
        E::DiskFull => texts.disk_full,
        E::ReadOnly => texts.read_only,
        E::NotOpened => texts.no_such_file,
        E::FileChanged => texts.was_changed,
        E::CannotRead => texts.cannot_read,
        E::CannotWrite => texts.cannot_write,
        E::ClipboardRefused => texts.clipboard_refused,
        E::AutosaveFailed => texts.autosave_failed,
        E::CannotBackUp => texts.cannot_back_up,
        E::NoBackups => texts.no_backups,
        E::NoSuchVersion => texts.no_such_version,
        E::BackupSettingsNotWritten => texts.backup_settings_not_written,
        _ => return None,
    };
    Some(error.fill(text, general, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_part_of_the_sentence() {
        let error = ApiError::new(ErrorCode::CannotRead).with("path", "/a.sgf").because(ErrorCode::Denied);
        for (language, texts) in Language::ALL.map(|language| (language, language.server())) {
            let expected = fill(texts.cannot_read, &[("path", "/a.sgf"), ("why", texts.denied)]);
            assert_eq!(error.message(language), expected);
        }
    }

    #[test]
    fn no_placeholder_is_left() {
        let path = |code| ApiError::new(code).with("path", "/games");
        for error in [
            path(ErrorCode::NoFolder).because(ErrorCode::Missing),
            path(ErrorCode::CannotWrite).because(ErrorCode::DiskFull),
            path(ErrorCode::SettingsNotWritten).because(ErrorCode::ReadOnly),
            ApiError::new(ErrorCode::Komi).with("half-points", 725),
            ApiError::new(ErrorCode::HoldsOther).with("what", "chess-games"),
            ApiError::new(ErrorCode::GnubgMissing).with("program", "/no/gnubg"),
            ApiError::new(ErrorCode::EngineFails).with("engine", "KataGo").because(ErrorCode::EngineSilent),
            ErrorCode::Unknown.into(),
        ] {
            for language in Language::ALL {
                let message = error.message(language);
                assert!(!message.contains(['{', '}']) && !message.is_empty(), "{message}");
            }
        }
    }

    #[test]
    fn every_code_has_its_own_text() {
        let stumbled = Language::En.server().internal_error;
        for (_, code) in ErrorCode::NAMES.iter().filter(|(_, code)| *code != ErrorCode::Internal) {
            let error = ApiError::new(*code).with("error", "?").with("text", "?");
            assert_ne!(error.message(Language::En), stumbled, "{code:?}");
        }
    }

    #[test]
    fn half_points_use_the_languages_decimal_separator() {
        let error = ApiError::new(ErrorCode::Komi).with("half-points", 725);
        assert!(error.message(Language::En).contains("362.5"));
        assert!(error.message(Language::Vi).contains("362,5"));
    }
}

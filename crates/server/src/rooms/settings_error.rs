//! Settings that no game can be played with, as coded errors.

use api::{ApiError, ErrorCode};
use play::protocol::SettingsError;

pub(super) fn coded(what: SettingsError) -> ApiError {
    match what {
        SettingsError::BoardSize(lines) => ApiError::new(ErrorCode::BoardSize).with("n", lines),
        SettingsError::Komi(halves) => ApiError::new(ErrorCode::Komi).with("half-points", halves),
        SettingsError::Handicap(stones) => ApiError::new(ErrorCode::Handicap).with("n", stones),
        SettingsError::Opponent => ErrorCode::Opponent.into(),
        SettingsError::Time => ErrorCode::Time.into(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Language;

    use super::*;

    #[test]
    fn the_english_text_is_that_of_the_protocol() {
        for what in [
            SettingsError::BoardSize(26),
            SettingsError::Komi(725),
            SettingsError::Handicap(3),
            SettingsError::Opponent,
            SettingsError::Time,
        ] {
            let expected = what.to_string();
            assert_eq!(coded(what).message(Language::En), expected);
        }
    }
}

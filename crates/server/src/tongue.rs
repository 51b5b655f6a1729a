//! The language that whoever asks wants to be answered in: the page says its own in `Accept-Language`.

use std::convert::Infallible;
use std::io;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use words::{Host, Language};

use crate::guard::text;

/// English for everybody who says nothing that is spoken here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tongue(pub Language);

impl Tongue {
    pub fn of(headers: &HeaderMap) -> Tongue {
        text(headers, &ACCEPT_LANGUAGE).map(Tongue::asked).unwrap_or_default()
    }

    pub fn words(self) -> &'static Host {
        self.0.host()
    }

    /// The first that is spoken here; how much each is wanted is not looked at, as browsers name the best one first.
    fn asked(header: &str) -> Tongue {
        let tags = header.split(',').map(|tag| tag.split(';').next().unwrap_or_default().trim());
        Tongue(tags.filter_map(Language::from_tag).next().unwrap_or_default())
    }

    /// Why the disk refused: what one can do something about in words, anything else as the system says it.
    pub fn why(self, error: &io::Error) -> String {
        let words = self.words();
        match error.kind() {
            io::ErrorKind::NotFound => words.missing.to_owned(),
            io::ErrorKind::PermissionDenied => words.denied.to_owned(),
            io::ErrorKind::StorageFull => words.disk_full.to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => words.read_only.to_owned(),
            _ => error.to_string(),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Tongue {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Tongue, Infallible> {
        Ok(Tongue::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_answered_in_the_first_language_that_is_spoken_here() {
        for (header, language) in [
            ("vi", Language::Vi),
            ("fr-FR, zh-CN;q=0.8, en;q=0.5", Language::Zh),
            ("*", Language::En),
            ("", Language::En),
            (";;,,\u{0}", Language::En),
        ] {
            assert_eq!(Tongue::asked(header), Tongue(language), "{header}");
        }
    }
}

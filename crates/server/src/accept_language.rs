//! The language of plain-text answers, from the header `Accept-Language`. Answers of the API have codes instead, and
//! the page has the texts.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use i18n::Language;

use crate::origin_check::text;

/// English where the header names no language that we have.
pub(crate) fn accept_language(headers: &HeaderMap) -> Language {
    text(headers, &ACCEPT_LANGUAGE).map(first_known).unwrap_or_default()
}

/// Weights are ignored: browsers list their languages by preference.
fn first_known(header: &str) -> Language {
    let tags = header.split(',').map(|tag| tag.split(';').next().unwrap_or_default().trim());
    tags.filter_map(Language::from_tag).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_have_is_used() {
        for (header, language) in [
            ("vi", Language::Vi),
            ("fr-FR, zh-CN;q=0.8, en;q=0.5", Language::Zh),
            ("*", Language::En),
            ("", Language::En),
            (";;,,\u{0}", Language::En),
        ] {
            assert_eq!(first_known(header), language, "{header}");
        }
    }
}

//! The language of the page. `assets/start.js` chooses it before the first paint and writes it on the root element: the
//! stored one, else the first of the browser's languages that is supported. It is constant until the document is
//! reloaded, so it needs no signal.

use std::cell::OnceCell;

use i18n::Language;
use leptos::prelude::{document, window};

use crate::storage;

const KEY: &str = "tabiya.language";

thread_local! {
    static CHOSEN: OnceCell<Language> = const { OnceCell::new() };
}

/// English where there is no document, as in tests.
pub fn here() -> Language {
    if !cfg!(target_arch = "wasm32") {
        return Language::En;
    }
    CHOSEN.with(|chosen| *chosen.get_or_init(from_document))
}

fn from_document() -> Language {
    let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
    tag.and_then(|tag| Language::from_tag(&tag)).unwrap_or_default()
}

/// Stores it and reloads the document. Does nothing where the browser refuses to store it.
pub fn choose(language: Language) {
    if storage::set(KEY, language.tag()).is_ok() {
        let _ = window().location().reload();
    }
}

/// A file in the given language: `NAME.EXT` in English, `NAME.vi.EXT` and `NAME.zh.EXT` in the others.
#[cfg(feature = "studio")]
macro_rules! sample {
    ($language:expr, $name:literal, $ext:literal) => {
        match $language {
            i18n::Language::En => include_bytes!(concat!($name, ".", $ext)),
            i18n::Language::Vi => include_bytes!(concat!($name, ".vi.", $ext)),
            i18n::Language::Zh => include_bytes!(concat!($name, ".zh.", $ext)),
        }
    };
}
#[cfg(feature = "studio")]
pub(crate) use sample;

pub fn frame() -> &'static i18n::Frame {
    here().frame()
}

pub fn home() -> &'static i18n::Home {
    here().home()
}

pub fn settings() -> &'static i18n::Settings {
    here().settings()
}

pub fn library() -> &'static i18n::Library {
    here().library()
}

pub fn study() -> &'static i18n::Study {
    here().study()
}

pub fn play() -> &'static i18n::Play {
    here().play()
}

pub fn train() -> &'static i18n::Train {
    here().train()
}

/// The Train page while solving.
pub fn solving() -> &'static i18n::Solving {
    here().solving()
}

pub fn train_history() -> &'static i18n::TrainHistory {
    here().train_history()
}

pub fn cards() -> &'static i18n::Cards {
    here().cards()
}

pub fn backgammon_play() -> &'static i18n::BackgammonPlay {
    here().backgammon_play()
}

pub fn set_up() -> &'static i18n::SetUp {
    here().set_up()
}

pub fn match_review() -> &'static i18n::MatchReview {
    here().match_review()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_script_and_the_first_page_have_every_language() {
        let script = include_str!("../assets/start.js");
        let page = include_str!("../index.html");
        for language in Language::ALL {
            assert!(script.contains(&format!(": \"{}\"", language.tag())), "{}", language.name());
            assert!(page.contains(&format!("class=\"blank failed\" lang=\"{}\"", language.tag())));
        }
    }
}

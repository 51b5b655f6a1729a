//! The language of the page. `assets/start.js` has chosen it before the first paint and written it on the root element:
//! what was kept here, else the first that the browser asks for and the studio speaks. It holds until the page is
//! loaded again, so whoever draws may simply ask.

use std::cell::OnceCell;

use leptos::prelude::{document, window};
use words::Language;

use crate::storage;

const KEY: &str = "tabiya.language";

thread_local! {
    static CHOSEN: OnceCell<Language> = const { OnceCell::new() };
}

/// English where there is no page, as in tests.
pub fn here() -> Language {
    if !cfg!(target_arch = "wasm32") {
        return Language::En;
    }
    CHOSEN.with(|chosen| *chosen.get_or_init(worn))
}

fn worn() -> Language {
    let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
    tag.and_then(|tag| Language::from_tag(&tag)).unwrap_or_default()
}

/// Keeps it and loads the page again. Where the browser keeps nothing, it stays as it is.
pub fn choose(language: Language) {
    if storage::keep(KEY, language.tag()).is_ok() {
        let _ = window().location().reload();
    }
}

pub fn frame() -> &'static words::Frame {
    here().frame()
}

pub fn home() -> &'static words::Home {
    here().home()
}

pub fn settings() -> &'static words::Settings {
    here().settings()
}

pub fn library() -> &'static words::Library {
    here().library()
}

pub fn study() -> &'static words::Study {
    here().study()
}

pub fn play() -> &'static words::Play {
    here().play()
}

pub fn train() -> &'static words::Train {
    here().train()
}

pub fn cards() -> &'static words::Cards {
    here().cards()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_script_and_the_first_page_know_every_language() {
        let script = include_str!("../assets/start.js");
        let page = include_str!("../index.html");
        for language in Language::ALL {
            assert!(script.contains(&format!(": \"{}\"", language.tag())), "{}", language.name());
            assert!(page.contains(&format!("class=\"blank failed\" lang=\"{}\"", language.tag())));
        }
    }
}

//! The list of pages, and the one that the frame draws itself, for unknown paths.

mod blank;
mod not_for_guests;
mod unknown;

pub use not_for_guests::NotForGuests;
pub use unknown::Unknown;

use leptos::prelude::document;

use crate::icons::{self, Icon};
use crate::language;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Home,
    Study,
    Play,
    Train,
    Cards,
    Library,
    Settings,
}

impl Page {
    pub const ALL: [Page; 7] =
        [Page::Home, Page::Study, Page::Play, Page::Train, Page::Cards, Page::Library, Page::Settings];

    pub fn name(self) -> &'static str {
        let words = language::frame();
        match self {
            Page::Home => words.home,
            Page::Study => words.study,
            Page::Play => words.play,
            Page::Train => words.train,
            Page::Cards => words.cards,
            Page::Library => words.library,
            Page::Settings => words.settings,
        }
    }

    pub fn path(self) -> &'static str {
        match self {
            Page::Home => "/",
            Page::Study => "/study",
            Page::Play => "/play",
            Page::Train => "/train",
            Page::Cards => "/cards",
            Page::Library => "/library",
            Page::Settings => "/settings",
        }
    }

    pub fn icon(self) -> Icon {
        match self {
            Page::Home => icons::HOME,
            Page::Study => icons::STUDY,
            Page::Play => icons::PLAY,
            Page::Train => icons::TRAIN,
            Page::Cards => icons::CARDS,
            Page::Library => icons::LIBRARY,
            Page::Settings => icons::SETTINGS,
        }
    }

    /// The name of the page's bundle.
    pub fn bundle(self) -> &'static str {
        if self == Page::Home { "home" } else { self.path().trim_start_matches('/') }
    }

    /// The page at a path; a slash at the end makes no difference.
    pub fn at(path: &str) -> Option<Page> {
        let path = path.trim_end_matches('/');
        Page::ALL.into_iter().find(|page| page.path().trim_end_matches('/') == path)
    }

    /// A page that came from a host offers only what works without a studio on this machine.
    pub fn is_offered(self) -> bool {
        !(is_guest() && matches!(self, Page::Cards | Page::Library))
    }

    /// The title of the browser's tab.
    pub fn title(page: Option<Page>) -> String {
        match page {
            Some(Page::Home) => "Tabiya".to_owned(),
            Some(page) => format!("{} · Tabiya", page.name()),
            None => format!("{} · Tabiya", language::frame().no_such_page),
        }
    }
}

/// Whether the page came from a host: its server marks the document.
pub fn is_guest() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.has_attribute("data-guest"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_path() {
        for page in Page::ALL {
            assert_eq!(Page::at(page.path()), Some(page));
            assert_eq!(Page::at(&format!("{}/", page.path())), Some(page));
        }
    }

    #[test]
    fn an_unknown_path_has_no_page() {
        for path in ["/nowhere", "/study/deeper", "/Study", "study"] {
            assert_eq!(Page::at(path), None, "{path}");
        }
    }

    #[test]
    fn every_page_has_its_own_title() {
        let mut titles: Vec<String> = Page::ALL.into_iter().map(|page| Page::title(Some(page))).collect();
        titles.push(Page::title(None));
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), Page::ALL.len() + 1);
    }
}

//! Settings for all pages: the theme and what is drawn on boards. Stored in the browser on every change.

use leptos::prelude::*;

use crate::page_events::{self, PageEvent};
use crate::storage;

// `assets/start.js` reads the theme too, before the first paint.
const THEME: &str = "theme";
const COORDINATES: &str = "coordinates";
const BOARD: &str = "board";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    pub fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Anything unknown follows the system.
    pub fn from_name(name: &str) -> Theme {
        Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
    }
}

/// The material of a Go board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    #[default]
    Wood,
    Pale,
    Slate,
}

impl BoardStyle {
    pub const ALL: [BoardStyle; 3] = [BoardStyle::Wood, BoardStyle::Pale, BoardStyle::Slate];

    pub fn name(self) -> &'static str {
        match self {
            BoardStyle::Wood => "wood",
            BoardStyle::Pale => "pale",
            BoardStyle::Slate => "slate",
        }
    }

    /// Anything unknown is wood.
    pub fn from_name(name: &str) -> BoardStyle {
        BoardStyle::ALL.into_iter().find(|style| style.name() == name).unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
pub struct Settings {
    theme: RwSignal<Theme>,
    board: RwSignal<BoardStyle>,
    coordinates: RwSignal<bool>,
    stored: RwSignal<bool>,
}

/// Reads the settings and provides them as a context; a change on another page updates them.
pub fn provide() {
    let settings = Settings {
        theme: RwSignal::new(Theme::default()),
        board: RwSignal::new(BoardStyle::default()),
        coordinates: RwSignal::new(true),
        stored: RwSignal::new(storage::is_available()),
    };
    settings.read();
    page_events::on(&window(), PageEvent::SettingsChanged, move || settings.read());
    provide_context(settings);
}

impl Settings {
    /// Every component is below `provide`.
    pub fn here() -> Settings {
        expect_context()
    }

    pub fn theme(self) -> Theme {
        self.theme.get()
    }

    pub fn choose_theme(self, theme: Theme) {
        self.choose(THEME, theme.name());
    }

    pub fn board(self) -> BoardStyle {
        self.board.get()
    }

    pub fn choose_board(self, style: BoardStyle) {
        self.choose(BOARD, style.name());
    }

    pub fn coordinates(self) -> bool {
        self.coordinates.get()
    }

    pub fn show_coordinates(self, shown: bool) {
        self.choose(COORDINATES, if shown { "on" } else { "off" });
    }

    pub fn toggle_coordinates(self) {
        self.show_coordinates(!self.coordinates.get_untracked());
    }

    /// False where the browser refuses to store the settings.
    pub fn are_stored(self) -> bool {
        self.stored.get()
    }

    fn choose(self, name: &str, value: &str) {
        set_attribute(name, value);
        self.stored.set(storage::set(&format!("tabiya.{name}"), value).is_ok());
        page_events::dispatch(&window(), PageEvent::SettingsChanged);
    }

    fn read(self) {
        self.theme.set(chosen(THEME).as_deref().map(Theme::from_name).unwrap_or_default());
        self.board.set(chosen(BOARD).as_deref().map(BoardStyle::from_name).unwrap_or_default());
        self.coordinates.set(chosen(COORDINATES).as_deref() != Some("off"));
    }
}

/// The attribute on the root element, which works without storage; else the stored value.
fn chosen(name: &str) -> Option<String> {
    let attribute =
        document().document_element().and_then(|root| root.get_attribute(&format!("data-{name}")));
    attribute.or_else(|| storage::get(&format!("tabiya.{name}")))
}

/// The style sheet follows `data-theme` on the root element, and the system where it is neither light nor dark.
fn set_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Cannot fail: the names are constants and well formed.
        let _ = root.set_attribute(&format!("data-{name}"), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_is_found_by_its_name() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_name(theme.name()), theme);
        }
    }

    #[test]
    fn values_of_earlier_versions_are_read() {
        let themes = ["system", "light", "dark"].map(Theme::from_name);
        assert_eq!(themes, [Theme::System, Theme::Light, Theme::Dark]);
        let boards = ["wood", "pale", "slate"].map(BoardStyle::from_name);
        assert_eq!(boards, [BoardStyle::Wood, BoardStyle::Pale, BoardStyle::Slate]);
        assert_eq!(
            [THEME, BOARD, COORDINATES],
            ["theme", "board", "coordinates"],
            "the keys after `tabiya.`"
        );
    }

    #[test]
    fn an_unknown_theme_follows_the_system() {
        assert_eq!(Theme::from_name("sepia"), Theme::System);
    }
}

//! What the player chose: the theme and what is drawn on boards. Kept in the browser, at once on every change.

use leptos::prelude::*;

use crate::storage;

// `assets/start.js` reads the theme too, before the first paint.
const THEME: &str = "tabiya.theme";
const COORDINATES: &str = "tabiya.coordinates";

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

#[derive(Clone, Copy)]
pub struct Settings {
    theme: RwSignal<Theme>,
    coordinates: RwSignal<bool>,
    kept: RwSignal<bool>,
}

/// Reads the settings and hands them to every page below.
pub fn provide() {
    provide_context(Settings {
        theme: RwSignal::new(storage::find(THEME).as_deref().map(Theme::from_name).unwrap_or_default()),
        coordinates: RwSignal::new(storage::find(COORDINATES).as_deref() != Some("off")),
        kept: RwSignal::new(storage::is_allowed()),
    });
}

impl Settings {
    /// Every page is drawn below `provide`.
    pub fn here() -> Settings {
        expect_context()
    }

    pub fn theme(self) -> Theme {
        self.theme.get()
    }

    pub fn choose_theme(self, theme: Theme) {
        self.theme.set(theme);
        wear(theme);
        self.keep(THEME, theme.name());
    }

    pub fn coordinates(self) -> bool {
        self.coordinates.get()
    }

    pub fn show_coordinates(self, shown: bool) {
        self.coordinates.set(shown);
        self.keep(COORDINATES, if shown { "on" } else { "off" });
    }

    pub fn turn_coordinates(self) {
        self.show_coordinates(!self.coordinates.get_untracked());
    }

    /// False where the browser refuses to keep what is chosen.
    pub fn kept(self) -> bool {
        self.kept.get()
    }

    fn keep(self, key: &str, value: &str) {
        self.kept.set(storage::keep(key, value).is_ok());
    }
}

/// The design tokens follow `data-theme` on the root element, and the system where it is missing.
fn wear(theme: Theme) {
    let Some(root) = document().document_element() else { return };
    // Neither call can fail: the name is a constant and well formed.
    let _ = match theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.name()),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_is_found_again_by_its_name() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_name(theme.name()), theme);
        }
    }

    #[test]
    fn a_spoilt_theme_follows_the_system() {
        assert_eq!(Theme::from_name("sepia"), Theme::System);
    }
}

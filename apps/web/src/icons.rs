//! Icons as single outlines on one 20 px grid. Fonts are no help here: their glyphs are missing on many machines.

use leptos::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Icon(&'static str);

pub const HOME: Icon = Icon("M3.5 9.2 10 3.5l6.5 5.7M5 8v8.5h10V8M8.3 16.5v-4.7h3.4v4.7");
/// A stone on a crossing.
pub const STUDY: Icon = Icon(
    "M3.5 3.5h13v13h-13zM10 3.5v3.3M10 13.2v3.3M3.5 10h3.3M13.2 10h3.3M10 6.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4",
);
/// Two stones, one behind the other.
pub const PLAY: Icon = Icon("M7.3 4a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6M12.9 7.2a4.8 4.8 0 1 1-4.6 7.9");
pub const TRAIN: Icon =
    Icon("M10 3.2a6.8 6.8 0 1 0 0 13.6a6.8 6.8 0 1 0 0-13.6M10 7.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6");
pub const CARDS: Icon = Icon(
    "M4.5 6.5h8a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5M6.5 3.5h9a1.5 1.5 0 0 1 1.5 1.5v8",
);
pub const SETTINGS: Icon = Icon(
    "M3 6h7.2M14.8 6H17M3 14h2.2M9.8 14H17M12.5 3.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6M7.5 11.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6",
);
pub const KEYS: Icon = Icon(
    "M4 5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5M5.7 8.2h.01M8.6 8.2h.01M11.4 8.2h.01M14.3 8.2h.01M6.8 11.9h6.4",
);
pub const CLOSE: Icon = Icon("M5 5l10 10M15 5 5 15");
pub const NEXT: Icon = Icon("M7.5 4.5 13 10l-5.5 5.5");
pub const SYSTEM: Icon = Icon("M3 4.5h14v9H3zM7 16.5h6");
pub const LIGHT: Icon = Icon(
    "M10 6.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1",
);
pub const DARK: Icon = Icon("M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z");

impl Icon {
    /// Says nothing to screen readers: the control around it carries the label.
    pub fn draw(self) -> impl IntoView {
        view! { <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=self.0 /></svg> }
    }
}

//! Icons as single outlines on one 20 px grid. Not a font: many machines lack the glyphs.

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
/// Books.
pub const LIBRARY: Icon =
    Icon("M3.5 3.5h3v13h-3zM6.5 5.5h3v11h-3zM11.2 5.2l2.9-.8l3 11.6l-2.9.8zM3.5 6.5h3M6.5 13.5h3");
pub const SETTINGS: Icon = Icon(
    "M3 6h7.2M14.8 6H17M3 14h2.2M9.8 14H17M12.5 3.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6M7.5 11.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6",
);
pub const KEYS: Icon = Icon(
    "M4 5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5M5.7 8.2h.01M8.6 8.2h.01M11.4 8.2h.01M14.3 8.2h.01M6.8 11.9h6.4",
);
/// A line that goes up and down.
pub const ANALYSIS: Icon = Icon("M3.5 13.5 7.5 8l3.5 4 5.5-7.5M3.5 17h13");
/// A list under a lens.
pub const REVIEW: Icon =
    Icon("M3.5 5h11M3.5 9h5M3.5 13h3M12.4 8.4a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6M15.1 14.9l2.4 2.4");
/// A lamp.
pub const LAMP: Icon = Icon(
    "M10 3a4.9 4.9 0 0 0-2.8 8.9c.6.4.8.9.8 1.5v.6h4v-.6c0-.6.2-1.1.8-1.5A4.9 4.9 0 0 0 10 3zM8.3 16.8h3.4",
);
pub const OWNERSHIP: Icon = Icon("M4 4h4v4H4zM12 4h4v4h-4zM4 12h4v4H4zM12 12h4v4h-4z");
pub const CLOSE: Icon = Icon("M5 5l10 10M15 5 5 15");
pub const DOWN: Icon = Icon("M4.5 7.5 10 13l5.5-5.5");
pub const NEXT: Icon = Icon("M7.5 4.5 13 10l-5.5 5.5");
pub const START: Icon = Icon("M5.5 4.5v11M14.5 4.5 9 10l5.5 5.5");
pub const PREVIOUS: Icon = Icon("M12.5 4.5 7 10l5.5 5.5");
pub const END: Icon = Icon("M14.5 4.5v11M5.5 4.5 11 10l-5.5 5.5");
pub const MENU: Icon = Icon("M3.5 5.5h13M3.5 10h13M3.5 14.5h13");
pub const OPEN: Icon = Icon("M3 15.5v-11h4.6l1.8 2H15v2.5M3 15.5 5.4 9H17.5l-2.4 6.5z");
pub const SAVE: Icon = Icon("M3.5 3.5h10l3 3v10h-13zM6.5 3.5v4h6v-4M6 16.5v-5h8v5");
/// An eye.
pub const VIEW: Icon = Icon(
    "M2.5 10C4.4 6.7 7 5 10 5s5.6 1.7 7.5 5c-1.9 3.3-4.5 5-7.5 5S4.4 13.3 2.5 10zM10 7.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6",
);
/// Two arrows that change places.
pub const FLIP: Icon = Icon("M6 4v12M6 16l-3-3M6 16l3-3M14 16V4M14 4l-3 3M14 4l3 3");
pub const UNDO: Icon = Icon("M4 8.5h8a4 4 0 0 1 0 8H8M4 8.5l3.5-3.5M4 8.5 7.5 12");
pub const REDO: Icon = Icon("M16 8.5H8a4 4 0 0 0 0 8h4M16 8.5 12.5 5M16 8.5 12.5 12");
/// Sheets behind each other.
pub const GAMES: Icon = Icon("M3.5 7.5h9v9h-9zM6 5h9v9M8.5 2.5h9v9");
pub const FOLD: Icon = Icon("M4 6h5M4 14h5M9 6v8M9 10h4M13 8.2v3.6M13 10h3.5");
pub const STONE: Icon = Icon("M10 3.7a6.3 6.3 0 1 0 0 12.6a6.3 6.3 0 1 0 0-12.6M7 7.7a3.8 3.8 0 0 1 2.3-1.5");
pub const TRIANGLE: Icon = Icon("M10 4 16.5 15.5h-13z");
pub const SQUARE: Icon = Icon("M4.5 4.5h11v11h-11z");
pub const CIRCLE: Icon = Icon("M10 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11");
pub const RIGHT: Icon = Icon("M4 10.5 8.3 15 16 5.5");
pub const CROSS: Icon = Icon("M4.5 4.5l11 11M15.5 4.5l-11 11");
pub const LETTER: Icon = Icon("M4.8 15.5 10 4.5l5.2 11M6.7 11.8h6.6");
pub const NUMBER: Icon = Icon("M7 6.7 10.3 4.5v11M7 15.5h6.6");
/// Letters with a caret.
pub const LABEL: Icon = Icon(
    "M3.5 7V5h9v2M8 5v10M6.2 15h3.6M15.5 5v10M14 3.8c1 0 1.5.5 1.5 1.2c0-.7.5-1.2 1.5-1.2M14 16.2c1 0 1.5-.5 1.5-1.2c0 .7.5 1.2 1.5 1.2",
);
pub const ARROW: Icon = Icon("M4.5 15.5l11-11M8.5 4.5h7v7");
pub const LINE: Icon = Icon("M4.5 15.5l11-11");
/// A crossing with the small square that counts for its owner: full for Black.
pub const BLACK_AREA: Icon =
    Icon("M10 3v3.5M10 13.5V17M3 10h3.5M13.5 10H17M7.5 7.5h5v5h-5zM7.5 9.2h5M7.5 10.9h5");
pub const WHITE_AREA: Icon = Icon("M10 3v3.5M10 13.5V17M3 10h3.5M13.5 10H17M7.5 7.5h5v5h-5z");
pub const ERASE: Icon = Icon("M8 16.5 3.5 12l8-8L16.5 9l-7.5 7.5zM7.3 8.2l5 5M8 16.5h8.5");
/// A black and a white stone side by side on a line.
pub const SET_UP: Icon = Icon(
    "M6.5 6.3a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0-7.4M14 6.3a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1-2-.6M5 8.5h3M4.3 10h4.4M5 11.5h3",
);
/// A board with some of its squares.
pub const DIAGRAM: Icon =
    Icon("M3.5 3.5h13v13h-13zM10 3.5v13M3.5 10h13M5 6.7h3.5M6.7 5v3.5M11.5 13.3h3.5M13.3 11.5v3.5");
/// A pencil with its line.
pub const PEN: Icon = Icon("M4 16l.8-3.4L13.6 3.8l2.6 2.6L7.4 15.2zM11.6 5.8l2.6 2.6M10 16.5h6.5");
pub const SYSTEM: Icon = Icon("M3 4.5h14v9H3zM7 16.5h6");
pub const LIGHT: Icon = Icon(
    "M10 6.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1",
);
pub const DARK: Icon = Icon("M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z");

impl Icon {
    /// Hidden from screen readers: the control around it has the label.
    pub fn draw(self) -> impl IntoView {
        view! { <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=self.0 /></svg> }
    }
}

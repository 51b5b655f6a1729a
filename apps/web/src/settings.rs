//! Settings for all pages: the theme and what is drawn on boards. Stored in the browser on every change.

use diagram::backgammon::{Look, Orientation, Scheme};
use diagram::chess::PieceSet;
use leptos::prelude::*;

use crate::page_events::{self, PageEvent};
use crate::{language, storage};

// `assets/start.js` reads the theme too, before the first paint.
const THEME: &str = "theme";
const COORDINATES: &str = "coordinates";
const BOARD: &str = "board";
const CHESS_BOARD: &str = "chess-board";
const CHESS_PIECES: &str = "chess-pieces";
const BACKGAMMON_BOARD: &str = "backgammon-board";
const BACKGAMMON_HOME: &str = "backgammon-home";

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

/// The colours of a chess board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChessBoardStyle {
    #[default]
    Green,
    Brown,
    Blue,
    Grey,
    Contrast,
}

impl ChessBoardStyle {
    pub const ALL: [ChessBoardStyle; 5] = [
        ChessBoardStyle::Green,
        ChessBoardStyle::Brown,
        ChessBoardStyle::Blue,
        ChessBoardStyle::Grey,
        ChessBoardStyle::Contrast,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ChessBoardStyle::Green => "green",
            ChessBoardStyle::Brown => "brown",
            ChessBoardStyle::Blue => "blue",
            ChessBoardStyle::Grey => "grey",
            ChessBoardStyle::Contrast => "contrast",
        }
    }

    /// Anything unknown is green.
    pub fn from_name(name: &str) -> ChessBoardStyle {
        ChessBoardStyle::ALL.into_iter().find(|style| style.name() == name).unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
pub struct Settings {
    theme: RwSignal<Theme>,
    board: RwSignal<BoardStyle>,
    chess_board: RwSignal<ChessBoardStyle>,
    chess_pieces: RwSignal<PieceSet>,
    backgammon_board: RwSignal<Scheme>,
    backgammon_home: RwSignal<Orientation>,
    coordinates: RwSignal<bool>,
    stored: RwSignal<bool>,
}

/// Reads the settings and provides them as a context; a change on another page updates them.
pub fn provide() {
    let settings = Settings {
        theme: RwSignal::new(Theme::default()),
        board: RwSignal::new(BoardStyle::default()),
        chess_board: RwSignal::new(ChessBoardStyle::default()),
        chess_pieces: RwSignal::new(PieceSet::default()),
        backgammon_board: RwSignal::new(Scheme::default()),
        backgammon_home: RwSignal::new(Orientation::CounterClockwise),
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

    pub fn chess_board(self) -> ChessBoardStyle {
        self.chess_board.get()
    }

    pub fn choose_chess_board(self, style: ChessBoardStyle) {
        self.choose(CHESS_BOARD, style.name());
    }

    pub fn chess_pieces(self) -> PieceSet {
        self.chess_pieces.get()
    }

    /// The caller draws the pieces again.
    pub fn choose_chess_pieces(self, set: PieceSet) {
        self.choose(CHESS_PIECES, set.name());
    }

    pub fn backgammon_board(self) -> Scheme {
        self.backgammon_board.get()
    }

    pub fn choose_backgammon_board(self, scheme: Scheme) {
        self.choose(BACKGAMMON_BOARD, scheme.name());
    }

    pub fn backgammon_home(self) -> Orientation {
        self.backgammon_home.get()
    }

    pub fn choose_backgammon_home(self, side: Orientation) {
        self.choose(BACKGAMMON_HOME, home_name(side));
    }

    /// How pages other than Cards, which shows its cards, draw a board of backgammon.
    pub fn backgammon_look(self) -> Look {
        Look {
            scheme: self.backgammon_board(),
            orientation: self.backgammon_home(),
            language: language::here(),
            ..Look::default()
        }
    }

    /// On paper, which has no colours to waste.
    pub fn printed_backgammon_look(self) -> Look {
        Look { scheme: Scheme::Monochrome, ..self.backgammon_look() }
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
        let board = chosen(CHESS_BOARD);
        self.chess_board.set(board.as_deref().map(ChessBoardStyle::from_name).unwrap_or_default());
        let pieces = chosen(CHESS_PIECES);
        self.chess_pieces.set(pieces.as_deref().map(PieceSet::from_name).unwrap_or_default());
        let scheme = chosen(BACKGAMMON_BOARD);
        self.backgammon_board.set(scheme.as_deref().and_then(Scheme::named).unwrap_or_default());
        let is_left = chosen(BACKGAMMON_HOME).as_deref() == Some(home_name(Orientation::Clockwise));
        let side = if is_left { Orientation::Clockwise } else { Orientation::CounterClockwise };
        self.backgammon_home.set(side);
        self.coordinates.set(chosen(COORDINATES).as_deref() != Some("off"));
    }
}

/// The side of the board on which the player at the bottom bears off.
pub fn home_name(side: Orientation) -> &'static str {
    match side {
        Orientation::CounterClockwise => "right",
        Orientation::Clockwise => "left",
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
    fn every_chess_board_is_found_by_its_name_and_start_js_knows_it() {
        let script = include_str!("../assets/start.js");
        for style in ChessBoardStyle::ALL {
            assert_eq!(ChessBoardStyle::from_name(style.name()), style);
            let is_default = style == ChessBoardStyle::default();
            assert!(is_default || script.contains(&format!("\"{}\"", style.name())), "{style:?}");
        }
        assert_eq!([CHESS_BOARD, CHESS_PIECES], ["chess-board", "chess-pieces"], "the keys after `tabiya.`");
    }

    #[test]
    fn an_unknown_theme_follows_the_system() {
        assert_eq!(Theme::from_name("sepia"), Theme::System);
    }
}

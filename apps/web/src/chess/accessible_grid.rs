//! The board for screen readers: a grid of 64 labelled cells over the picture. Tab reaches one of them, arrow keys the
//! others.

use std::cell::RefCell;

use diagram::chess::{Scene, View};
use i18n::Language;
use rules::chess::{Color, Piece, Role, Square};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

pub struct AccessibleGrid {
    grid: Element,
    /// From the top left of the board as shown.
    cells: Vec<HtmlElement>,
    live_region: Element,
    language: Language,
    labels: RefCell<Vec<(String, bool)>>,
}

pub fn markup(language: Language) -> String {
    let row =
        format!("<div role=\"row\">{}</div>", "<div role=\"gridcell\" tabindex=\"-1\"></div>".repeat(8));
    format!(
        "<div class=\"cells\" role=\"grid\" aria-label=\"{}\">{}</div><p class=\"visually-hidden live-region\" role=\"status\"></p>",
        language.boards().chess_board,
        row.repeat(8)
    )
}

impl AccessibleGrid {
    pub fn in_board(host: &Element, language: Language) -> Option<AccessibleGrid> {
        let found = host.query_selector_all("[role=gridcell]").ok()?;
        let cells: Vec<HtmlElement> =
            (0..found.length()).filter_map(|n| found.item(n)?.dyn_into().ok()).collect();
        let labels = RefCell::new(vec![(String::new(), false); cells.len()]);
        Some(AccessibleGrid {
            grid: host.query_selector(".cells").ok()??,
            cells,
            live_region: host.query_selector(".live-region").ok()??,
            language,
            labels,
        })
    }

    pub fn grid(&self) -> &Element {
        &self.grid
    }

    pub fn announce(&self, text: &str) {
        self.live_region.set_text_content(Some(text));
    }

    /// Labels each square with its piece; only labels that differ are written.
    pub fn show(&self, scene: &Scene, focus: Square) {
        for (n, (cell, labels)) in self.cells.iter().zip(self.labels.borrow_mut().iter_mut()).enumerate() {
            let Some(square) = square_of(scene.view, n) else { continue };
            let now = (name(self.language, scene, square), square == focus);
            if *labels == now {
                continue;
            }
            let _ = cell.set_attribute("aria-label", &now.0);
            let _ = cell.set_attribute(
                "aria-selected",
                if scene.selected == Some(square) { "true" } else { "false" },
            );
            let _ = cell.set_attribute("data-square", &square.to_string());
            cell.set_tab_index(if now.1 { 0 } else { -1 });
            *labels = now;
        }
    }

    pub fn focus(&self, square: Square, view: View) {
        let (column, row) = view.place(square);
        if let Some(cell) = self.cells.get(usize::from(row) * 8 + usize::from(column)) {
            let _ = cell.focus();
        }
    }
}

fn square_of(view: View, n: usize) -> Option<Square> {
    view.square_of(u8::try_from(n % 8).ok()?, u8::try_from(n / 8).ok()?)
}

/// `e4, white pawn, selected`
fn name(language: Language, scene: &Scene, square: Square) -> String {
    let words = language.boards();
    let is_target = scene.targets.iter().any(|(target, _)| *target == square);
    let states = [
        (scene.selected == Some(square), words.selected),
        (is_target, words.can_move_here),
        (scene.check == Some(square), words.in_check),
    ];
    let mut labels = vec![square.to_string()];
    labels.push(scene.piece_at(square).map_or(words.empty, |piece| piece_name(language, piece)).to_owned());
    labels.extend(states.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text.to_owned()));
    labels.join(language.frame().comma)
}

/// In the language of the page.
#[cfg(feature = "studio")]
pub fn piece_label(piece: Piece) -> &'static str {
    piece_name(crate::language::here(), piece)
}

fn piece_name(language: Language, piece: Piece) -> &'static str {
    let words = language.boards();
    match (piece.color, piece.role) {
        (Color::White, Role::King) => words.white_king,
        (Color::White, Role::Queen) => words.white_queen,
        (Color::White, Role::Rook) => words.white_rook,
        (Color::White, Role::Bishop) => words.white_bishop,
        (Color::White, Role::Knight) => words.white_knight,
        (Color::White, Role::Pawn) => words.white_pawn,
        (Color::Black, Role::King) => words.black_king,
        (Color::Black, Role::Queen) => words.black_queen,
        (Color::Black, Role::Rook) => words.black_rook,
        (Color::Black, Role::Bishop) => words.black_bishop,
        (Color::Black, Role::Knight) => words.black_knight,
        (Color::Black, Role::Pawn) => words.black_pawn,
    }
}

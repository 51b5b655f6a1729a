//! The board for those who do not see it: a grid of 64 cells over the picture, each saying what stands there. One of
//! them is reached by Tab, the others by arrows.

use std::cell::RefCell;

use diagram::chess::{Scene, View};
use rules::chess::{Color, Piece, Role, Square};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::language;

pub struct Cells {
    grid: Element,
    /// From the top left, as one sees the board.
    cells: Vec<HtmlElement>,
    voice: Element,
    told: RefCell<Vec<(String, bool)>>,
}

pub fn markup() -> String {
    let row =
        format!("<div role=\"row\">{}</div>", "<div role=\"gridcell\" tabindex=\"-1\"></div>".repeat(8));
    format!(
        "<div class=\"cells\" role=\"grid\" aria-label=\"{}\">{}</div><p class=\"unseen voice\" role=\"status\"></p>",
        language::here().boards().chess_board,
        row.repeat(8)
    )
}

impl Cells {
    pub fn in_board(host: &Element) -> Option<Cells> {
        let found = host.query_selector_all("[role=gridcell]").ok()?;
        let cells: Vec<HtmlElement> =
            (0..found.length()).filter_map(|n| found.item(n)?.dyn_into().ok()).collect();
        let told = RefCell::new(vec![(String::new(), false); cells.len()]);
        Some(Cells {
            grid: host.query_selector(".cells").ok()??,
            cells,
            voice: host.query_selector(".voice").ok()??,
            told,
        })
    }

    pub fn grid(&self) -> &Element {
        &self.grid
    }

    pub fn say(&self, text: &str) {
        self.voice.set_text_content(Some(text));
    }

    /// Names what stands on each square; only what differs is touched.
    pub fn show(&self, scene: &Scene, focus: Square) {
        for (n, (cell, told)) in self.cells.iter().zip(self.told.borrow_mut().iter_mut()).enumerate() {
            let Some(square) = square_of(scene.view, n) else { continue };
            let now = (name(scene, square), square == focus);
            if *told == now {
                continue;
            }
            let _ = cell.set_attribute("aria-label", &now.0);
            let _ = cell.set_attribute(
                "aria-selected",
                if scene.selected == Some(square) { "true" } else { "false" },
            );
            let _ = cell.set_attribute("data-square", &square.to_string());
            cell.set_tab_index(if now.1 { 0 } else { -1 });
            *told = now;
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
fn name(scene: &Scene, square: Square) -> String {
    let words = language::here().boards();
    let is_target = scene.targets.iter().any(|(target, _)| *target == square);
    let states = [
        (scene.selected == Some(square), words.selected),
        (is_target, words.can_go),
        (scene.check == Some(square), words.in_check),
    ];
    let mut told = vec![square.to_string()];
    told.push(scene.piece_at(square).map_or(words.empty, piece_label).to_owned());
    told.extend(states.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text.to_owned()));
    told.join(language::frame().comma)
}

pub fn piece_label(piece: Piece) -> &'static str {
    let words = language::here().boards();
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

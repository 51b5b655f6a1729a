//! The set of pieces on every board of the document: an attribute of its root, which the settings write.

use diagram::chess::PieceSet;
#[cfg(feature = "studio")]
use diagram::chess::{all_pieces, piece_name, piece_svg};

const ATTRIBUTE: &str = "data-chess-pieces";

pub fn piece_set() -> PieceSet {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let name = root.and_then(|root| root.get_attribute(ATTRIBUTE));
    name.map(|name| PieceSet::from_name(&name)).unwrap_or_default()
}

/// Draws the pieces of all boards again: they are symbols that each board has defined once.
#[cfg(feature = "studio")]
pub fn redraw_pieces(set: PieceSet) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    for piece in all_pieces() {
        let symbols = document.query_selector_all(&format!("symbol#piece-{}", piece_name(piece)));
        let Ok(symbols) = symbols else { continue };
        let picture = piece_svg(piece, set);
        for n in 0..symbols.length() {
            if let Some(symbol) = symbols.item(n) {
                wasm_bindgen::JsCast::unchecked_into::<web_sys::Element>(symbol).set_inner_html(&picture);
            }
        }
    }
}

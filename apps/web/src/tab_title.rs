//! The title of the browser's tab. While a game waits for the player it begins with "Your move", whichever page is shown.
//! The pages share only the document, so the root element says whether one waits.

use i18n::fill;
use leptos::prelude::document;

use crate::language;

const YOUR_MOVE: &str = "data-your-move";

pub fn set(text: &str) {
    document().set_title(&with_mark(text, is_marked()));
}

/// Whether a game waits for the player.
pub fn mark(waits: bool) {
    if waits == is_marked() {
        return;
    }
    let title = document().title();
    let bare = title.strip_prefix(&with_mark("", true)).unwrap_or(&title).to_owned();
    if let Some(root) = document().document_element() {
        // Fails only for an invalid name.
        let _ = root.toggle_attribute_with_force(YOUR_MOVE, waits);
    }
    set(&bare);
}

fn is_marked() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute(YOUR_MOVE))
}

fn with_mark(text: &str, marked: bool) -> String {
    if marked { fill(language::frame().your_move_title, &[("title", text)]) } else { text.to_owned() }
}

//! Escapes text for HTML.

use diagram::entity;

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, entity(c)) {
            (_, Some(entity)) => out += entity,
            // Anki separates fields by this character, and reads two braces as a template.
            ('\u{1f}', _) => {}
            ('{', _) => out += "&#123;",
            (c, _) => out.push(c),
        }
    }
    out
}

/// Escapes a note and keeps its line breaks.
pub fn lines(text: &str) -> String {
    escape(text.trim()).replace('\n', "<br>")
}

//! Escapes text for HTML.

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // Anki separates fields by this character, and reads two braces as a template.
            '\u{1f}' => {}
            '{' => out += "&#123;",
            c => out.push(c),
        }
    }
    out
}

/// Escapes a note and keeps its line breaks.
pub fn lines(text: &str) -> String {
    escape(text.trim()).replace('\n', "<br>")
}

//! Text made safe for a page.

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // Anki's fields are separated by this one; and two braces would be a template's.
            '\u{1f}' => {}
            '{' => out += "&#123;",
            c => out.push(c),
        }
    }
    out
}

/// Lines of a note, kept as lines.
pub fn lines(text: &str) -> String {
    escape(text.trim()).replace('\n', "<br>")
}

//! Text that must fit into a given width. Widths are estimates for an ordinary sans-serif font.

use crate::Shape;

/// The available width and the range of font sizes, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextBounds {
    pub width: f64,
    pub largest: f64,
    pub smallest: f64,
}

/// Text as large as fits; text that would be illegible is truncated.
pub(crate) fn fitted(middle: (f64, f64), bounds: TextBounds, text: &str) -> Shape {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ems = width(&text).max(0.1);
    if ems * bounds.smallest <= bounds.width {
        return Shape::text(middle, (bounds.width / ems).clamp(bounds.smallest, bounds.largest), text).bold();
    }
    let mut left = bounds.width / bounds.smallest - width("…");
    let fits = |c: &char| {
        left -= char_width(*c);
        left >= 0.0
    };
    let start: String = text.chars().take_while(fits).collect();
    Shape::text(middle, bounds.smallest, start + "…").bold()
}

/// In ems, roughly.
fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '|' | ' ' => 0.32,
        'm' | 'w' | 'M' | 'W' | '…' => 0.95,
        '\u{1100}'.. => 1.0,
        _ => 0.64,
    }
}

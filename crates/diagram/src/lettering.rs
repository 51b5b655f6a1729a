//! Text that must fit into a given width. No font is asked: widths are those of an ordinary sans.

use crate::Shape;

/// How large text may be, and how much room it has, all in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub width: f64,
    pub largest: f64,
    pub smallest: f64,
}

/// Text as large as its room allows; what would be unreadably small is cut short.
pub(crate) fn fitted(middle: (f64, f64), room: Room, text: &str) -> Shape {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ems = width(&text).max(0.1);
    if ems * room.smallest <= room.width {
        return Shape::text(middle, (room.width / ems).clamp(room.smallest, room.largest), text).bold();
    }
    let mut left = room.width / room.smallest - width("…");
    let fits = |c: &char| {
        left -= char_width(*c);
        left >= 0.0
    };
    let start: String = text.chars().take_while(fits).collect();
    Shape::text(middle, room.smallest, start + "…").bold()
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

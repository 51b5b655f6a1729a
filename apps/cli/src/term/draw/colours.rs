//! The list of colours, and a sample board to preview them on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Style};
use ratatui::text::{Line, Span};
use rules::go::{Board, Color, Point, Size};

use super::board::{self, Marks};
use super::setup::{choice, field};
use super::{Areas, heading, hints, message, title, write};
use crate::term::keys;
use crate::term::screen::colours::Colours;
use crate::term::theme::{Part, Theme};

const FIRST_ROW: u16 = 3;
const BLACK: &[(u8, u8)] = &[(2, 2), (3, 2), (4, 3), (2, 6), (6, 5), (6, 6)];
const WHITE: &[(u8, u8)] = &[(2, 3), (3, 3), (3, 4), (5, 2), (6, 2), (5, 6)];

pub fn draw(buffer: &mut Buffer, screen: Rect, colours: &Colours) {
    let theme = colours.theme();
    let (size, areas, list) = places(screen, &theme);
    title(buffer, areas.title, "Colours", &theme);
    if areas.panel.width > 0 {
        sample(buffer, areas, size, &theme);
    }
    heading(buffer, list, 1, "Colours", &theme);
    row(buffer, list, FIRST_ROW, colours, None, &theme);
    for (line, part) in (FIRST_ROW + 2..).zip(Part::ALL) {
        row(buffer, list, line, colours, Some(part), &theme);
    }
    let (text, part) = match (&colours.wrong, &colours.typing) {
        (Some(wrong), _) => (format!("“{wrong}” is no colour: type 0 to 255, blue, or #rrggbb"), Part::Alert),
        (None, Some(_)) => {
            ("A number 0 to 255, a name such as blue, or #rrggbb. Enter accepts.".to_owned(), Part::Faint)
        }
        (None, None) => (String::new(), Part::Faint),
    };
    message(buffer, areas.message, &text, theme.text(part));
    hints(buffer, areas.hints, keys::COLOURS, |act| colours.can(act), &theme);
}

fn places(screen: Rect, theme: &Theme) -> (Size, Areas, Rect) {
    let size = Size::square(9).unwrap_or(Size::NINETEEN);
    let areas = Areas::new(screen, size, theme);
    (size, areas, if areas.panel.width > 0 { areas.panel } else { areas.board })
}

/// The row under a click; the theme is row 0.
pub fn hit(screen: Rect, theme: &Theme, x: u16, y: u16) -> Option<usize> {
    let (_, _, list) = places(screen, theme);
    let line = y.checked_sub(list.y)?;
    match line.checked_sub(FIRST_ROW)? {
        _ if !list.contains((x, y).into()) => None,
        0 => Some(0),
        1 => None,
        row => Some(usize::from(row) - 1).filter(|row| *row <= Part::ALL.len()),
    }
}

fn row(buffer: &mut Buffer, list: Rect, line: u16, colours: &Colours, part: Option<Part>, theme: &Theme) {
    let chosen = colours.part() == part;
    let mark = if chosen { theme.shapes.pointer } else { " " };
    let label = part.map_or("Theme", Part::label);
    let style = if chosen { theme.text(Part::Accent) } else { Style::new() };
    write(buffer, list, line, &Line::styled(format!("{mark} {label}"), style));
    let column = if part.is_some() { 22 } else { 10 };
    let right = Rect { x: list.x + column, width: list.width.saturating_sub(column), ..list };
    let value = match (part, &colours.typing) {
        (None, _) => choice(theme.name.label(), chosen, theme),
        (Some(_), Some(typed)) if chosen => field(typed, true, right.width),
        (Some(part), _) => swatch(colours, part, theme),
    };
    write(buffer, right, line, &value);
}

fn swatch<'a>(colours: &Colours, part: Part, theme: &Theme) -> Line<'a> {
    let colour = theme.colour(part);
    if colour == Ink::Reset {
        return Line::styled("plain", theme.text(Part::Faint));
    }
    let name = colour.to_string();
    let mark = if colours.is_custom(part) { "*" } else { "" };
    Line::from(vec![
        Span::styled("  ", Style::new().bg(colour)),
        Span::styled(format!(" {}{mark}", name.to_lowercase()), theme.text(Part::Faint)),
    ])
}

fn sample(buffer: &mut Buffer, areas: Areas, size: Size, theme: &Theme) {
    let mut stones = Board::empty(size);
    for (color, places) in [(Color::Black, BLACK), (Color::White, WHITE)] {
        places.iter().for_each(|(x, y)| stones.set(Point::new(*x, *y), Some(color)));
    }
    let marks = Marks {
        cursor: Some(Point::new(6, 4)),
        last: Some(Point::new(5, 6)),
        coordinates: true,
        ..Marks::default()
    };
    board::draw(buffer, areas.place(size, Point::new(4, 4), theme), &stones, &marks, theme);
}

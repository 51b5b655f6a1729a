//! Go problems in the terminal.

use ::drill::{Hint, Side};
use diagram::go::{board_text, star_points};
use ratatui::style::{Color as Ink, Style};
use ratatui::text::{Line, Span};
use rules::go::{Color, Move, Point, Position, column_name};

use super::face::{Face, Sight};

const WOOD: Ink = Ink::Rgb(214, 172, 110);
const LINE: Ink = Ink::Rgb(124, 92, 48);
const LAST: Ink = Ink::Rgb(236, 206, 120);
const HINT: Ink = Ink::Rgb(214, 130, 190);

impl Face for Position {
    fn draw(sight: &Sight<'_, Position>) -> Vec<Line<'static>> {
        if !sight.is_colored {
            return sight
                .board
                .text(sight.bottom, sight.last)
                .lines()
                .map(|line| Line::from(line.to_owned()))
                .collect();
        }
        let size = sight.board.size();
        let mut lines = Vec::new();
        for y in 0..size.height() {
            let mut spans = vec![Span::raw(format!("{:>2} ", size.height() - y))];
            spans.extend((0..size.width()).map(|x| cell(sight, Point::new(x, y))));
            lines.push(Line::from(spans));
        }
        let columns: String = (0..size.width()).map(|x| format!("{:<2}", column_name(x))).collect();
        lines.push(Line::from(format!("   {columns}")));
        lines
    }

    fn text(&self, _: Side, last: Option<&Move>) -> String {
        let last = match last {
            Some(Move::Place(at)) => Some(*at),
            _ => None,
        };
        board_text(self.board(), last)
    }
}

fn cell(sight: &Sight<'_, Position>, at: Point) -> Span<'static> {
    let size = sight.board.size();
    let is = |mv: &Move| *mv == Move::Place(at);
    let ground = match (sight.hint, sight.last) {
        (Some((Hint::Arrow, mv)), _) if is(mv) => HINT,
        (_, Some(mv)) if is(mv) => LAST,
        _ => WOOD,
    };
    let (sign, ink) = match sight.board.board().get(at) {
        Some(Color::Black) => ("●", Ink::Rgb(16, 15, 14)),
        Some(Color::White) => ("●", Ink::Rgb(255, 255, 255)),
        None if star_points(size).contains(&at) => ("╋", LINE),
        None => ("┼", LINE),
    };
    let beside = if at.x + 1 < size.width() { "─" } else { " " };
    let beside = if sight.board.board().get(at).is_some() { " " } else { beside };
    Span::styled(format!("{sign}{beside}"), Style::new().fg(ink).bg(ground))
}

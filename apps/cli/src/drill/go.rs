//! Go problems in the terminal.

use ::drill::{Hint, Side};
use diagram::go::{board_text, star_points};
use ratatui::style::{Color as Ink, Style};
use ratatui::text::{Line, Span};
use rules::go::{Color, Move, Point, Position, column_name};

use super::terminal_board::{BoardView, TerminalBoard};

const WOOD: Ink = Ink::Rgb(214, 172, 110);
const LINE: Ink = Ink::Rgb(124, 92, 48);
const LAST: Ink = Ink::Rgb(236, 206, 120);
const HINT: Ink = Ink::Rgb(214, 130, 190);

impl TerminalBoard for Position {
    const IS_GO: bool = true;

    fn draw(shown: &BoardView<'_, Position>) -> Vec<Line<'static>> {
        if !shown.is_colored {
            return shown
                .board
                .text(shown.bottom, shown.last)
                .lines()
                .map(|line| Line::from(line.to_owned()))
                .collect();
        }
        let size = shown.board.size();
        let mut lines = Vec::new();
        for y in 0..size.height() {
            let mut spans = vec![Span::raw(format!("{:>2} ", size.height() - y))];
            spans.extend((0..size.width()).map(|x| cell(shown, Point::new(x, y))));
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

fn cell(shown: &BoardView<'_, Position>, at: Point) -> Span<'static> {
    let size = shown.board.size();
    let is = |mv: &Move| *mv == Move::Place(at);
    let ground = match (shown.hint, shown.last) {
        (Some((Hint::Arrow, mv)), _) if is(mv) => HINT,
        (_, Some(mv)) if is(mv) => LAST,
        _ => WOOD,
    };
    let (sign, ink) = match shown.board.board().get(at) {
        Some(Color::Black) => ("●", Ink::Rgb(16, 15, 14)),
        Some(Color::White) => ("●", Ink::Rgb(255, 255, 255)),
        None if star_points(size).contains(&at) => ("╋", LINE),
        None => ("┼", LINE),
    };
    let beside = if at.x + 1 < size.width() { "─" } else { " " };
    let beside = if shown.board.board().get(at).is_some() { " " } else { beside };
    Span::styled(format!("{sign}{beside}"), Style::new().fg(ink).bg(ground))
}

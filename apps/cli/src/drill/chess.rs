//! Chess in the terminal.

use ::drill::{Hint, Side};
use diagram::chess::{View, board_text};
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use rules::chess::{Color, Move, Piece, Position, Role, Square};

use super::terminal_board::{BoardView, TerminalBoard};

const LIGHT: Ink = Ink::Rgb(184, 168, 138);
const DARK: Ink = Ink::Rgb(112, 140, 98);
const LAST: Ink = Ink::Rgb(196, 178, 74);
const HINT: Ink = Ink::Rgb(194, 110, 170);
const CHECK: Ink = Ink::Rgb(196, 84, 62);

impl TerminalBoard for Position {
    const IS_GO: bool = false;

    fn draw(shown: &BoardView<'_, Position>) -> Vec<Line<'static>> {
        let view = View { bottom: color(shown.bottom) };
        let tall = usize::from(shown.rows.saturating_sub(1) / 8).clamp(1, 3);
        let mut lines = Vec::new();
        for row in 0..8 {
            let squares: Vec<Square> = (0..8).filter_map(|column| view.square_of(column, row)).collect();
            for part in 0..tall {
                let is_middle = part == (tall - 1) / 2;
                let rank = squares.first().filter(|_| is_middle).map_or(' ', |square| square.rank().char());
                let mut spans = vec![Span::raw(format!("{rank} "))];
                spans.extend(squares.iter().map(|square| cell(shown, *square, tall, is_middle)));
                lines.push(Line::from(spans));
            }
        }
        let files = (0..8).filter_map(|column| view.square_of(column, 7)).map(|square| square.file().char());
        let around = " ".repeat(tall);
        lines.push(Line::from(format!(
            "  {}",
            files.map(|file| format!("{around}{file}{around}")).collect::<String>()
        )));
        lines
    }

    fn text(&self, bottom: Side, last: Option<&Move>) -> String {
        board_text(self, color(bottom), last.and_then(|mv| mv.to()))
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

fn cell(shown: &BoardView<'_, Position>, square: Square, tall: usize, is_middle: bool) -> Span<'static> {
    let piece = shown.board.piece_at(square).filter(|_| is_middle);
    let around = " ".repeat(tall);
    if !shown.is_colored {
        let letter = piece.map_or('.', |piece| piece.char());
        let letter = if is_middle { letter } else { ' ' };
        return Span::raw(format!("{around}{letter}{around}"));
    }
    let ink = match piece.map(|piece| piece.color) {
        Some(Color::White) => Ink::Rgb(255, 255, 255),
        _ => Ink::Rgb(18, 16, 14),
    };
    let style = Style::new().fg(ink).bg(ground(shown, square)).add_modifier(Modifier::BOLD);
    Span::styled(format!("{around}{}{around}", piece.map_or(' ', glyph)), style)
}

fn ground(shown: &BoardView<'_, Position>, square: Square) -> Ink {
    let is_hinted = shown.hint.is_some_and(|(hint, mv)| {
        mv.from() == Some(square) || (hint == Hint::Arrow && mv.to() == Some(square))
    });
    let is_last = shown.last.is_some_and(|mv| mv.from() == Some(square) || mv.to() == Some(square));
    match () {
        () if is_hinted => HINT,
        () if shown.board.check() == Some(square) => CHECK,
        () if is_last => LAST,
        () if square.is_light() => LIGHT,
        () => DARK,
    }
}

/// Both sides use the filled glyphs; the colour tells them apart.
fn glyph(piece: Piece) -> char {
    match piece.role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

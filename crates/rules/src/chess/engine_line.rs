//! A line of moves as engines write it, read and written as people do.

use shakmaty::Color;

use super::{Move, Position};

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    pub mv: Move,
    /// As in a book, with a number where one is needed: `12. Nf3`, `12... d5`, `13. c4`, `c5`.
    pub text: String,
}

impl Position {
    /// The moves up to the first that cannot be played.
    pub fn read_engine_line<'t>(&self, moves: impl IntoIterator<Item = &'t str>) -> Vec<LineMove> {
        let mut position = self.clone();
        let mut line = Vec::new();
        for text in moves {
            let Some(mv) = position.read_uci(text) else { break };
            let Ok(next) = position.play(mv) else { break };
            let san = position.san(mv);
            let text = match position.turn() {
                Color::White => format!("{}. {san}", position.move_number()),
                Color::Black if line.is_empty() => format!("{}... {san}", position.move_number()),
                Color::Black => san,
            };
            line.push(LineMove { mv, text });
            position = next;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(position: &Position, moves: &str) -> String {
        let line = position.read_engine_line(moves.split(' '));
        line.into_iter().map(|mv| mv.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_is_written_as_in_a_book() {
        let start = Position::initial();
        assert_eq!(texts(&start, "e2e4 e7e5 g1f3 b8c6"), "1. e4 e5 2. Nf3 Nc6");
        let black = start.play(start.read_uci("d2d4").unwrap()).unwrap();
        assert_eq!(texts(&black, "g8f6 c2c4"), "1... Nf6 2. c4");
    }

    #[test]
    fn a_line_ends_at_what_is_not_legal() {
        assert_eq!(texts(&Position::initial(), "e2e4 e2e4 d7d5"), "1. e4");
        assert_eq!(texts(&Position::initial(), "nonsense"), "");
    }
}

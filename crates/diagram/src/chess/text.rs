//! A board as text, for terminals, logs and e-mails.

use rules::chess::{Color, Position, Square};

use super::geometry::View;

/// Capitals are White's pieces; the target of the last move is in brackets.
pub fn board_text(position: &Position, bottom: Color, last: Option<Square>) -> String {
    let view = View { bottom };
    let files: String =
        (0..8).filter_map(|column| view.square_of(column, 7)).map(|at| format!(" {}", at.file())).collect();
    let mut text = String::new();
    for row in 0..8 {
        let squares: Vec<Square> = (0..8).filter_map(|column| view.square_of(column, row)).collect();
        let rank = squares.first().map_or(' ', |at| at.rank().char());
        text.push(rank);
        text.push(' ');
        let mut before = None;
        for at in squares {
            text.push(match last {
                Some(last) if last == at => '(',
                Some(last) if before == Some(last) => ')',
                _ => ' ',
            });
            text.push(position.piece_at(at).map_or('.', |piece| piece.char()));
            before = Some(at);
        }
        text += if last.is_some() && before == last { ")\n" } else { "\n" };
    }
    text + "  " + &files + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_letters_and_the_last_move_is_in_brackets() {
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", false).unwrap().position;
        let white = board_text(&position, Color::White, Some(Square::H1));
        assert!(white.starts_with("8  . . . . k . . .\n7  "), "{white}");
        assert!(white.ends_with("2  P . . . . . . .\n1  . . . . K . .(R)\n   a b c d e f g h\n"), "{white}");
        let black = board_text(&position, Color::Black, Some(Square::H1));
        assert!(black.starts_with("1 (R). . K . . . .\n2  . . . . . . . P\n"), "{black}");
    }
}

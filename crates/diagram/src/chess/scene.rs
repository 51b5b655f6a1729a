//! Everything shown on a chess board, as data.

use record::pgn;
use rules::chess::{Color, Piece, PieceStep, Position, Role, Square};

use super::geometry::View;

#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub view: View,
    pub pieces: Vec<(Square, Piece)>,
    pub coordinates: bool,
    pub last_move: Option<PieceStep>,
    /// The square of a king in check.
    pub check: Option<Square>,
    pub selected: Option<Square>,
    /// Where the selected piece may go; captures are drawn as rings, other moves as dots.
    pub targets: Vec<(Square, Target)>,
    /// The square with the keyboard focus.
    pub focus: Option<Square>,
    /// The dragged piece and the pointer's position. A faint copy stays on its square.
    pub held: Option<(Square, (f64, f64))>,
    pub shapes: Vec<pgn::Shape>,
    /// The best moves of an engine, the best first. They are not part of the record.
    pub hints: Vec<Hint>,
    /// The promotion choices for a pawn on this square.
    pub chooser: Option<(Square, Vec<Role>)>,
}

/// A move that an engine considers, and how good it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    pub step: PieceStep,
    pub grade: crate::HintGrade,
    /// The piece that stands on the target square at the end of a line that is looked at.
    pub ghost: Option<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Empty,
    Taken,
}

impl Scene {
    pub fn new(pieces: impl IntoIterator<Item = (Square, Piece)>, bottom: Color) -> Scene {
        Scene {
            view: View { bottom },
            pieces: pieces.into_iter().collect(),
            coordinates: true,
            last_move: None,
            check: None,
            selected: None,
            targets: Vec::new(),
            focus: None,
            held: None,
            shapes: Vec::new(),
            hints: Vec::new(),
            chooser: None,
        }
    }

    /// A position with its king in check.
    pub fn of(position: &Position, bottom: Color) -> Scene {
        Scene { check: position.check(), ..Scene::new(position.pieces(), bottom) }
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }
}

/// A piece that glides from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glide {
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
}

/// Which pieces glide between two positions: each missing piece goes to the nearest square where the same piece is new.
/// A castling rook glides with its king; a captured piece does not glide.
pub fn glides(before: &[(Square, Piece)], after: &[(Square, Piece)]) -> Vec<Glide> {
    let mut gone: Vec<(Square, Piece)> =
        before.iter().filter(|piece| !after.contains(piece)).copied().collect();
    let mut glides = Vec::new();
    for (to, piece) in after.iter().filter(|piece| !before.contains(piece)) {
        let travels = |(_, other): &(Square, Piece)| other == piece || is_promotion(*other, *piece, *to);
        let nearest = gone
            .iter()
            .enumerate()
            .filter(|(_, candidate)| travels(candidate))
            .min_by_key(|(_, (from, other))| (other != piece, from.distance(*to)));
        if let Some((n, (from, other))) = nearest.map(|(n, found)| (n, *found)) {
            gone.swap_remove(n);
            glides.push(Glide { piece: other, from, to: *to });
        }
    }
    glides
}

fn is_promotion(pawn: Piece, piece: Piece, to: Square) -> bool {
    let last = pawn.color.fold_wb(rules::chess::Rank::Eighth, rules::chess::Rank::First);
    pawn.role == Role::Pawn && pawn.color == piece.color && to.rank() == last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gliding(fen: &str, san: &str) -> Vec<String> {
        let before = Position::from_fen(fen, false).unwrap().position;
        let after = before.play(before.read_move(san).unwrap()).unwrap();
        let pieces = |position: &Position| position.pieces().collect::<Vec<_>>();
        let glides = glides(&pieces(&before), &pieces(&after));
        let mut listed: Vec<String> =
            glides.iter().map(|g| format!("{}{}{}", g.piece.char(), g.from, g.to)).collect();
        listed.sort();
        listed
    }

    #[test]
    fn pieces_glide_from_where_they_were_to_where_the_move_puts_them() {
        let table: &[(&str, &str, &[&str])] = &[
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", &["Pe2e4"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", &["Pe4d5"]),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", &["Ke1g1", "Rh1f1"]),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", &["Ke1c1", "Ra1d1"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", &["Pe5d6"]),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", &["Pa7a8"]),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=N", &["Pa7b8"]),
        ];
        for (fen, san, expected) in table {
            assert_eq!(gliding(fen, san), *expected, "{san}");
        }
    }
}

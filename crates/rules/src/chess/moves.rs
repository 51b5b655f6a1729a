//! A move on the board: which piece goes where, and what else moves or disappears with it.

use shakmaty::{CastlingSide, Role, Square};

/// A legal move of some position, or the null move that annotators write as `--`.
///
/// Moves are equal if they do the same, however they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Piece(shakmaty::Move),
    Null,
}

/// A piece going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceStep {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// The step of the moved piece. Castling is the king's step to its final square.
    pub fn step(self) -> Option<PieceStep> {
        match self {
            Move::Piece(shakmaty::Move::Castle { king, rook }) => {
                Some(PieceStep { from: king, to: castled_king(king, rook) })
            }
            Move::Piece(mv) => mv.from().map(|from| PieceStep { from, to: mv.to() }),
            Move::Null => None,
        }
    }

    pub fn from(self) -> Option<Square> {
        self.step().map(|step| step.from)
    }

    pub fn to(self) -> Option<Square> {
        self.step().map(|step| step.to)
    }

    pub fn promotion(self) -> Option<Role> {
        match self {
            Move::Piece(mv) => mv.promotion(),
            Move::Null => None,
        }
    }

    /// The square of the captured piece: beside the pawn for en passant.
    pub fn taken(self) -> Option<Square> {
        match self {
            Move::Piece(shakmaty::Move::EnPassant { from, to }) => {
                Some(Square::from_coords(to.file(), from.rank()))
            }
            Move::Piece(mv) => mv.is_capture().then(|| mv.to()),
            Move::Null => None,
        }
    }

    /// The rook's step of castling.
    pub fn rook(self) -> Option<PieceStep> {
        match self {
            Move::Piece(shakmaty::Move::Castle { king, rook }) => {
                let to = Square::from_coords(side(king, rook).rook_to_file(), rook.rank());
                Some(PieceStep { from: rook, to })
            }
            _ => None,
        }
    }
}

fn side(king: Square, rook: Square) -> CastlingSide {
    CastlingSide::from_king_side(king.file() < rook.file())
}

fn castled_king(king: Square, rook: Square) -> Square {
    Square::from_coords(side(king, rook).king_to_file(), king.rank())
}

//! A move as the board sees it: which piece goes from where to where, and what else moves or vanishes with it.

use shakmaty::{CastlingSide, Role, Square};

/// A legal move of some position, or the null move that annotators write as `--`.
///
/// Two moves are the same when they do the same, however they were spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Piece(shakmaty::Move),
    Null,
}

/// One piece going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// The step of the piece that was touched. Castling is the king's step to where it ends up.
    pub fn step(self) -> Option<Step> {
        match self {
            Move::Piece(shakmaty::Move::Castle { king, rook }) => {
                Some(Step { from: king, to: castled_king(king, rook) })
            }
            Move::Piece(mv) => mv.from().map(|from| Step { from, to: mv.to() }),
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

    /// The square of the piece that is taken: beside the pawn when it is taken en passant.
    pub fn taken(self) -> Option<Square> {
        match self {
            Move::Piece(shakmaty::Move::EnPassant { from, to }) => {
                Some(Square::from_coords(to.file(), from.rank()))
            }
            Move::Piece(mv) => mv.is_capture().then(|| mv.to()),
            Move::Null => None,
        }
    }

    /// The rook's step when the move is castling.
    pub fn rook(self) -> Option<Step> {
        match self {
            Move::Piece(shakmaty::Move::Castle { king, rook }) => {
                let to = Square::from_coords(side(king, rook).rook_to_file(), rook.rank());
                Some(Step { from: rook, to })
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

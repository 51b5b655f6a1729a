//! Moves that people type. A file has one chance to be understood; a person can be asked, so the errors name the moves that
//! the text could mean.

use std::fmt;

use shakmaty::Role;
use shakmaty::san::San;

use super::{Move, MoveError, Position};

/// Why a typed move was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedMoveError {
    NotAMove,
    Illegal,
    /// Several pieces can go there.
    Ambiguous {
        candidates: Vec<Candidate>,
    },
    /// A pawn reaches the last rank. The candidates are in the order queen, rook, bishop, knight.
    PromotionMissing {
        candidates: Vec<Candidate>,
    },
}

/// A legal move that the text could mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub mv: Move,
    /// Without a check sign.
    pub san: String,
}

impl fmt::Display for TypedMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, candidates) = match self {
            TypedMoveError::NotAMove => return MoveError::NotAMove.fmt(f),
            TypedMoveError::Illegal => return MoveError::Illegal.fmt(f),
            TypedMoveError::Ambiguous { candidates } => (MoveError::Ambiguous, candidates),
            TypedMoveError::PromotionMissing { candidates } => (MoveError::PromotionMissing, candidates),
        };
        let names: Vec<&str> = candidates.iter().map(|candidate| candidate.san.as_str()).collect();
        write!(f, "{what}: {}", names.join(", "))
    }
}

impl std::error::Error for TypedMoveError {}

impl Position {
    /// Like `read_move`, with the candidates of a text that means several moves.
    pub fn read_typed_move(&self, text: &str) -> Result<Move, TypedMoveError> {
        self.read_move(text).map_err(|error| match error {
            MoveError::NotAMove => TypedMoveError::NotAMove,
            MoveError::Illegal => TypedMoveError::Illegal,
            MoveError::Ambiguous => TypedMoveError::Ambiguous { candidates: self.candidates(text) },
            MoveError::PromotionMissing => {
                let mut candidates = self.candidates(text);
                candidates.sort_by_key(|candidate| candidate.mv.promotion().map(promotion_rank));
                TypedMoveError::PromotionMissing { candidates }
            }
        })
    }

    fn candidates(&self, text: &str) -> Vec<Candidate> {
        let meant = self.moves_meant(text).into_iter();
        meant
            .map(|mv| Candidate { mv: Move::Piece(mv), san: San::from_move(&self.chess, mv).to_string() })
            .collect()
    }
}

fn promotion_rank(role: Role) -> usize {
    let order = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    order.iter().position(|known| *known == role).unwrap_or(order.len())
}

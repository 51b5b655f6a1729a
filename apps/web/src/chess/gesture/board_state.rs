//! The position as gestures see it: the pieces, and where each of them may go.

use rules::chess::{Color, Move, Piece, PieceStep, Position, Role, Square};

#[derive(Clone, Debug, PartialEq)]
pub struct BoardState {
    pub pieces: Vec<(Square, Piece)>,
    pub last_move: Option<PieceStep>,
    pub check: Option<Square>,
    /// All allowed steps. Empty on a board for viewing only.
    pub steps: Vec<PieceStep>,
    /// Promoting steps with their choices.
    pub promotions: Vec<(PieceStep, Vec<Role>)>,
}

/// Castling as the king moved onto its own rook.
fn onto_rook(mv: Move) -> Option<PieceStep> {
    Some(PieceStep { from: mv.from()?, to: mv.rook()?.from })
}

impl BoardState {
    /// A position in which the given player, or the side to move, may move its pieces.
    pub fn of(position: &Position, player: Option<Color>, last_move: Option<PieceStep>) -> BoardState {
        let may_play = player.is_none_or(|color| color == position.turn());
        let moves = if may_play { position.legal_moves() } else { Vec::new() };
        let mut steps: Vec<PieceStep> = moves.iter().filter_map(|mv| mv.step()).collect();
        if position.is_chess960() {
            steps.extend(moves.iter().filter_map(|mv| onto_rook(*mv)));
        }
        steps.dedup();
        let is_promotion =
            |step: &&PieceStep| moves.iter().any(|mv| mv.promotion().is_some() && mv.step() == Some(**step));
        let promotes = steps.iter().filter(is_promotion);
        let promotions = promotes.map(|step| (*step, position.promotions(step.from, step.to))).collect();
        BoardState {
            pieces: position.pieces().collect(),
            last_move,
            check: position.check(),
            steps,
            promotions,
        }
    }

    pub(super) fn may_go(&self, from: Square, to: Square) -> bool {
        self.steps.contains(&PieceStep { from, to })
    }

    pub(super) fn may_touch(&self, from: Square) -> bool {
        self.steps.iter().any(|step| step.from == from)
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }
}

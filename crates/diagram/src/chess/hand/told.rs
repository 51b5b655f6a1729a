//! What the hand is told of the position.

use rules::chess::{Color, Move, Piece, Position, Role, Square, Step};

#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub pieces: Vec<(Square, Piece)>,
    pub last_move: Option<Step>,
    pub check: Option<Square>,
    /// Every step that may be announced. Empty where nobody may touch the board.
    pub steps: Vec<Step>,
    /// Steps of pawns that become something, and what.
    pub promotions: Vec<(Step, Vec<Role>)>,
}

/// Castling as the king put on its own rook.
fn onto_rook(mv: Move) -> Option<Step> {
    Some(Step { from: mv.from()?, to: mv.rook()?.from })
}

impl Told {
    /// A position in which pieces of one side, or of whoever is to move, can be played.
    pub fn of(position: &Position, player: Option<Color>, last_move: Option<Step>) -> Told {
        let may_play = player.is_none_or(|color| color == position.turn());
        let moves = if may_play { position.legal_moves() } else { Vec::new() };
        let mut steps: Vec<Step> = moves.iter().filter_map(|mv| mv.step()).collect();
        if position.is_chess960() {
            steps.extend(moves.iter().filter_map(|mv| onto_rook(*mv)));
        }
        steps.dedup();
        let is_promotion =
            |step: &&Step| moves.iter().any(|mv| mv.promotion().is_some() && mv.step() == Some(**step));
        let promotes = steps.iter().filter(is_promotion);
        let promotions = promotes.map(|step| (*step, position.promotions(step.from, step.to))).collect();
        Told { pieces: position.pieces().collect(), last_move, check: position.check(), steps, promotions }
    }

    pub(super) fn may_go(&self, from: Square, to: Square) -> bool {
        self.steps.contains(&Step { from, to })
    }

    pub(super) fn may_touch(&self, from: Square) -> bool {
        self.steps.iter().any(|step| step.from == from)
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }
}

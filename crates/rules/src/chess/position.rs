//! A legal position as a value: its legal moves, and the positions after them.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Piece, PositionError, PositionErrorKinds, Rank, Role, Setup,
    Square,
};
use shakmaty::{FromSetup as _, Position as _};

use super::Move;

/// Equal positions have the same pieces, side to move and rights; move counters are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Position {
    pub(super) chess: Chess,
}

/// The move cannot be played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal {
    pub mv: Move,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Piece(mv) => write!(f, "{mv} is not legal here"),
            Move::Null => f.write_str("a side in check cannot pass"),
        }
    }
}

impl std::error::Error for Illegal {}

impl Position {
    pub fn initial() -> Position {
        Position::default()
    }

    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// The move number of the next move.
    pub fn move_number(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        self.chess.board().piece_at(at)
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.chess.board().iter()
    }

    pub fn play(&self, mv: Move) -> Result<Position, Illegal> {
        match mv {
            Move::Piece(step) if self.chess.is_legal(step) => Ok(self.after(step)),
            Move::Null => self.pass(),
            Move::Piece(_) => Err(Illegal { mv }),
        }
    }

    /// The position after a move that is known to be legal here.
    pub(super) fn after(&self, mv: shakmaty::Move) -> Position {
        let mut chess = self.chess.clone();
        chess.play_unchecked(mv);
        Position { chess }
    }

    pub(super) fn pass(&self) -> Result<Position, Illegal> {
        let illegal = Illegal { mv: Move::Null };
        if self.chess.is_check() {
            return Err(illegal);
        }
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.swap_turn();
        let (chess, _) = playable(setup, self.chess.castles().mode()).map_err(|_| illegal)?;
        Ok(Position { chess })
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        self.chess.legal_moves().into_iter().map(Move::Piece).collect()
    }

    /// The legal moves of one piece. Castling belongs to the king.
    pub fn moves_from(&self, from: Square) -> impl Iterator<Item = Move> + use<> {
        let moves = self.chess.legal_moves();
        moves.into_iter().filter(move |mv| mv.from() == Some(from)).map(Move::Piece)
    }

    /// The move of a piece from one square to another. Castling is the king moved to its final square or onto its own
    /// rook. In Chess960 an ordinary king move to the same square takes precedence.
    pub fn find(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let moves: Vec<Move> = self.moves_from(from).collect();
        let fits = |mv: &&Move| mv.to() == Some(to) && mv.promotion() == promotion;
        let is_plain = |mv: &&Move| fits(mv) && mv.rook().is_none();
        let onto_rook = |mv: &&Move| promotion.is_none() && mv.rook().is_some_and(|rook| rook.from == to);
        let found = moves.iter().find(is_plain).or_else(|| moves.iter().find(fits));
        found.or_else(|| moves.iter().find(onto_rook)).copied()
    }

    /// The promotion pieces of this step, queen first; empty if it is not a promotion.
    pub fn promotions(&self, from: Square, to: Square) -> Vec<Role> {
        let order = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        order.into_iter().filter(|role| self.find(from, to, Some(*role)).is_some()).collect()
    }

    /// The square of the king in check, if the side to move is in check.
    pub fn check(&self) -> Option<Square> {
        self.chess.is_check().then(|| self.chess.board().king_of(self.turn())).flatten()
    }

    /// The pieces of a side that attack a square or protect it, whether or not they are pinned.
    pub fn attackers(&self, of: Color, square: Square) -> impl Iterator<Item = Square> + use<> {
        let board = self.chess.board();
        board.attacks_to(square, of, board.occupied()).into_iter()
    }

    pub fn is_mate(&self) -> bool {
        self.chess.is_checkmate()
    }

    pub fn is_stalemate(&self) -> bool {
        self.chess.is_stalemate()
    }

    /// Neither side can win any more.
    pub fn is_dead(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    pub fn is_chess960(&self) -> bool {
        self.chess.castles().mode().is_chess960()
    }

    /// A 64-bit hash, the same for equal positions on every machine.
    pub fn key(&self) -> u64 {
        self.chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// The move in standard algebraic notation, with its check or mate sign.
    pub fn san(&self, mv: Move) -> String {
        match mv {
            Move::Piece(step) if self.chess.is_legal(step) => {
                SanPlus::from_move(self.chess.clone(), step).to_string()
            }
            Move::Piece(step) => step.to_string(),
            Move::Null => San::Null.to_string(),
        }
    }

    /// The move as engines write it: `e2e4`, `e7e8q`, `0000`.
    pub fn uci(&self, mv: Move) -> String {
        match mv {
            Move::Piece(step) => UciMove::from_move(step, self.chess.castles().mode()).to_string(),
            Move::Null => UciMove::Null.to_string(),
        }
    }

    /// The same for engines with the option `UCI_Chess960`: castling is the king onto its own rook.
    pub fn uci_960(&self, mv: Move) -> String {
        match mv {
            Move::Piece(step) => UciMove::from_move(step, CastlingMode::Chess960).to_string(),
            Move::Null => UciMove::Null.to_string(),
        }
    }

    /// A move as engines write it, with castling in either spelling. None if it is not legal here.
    pub fn read_uci(&self, text: &str) -> Option<Move> {
        match text.parse().ok()? {
            UciMove::Null => Some(Move::Null),
            uci => uci.to_move(&self.chess).ok().map(Move::Piece),
        }
    }
}

/// The position of a setup and the irregularities that were ignored, or what makes it unplayable.
/// Composed problems have odd material and impossible checks, so both are accepted.
pub(super) fn playable(
    setup: Setup,
    mode: CastlingMode,
) -> Result<(Chess, PositionErrorKinds), PositionErrorKinds> {
    let error = match Chess::from_setup(setup, mode) {
        Ok(chess) => return Ok((chess, PositionErrorKinds::empty())),
        Err(error) => error,
    };
    let kinds = error.kinds();
    let repaired = error
        .ignore_too_much_material()
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    repaired.map(|chess| (chess, kinds)).map_err(|error| error.kinds())
}

/// Whether pawns promote on this rank.
pub(super) fn is_last_rank(at: Square) -> bool {
    matches!(at.rank(), Rank::First | Rank::Eighth)
}

//! A position being set up: it may be illegal until a game starts from it.

use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{Bitboard, Color, Piece, Square};

use super::fen::{FenError, FromFen, read_setup};
use super::position::Position;

/// Equal set-ups are written as the same FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    setup: shakmaty::Setup,
}

/// A castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRight {
    pub color: Color,
    pub short: bool,
}

impl CastlingRight {
    /// In FEN order.
    pub const ALL: [CastlingRight; 4] = [
        CastlingRight { color: Color::White, short: true },
        CastlingRight { color: Color::White, short: false },
        CastlingRight { color: Color::Black, short: true },
        CastlingRight { color: Color::Black, short: false },
    ];

    /// Where the rook stands at the start.
    fn rook(self) -> Square {
        match (self.color, self.short) {
            (Color::White, true) => Square::H1,
            (Color::White, false) => Square::A1,
            (Color::Black, true) => Square::H8,
            (Color::Black, false) => Square::A8,
        }
    }
}

impl Setup {
    pub fn empty() -> Setup {
        Setup { setup: shakmaty::Setup::empty() }
    }

    pub fn initial() -> Setup {
        Setup { setup: shakmaty::Setup::initial() }
    }

    /// A FEN as far as it can be read; None if its pieces cannot.
    pub fn read(fen: &str) -> Option<Setup> {
        read_setup(fen).ok().map(|(setup, _)| Setup { setup })
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.setup.board.iter()
    }

    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        self.setup.board.piece_at(at)
    }

    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    pub fn set_turn(&mut self, turn: Color) {
        self.setup.turn = turn;
        self.setup.ep_square = None;
    }

    /// Puts a piece on a square, or clears the square.
    pub fn put(&mut self, at: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.setup.board.set_piece_at(at, piece),
            None => self.setup.board.discard_piece_at(at),
        }
        self.setup.ep_square = None;
    }

    pub fn has_castling_right(&self, right: CastlingRight) -> bool {
        self.setup.castling_rights.contains(right.rook())
    }

    pub fn set_castling_right(&mut self, right: CastlingRight, may: bool) {
        let rook = Bitboard::from(right.rook());
        match may {
            true => self.setup.castling_rights |= rook,
            false => self.setup.castling_rights &= !rook,
        }
    }

    pub fn fen(&self) -> String {
        let fen = Fen::try_from_setup(self.setup.clone());
        fen.unwrap_or_else(LossyFenError::ignore).to_string()
    }

    /// The position with repairs where needed, or why it is unplayable.
    pub fn position(&self) -> Result<FromFen, FenError> {
        Position::from_fen(&self.fen(), false)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Role;

    use super::*;
    use crate::chess::Repair;

    #[test]
    fn a_position_is_set_up_piece_by_piece() {
        let mut setup = Setup::empty();
        let why = |setup: &Setup| setup.position().unwrap_err().to_string();
        assert_eq!(why(&setup), "this position cannot be played: the board is empty");
        setup.put(Square::E1, Some(Color::White.king()));
        assert_eq!(why(&setup), "this position cannot be played: a king is missing");
        setup.put(Square::E8, Some(Color::Black.king()));
        setup.put(Square::H8, Some(Color::Black.rook()));
        setup.put(Square::A1, Some(Color::White.pawn()));
        assert_eq!(why(&setup), "this position cannot be played: pawns stand on the first or last rank");
        setup.put(Square::A1, None);
        setup.set_turn(Color::Black);
        setup.set_castling_right(CastlingRight { color: Color::Black, short: true }, true);
        assert_eq!(setup.position().unwrap().repairs, []);
        assert_eq!(setup.fen(), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
        setup.set_castling_right(CastlingRight { color: Color::White, short: false }, true);
        assert_eq!(setup.position().unwrap().repairs, [Repair::CastlingRights]);
        assert_eq!(setup.piece_at(Square::H8).map(|piece| piece.role), Some(Role::Rook));
    }

    #[test]
    fn what_is_read_is_written_again() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/8 b - - 0 1",
            "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 7",
        ] {
            assert_eq!(Setup::read(fen).unwrap().fen(), fen);
        }
        assert_eq!(Setup::read("no position"), None);
        assert_eq!(Setup::initial().position().unwrap().position, Position::initial());
    }
}

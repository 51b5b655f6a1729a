//! Positions in FEN, repaired where the meaning is clear; each repair is reported.

use std::fmt;

use shakmaty::board::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Piece, PositionErrorKinds, Setup, Square};

use super::Position;
use super::position::playable;

/// A position and the repairs that were needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromFen {
    pub position: Position,
    pub repairs: Vec<Repair>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Fields were missing: White to move, no rights, move 1.
    FieldsMissing,
    /// A field was unreadable, or there were too many.
    FieldUnreadable,
    /// Rights without the king or rook for them.
    CastlingRights,
    /// An en passant square behind which no pawn stands.
    EnPassant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The pieces could not be read.
    Unreadable,
    /// The pieces can be shown, but no game can be played with them.
    Unplayable { pieces: Vec<(Square, Piece)>, reason: &'static str },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Repair::FieldsMissing => "fields of the FEN are missing",
            Repair::FieldUnreadable => "a field of the FEN cannot be read",
            Repair::CastlingRights => "castling rights without king or rook on their squares",
            Repair::EnPassant => "no pawn to take on the en passant square",
        })
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Unreadable => f.write_str("the FEN cannot be read"),
            FenError::Unplayable { reason, .. } => write!(f, "this position cannot be played: {reason}"),
        }
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// Reads a FEN; Chess960 is recognised by its castling rights, or demanded by the caller.
    pub fn from_fen(text: &str, chess960: bool) -> Result<FromFen, FenError> {
        let (setup, mut repairs) = read_setup(text)?;
        let mode = match CastlingMode::detect(&setup) {
            CastlingMode::Standard if !chess960 => CastlingMode::Standard,
            _ => CastlingMode::Chess960,
        };
        let pieces = setup.board.clone();
        match playable(setup, mode) {
            Ok((chess, overlooked)) => {
                repairs.extend(repairs_of(overlooked));
                Ok(FromFen { position: Position { chess }, repairs })
            }
            Err(kinds) => Err(unplayable(&pieces, kinds)),
        }
    }
}

fn repairs_of(kinds: PositionErrorKinds) -> impl Iterator<Item = Repair> {
    let table = [
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, Repair::CastlingRights),
        (PositionErrorKinds::INVALID_EP_SQUARE, Repair::EnPassant),
    ];
    table.into_iter().filter(move |(kind, _)| kinds.contains(*kind)).map(|(_, repair)| repair)
}

fn unplayable(board: &Board, kinds: PositionErrorKinds) -> FenError {
    let reasons = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "there are too many kings"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "pawns stand on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that just moved is in check"),
    ];
    let found = reasons.iter().find(|(kind, _)| kinds.contains(*kind));
    let reason = found.map_or("it breaks the rules", |(_, reason)| reason);
    FenError::Unplayable { pieces: board.iter().collect(), reason }
}

/// A FEN with all its fields and none of another variant: nearly every one.
fn read_sound(text: &str) -> Option<Setup> {
    let setup = Fen::from_ascii(text.as_bytes()).ok()?.into_setup();
    let is_chess = setup.pockets.is_none() && setup.remaining_checks.is_none();
    (is_chess && text.split_ascii_whitespace().count() == 6).then_some(setup)
}

/// Field by field; unreadable fields get their most common value.
pub(super) fn read_setup(text: &str) -> Result<(Setup, Vec<Repair>), FenError> {
    const USUAL: [&str; 5] = ["w", "-", "-", "0", "1"];
    if let Some(setup) = read_sound(text) {
        return Ok((setup, Vec::new()));
    }
    let mut fields = text.split_whitespace();
    let mut fen = fields.next().ok_or(FenError::Unreadable)?.to_owned();
    let mut setup = Fen::from_ascii(fen.as_bytes()).map_err(|_| FenError::Unreadable)?.into_setup();
    let mut repairs = Vec::new();
    for usual in USUAL {
        let field = fields.next();
        if field.is_none() && !repairs.contains(&Repair::FieldsMissing) {
            repairs.push(Repair::FieldsMissing);
        }
        let longer = format!("{fen} {}", field.unwrap_or(usual));
        if let Ok(read) = Fen::from_ascii(longer.as_bytes()) {
            (fen, setup) = (longer, read.into_setup());
        } else {
            repairs.push(Repair::FieldUnreadable);
            fen = format!("{fen} {usual}");
        }
    }
    if fields.next().is_some() {
        repairs.push(Repair::FieldUnreadable);
    }
    (setup.pockets.is_none() && setup.remaining_checks.is_none())
        .then_some((setup, repairs))
        .ok_or(FenError::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_is_repaired_where_its_meaning_is_clear() {
        let full = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
        let table: &[(&str, &str, &[Repair])] = &[
            (full, full, &[]),
            ("4k3/8/8/8/8/8/4P3/4K2R w", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", &[Repair::FieldsMissing]),
            (
                "4k3/8/8/8/8/8/4P3/4K2R b KQkq - 3 17",
                "4k3/8/8/8/8/8/4P3/4K2R b K - 3 17",
                &[Repair::CastlingRights],
            ),
            ("4k3/8/8/8/8/8/4P3/4K2R w K e3 0 1", full, &[Repair::EnPassant]),
            ("4k3/8/8/8/8/8/4P3/4K2R w K zz 0 1", full, &[Repair::FieldUnreadable]),
            ("4k3/8/8/8/8/8/4P3/4K2R white K - 0 1", full, &[Repair::FieldUnreadable]),
            ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 0", full, &[]),
            ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1 more", full, &[Repair::FieldUnreadable]),
        ];
        for (text, fen, repairs) in table {
            let read = Position::from_fen(text, false).unwrap();
            assert_eq!((read.position.fen().as_str(), read.repairs.as_slice()), (*fen, *repairs), "{text}");
        }
    }

    #[test]
    fn unplayable_positions_still_have_pieces() {
        let table = [
            ("8/8/5ppp/8/5PPP/8/8/8 w - - 0 1", 6),
            ("8/8/8/8/8/8/8/8 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", 3),
            ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", 3),
        ];
        for (text, count) in table {
            match Position::from_fen(text, false) {
                Err(FenError::Unplayable { pieces, .. }) => assert_eq!(pieces.len(), count, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["", "not a fen", "rnbqkbnr/pppp w", "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1"] {
            assert_eq!(Position::from_fen(text, false), Err(FenError::Unreadable), "{text}");
        }
    }

    #[test]
    fn chess960_is_recognised_by_its_rights() {
        let fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1";
        let read = Position::from_fen(fen, false).unwrap();
        assert!(read.position.is_chess960());
        assert_eq!(read.repairs, []);
        assert!(!Position::initial().is_chess960());
    }
}

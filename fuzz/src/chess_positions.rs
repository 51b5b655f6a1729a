//! Any FEN that can be read is written and read back the same, its legal moves have SAN and UCI that mean them, and any
//! typed move is a legal one or an error. The first line is the FEN, the second the move.

use rules::chess::{Move, Position, Setup, TypedMoveError};

pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (fen, typed) = text.split_once('\n').unwrap_or((&text, ""));
    if let Some(setup) = Setup::read(fen) {
        assert!(Setup::read(&setup.fen()).is_some(), "{}", setup.fen());
        drop(setup.position());
    }
    for chess960 in [false, true] {
        let Ok(read) = Position::from_fen(fen, chess960) else { continue };
        let position = read.position;
        let again = Position::from_fen(&position.fen(), chess960).expect("a written FEN can be read");
        assert_eq!((again.position.fen(), again.repairs.len()), (position.fen(), 0));
        check_moves(&position, typed);
    }
}

fn check_moves(position: &Position, typed: &str) {
    let legal = position.legal_moves();
    for mv in &legal {
        assert_eq!(
            position.read_move(&position.san(*mv)),
            Ok(*mv),
            "{} {}",
            position.fen(),
            position.san(*mv)
        );
        assert_eq!(
            position.read_move(&position.uci(*mv)),
            Ok(*mv),
            "{} {}",
            position.fen(),
            position.uci(*mv)
        );
        position.play(*mv).expect("a legal move can be played");
    }
    match position.read_typed_move(typed) {
        Ok(mv) => assert!(
            (mv == Move::Null || legal.contains(&mv)) && position.read_move(typed) == Ok(mv),
            "{typed:?} on {}",
            position.fen()
        ),
        Err(TypedMoveError::Illegal | TypedMoveError::NotAMove) => {
            assert!(position.read_move(typed).is_err());
        }
        Err(TypedMoveError::Ambiguous { candidates } | TypedMoveError::PromotionMissing { candidates }) => {
            assert!(candidates.len() > 1, "{typed:?} on {}", position.fen());
            for candidate in candidates {
                assert_eq!(position.read_move(&candidate.san), Ok(candidate.mv), "{}", position.fen());
            }
        }
    }
}

//! Notations of chess moves and what they mean.

#![allow(clippy::unwrap_used, clippy::panic)]

use rules::chess::{Candidate, Move, MoveError, Position, Role, Square, TypedMoveError, WrittenMove};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, false).unwrap().position
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOKS: &str = "4k3/8/8/8/R7/8/8/RN2K1NR w KQ - 0 1";
const PAWNS: &str = "1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1";
const PASSING: &str = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
const SEEN: &str = "r3k2r/8/8/3p4/4P3/8/8/R3KR2 w Qkq - 0 1";

#[test]
fn a_move_is_understood_however_it_is_written() {
    // position, as written, in SAN, whether that was SAN already
    let table = [
        (START, "e4", "e4", true),
        (START, "Nf3", "Nf3", true),
        (START, "e2-e4", "e4", false),
        (START, "e2e4", "e4", false),
        (START, "g1f3", "Nf3", false),
        (START, "Ng1f3", "Nf3", false),
        (START, "Ng1-f3", "Nf3", false),
        (START, "Ngf3", "Nf3", false),
        (START, "Pe4", "e4", false),
        (START, "--", "--", true),
        (START, "Z0", "--", false),
        (START, "0000", "--", false),
        (START, "@@@@", "--", false),
        (ROOKS, "Nb1d2", "Nd2", false),
        (ROOKS, "R1a3", "R1a3", true),
        (ROOKS, "Ra4a8", "Ra8+", false),
        (ROOKS, "0-0-0", "Nope", false),
        (SEEN, "O-O-O", "O-O-O", true),
        (SEEN, "0-0-0", "O-O-O", false),
        (SEEN, "o-o-o", "O-O-O", false),
        (SEEN, "O\u{2013}O\u{2013}O", "O-O-O", false),
        (SEEN, "e1c1", "O-O-O", false),
        (SEEN, "Ke1c1", "O-O-O", false),
        (SEEN, "ed5", "exd5", false),
        (SEEN, "exd5", "exd5", true),
        (SEEN, "exd5+", "exd5", true),
        (SEEN, "e4:d5", "exd5", false),
        (SEEN, "e4xd5", "exd5", false),
        (SEEN, "Rf1:f8", "Rf8+", false),
        (SEEN, "e5!", "e5", true),
        (PASSING, "dxe3", "dxe3", true),
        (PASSING, "dxe3 e.p.", "dxe3", false),
        (PASSING, "dxe3e.p.", "dxe3", false),
        (PASSING, "dxe3ep", "dxe3", false),
        (PASSING, "de3e.p.", "dxe3", false),
        (PASSING, "de3 e.p.", "dxe3", false),
        (PASSING, "d4e3ep", "dxe3", false),
        (PASSING, "Pde3e.p.", "dxe3", false),
        (PAWNS, "a8=Q", "a8=Q", true),
        (PAWNS, "a8=q", "a8=Q", false),
        (PAWNS, "a8N", "a8=N", false),
        (PAWNS, "c8(R)", "c8=R+", false),
        (PAWNS, "c8/B", "c8=B", false),
        (PAWNS, "c8b", "c8=B", false),
        (PAWNS, "a7a8n", "a8=N", false),
        (PAWNS, "axb8=N", "axb8=N", true),
        (PAWNS, "cb8R+", "cxb8=R+", false),
    ];
    for (fen, text, san, is_san) in table {
        let here = position(fen);
        let Some(written) = WrittenMove::read(text.trim_end_matches('!').as_bytes()) else {
            panic!("{text} has no shape")
        };
        match here.resolve(&written) {
            Ok(understood) => {
                let mv = understood.mv();
                assert_eq!((here.san(mv).as_str(), understood.is_san()), (san, is_san), "{text}");
                assert_eq!(here.read_move(text), Ok(mv), "{text}");
                let mut after = here.clone();
                after.play_resolved(understood);
                assert_eq!(here.play(mv), Ok(after), "{text}");
            }
            Err(error) => assert_eq!((san, error), ("Nope", MoveError::Illegal), "{text}"),
        }
    }
}

#[test]
fn a_typed_move_that_is_not_clear_is_refused_with_the_moves_that_it_could_mean() {
    const TWO_ROOKS: &str = "R4R2/7k/8/8/8/8/8/R3K3 w Q - 0 1";
    let names = |candidates: &[Candidate]| {
        candidates.iter().map(|candidate| candidate.san.clone()).collect::<Vec<_>>().join(" ")
    };
    let table = [
        (TWO_ROOKS, "Rb8", "ambiguous Rab8 Rfb8"),
        (TWO_ROOKS, "Rxb8?!", "ambiguous Rab8 Rfb8"),
        (TWO_ROOKS, "Ra4", "ambiguous R1a4 R8a4"),
        (TWO_ROOKS, "Raa4", "ambiguous R1a4 R8a4"),
        (PAWNS, "a8", "promotion a8=Q a8=R a8=B a8=N"),
        (PAWNS, "axb8", "promotion axb8=Q axb8=R axb8=B axb8=N"),
        (PAWNS, "c7b8", "promotion cxb8=Q cxb8=R cxb8=B cxb8=N"),
        (PAWNS, "c7-c8", "promotion c8=Q c8=R c8=B c8=N"),
        (START, "e5", "illegal"),
        (START, "hello", "not a move"),
    ];
    for (fen, text, expected) in table {
        let here = position(fen);
        let found = match here.read_typed_move(text).unwrap_err() {
            TypedMoveError::Ambiguous { candidates } => format!("ambiguous {}", names(&candidates)),
            TypedMoveError::PromotionMissing { candidates } => format!("promotion {}", names(&candidates)),
            TypedMoveError::Illegal => "illegal".to_owned(),
            TypedMoveError::NotAMove => "not a move".to_owned(),
        };
        assert_eq!(found, expected, "{text}");
        for name in expected.split(' ').skip(1).filter(|_| expected.contains("a8")) {
            assert!(here.read_typed_move(name).is_ok(), "{name} can be typed");
        }
    }
    assert_eq!(
        position(START).read_typed_move("Nf3"),
        position(START).read_move("Nf3").map_err(|_| unreachable!())
    );
}

#[test]
fn a_move_that_cannot_be_played_is_refused_with_the_reason() {
    let table = [
        (START, "e5", MoveError::Illegal),
        (START, "e4=Q", MoveError::NotAMove),
        (START, "hello", MoveError::NotAMove),
        (START, "", MoveError::NotAMove),
        (START, "Nf9", MoveError::NotAMove),
        (START, "e4e5", MoveError::Illegal),
        (PAWNS, "a8", MoveError::PromotionMissing),
        (PAWNS, "axb8", MoveError::PromotionMissing),
        (PAWNS, "a7a8", MoveError::PromotionMissing),
        (ROOKS, "Ra3", MoveError::Ambiguous),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "--", MoveError::Illegal),
    ];
    for (fen, text, error) in table {
        assert_eq!(position(fen).read_move(text), Err(error), "{text}");
    }
}

#[test]
fn a_written_move_ends_where_the_next_token_begins() {
    let table = [
        ("e4e5", 4, Some(2)),
        ("Nf3Nc6", 3, None),
        ("Bb5a6*", 5, Some(3)),
        ("a8b5", 4, Some(2)),
        ("O-O+-", 3, None),
        ("Be7+/-", 3, None),
        ("Qh5+!?", 4, None),
        ("0-1", 0, None),
        ("1-0", 0, None),
        ("exd5 e5", 4, None),
        ("e4d", 2, None),
        ("e8(x", 2, None),
        ("e2-e4", 5, None),
    ];
    for (text, len, seam) in table {
        let written = WrittenMove::read(text.as_bytes());
        assert_eq!(written.map_or(0, |s| s.length()), len, "{text}");
        assert_eq!(written.and_then(|s| s.split_point(text.as_bytes())), seam, "{text}");
    }
}

#[test]
fn castling_and_en_passant_report_the_other_piece() {
    let here = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = here.read_move("O-O").unwrap();
    assert_eq!((short.from(), short.to()), (Some(Square::E1), Some(Square::G1)));
    assert_eq!(short.rook().map(|s| (s.from, s.to)), Some((Square::H1, Square::F1)));
    assert_eq!(here.find(Square::E1, Square::G1, None), Some(short));
    assert_eq!(here.find(Square::E1, Square::H1, None), Some(short));
    let here = position(PASSING);
    assert_eq!(here.read_move("dxe3").unwrap().taken(), Some(Square::E4));
    assert_eq!(Move::Null.step(), None);
}

#[test]
fn a_pawn_may_become_four_pieces() {
    let here = position(PAWNS);
    let four = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    assert_eq!(here.promotions(Square::A7, Square::A8), four);
    assert_eq!(here.promotions(Square::A1, Square::A2), []);
}

#[test]
fn mate_stalemate_and_check_are_distinguished() {
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert!(mate.is_mate() && !mate.is_stalemate());
    assert_eq!(mate.check(), Some(Square::H8));
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(stalemate.is_stalemate() && !stalemate.is_mate());
    assert_eq!(stalemate.check(), None);
    assert!(position("7k/8/6K1/8/8/8/8/8 b - - 0 1").is_dead());
}

#[test]
fn every_legal_move_is_read_back_from_san_and_uci() {
    let fens = [START, ROOKS, PAWNS, PASSING, SEEN, "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"];
    for fen in fens {
        let here = position(fen);
        for mv in here.legal_moves() {
            let (san, uci) = (here.san(mv), here.uci(mv));
            assert_eq!(here.read_move(&san), Ok(mv), "{san} in {fen}");
            assert_eq!(here.read_move(&uci), Ok(mv), "{uci} in {fen}");
            let written = WrittenMove::read(san.as_bytes()).unwrap();
            assert!(here.resolve(&written).unwrap().is_san(), "{san} in {fen}");
        }
    }
}

#[test]
fn the_move_tree_has_the_known_size() {
    let table = [
        (START, 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2_039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12_189),
    ];
    for (fen, depth, leaves) in table {
        assert_eq!(perft(&position(fen), depth), leaves, "{fen}");
    }
}

fn perft(here: &Position, depth: u32) -> usize {
    let moves = here.legal_moves();
    if depth <= 1 {
        return moves.len();
    }
    moves.into_iter().map(|mv| perft(&here.play(mv).unwrap(), depth - 1)).sum()
}

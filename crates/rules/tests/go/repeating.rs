//! Ko and its greater relatives.

use rules::go::{Color, Illegal, Move, Rules};

use crate::picture::{at, board, play};

const KO: &str = ". X O .
                  X . X O
                  . X O .
                  . . . .";

#[test]
fn a_ko_may_not_be_taken_back_at_once() {
    let position = board(KO);
    let b3 = at("b3", &position);
    for rules in [Rules::JAPANESE, Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND] {
        let taken = play(rules, &position, "W b3").unwrap();
        assert_eq!(taken.ko(), Some(at("c3", &position)));
        let back = play(rules, &position, "W b3 B c3").unwrap_err();
        assert_eq!(back, Illegal::Ko { at: at("c3", &position) });
        assert!(play(rules, &position, "W b3 B d1 W a1 B c3").is_ok(), "after a threat it may");
        assert!(play(rules, &position, "W b3 B pass W a1 B c3").is_ok(), "after a pass it may");
        assert!(play(rules, &position, "W b3 B d1 W c3").is_ok(), "it may be filled");
        assert_eq!(taken.get(b3), Some(Color::White));
    }
}

#[test]
fn forcing_a_ko_back_is_done_and_named() {
    let taken = play(Rules::JAPANESE, &board(KO), "W b3").unwrap();
    let c3 = at("c3", &taken);
    let (next, irregular) = taken.force(Color::Black, c3);
    assert_eq!(irregular, Some(Illegal::Ko { at: c3 }));
    assert_eq!(next.board(), board(KO).board());
}

#[test]
fn taking_two_for_one_is_no_ko() {
    let position = board(
        ". X X O .
         X O O . O
         . X X O .",
    );
    let taken = play(Rules::JAPANESE, &position, "B d2").unwrap();
    assert_eq!(taken.ko(), None);
    assert!(taken.play(Move::Place(at("c2", &position))).is_ok());
}

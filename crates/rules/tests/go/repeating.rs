//! Ko and superko.

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
        assert!(play(rules, &position, "W b3 B d1 W a1 B c3").is_ok(), "allowed after a threat");
        assert!(play(rules, &position, "W b3 B pass W a1 B c3").is_ok(), "allowed after a pass");
        assert!(play(rules, &position, "W b3 B d1 W c3").is_ok(), "filling it is allowed");
        assert_eq!(taken.get(b3), Some(Color::White));
    }
}

#[test]
fn a_forced_ko_recapture_is_played_and_reported() {
    let taken = play(Rules::JAPANESE, &board(KO), "W b3").unwrap();
    let c3 = at("c3", &taken);
    let (next, irregular) = taken.force(Color::Black, c3);
    assert_eq!(irregular, Some(Illegal::Ko { at: c3 }));
    assert_eq!(next.board(), board(KO).board());
}

#[test]
fn capturing_two_stones_is_not_a_ko() {
    let position = board(
        ". X X O .
         X O O . O
         . X X O .",
    );
    let taken = play(Rules::JAPANESE, &position, "B d2").unwrap();
    assert_eq!(taken.ko(), None);
    assert!(taken.play(Move::Place(at("c2", &position))).is_ok());
}

/// White sends two stones with a1; Black takes both at c1, White takes one back at b1.
const SENDING_TWO: &str = ". X O .
                           X X O .
                           . O . O";

#[test]
fn sending_two_to_take_one_repeats_the_stones_but_not_the_turn() {
    let position = board(SENDING_TWO);
    let cycle = "W a1 B c1 W b1";
    assert_eq!(play(Rules::JAPANESE, &position, cycle).unwrap().board(), position.board());
    assert_eq!(play(Rules::AGA, &position, cycle).unwrap().board(), position.board());
    let refused = play(Rules::CHINESE, &position, cycle).unwrap_err();
    assert_eq!(refused, Illegal::Superko { at: at("b1", &position) });
}

#[test]
fn a_pass_does_not_hide_a_repeated_situation() {
    let position = board(SENDING_TWO);
    let again = "W a1 B c1 W b1 B pass W a1";
    let refused = play(Rules::AGA, &position, again).unwrap_err();
    assert_eq!(refused, Illegal::Superko { at: at("a1", &position) });
    assert!(play(Rules::JAPANESE, &position, again).is_ok());
}

#[test]
fn three_kos_go_round_by_japanese_rules_only() {
    let position = board(
        ". X O .
         X . X O
         . X O .
         . X O .
         X O . O
         . X O .
         . X O .
         X . X O
         . X O .",
    );
    let round = "W b8 B c5 W b2 B c8 W b5 B c2";
    assert_eq!(play(Rules::JAPANESE, &position, round).unwrap().board(), position.board());
    for rules in [Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND] {
        let refused = play(rules, &position, round).unwrap_err();
        assert_eq!(refused, Illegal::Superko { at: at("c2", &position) });
    }
}

#[test]
fn suicide_of_one_stone_changes_only_the_turn() {
    let position = board(
        ". X .
         X . X
         . X .",
    );
    assert!(play(Rules::NEW_ZEALAND, &position, "W b2").is_ok());
    let positional = Rules { suicide: true, ..Rules::CHINESE };
    assert!(matches!(play(positional, &position, "W b2"), Err(Illegal::Superko { .. })));
    assert!(matches!(play(Rules::NEW_ZEALAND, &position, "W b2 B pass W b2"), Err(Illegal::Superko { .. })));
}

#[test]
fn setting_up_begins_a_new_history() {
    let position = board(SENDING_TWO).with_rules(Rules::CHINESE);
    let sent = play(Rules::CHINESE, &position, "W a1 B c1").unwrap();
    assert!(sent.set_up([]).with_to_play(Color::White).play(Move::Place(at("b1", &position))).is_ok());
}

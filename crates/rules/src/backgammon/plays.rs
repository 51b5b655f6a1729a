//! The legal plays of a roll: both dice if possible, else the higher one; from the bar first.

use super::board::{BAR, Board, OFF, Side};
use super::play::{Hop, Play};
use super::position::Dice;
use std::collections::HashSet;

#[derive(Clone, Copy, Debug)]
pub struct LegalPlay {
    pub play: Play,
    pub board: Board,
}

/// Every board that `mover` can reach with this roll, once, with one play that leads to it.
/// Empty when nothing can be played.
pub fn legal_plays(board: &Board, mover: Side, dice: Dice) -> Vec<LegalPlay> {
    let start = vec![LegalPlay { play: Play::default(), board: board.mover_view(mover) }];
    let mut plays = if dice.is_double() { doubles(start, dice.high()) } else { two_dice(&start, dice) };
    for legal in &mut plays {
        legal.board = legal.board.mover_view(mover);
    }
    plays
}

fn doubles(start: Vec<LegalPlay>, die: u8) -> Vec<LegalPlay> {
    let mut best = Vec::new();
    let mut layer = start;
    for _ in 0..4 {
        layer = step(&layer, die, &mut HashSet::new());
        if layer.is_empty() {
            break;
        }
        best.clone_from(&layer);
    }
    best
}

fn two_dice(start: &[LegalPlay], dice: Dice) -> Vec<LegalPlay> {
    let high_first = step(start, dice.high(), &mut HashSet::new());
    let low_first = step(start, dice.low(), &mut HashSet::new());
    let mut seen = HashSet::new();
    let mut both = step(&high_first, dice.low(), &mut seen);
    both.extend(step(&low_first, dice.high(), &mut seen));
    match (both.is_empty(), high_first.is_empty()) {
        (false, _) => both,
        (true, false) => high_first,
        (true, true) => low_first,
    }
}

/// One more die for each play of the layer; boards already seen are left out.
fn step(layer: &[LegalPlay], die: u8, seen: &mut HashSet<Board>) -> Vec<LegalPlay> {
    let mut next = Vec::new();
    for LegalPlay { play, board } in layer {
        for from in (1..=BAR).rev() {
            let Some(to) = landing(board, from, die) else { continue };
            let mut after = *board;
            let hit = after.move_checker(from, to);
            let mut longer = *play;
            if longer.add(Hop { from, to, hit }).is_ok() && seen.insert(after) {
                next.push(LegalPlay { play: longer, board: after });
            }
        }
    }
    next
}

/// Where the bottom player's checker on `from` lands with this die, if it may go at all.
pub(super) fn landing(board: &Board, from: u8, die: u8) -> Option<u8> {
    let mine = |at| board.count(Side::Bottom, at) > 0;
    if !mine(from) || (from != BAR && mine(BAR)) {
        return None;
    }
    match from.checked_sub(die).filter(|to| *to != OFF) {
        Some(to) => (board.count(Side::Top, BAR - to) < 2).then_some(to),
        None => {
            let all_home = !(7..=BAR).any(mine);
            let exact = from == die;
            (all_home && (exact || !(from + 1..=6).any(mine))).then_some(OFF)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Position;

    fn plays(xgid: &str) -> Vec<String> {
        let mut plays: Vec<String> = Position::read(xgid)
            .unwrap()
            .position
            .legal_plays()
            .iter()
            .map(|legal| legal.play.to_string())
            .collect();
        plays.sort();
        plays
    }

    #[test]
    fn the_hard_rules_of_moving() {
        for (what, xgid, expected) in [
            ("nothing enters a closed board", "-N-----------------bbbbbbA:0:0:1:65", vec![]),
            ("both from the bar first", "------A------------------B:0:0:1:21", vec!["bar/24 bar/23"]),
            ("either die but not both: the higher", "-----------b----------A---:0:0:1:65", vec!["22/16"]),
            ("only the lower goes", "-----------b----b-----A---:0:0:1:65", vec!["22/17"]),
            ("the order that plays both", "------------------b-----A-:0:0:1:61", vec!["24/17"]),
            ("as much of a double as goes", "----b-----------------A---:0:0:1:66", vec!["22/10"]),
            ("off from the highest point", "--AA----------------------:0:0:1:66", vec!["3/off 2/off"]),
            (
                "nobody off while one is outside",
                "-A-----A------------------:0:0:1:21",
                vec!["7/4", "7/5 1/off"],
            ),
            ("the top player counts from his side", "-a------------------------:0:0:-1:21", vec!["24/21"]),
        ] {
            assert_eq!(plays(&format!("XGID={xgid}:0:0:0:0:10")), expected, "{what}");
        }
    }

    #[test]
    fn a_play_prints_and_reads_back_to_the_same_board() {
        for dice in Dice::all() {
            for side in Side::BOTH {
                for legal in legal_plays(&Board::START, side, dice) {
                    let read: Play = legal.play.to_string().parse().unwrap();
                    assert_eq!(read.on(&Board::START, side), Some(legal.board), "{}", legal.play);
                }
            }
        }
    }
}

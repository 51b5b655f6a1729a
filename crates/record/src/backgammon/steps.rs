//! Plays that leave out points in between: `44: 22/6` is four steps.

use rules::backgammon::{BAR, Board, Dice, Hop, Play, Side};

/// The play with every hop one die long, as far as the dice allow. A path without hits is preferred: programs write the
/// point where a checker was hit.
pub(super) fn split_hops(play: Play, dice: Dice, board: &Board, side: Side) -> Play {
    let orders = match dice.is_double() {
        true => vec![vec![dice.high(); 4]],
        false => vec![vec![dice.high(), dice.low()], vec![dice.low(), dice.high()]],
    };
    let checkers = |point: u8| board.count(side.other(), BAR - point);
    let mut split = Play::default();
    for hop in play.hops() {
        let paths = orders.iter().filter_map(|order| steps_of(hop, order));
        let open = paths.filter(|steps| steps.iter().skip(1).all(|hop| checkers(hop.from) < 2));
        let blots = |steps: &[Hop]| steps.iter().skip(1).filter(|hop| checkers(hop.from) == 1).count();
        let best = open.min_by_key(|steps| (steps.len(), blots(steps)));
        for step in best.unwrap_or_else(|| vec![hop]) {
            if split.add(step).is_err() {
                return play;
            }
        }
    }
    split
}

/// The hop in steps of these dice, used in this order; none if they do not lead there.
fn steps_of(hop: Hop, dice: &[u8]) -> Option<Vec<Hop>> {
    let mut steps = Vec::new();
    let mut at = hop.from;
    for die in dice {
        let to = at.saturating_sub(*die).max(hop.to);
        // A die may be larger than needed only to bear off. A file may contain a play that goes backwards.
        if to == hop.to && hop.to > 0 && at.checked_sub(to) != Some(*die) {
            return None;
        }
        steps.push(Hop { from: at, to, hit: false });
        if to == hop.to {
            return Some(steps);
        }
        at = to;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(play: &str, dice: (u8, u8), board: &Board) -> Vec<(u8, u8)> {
        let dice = Dice::new(dice.0, dice.1).unwrap();
        let split = split_hops(play.parse().unwrap(), dice, board, Side::Bottom);
        split.hops().map(|hop| (hop.from, hop.to)).collect()
    }

    #[test]
    fn a_hop_backwards_has_no_steps() {
        assert_eq!(steps_of(Hop { from: 4, to: 13, hit: false }, &[3, 1]), None);
    }

    #[test]
    fn a_long_hop_is_split_by_its_dice_and_avoids_blots_and_made_points() {
        let start = Board::START;
        let mut points = *start.points();
        (points[1], points[21]) = (-1, -1);
        let blot = Board::new(points).unwrap();
        for (play, dice, board, steps) in [
            ("13/5", (4, 4), &start, vec![(13, 9), (9, 5)]),
            ("24/18 13/11", (6, 2), &start, vec![(24, 18), (13, 11)]),
            ("24/14", (6, 4), &start, vec![(24, 18), (18, 14)]),
            ("24/15", (6, 3), &blot, vec![(24, 18), (18, 15)]),
            ("24/16", (5, 3), &blot, vec![(24, 21), (21, 16)]),
            ("6/off", (6, 1), &start, vec![(6, 0)]),
            ("4/off", (6, 1), &start, vec![(4, 0)]),
            ("8/off", (6, 2), &start, vec![(8, 2), (2, 0)]),
            ("13/4", (3, 1), &start, vec![(13, 4)]),
        ] {
            assert_eq!(split(play, dice, board), steps, "{play}");
        }
    }
}

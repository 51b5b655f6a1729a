//! A roll being played checker by checker: the moves that are legal now, and taking them back.

use super::board::{BAR, Board, OFF, Side};
use super::play::{Hop, Play};
use super::plays::landing;
use super::position::{Dice, Position};

/// Points are in the mover's own numbering, as in `Play`.
#[derive(Clone, Debug)]
pub struct PartialPlay {
    mover: Side,
    dice: Dice,
    /// From the mover's side, as are the boards below.
    start: Board,
    /// The boards that a complete play may lead to.
    legal: Vec<Board>,
    steps: Vec<Step>,
}

/// One checker by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    hop: Hop,
    die: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialPlayError {
    /// Text that is not a play.
    Unreadable,
    Illegal,
}

impl PartialPlay {
    /// None before the roll.
    pub fn new(position: &Position) -> Option<PartialPlay> {
        let (dice, mover) = (position.dice()?, position.turn);
        let legal = position.legal_plays().iter().map(|legal| legal.board.mover_view(mover)).collect();
        Some(PartialPlay { mover, dice, start: position.board.mover_view(mover), legal, steps: Vec::new() })
    }

    fn view(&self) -> Board {
        self.steps.iter().fold(self.start, |mut board, step| {
            board.move_checker(step.hop.from, step.hop.to);
            board
        })
    }

    /// The board as it is now.
    pub fn board(&self) -> Board {
        self.view().mover_view(self.mover)
    }

    pub fn play(&self) -> Play {
        let mut play = Play::default();
        for step in &self.steps {
            // At most four dice, and as many hops as a play holds.
            let _ = play.add(step.hop);
        }
        play
    }

    pub fn has_begun(&self) -> bool {
        !self.steps.is_empty()
    }

    /// True if the turn may end here. Also if nothing can be played.
    pub fn is_complete(&self) -> bool {
        self.legal.is_empty() || (self.has_begun() && self.legal.contains(&self.view()))
    }

    /// The dice still to be played, the larger one first. Four for a double.
    pub fn dice_left(&self) -> Vec<u8> {
        let mut left = match self.dice.is_double() {
            true => vec![self.dice.high(); 4],
            false => vec![self.dice.high(), self.dice.low()],
        };
        for step in &self.steps {
            left.iter().position(|die| *die == step.die).map(|at| left.remove(at));
        }
        left
    }

    /// The points from which a checker may go now.
    pub fn sources(&self) -> Vec<u8> {
        (1..=BAR).rev().filter(|from| !self.targets(*from).is_empty()).collect()
    }

    /// Where the checker on this point may go, with one die or several.
    pub fn targets(&self, from: u8) -> Vec<u8> {
        let mut targets = Vec::new();
        for path in self.paths(from) {
            let to = path.last().map_or(from, |step| step.hop.to);
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
        targets
    }

    /// Moves a checker, with as few dice as possible and the larger die first.
    pub fn go(&mut self, from: u8, to: u8) -> Result<(), PartialPlayError> {
        let ends = |path: &Vec<Step>| path.last().is_some_and(|step| step.hop.to == to);
        let shortest = self.paths(from).into_iter().filter(ends).min_by_key(Vec::len);
        self.steps.extend(shortest.ok_or(PartialPlayError::Illegal)?);
        Ok(())
    }

    /// Replaces what was played so far by a whole play, as players write it: `8/5 6/5`.
    pub fn read(&mut self, text: &str) -> Result<(), PartialPlayError> {
        let play: Play = text.parse().map_err(|_| PartialPlayError::Unreadable)?;
        let after = play.on(&self.start, Side::Bottom).ok_or(PartialPlayError::Illegal)?;
        if play.is_empty() || !self.legal.contains(&after) {
            return Err(PartialPlayError::Illegal);
        }
        let fresh = PartialPlay { steps: Vec::new(), ..self.clone() };
        self.steps = fresh.way_to(&after).ok_or(PartialPlayError::Illegal)?;
        Ok(())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        self.steps.pop();
    }

    fn with(&self, step: Step) -> PartialPlay {
        let mut next = self.clone();
        next.steps.push(step);
        next
    }

    /// Single dice that leave a legal play possible.
    fn next_steps(&self) -> Vec<Step> {
        let mut steps = self.possible_steps();
        steps.retain(|step| self.with(*step).can_end());
        steps
    }

    /// Every checker with every die, whether the rest of the roll can then be played or not.
    fn possible_steps(&self) -> Vec<Step> {
        let (board, mut dice) = (self.view(), self.dice_left());
        dice.dedup();
        let mut steps = Vec::new();
        for die in dice {
            for from in (1..=BAR).rev() {
                let Some(to) = landing(&board, from, die) else { continue };
                let hit = to != OFF && board.count(Side::Top, BAR - to) == 1;
                steps.push(Step { hop: Hop { from, to, hit }, die });
            }
        }
        steps
    }

    fn can_end(&self) -> bool {
        self.legal.contains(&self.view())
            || self.possible_steps().into_iter().any(|step| self.with(step).can_end())
    }

    fn way_to(&self, after: &Board) -> Option<Vec<Step>> {
        if self.view() == *after {
            return Some(self.steps.clone());
        }
        self.possible_steps().into_iter().find_map(|step| self.with(step).way_to(after))
    }

    /// Every way on for the checker on this point.
    fn paths(&self, from: u8) -> Vec<Vec<Step>> {
        let mut paths = Vec::new();
        for step in self.next_steps().into_iter().filter(|step| step.hop.from == from) {
            paths.push(vec![step]);
            if step.hop.to != OFF {
                let longer = self.with(step).paths(step.hop.to).into_iter();
                paths.extend(longer.map(|rest| [vec![step], rest].concat()));
            }
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn partial(xgid: &str) -> PartialPlay {
        PartialPlay::new(&Position::read(&format!("XGID={xgid}:0:0:0:0:10")).unwrap().position).unwrap()
    }

    const OPENING_31: &str = "-b----E-C---eE---c-e----B-:0:0:1:31";

    #[test]
    fn a_play_grows_checker_by_checker_and_is_taken_back() {
        let mut play = partial(OPENING_31);
        assert!(play.sources().contains(&24) && !play.is_complete());
        assert_eq!(play.go(8, 5), Ok(()));
        assert_eq!((play.dice_left(), play.is_complete()), (vec![1], false));
        assert_eq!(play.go(8, 5), Err(PartialPlayError::Illegal), "the three is used");
        assert_eq!(play.go(6, 5), Ok(()));
        assert_eq!((play.play().to_string().as_str(), play.is_complete()), ("8/5 6/5", true));
        assert!(play.sources().is_empty());
        play.undo();
        play.undo();
        assert!(!play.has_begun());
        assert_eq!(play.board(), Board::START);
    }

    #[test]
    fn one_checker_may_take_both_dice_at_once() {
        let mut play = partial(OPENING_31);
        assert_eq!(play.targets(24), [21, 20, 23]);
        assert_eq!(play.go(24, 20), Ok(()));
        assert_eq!(play.play().to_string(), "24/20");
    }

    #[test]
    fn only_steps_that_use_the_whole_roll_are_offered() {
        // The six first leaves no one: the one goes first.
        let play = partial("------------------b-----A-:0:0:1:61");
        assert_eq!(play.targets(24), [23, 17]);
        assert_eq!(partial("-----------b----------A---:0:0:1:65").targets(22), [16]);
        assert!(partial("-N-----------------bbbbbbA:0:0:1:65").is_complete());
    }

    #[test]
    fn a_typed_play_is_read_for_both_players() {
        for (turn, text) in [(1, "8/5 6/5"), (-1, "6/5 8/5"), (1, "24/20")] {
            let mut play = partial(&format!("-b----E-C---eE---c-e----B-:0:0:{turn}:31"));
            play.go(24, 23).unwrap();
            assert_eq!(play.read(text), Ok(()));
            assert!(play.is_complete() && play.dice_left().is_empty(), "{text}");
        }
        let mut play = partial(OPENING_31);
        assert_eq!(play.read("8/4"), Ok(()));
        assert_eq!(play.read("13/5"), Err(PartialPlayError::Illegal));
        assert_eq!(play.read("8-5"), Err(PartialPlayError::Unreadable));
        assert_eq!(play.read(""), Err(PartialPlayError::Illegal));
    }

    proptest! {
        #[test]
        fn every_way_of_moving_ends_in_a_legal_play(
            plies in prop::collection::vec((0usize..21, 0usize..64), 0..30),
            choices in prop::collection::vec(0usize..64, 8),
            dice in 0usize..21,
        ) {
            let (mut board, mut mover) = (Board::START, Side::Bottom);
            let roll = |n: usize| Dice::all().nth(n).unwrap();
            for (dice, n) in plies {
                let legal = super::super::legal_plays(&board, mover, roll(dice));
                if !legal.is_empty() {
                    board = legal[n % legal.len()].board;
                }
                mover = mover.other();
            }
            let stage = super::super::Stage::Rolled(roll(dice));
            let position = Position { turn: mover, stage, ..Position::money(board) };
            let mut play = PartialPlay::new(&position).unwrap();
            for n in choices {
                let sources = play.sources();
                if sources.is_empty() {
                    break;
                }
                let from = sources[n % sources.len()];
                let targets = play.targets(from);
                prop_assert!(play.go(from, targets[n % targets.len()]).is_ok());
            }
            prop_assert!(play.is_complete());
            let boards: Vec<Board> = position.legal_plays().iter().map(|legal| legal.board).collect();
            prop_assert!(boards.is_empty() || boards.contains(&play.board()));
            let mut read = PartialPlay::new(&position).unwrap();
            if play.has_begun() {
                prop_assert_eq!(read.read(&play.play().to_string()), Ok(()));
                prop_assert_eq!(read.board(), play.board());
            }
            let _ = read.read("bar/24(4) 6/off");
        }
    }
}

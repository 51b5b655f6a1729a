//! One game of a match.

use rules::backgammon::{BAR, Position, Score, Side, Stake};

use super::action::{Action, Location, PlayedAction};
use super::problem::{MatchError, MatchProblem};
use super::replay::has_borne_off;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Players {
    pub bottom: String,
    pub top: String,
}

impl Players {
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Bottom => &self.bottom,
            Side::Top => &self.top,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub side: Side,
    pub points: u16,
}

#[derive(Clone, Debug)]
pub struct MatchGame {
    pub players: Players,
    /// Before the first roll: score, match length, Crawford.
    pub start: Position,
    pub actions: Vec<PlayedAction>,
    /// After the last action.
    pub end: Position,
    pub won: Option<Win>,
    /// Problems of the text apart from its actions, in order.
    pub problems: Vec<MatchError>,
    /// Why reading the game stopped early.
    pub stopped: Option<MatchError>,
    /// Where the game begins in the file.
    pub location: Location,
}

impl MatchGame {
    pub fn score(&self) -> Score {
        self.start.score
    }

    /// The position after this many actions, with the dice or the double of the decision that follows.
    pub fn position(&self, actions: usize) -> Position {
        self.actions.get(actions).map_or(self.end, |next| next.before)
    }

    /// The score after the game, if its result is known.
    pub fn score_after(&self) -> Option<Score> {
        let Win { side, points } = self.won?;
        let Score { bottom, top } = self.score();
        Some(match side {
            Side::Bottom => Score { bottom: bottom.saturating_add(points), top },
            Side::Top => Score { bottom, top: top.saturating_add(points) },
        })
    }

    /// Why an action breaks the rules, by its number from 0.
    pub fn problem(&self, action: usize) -> Option<MatchProblem> {
        let played = self.actions.get(action)?;
        if action + 1 == self.actions.len() && self.is_resignation(played) { None } else { played.problem() }
    }

    /// A player who resigns after rolling does not play the roll.
    fn is_resignation(&self, played: &PlayedAction) -> bool {
        let is_unplayed = matches!(played.action, Action::Roll { play, .. } if play.is_empty());
        is_unplayed && played.fault.is_none() && self.won.is_some_and(|won| won.side != played.side)
    }

    /// Everything that breaks the rules, in order.
    pub fn errors(&self) -> Vec<MatchError> {
        let problem = |(n, played): (usize, &PlayedAction)| {
            Some(MatchError { location: played.location, problem: self.problem(n)? })
        };
        let actions = self.actions.iter().enumerate().filter_map(problem);
        let mut errors: Vec<MatchError> =
            actions.chain(self.problems.iter().cloned()).chain(self.stopped.clone()).collect();
        errors.sort_by_key(|error| error.location);
        errors
    }

    /// Who has won by the actions alone: the other one passed, or all checkers are off.
    pub(super) fn winner(&self) -> Option<Side> {
        match self.actions.last() {
            Some(PlayedAction { side, action: Action::Pass, .. }) => Some(side.other()),
            _ => Side::BOTH.into_iter().find(|side| has_borne_off(&self.end, *side)),
        }
    }

    pub(super) fn result_problem(&self) -> Option<MatchProblem> {
        let Win { side, points } = self.won?;
        let is_winner = self.winner().is_none_or(|winner| winner == side);
        let needed = self.start.match_length().map(|length| length.saturating_sub(self.score().of(side)));
        // Some programs write no more points than the winner needed.
        let fits = |value: u32| {
            u32::from(points) == value
                || needed.is_some_and(|needed| points == needed && value > needed.into())
        };
        let possible = is_winner && self.possible_points(side).into_iter().any(fits);
        (!possible).then_some(MatchProblem::Result { side, points })
    }

    /// What the winner can have won.
    fn possible_points(&self, winner: Side) -> Vec<u32> {
        let cube = self.end.cube.value();
        match self.actions.last() {
            Some(PlayedAction { action: Action::Pass, before, .. }) => {
                vec![before.offered().map_or(cube, |offered| offered / 2)]
            }
            _ if has_borne_off(&self.end, winner) => {
                let full = cube * self.multiple(winner.other());
                // Under the Jacoby rule, which few files mention, gammons do not count before a double.
                let is_jacoby =
                    matches!(self.start.stake, Stake::Money { .. }) && self.end.cube.owner.is_none();
                if is_jacoby { vec![full, cube] } else { vec![full] }
            }
            _ => (1..=3).map(|times| times * cube).collect(),
        }
    }

    /// 2 for a gammon, 3 for a backgammon.
    fn multiple(&self, loser: Side) -> u32 {
        let board = &self.end.board;
        let is_behind = (19..=BAR).any(|point| board.count(loser, point) > 0);
        match board.off(loser) == self.start.board.off(loser) {
            true if is_behind => 3,
            true => 2,
            false => 1,
        }
    }
}

/// The stake of a game in a match of this length; 0 is for money.
pub(super) fn stake(length: u16, crawford: bool, jacoby: bool) -> Stake {
    match length {
        0 => Stake::Money { jacoby, beavers: false },
        length => Stake::Match { length, crawford },
    }
}

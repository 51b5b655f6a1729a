//! One game of a match.

use rules::backgammon::{Position, Score, Side, Stake};

use super::action::{Action, PlayedAction, TextPlace};
use super::problem::{MatchError, MatchProblem};

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
    /// Why reading the game stopped early.
    pub stopped: Option<MatchError>,
    /// Where the game begins in the file.
    pub place: TextPlace,
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

    /// Everything that breaks the rules, in order.
    pub fn errors(&self) -> impl Iterator<Item = MatchError> + '_ {
        let mut last_roll = None;
        let actions = self.actions.iter().filter_map(move |played| {
            let again = last_roll == Some(played.side);
            if let Action::Roll { .. } = played.action {
                last_roll = Some(played.side);
            }
            let is_roll = matches!(played.action, Action::Roll { .. });
            let problem = match again && is_roll {
                true => Some(MatchProblem::OutOfTurn(played.side)),
                false => played.problem(),
            };
            Some(MatchError { place: played.place, problem: problem? })
        });
        actions.chain(self.stopped.clone())
    }
}

/// The stake of a game in a match of this length; 0 is for money.
pub(super) fn stake(length: u16, crawford: bool, jacoby: bool) -> Stake {
    match length {
        0 => Stake::Money { jacoby, beavers: false },
        length => Stake::Match { length, crawford },
    }
}

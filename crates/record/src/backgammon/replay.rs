//! Builds a game from its actions: whose turn it is and where the cube is. Plays are carried out without asking whether
//! they are legal (`PlayedAction::problem` does); the game stops where that is impossible.

use rules::backgammon::{Board, CHECKERS, Cube, Dice, Play, Position, Side, Stage, Stake};

use super::action::{Action, ActionFault, Location, PlayedAction};
use super::game::{MatchGame, Players, Win};
use super::problem::{MatchError, MatchProblem};
use super::steps::split_hops;
use crate::tree::NodeId;

/// At most this many problems of a game are stored, apart from those of its actions: in other text every line has one.
const MAX_PROBLEMS: usize = 10;

pub(super) struct Replay {
    game: MatchGame,
    /// The file says that beavers are not allowed.
    pub forbids_beavers: bool,
    won_at: Option<Location>,
}

impl Replay {
    pub fn new(players: Players, start: Position, location: impl Into<Location>) -> Replay {
        let location = location.into();
        let game = MatchGame {
            players,
            start,
            actions: Vec::new(),
            end: start,
            won: None,
            problems: Vec::new(),
            stopped: None,
            location,
        };
        Replay { game, forbids_beavers: false, won_at: None }
    }

    /// The position after what has been read.
    pub fn position(&self) -> &Position {
        &self.game.end
    }

    /// Who has won by the actions alone.
    pub fn winner(&self) -> Option<Side> {
        self.game.winner()
    }

    pub fn finish(mut self) -> MatchGame {
        if let Some(location) = self.won_at.filter(|_| self.game.stopped.is_none()) {
            self.game
                .problems
                .extend(self.game.result_problem().map(|problem| MatchError { location, problem }));
        }
        self.allow_beavers();
        self.game
    }

    /// Few files say whether beavers are allowed; where somebody beavered, they were.
    fn allow_beavers(&mut self) {
        let beavered = self.game.actions.iter().any(|played| matches!(played.action, Action::Beaver));
        if self.forbids_beavers || !beavered {
            return;
        }
        let MatchGame { start, end, actions, .. } = &mut self.game;
        for position in actions.iter_mut().map(|played| &mut played.before).chain([start, end]) {
            if let Stake::Money { beavers, .. } = &mut position.stake {
                *beavers = true;
            }
        }
    }

    /// A play that broke the rules and was not taken back: the file has the board after it and not the play.
    pub fn add_illegal_play(&mut self, side: Side, dice: Dice, board: Board, location: impl Into<Location>) {
        let actions = self.game.actions.len();
        self.act(side, Action::Roll { dice, play: Play::default() }, location, None);
        if let Some(played) = self.game.actions.get_mut(actions) {
            played.fault = Some(ActionFault::MarkedIllegal);
            self.game.end.board = board;
        }
    }

    /// Does nothing after an error.
    pub fn act(&mut self, side: Side, action: Action, location: impl Into<Location>, node: Option<NodeId>) {
        let location = location.into();
        if self.game.stopped.is_some() {
            return;
        }
        let now = self.game.end;
        if self.game.won.is_some() || self.winner().is_some() {
            return self.stop(MatchProblem::AfterEnd, location);
        }
        let action = as_redouble(&now, side, action);
        let is_first = self.game.actions.is_empty();
        let fault = fault(&now, side, &action).filter(|_| !is_first);
        let before = before(&now, side, &action);
        match after(before, side, action) {
            Ok((action, end)) => {
                self.game.actions.push(PlayedAction { side, action, before, fault, location, node });
                self.game.end = end;
            }
            Err(problem) => self.stop(problem, location),
        }
    }

    /// Compares the value that a file gives with a double.
    pub fn check_cube(&mut self, written: u32, location: impl Into<Location>) {
        if let Some(counted) = self.game.end.offered().filter(|counted| *counted != written) {
            self.add_problem(MatchProblem::CubeValue { written, counted }, location);
        }
    }

    /// Goes on with the board that the file has, where it is not the one that the actions lead to.
    pub fn continue_from(&mut self, board: Board, location: impl Into<Location>) {
        if self.game.end.board != board {
            self.add_problem(MatchProblem::OtherPosition, location);
            self.game.end.board = board;
        }
    }

    /// The same for the cube.
    pub fn continue_with_cube(&mut self, cube: Cube, location: impl Into<Location>) {
        if self.game.end.cube != cube {
            self.add_problem(MatchProblem::OtherCube, location);
            self.game.end.cube = cube;
        }
    }

    /// The result as the file has it.
    pub fn end(&mut self, won: Win, location: impl Into<Location>) {
        match self.game.won {
            Some(_) => self.stop(MatchProblem::AfterEnd, location),
            None => (self.game.won, self.won_at) = (Some(won), Some(location.into())),
        }
    }

    /// A result that the players agreed on: it need not follow from the position.
    pub fn settle(&mut self, won: Win, location: impl Into<Location>) {
        self.end(won, location);
        self.won_at = None;
    }

    /// A problem after which the game can still be read.
    pub fn add_problem(&mut self, problem: MatchProblem, location: impl Into<Location>) {
        if self.game.stopped.is_none() && self.game.problems.len() < MAX_PROBLEMS {
            self.game.problems.push(MatchError { location: location.into(), problem });
        }
    }

    pub fn stop(&mut self, problem: MatchProblem, location: impl Into<Location>) {
        if self.game.stopped.is_none() {
            self.game.stopped = Some(MatchError { location: location.into(), problem });
        }
    }
}

/// A double in answer to a double is a beaver, and one in answer to that a raccoon: gnubg writes all of them alike.
fn as_redouble(now: &Position, side: Side, action: Action) -> Action {
    match (action, now.stage) {
        (Action::Double, Stage::Doubled) if side != now.turn => Action::Beaver,
        (Action::Double, Stage::Beavered) if side == now.turn => Action::Raccoon,
        _ => action,
    }
}

fn fault(now: &Position, side: Side, action: &Action) -> Option<ActionFault> {
    let is_answer = match action {
        Action::Roll { .. } | Action::Double => false,
        Action::Take | Action::Pass | Action::Beaver | Action::Raccoon => true,
    };
    match (is_answer, now.stage) {
        (false, Stage::Doubled) => Some(ActionFault::Unanswered),
        // A player who rolls after a beaver has accepted it; some programs write nothing else.
        (false, _) => (now.turn != side).then_some(ActionFault::OutOfTurn),
        (true, Stage::OnRoll | Stage::Rolled(_)) => None,
        (true, _) => (now.to_act() != side).then_some(ActionFault::OutOfTurn),
    }
}

fn before(now: &Position, side: Side, action: &Action) -> Position {
    let cube = now.accepted_cube().unwrap_or(now.cube);
    match *action {
        Action::Roll { dice, .. } => Position { turn: side, stage: Stage::Rolled(dice), cube, ..*now },
        Action::Double => Position { turn: side, stage: Stage::OnRoll, cube, ..*now },
        Action::Take | Action::Pass | Action::Beaver | Action::Raccoon => *now,
    }
}

/// The action as it was carried out, and the position after it.
fn after(before: Position, side: Side, action: Action) -> Result<(Action, Position), MatchProblem> {
    let cube = before.accepted_cube().unwrap_or(before.cube);
    Ok(match action {
        Action::Roll { dice, play } => {
            let play = split_hops(play, dice, &before.board, side);
            let done = play.carried_out(&before.board, side);
            let done = done.or_else(|| play.from_the_back().carried_out(&before.board, side));
            let (board, play) = done.ok_or(MatchProblem::IllegalPlay { dice, play })?;
            let end = Position { board, turn: side.other(), stage: Stage::OnRoll, ..before };
            (Action::Roll { dice, play }, end)
        }
        Action::Double => (action, Position { stage: Stage::Doubled, ..before }),
        Action::Take => (action, Position { cube, stage: Stage::OnRoll, ..before }),
        // The cube stays as it was: what the loser pays is in the result.
        Action::Pass => (action, Position { stage: Stage::OnRoll, ..before }),
        Action::Beaver => (action, Position { stage: Stage::Beavered, ..before }),
        Action::Raccoon => (action, Position { stage: Stage::Raccooned, ..before }),
    })
}

/// Whether a player has borne off all checkers.
pub(super) fn has_borne_off(position: &Position, side: Side) -> bool {
    position.board.off(side) == CHECKERS
}

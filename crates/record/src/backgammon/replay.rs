//! Builds a game from its actions: whose turn it is and where the cube is. Plays are carried out without asking whether
//! they are legal (`PlayedAction::problem` does); the game stops where that is impossible.

use rules::backgammon::{Position, Side, Stage};

use super::action::{Action, PlayedAction, TextPlace, taken};
use super::game::{MatchGame, Players};
use super::problem::{MatchError, MatchProblem};
use crate::tree::NodeId;

pub(super) struct Replay {
    game: MatchGame,
}

impl Replay {
    pub fn new(players: Players, start: Position, place: TextPlace) -> Replay {
        let actions = Vec::new();
        Replay { game: MatchGame { players, start, actions, end: start, won: None, stopped: None, place } }
    }

    pub fn game_mut(&mut self) -> &mut MatchGame {
        &mut self.game
    }

    pub fn finish(self) -> MatchGame {
        self.game
    }

    /// Does nothing after an error.
    pub fn act(&mut self, side: Side, action: Action, place: TextPlace, node: Option<NodeId>) {
        if self.game.stopped.is_some() {
            return;
        }
        let now = self.game.end;
        let before = match action {
            Action::Roll { dice, .. } => Position { turn: side, stage: Stage::Rolled(dice), ..now },
            Action::Double => Position { turn: side, stage: Stage::OnRoll, ..now },
            Action::Take | Action::Pass => now,
        };
        match after(&before, side, &action) {
            Ok(end) => {
                self.game.actions.push(PlayedAction { side, action, before, place, node });
                self.game.end = end;
            }
            Err(problem) => self.stop(problem, place),
        }
    }

    pub fn stop(&mut self, problem: MatchProblem, place: TextPlace) {
        if self.game.stopped.is_none() {
            self.game.stopped = Some(MatchError { place, problem });
        }
    }
}

fn after(before: &Position, side: Side, action: &Action) -> Result<Position, MatchProblem> {
    match *action {
        Action::Roll { dice, play } => match play.on(&before.board, side) {
            Some(board) => Ok(Position { board, turn: side.other(), stage: Stage::OnRoll, ..*before }),
            None => Err(MatchProblem::IllegalPlay { dice, play }),
        },
        Action::Double => Ok(Position { stage: Stage::Doubled, ..*before }),
        Action::Take if before.stage == Stage::Doubled => {
            let cube = taken(before.cube, side).unwrap_or(before.cube);
            Ok(Position { cube, stage: Stage::OnRoll, ..*before })
        }
        Action::Take | Action::Pass => Ok(Position { stage: Stage::OnRoll, ..*before }),
    }
}

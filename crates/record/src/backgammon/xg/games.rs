//! Replays the records of each game and compares the positions in the file with those that the actions lead to.

use rules::backgammon::{Board, Play, Position, Stage};

use super::header::{GameHeader, MatchHeader};
use super::record::{BeaverAnswer, CheckerRecord, CubeAnswer, CubeRecord, GameEnd, Record};
use crate::backgammon::action::{Action, Location};
use crate::backgammon::game::{MatchGame, Win};
use crate::backgammon::problem::{MatchError, MatchProblem};
use crate::backgammon::replay::Replay;

pub(super) fn games(records: &[Record], header: &MatchHeader) -> Vec<MatchGame> {
    let starts = records.iter().enumerate().filter_map(|(number, record)| match record {
        Record::Game(game) => Some((number, game)),
        _ => None,
    });
    starts.map(|(number, game)| Game::start(records, number, header, game).read()).collect()
}

/// Records that are not known, and those that follow no game.
pub(super) fn out_of_order(records: &[Record]) -> Vec<MatchError> {
    let first = records.iter().position(|record| matches!(record, Record::Game(_))).unwrap_or(records.len());
    let is_odd = |(number, record): &(usize, &Record)| match record {
        Record::Unknown => true,
        Record::Match(_) => *number > 0,
        Record::Cube(_) | Record::Checker(_) | Record::GameEnd(_) => *number < first,
        Record::Game(_) | Record::MatchEnd => false,
    };
    // The first ones show what is wrong; a file of something else has nothing but these.
    const MOST: usize = 10;
    let odd = records.iter().enumerate().filter(is_odd).take(MOST);
    odd.map(|(number, _)| MatchError {
        location: Location::Record(number),
        problem: MatchProblem::OutOfOrder,
    })
    .collect()
}

struct Game<'a> {
    records: &'a [Record],
    /// The number of the next record.
    next: usize,
    replay: Replay,
}

impl<'a> Game<'a> {
    fn start(records: &'a [Record], number: usize, header: &MatchHeader, game: &GameHeader) -> Game<'a> {
        let start = header.start(game);
        // A position begins with the board of its only turn, and its cube may have been turned before.
        let is_position =
            !records.iter().any(|record| matches!(record, Record::GameEnd(_) | Record::MatchEnd));
        let start = match records.get(number + 1) {
            Some(Record::Cube(cube)) if is_position => {
                Position { board: cube.board, turn: cube.on_roll, cube: cube.cube, ..start }
            }
            _ => start,
        };
        let replay = Replay::new(header.players.clone(), start, Location::Record(number));
        Game { records, next: number + 1, replay }
    }

    fn read(mut self) -> MatchGame {
        while let Some(record) = self.records.get(self.next) {
            let location = Location::Record(self.next);
            match record {
                Record::Cube(cube) => self.cube(cube, location),
                Record::Checker(checker) => self.checker(checker, location),
                Record::GameEnd(end) => self.end(end, location),
                Record::Game(_) | Record::MatchEnd => break,
                // Reported once for the file.
                Record::Match(_) | Record::Unknown => {}
            }
            self.next += 1;
        }
        self.replay.finish()
    }

    fn cube(&mut self, cube: &CubeRecord, location: Location) {
        if cube.is_after_end {
            return;
        }
        self.replay.continue_from(cube.board, location);
        self.replay.continue_with_cube(cube.cube, location);
        if !cube.is_doubled {
            return;
        }
        let (doubler, other) = (cube.on_roll, cube.on_roll.other());
        self.replay.act(doubler, Action::Double, location, None);
        match cube.answer {
            Some(CubeAnswer::Take) => self.replay.act(other, Action::Take, location, None),
            Some(CubeAnswer::Pass) => self.replay.act(other, Action::Pass, location, None),
            Some(CubeAnswer::Beaver(answer)) => {
                self.replay.act(other, Action::Beaver, location, None);
                let answer = match answer {
                    Some(BeaverAnswer::Take) => Action::Take,
                    Some(BeaverAnswer::Pass) => Action::Pass,
                    Some(BeaverAnswer::Raccoon) => Action::Raccoon,
                    None => return,
                };
                self.replay.act(doubler, answer, location, None);
            }
            None => {}
        }
    }

    fn checker(&mut self, checker: &CheckerRecord, location: Location) {
        let Some(dice) = checker.dice() else {
            let (one, other) = checker.dice;
            return self.replay.add_problem(MatchProblem::Dice(one, other), location);
        };
        let mover = checker.mover;
        self.replay.continue_from(checker.before, location);
        let rolled = Position { turn: mover, stage: Stage::Rolled(dice), ..*self.replay.position() };
        let Some(after) = checker.after else {
            return self.replay.act(mover, Action::Roll { dice, play: Play::default() }, location, None);
        };
        match play_to(&rolled, after, checker.play) {
            Some(play) => self.replay.act(mover, Action::Roll { dice, play }, location, None),
            None => self.replay.add_illegal_play(mover, dice, after, location),
        }
    }

    fn end(&mut self, end: &GameEnd, location: Location) {
        let Some(side) = end.winner else { return };
        let won = Win { side, points: end.points };
        match end.is_settled {
            true => self.replay.settle(won, location),
            false => self.replay.end(won, location),
        }
    }
}

/// The play that leads to this board. The board decides: imported files have pairs of points that span several dice, and
/// pairs of older plays after the last one.
fn play_to(rolled: &Position, after: Board, written: Option<Play>) -> Option<Play> {
    if after == rolled.board {
        return Some(Play::default());
    }
    let legal = rolled.legal_plays().into_iter().find(|legal| legal.board == after).map(|legal| legal.play);
    let reaches = |play: &Play| play.on(&rolled.board, rolled.turn) == Some(after);
    legal.or_else(|| written.filter(reaches))
}

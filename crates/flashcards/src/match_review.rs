//! The review of an analysed match: what each player lost with the checkers and with the cube, and the luck of the dice.
//! Counted as the program counts whose analysis is in the file: gnubg or eXtreme Gammon.

use record::backgammon::{MatchFile, MatchGame, PlayedAction, Players, Win};
use rules::backgammon::{Score, Side, Stage};

use crate::cube::CubeOption;
use crate::decision::{Decision, DecisionKind, Source};
use crate::match_decisions::{self, GameItem};
use crate::read::ReadItem;

/// A cube that was left alone counts as a decision if a double would have lost less than this.
const CLOSE_CUBE: f64 = 0.16;
/// Less is no mistake: engines write so many digits.
const LEAST_LOSS: f64 = 0.0005;

/// Decisions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    pub decisions: u32,
    /// Equity.
    pub lost: f64,
}

/// What a player did in a game, or in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerErrors {
    pub checker: Errors,
    pub cube: Errors,
    /// Equity that the dice brought; `None` where the file does not say.
    pub luck: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct GameErrors {
    pub players: Players,
    /// Before the game.
    pub score: Score,
    pub won: Option<Win>,
    /// In the order bottom, top.
    pub errors: [PlayerErrors; 2],
}

/// A decision that lost something.
#[derive(Clone, Debug)]
pub struct MatchMistake {
    /// From 0.
    pub game: usize,
    /// The number of the action in the game, from 0.
    pub action: usize,
    pub decision: Decision,
    pub lost: f64,
}

#[derive(Clone, Debug)]
pub struct MatchReview {
    pub games: Vec<GameErrors>,
    /// The worst first.
    pub mistakes: Vec<MatchMistake>,
    /// Decisions that nobody has analysed.
    pub unanalysed: usize,
    /// What is wrong with the file, with line numbers.
    pub problems: Vec<String>,
    /// Whose analysis it is.
    pub source: Source,
}

impl MatchMistake {
    /// The game and the number of the action in another file of the same match, which may have the players on other
    /// sides and leave out what is no decision.
    pub fn place_in(&self, file: &MatchFile) -> Option<(usize, usize)> {
        let actions = &file.games().get(self.game)?.actions;
        let (position, answers) = (&self.decision.position, self.decision.position.offered().is_some());
        let board = position.board.mover_view(position.turn);
        let is_here = |played: &PlayedAction| {
            let before = &played.before;
            before.board.mover_view(before.turn) == board && before.offered().is_some() == answers
        };
        let nearest = (0..actions.len()).filter(|n| actions.get(*n).is_some_and(is_here));
        nearest.min_by_key(|n| n.abs_diff(self.action)).map(|action| (self.game, action))
    }
}

impl Errors {
    fn add(&mut self, lost: f64) {
        self.decisions += 1;
        self.lost += lost;
    }

    fn plus(self, other: Errors) -> Errors {
        Errors { decisions: self.decisions + other.decisions, lost: self.lost + other.lost }
    }
}

impl PlayerErrors {
    pub fn all(&self) -> Errors {
        self.checker.plus(self.cube)
    }
}

impl MatchReview {
    pub fn of(file: &MatchFile) -> MatchReview {
        let mut review = MatchReview {
            games: Vec::new(),
            mistakes: Vec::new(),
            unanalysed: 0,
            problems: Vec::new(),
            source: match_decisions::source(file),
        };
        for (number, game) in file.games().iter().enumerate() {
            review.add_game(file, number, game);
        }
        review.mistakes.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        review
    }

    fn add_game(&mut self, file: &MatchFile, number: usize, game: &MatchGame) {
        let luck = [Side::Bottom, Side::Top].map(|side| luck(file, game, side));
        let errors = luck.map(|luck| PlayerErrors { luck, ..PlayerErrors::default() });
        let mut counted =
            GameErrors { players: game.players.clone(), score: game.score(), won: game.won, errors };
        for GameItem { action, found } in match_decisions::read_game(file, game) {
            match found {
                Err(error) => self.problems.push(error.to_string()),
                Ok(ReadItem::Question(_)) => self.unanalysed += 1,
                Ok(ReadItem::Decision(decision)) => {
                    let played = action.and_then(|action| game.actions.get(action));
                    counted.add(&decision, played.is_some_and(|played| xg_leaves_out(file, played)));
                    let lost = decision.played_loss().filter(|lost| *lost >= LEAST_LOSS);
                    if let Some((lost, action)) = lost.zip(action) {
                        self.mistakes.push(MatchMistake { game: number, action, decision: *decision, lost });
                    }
                }
            }
        }
        self.games.push(counted);
    }

    /// Whether there is an analysis of all decisions.
    pub fn is_analysed(&self) -> bool {
        self.unanalysed == 0 && self.has_analysis()
    }

    /// Whether there is an analysis of some.
    pub fn has_analysis(&self) -> bool {
        self.total().iter().any(|errors| errors.all().decisions > 0)
    }

    /// Of all games, for the players as the first game names them.
    pub fn total(&self) -> [PlayerErrors; 2] {
        let mut total = [PlayerErrors::default(); 2];
        for game in &self.games {
            for (sum, one) in total.iter_mut().zip(&game.errors) {
                sum.checker = sum.checker.plus(one.checker);
                sum.cube = sum.cube.plus(one.cube);
                sum.luck = match (sum.luck, one.luck) {
                    (Some(sum), Some(one)) => Some(sum + one),
                    (sum, one) => sum.or(one),
                };
            }
        }
        total
    }
}

impl GameErrors {
    /// `is_left_out`: the program does not count a play that cost nothing.
    fn add(&mut self, decision: &Decision, is_left_out: bool) {
        let side = decision.position.to_act();
        let errors = &mut self.errors[usize::from(side == Side::Top)];
        let Some(lost) = decision.played_loss() else { return };
        match decision.kind {
            DecisionKind::Checker if is_left_out && lost == 0.0 => {}
            DecisionKind::Checker => errors.checker.add(lost),
            DecisionKind::Cube(_) if is_counted(decision, lost) => errors.cube.add(lost),
            DecisionKind::Cube(_) => {}
            // An answer to a double always counts.
            DecisionKind::Take(_) => errors.cube.add(lost),
        }
    }
}

/// A double always counts; a cube that was left alone counts if a double was thinkable.
fn is_counted(decision: &Decision, lost: f64) -> bool {
    let equity = |option: CubeOption| {
        let choice = decision.choices.iter().find(|choice| choice.label == option.label());
        choice.map(|choice| choice.equity)
    };
    let has_doubled = decision.played().is_some_and(|choice| choice.label.starts_with("Double/"));
    let is_close = || {
        let (no_double, take) = (equity(CubeOption::NoDoubleTake)?, equity(CubeOption::DoubleTake)?);
        let pass = equity(CubeOption::DoublePass)?;
        let doubled = take.min(pass);
        Some(no_double.max(doubled) - doubled < CLOSE_CUBE)
    };
    decision.position.stage != Stage::OnRoll || has_doubled || lost > 0.0 || is_close().unwrap_or(true)
}

/// eXtreme Gammon marks plays that do not count, because all lead to the same.
fn xg_leaves_out(file: &MatchFile, played: &PlayedAction) -> bool {
    let checker = || file.xg()?.checker(played.location.record()?);
    checker().is_some_and(|checker| !checker.is_decision)
}

/// The luck of a player's rolls; `None` if the file has none.
fn luck(file: &MatchFile, game: &MatchGame, side: Side) -> Option<f64> {
    let of_side = game.actions.iter().filter(|played| played.side == side);
    let all: Vec<f64> = of_side.filter_map(|played| roll_luck(file, played)).collect();
    (!all.is_empty()).then(|| all.iter().sum())
}

/// gnubg writes the luck of a roll into its node, eXtreme Gammon into its record.
fn roll_luck(file: &MatchFile, played: &PlayedAction) -> Option<f64> {
    match file.xg() {
        Some(xg) => xg.checker(played.location.record()?)?.luck,
        None => number(file.sgf()?.node(played.node?)),
    }
}

fn number(node: record::sgf::Node<'_>) -> Option<f64> {
    let text = node.simple_text("LU")?;
    text.split_whitespace().next()?.parse().ok().filter(|luck: &f64| luck.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
        1) 31: 8/5 6/5                     42: 8/4 6/4\n  2) 52: 13/8 13/11                  63: 24/15\n";

    #[test]
    fn a_mistake_is_found_in_the_file_that_was_analysed() {
        let file = MatchFile::read(MATCH.as_bytes()).unwrap();
        let export = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10\n\n 1. 3-ply  24/20  eq:+0.162\n \
            2. 3-ply  8/5 6/5  eq:-0.016 (-0.178)\n";
        let mut decision = crate::read(export.as_bytes()).decisions().next().unwrap().clone();
        for action in [2, 3] {
            decision.position.board = file.games()[0].actions[action].before.board;
            decision.position.turn = file.games()[0].actions[action].side;
            let swapped = Decision {
                position: rules::backgammon::Position {
                    board: decision.position.board.mover_view(decision.position.turn),
                    turn: Side::Bottom,
                    ..decision.position
                },
                ..decision.clone()
            };
            let mistake = MatchMistake { game: 0, action: action + 1, decision: swapped, lost: 0.178 };
            assert_eq!(mistake.place_in(&file), Some((0, action)));
            assert_eq!(MatchMistake { game: 1, ..mistake }.place_in(&file), None);
        }
    }
}

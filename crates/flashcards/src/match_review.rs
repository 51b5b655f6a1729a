//! The review of an analysed match: what each player lost with the checkers and with the cube, and the luck of the dice,
//! counted as gnubg counts.

use record::backgammon::{MatchFile, MatchGame, Players};
use rules::backgammon::{Score, Side, Stage};

use crate::cube::CubeOption;
use crate::decision::{Decision, DecisionKind};
use crate::match_decisions;
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
    /// In the order bottom, top.
    pub errors: [PlayerErrors; 2],
}

/// A decision that lost something, and its game from 0.
#[derive(Clone, Debug)]
pub struct MatchMistake {
    pub game: usize,
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
        let mut review =
            MatchReview { games: Vec::new(), mistakes: Vec::new(), unanalysed: 0, problems: Vec::new() };
        for (number, game) in file.games().iter().enumerate() {
            review.add_game(file, number, game);
        }
        review.mistakes.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        review
    }

    fn add_game(&mut self, file: &MatchFile, number: usize, game: &MatchGame) {
        let luck = [Side::Bottom, Side::Top].map(|side| luck(file, game, side));
        let errors = luck.map(|luck| PlayerErrors { luck, ..PlayerErrors::default() });
        let mut counted = GameErrors { players: game.players.clone(), score: game.score(), errors };
        for item in match_decisions::read_game(file, game) {
            match item {
                Err(error) => self.problems.push(error.to_string()),
                Ok(ReadItem::Question(_)) => self.unanalysed += 1,
                Ok(ReadItem::Decision(decision)) => {
                    counted.add(&decision);
                    let lost = decision.played_loss().unwrap_or(0.0);
                    if lost >= LEAST_LOSS {
                        self.mistakes.push(MatchMistake { game: number, decision: *decision, lost });
                    }
                }
            }
        }
        self.games.push(counted);
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
    fn add(&mut self, decision: &Decision) {
        let side = decision.position.to_act();
        let errors = &mut self.errors[usize::from(side == Side::Top)];
        let Some(lost) = decision.played_loss() else { return };
        match decision.kind {
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

/// gnubg writes the luck of each roll into its node.
fn luck(file: &MatchFile, game: &MatchGame, side: Side) -> Option<f64> {
    let sgf = file.sgf()?;
    let of_side = game.actions.iter().filter(|played| played.side == side);
    let rolls = of_side.filter_map(|played| number(sgf.node(played.node?)));
    let all: Vec<f64> = rolls.collect();
    (!all.is_empty()).then(|| all.iter().sum())
}

fn number(node: record::sgf::Node<'_>) -> Option<f64> {
    let text = node.simple_text("LU")?;
    text.split_whitespace().next()?.parse().ok().filter(|luck: &f64| luck.is_finite())
}

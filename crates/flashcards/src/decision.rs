//! A decision: a position, the possible choices, and the equity a program gave to each.

use crate::analysis_table::mark_played;
use crate::cube::{CubeOption, CubePlay, TakeOption, Verdict};
pub use record::backgammon::Players;
use rules::backgammon::{Play, Position, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position without analysis: from an id or from a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    #[serde(with = "crate::serde_text::position")]
    pub position: Position,
    #[serde(with = "crate::serde_text::PlayersDef")]
    pub players: Players,
    /// The choice made in the match.
    pub played: Option<Played>,
    /// The line of the text it came from, or the number of the record in a file of eXtreme Gammon.
    pub line: usize,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Played {
    Play(#[serde(with = "crate::serde_text::play")] Play),
    Cube(CubePlay),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    #[serde(with = "crate::serde_text::position")]
    pub position: Position,
    #[serde(with = "crate::serde_text::PlayersDef")]
    pub players: Players,
    pub kind: DecisionKind,
    /// Checker plays as the program listed them; cube options and answers to a double in their one fixed order.
    pub choices: Vec<Choice>,
    /// For a cube decision, the chances before anything is done.
    pub chances: Option<Chances>,
    pub note: String,
    /// The program's text about its rollouts, line by line.
    pub footnotes: Vec<String>,
    pub source: Source,
    pub warnings: Vec<Warning>,
    /// As in a question.
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionKind {
    Checker,
    /// To double or not, with the answer to expect.
    Cube(Verdict),
    /// The answer to a pending double, with the right one.
    Take(TakeOption),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The same notation for all programs: `13/7(2)`, `Double/Take`.
    pub label: String,
    pub equity: f64,
    /// Equity lost against the best choice, as the program printed it where it did; 0 if a shallower evaluation only
    /// seems better.
    pub loss: f64,
    /// 1 is the best.
    pub rank: usize,
    /// Rank in the program's list, which sorts by depth first.
    pub xg_rank: Option<usize>,
    pub xg_notation: String,
    /// As printed, with its sign; the best has none.
    pub xg_error: Option<f64>,
    /// False for the cube options and answers that the program does not list.
    pub from_xg_analysis: bool,
    pub level: String,
    /// Of a rollout: half the width of the interval that its equity lies in, as the program gives it.
    #[serde(default)]
    pub confidence: Option<f64>,
    pub chances: Option<Chances>,
    pub played: bool,
}

/// Percentages; gammons include backgammons.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Chances {
    pub wins: f64,
    pub gammons: f64,
    pub backgammons: f64,
    pub losses: f64,
    pub lost_gammons: f64,
    pub lost_backgammons: f64,
}

impl Chances {
    /// The chances of the other player.
    #[must_use]
    pub fn swapped(self) -> Chances {
        Chances {
            wins: self.losses,
            gammons: self.lost_gammons,
            backgammons: self.lost_backgammons,
            losses: self.wins,
            lost_gammons: self.gammons,
            lost_backgammons: self.backgammons,
        }
    }
}

/// The program behind the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Source {
    pub program: String,
    pub version: String,
    pub match_equity: String,
}

/// Something in the text that contradicts its own position id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Warning {
    TooManyCheckers {
        #[serde(with = "crate::serde_text::side")]
        side: Side,
        checkers: u16,
    },
    Pips {
        #[serde(with = "crate::serde_text::side")]
        side: Side,
        printed: u16,
        board: u16,
    },
    Score {
        #[serde(with = "crate::serde_text::side")]
        side: Side,
        printed: u16,
        id: u16,
    },
    MatchLength {
        printed: u16,
        id: u16,
    },
    Crawford {
        printed: bool,
    },
    Diagram {
        point: u8,
    },
    OtherPlayerToAct,
    IllegalPlay {
        notation: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::TooManyCheckers { side, checkers } => {
                write!(f, "the position ID gives the {side} player {checkers} checkers")
            }
            Warning::Pips { side, printed, board } => {
                write!(f, "the text counts {printed} pips for the {side} player, the position ID {board}")
            }
            Warning::Score { side, printed, id } => {
                write!(f, "the text gives the {side} player {printed} points, the position ID {id}")
            }
            Warning::MatchLength { printed, id } => {
                write!(f, "the text says the match is to {printed}, the position ID says {id}")
            }
            Warning::Crawford { printed: true } => {
                f.write_str("the text says Crawford, the position ID does not")
            }
            Warning::Crawford { printed: false } => {
                f.write_str("the position ID says Crawford, the text does not")
            }
            Warning::Diagram { point: 25 } => {
                f.write_str("the diagram differs from the position ID on the bar")
            }
            Warning::Diagram { point } => {
                write!(f, "the diagram differs from the position ID on the {point} point")
            }
            Warning::OtherPlayerToAct => f.write_str("the text says it is the other player’s turn"),
            Warning::IllegalPlay { notation } => write!(f, "“{notation}” is not a legal play here"),
        }
    }
}

/// Losses below this count as close.
pub const CLOSE: f64 = 0.020;

/// How an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    Right,
    Close,
    Wrong,
}

impl Decision {
    pub fn judgement(&self, choice: &Choice) -> Judgement {
        match choice.rank {
            1 => Judgement::Right,
            _ if self.is_another_action(choice) => Judgement::Wrong,
            _ if choice.loss < CLOSE => Judgement::Close,
            _ => Judgement::Wrong,
        }
    }

    /// True for "too good" where no double is right, and the other way round: they cost nothing and are still wrong.
    fn is_another_action(&self, choice: &Choice) -> bool {
        let DecisionKind::Cube(Verdict { option: best, .. }) = self.kind else { return false };
        CubeOption::named(&choice.label).is_some_and(|option| option.differs_in_reason_from(best))
    }

    pub fn best(&self) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.rank == 1)
    }

    pub fn played(&self) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.played)
    }

    /// Equity lost by the choice made, if the text tells which it was.
    pub fn played_loss(&self) -> Option<f64> {
        self.played().map(|choice| choice.loss)
    }

    /// Adds the names and the choice made, where they are missing and another file about the same decision has them.
    /// True if that changed something. The file may have the players on other sides.
    pub(crate) fn complete(&mut self, players: &Players, seen: Position, played: Option<Played>) -> bool {
        let before = (self.players.clone(), self.played().is_some());
        let same_sides = seen.turn == self.position.turn;
        let (bottom, top) =
            if same_sides { (&players.bottom, &players.top) } else { (&players.top, &players.bottom) };
        if self.players.bottom.trim().is_empty() && self.players.top.trim().is_empty() {
            self.players = Players { bottom: bottom.clone(), top: top.clone() };
        }
        if let Some(played) = played.filter(|_| self.played().is_none()) {
            mark_played(self, played);
        }
        before != (self.players.clone(), self.played().is_some())
    }

    /// The player whose decision it is.
    pub fn player(&self) -> &str {
        self.players.of(self.position.to_act())
    }

    /// The rows the program printed, in its own order.
    pub fn listed(&self) -> Vec<&Choice> {
        let mut rows: Vec<&Choice> = self.choices.iter().filter(|choice| choice.from_xg_analysis).collect();
        rows.sort_by_key(|choice| choice.xg_rank);
        rows
    }

    /// The evaluation level of the best choice, as the program names it: `XG Roller++`, `2-ply`.
    pub fn level(&self) -> &str {
        self.best().map_or("", |choice| &choice.level)
    }
}

/// Which decisions of a match are worth a card.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Selection {
    /// The least equity lost.
    pub least_loss: f64,
    /// Only decisions of this player; of both if empty.
    pub player: String,
}

impl Selection {
    /// True if a question passes the filter.
    pub fn includes_question(&self, question: &Question) -> bool {
        question.played.is_none() || self.is_of_player(&question.players, &question.position)
    }

    /// Positions that name no player match every name.
    fn is_of_player(&self, players: &Players, position: &Position) -> bool {
        let (wanted, name) = (self.player.trim(), players.of(position.to_act()).trim());
        wanted.is_empty() || name.is_empty() || name.eq_ignore_ascii_case(wanted)
    }

    /// A decision without a known choice passes: somebody exported it on purpose.
    pub fn includes_decision(&self, decision: &Decision) -> bool {
        self.is_of_player(&decision.players, &decision.position)
            && decision.played_loss().is_none_or(|loss| loss >= self.least_loss)
    }
}

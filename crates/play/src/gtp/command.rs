//! One command to an engine: its text, how long its answer may take, and what a refusal of it means.

use std::time::Duration;

use rules::go::{Color, Move, Point, Rules, Size};

use super::rule_names;
use crate::clock::TimeControl;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub text: String,
    pub purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Name,
    Version,
    Commands,
    /// Optional; a refusal changes nothing.
    Optional,
    BoardSize,
    /// Part of the game so far: an engine that refuses it has another position on its board.
    Position,
    Genmove(Color),
    DeadStones,
    FinalScore,
    Console,
}

impl Purpose {
    /// Whether the engine is searching and cannot be interrupted except by ending it.
    pub fn is_thinking(self) -> bool {
        matches!(self, Purpose::Genmove(_) | Purpose::DeadStones | Purpose::FinalScore)
    }
}

/// Seconds to wait for an answer, by command. GNU Go needs a minute for the score of an early 19x19 position.
const TIMEOUTS: &[(&str, u64)] = &[
    ("genmove", 600),
    ("reg_genmove", 600),
    ("final_score", 120),
    ("final_status_list", 120),
    ("estimate_score", 120),
    ("place_free_handicap", 120),
    ("boardsize", 60),
    ("clear_board", 60),
];
const USUAL_TIMEOUT: u64 = 20;
/// Engines with a neural network load it before they answer at all.
const STARTUP_TIMEOUT: u64 = 90;

impl Command {
    fn new(purpose: Purpose, text: impl Into<String>) -> Command {
        Command { text: text.into(), purpose }
    }

    /// Sent to every engine that was just started.
    pub fn introduction() -> [Command; 3] {
        [
            Command::new(Purpose::Name, "name"),
            Command::new(Purpose::Version, "version"),
            Command::new(Purpose::Commands, "list_commands"),
        ]
    }

    /// By the protocol's odd rule, byo-yomi time without stones means no limit at all.
    pub fn no_time_limit() -> Command {
        Command::new(Purpose::Optional, "time_settings 0 1 0")
    }

    /// GTP knows byo-yomi for a number of stones: one stone in a period is the same as a period for each move, except
    /// that there is only one.
    pub fn time_limit(control: TimeControl) -> Command {
        let stones = u32::from(control.periods > 0 && !control.period.is_zero());
        let (base, period) = (control.base.as_secs(), control.period.as_secs() * u64::from(stones));
        Command::new(Purpose::Optional, format!("time_settings {base} {period} {stones}"))
    }

    pub fn time_left(color: Color, seconds: u64, stones: u32) -> Command {
        Command::new(Purpose::Optional, format!("time_left {} {seconds} {stones}", word(color)))
    }

    pub fn level(level: u8) -> Command {
        Command::new(Purpose::Optional, format!("level {level}"))
    }

    pub fn board_size(size: Size) -> Command {
        Command::new(Purpose::BoardSize, format!("boardsize {}", size.width()))
    }

    pub fn clear_board() -> Command {
        Command::new(Purpose::Position, "clear_board")
    }

    pub fn komi(komi: &str) -> Command {
        Command::new(Purpose::Optional, format!("komi {komi}"))
    }

    pub fn rules(rules: Rules) -> Command {
        Command::new(Purpose::Optional, format!("kata-set-rules {}", rule_names::name(rules)))
    }

    pub fn free_handicap(stones: &[Point], size: Size) -> Command {
        let names: Vec<String> = stones.iter().map(|at| at.name(size)).collect();
        Command::new(Purpose::Position, format!("set_free_handicap {}", names.join(" ")))
    }

    pub fn play(color: Color, mv: Move, size: Size) -> Command {
        let vertex = match mv {
            Move::Place(at) => at.name(size),
            Move::Pass => "pass".to_owned(),
        };
        Command::new(Purpose::Position, format!("play {} {vertex}", word(color)))
    }

    pub fn undo() -> Command {
        Command::new(Purpose::Position, "undo")
    }

    pub fn genmove(color: Color) -> Command {
        Command::new(Purpose::Genmove(color), format!("genmove {}", word(color)))
    }

    pub fn dead_stones() -> Command {
        Command::new(Purpose::DeadStones, "final_status_list dead")
    }

    pub fn final_score() -> Command {
        Command::new(Purpose::FinalScore, "final_score")
    }

    pub fn console(text: &str) -> Command {
        Command::new(Purpose::Console, text)
    }

    pub fn timeout(&self) -> Duration {
        let word = self.text.split_whitespace().next().unwrap_or_default();
        let known = TIMEOUTS.iter().find(|(command, _)| *command == word);
        let seconds = match self.purpose {
            Purpose::Name | Purpose::Version | Purpose::Commands => STARTUP_TIMEOUT,
            _ => known.map_or(USUAL_TIMEOUT, |(_, seconds)| *seconds),
        };
        Duration::from_secs(seconds)
    }

    /// How long the engine may be silent after a whole line before the reply counts as complete without its blank line.
    /// An answer of many lines may pause between them; an answer of one may not.
    pub fn pause(&self) -> Duration {
        match self.purpose {
            Purpose::Commands | Purpose::Console | Purpose::DeadStones => Duration::from_millis(1500),
            _ => Duration::from_millis(300),
        }
    }
}

fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

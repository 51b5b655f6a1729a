//! One command to an engine: its text, how long its answer may take, and what a refusal of it means.

use std::time::Duration;

use rules::go::{Color, Move, Point, Size};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub text: String,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Version,
    Commands,
    /// Good to have; a refusal changes nothing.
    Wish,
    BoardSize,
    /// Part of the game so far: an engine that refuses it is out of step.
    Follow,
    Genmove(Color),
    DeadStones,
    FinalScore,
    Console,
}

impl Role {
    /// Whether the engine is searching and cannot be interrupted except by ending it.
    pub fn is_thinking(self) -> bool {
        matches!(self, Role::Genmove(_) | Role::DeadStones | Role::FinalScore)
    }
}

/// Seconds to wait for an answer, by command. GNU Go needs a minute for the score of an early 19x19 position.
const PATIENCE: &[(&str, u64)] = &[
    ("genmove", 600),
    ("reg_genmove", 600),
    ("final_score", 120),
    ("final_status_list", 120),
    ("estimate_score", 120),
    ("place_free_handicap", 120),
    ("boardsize", 60),
    ("clear_board", 60),
];
const USUAL_PATIENCE: u64 = 20;
/// Engines with a neural network load it before they answer at all.
const PATIENCE_AT_THE_START: u64 = 90;

impl Step {
    fn new(role: Role, text: impl Into<String>) -> Step {
        Step { text: text.into(), role }
    }

    /// What is asked of every engine that was just started.
    pub fn introduction() -> [Step; 3] {
        [
            Step::new(Role::Name, "name"),
            Step::new(Role::Version, "version"),
            Step::new(Role::Commands, "list_commands"),
        ]
    }

    /// By the protocol's odd rule, byo-yomi time without stones means no limit at all.
    pub fn no_time_limit() -> Step {
        Step::new(Role::Wish, "time_settings 0 1 0")
    }

    pub fn level(level: u8) -> Step {
        Step::new(Role::Wish, format!("level {level}"))
    }

    pub fn board_size(size: Size) -> Step {
        Step::new(Role::BoardSize, format!("boardsize {}", size.width()))
    }

    pub fn clear_board() -> Step {
        Step::new(Role::Follow, "clear_board")
    }

    pub fn komi(komi: &str) -> Step {
        Step::new(Role::Wish, format!("komi {komi}"))
    }

    pub fn free_handicap(stones: &[Point], size: Size) -> Step {
        let names: Vec<String> = stones.iter().map(|at| at.name(size)).collect();
        Step::new(Role::Follow, format!("set_free_handicap {}", names.join(" ")))
    }

    pub fn play(color: Color, mv: Move, size: Size) -> Step {
        let vertex = match mv {
            Move::Place(at) => at.name(size),
            Move::Pass => "pass".to_owned(),
        };
        Step::new(Role::Follow, format!("play {} {vertex}", word(color)))
    }

    pub fn undo() -> Step {
        Step::new(Role::Follow, "undo")
    }

    pub fn genmove(color: Color) -> Step {
        Step::new(Role::Genmove(color), format!("genmove {}", word(color)))
    }

    pub fn dead_stones() -> Step {
        Step::new(Role::DeadStones, "final_status_list dead")
    }

    pub fn final_score() -> Step {
        Step::new(Role::FinalScore, "final_score")
    }

    pub fn console(text: &str) -> Step {
        Step::new(Role::Console, text)
    }

    pub fn patience(&self) -> Duration {
        let word = self.text.split_whitespace().next().unwrap_or_default();
        let known = PATIENCE.iter().find(|(command, _)| *command == word);
        let seconds = match self.role {
            Role::Name | Role::Version | Role::Commands => PATIENCE_AT_THE_START,
            _ => known.map_or(USUAL_PATIENCE, |(_, seconds)| *seconds),
        };
        Duration::from_secs(seconds)
    }

    /// How long the engine may be silent after a whole line before a missing blank line is put down to forgetting.
    /// An answer of many lines may pause between them; an answer of one may not.
    pub fn pause(&self) -> Duration {
        match self.role {
            Role::Commands | Role::Console | Role::DeadStones => Duration::from_millis(1500),
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

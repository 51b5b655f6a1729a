//! What the players agree on before the first stone.

use std::fmt;
use std::time::Duration;

use rules::go::simultaneous::Variant;
use rules::go::{Color, Points, Rules, Size, handicap_points};
use serde::{Deserialize, Serialize};

use super::{LONGEST_NAME, spelling};
use crate::clock::TimeControl;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    pub game: Kind,
    pub board_size: u8,
    /// In half points, for White.
    pub komi: i16,
    /// None: nobody looks at a clock.
    pub time: Option<Time>,
    /// Who runs out of time loses, instead of passing from then on.
    pub loss_on_time: bool,
    /// The colour of whoever opened the room.
    #[serde(with = "spelling::color")]
    pub host_color: Color,
    /// Black's stones on their customary points before White begins, where they take turns; 0 or 2 to 9.
    #[serde(default, skip_serializing_if = "is_even")]
    pub handicap: u8,
    /// Who sits opposite whoever opened the room.
    #[serde(default, skip_serializing_if = "Opponent::is_person")]
    pub opponent: Opponent,
}

fn is_even(handicap: &u8) -> bool {
    *handicap == 0
}

/// `"person"`, `{"bot":"hard"}` or `{"engine":"GNU Go"}`. The last two are the host's to seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    #[default]
    Person,
    Bot(BotLevel),
    /// By the name under which the host offers it.
    Engine(String),
}

impl Opponent {
    pub fn is_person(&self) -> bool {
        *self == Opponent::Person
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    Easy,
    Medium,
    Hard,
    Max,
}

impl BotLevel {
    pub const ALL: [BotLevel; 4] = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard, BotLevel::Max];

    pub fn name(self) -> &'static str {
        match self {
            BotLevel::Easy => "easy",
            BotLevel::Medium => "medium",
            BotLevel::Hard => "hard",
            BotLevel::Max => "max",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Both at once; two stones on one point turn red.
    Red,
    /// Both at once; two stones on one point leave a hole.
    Hole,
    /// Both at once; two stones on one point are lost.
    Void,
    /// One after the other, by Chinese rules.
    Chinese,
    /// One after the other, by Japanese rules.
    Japanese,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Red, Kind::Hole, Kind::Void, Kind::Chinese, Kind::Japanese];

    pub fn variant(self) -> Option<Variant> {
        match self {
            Kind::Red => Some(Variant::Red),
            Kind::Hole => Some(Variant::Hole),
            Kind::Void => Some(Variant::Void),
            Kind::Chinese | Kind::Japanese => None,
        }
    }

    /// For the games that are played in turns.
    pub fn rules(self) -> Rules {
        if self == Kind::Japanese { Rules::JAPANESE } else { Rules::CHINESE }
    }

    pub fn is_simultaneous(self) -> bool {
        self.variant().is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Time {
    pub base_seconds: u32,
    pub periods: u8,
    pub period_seconds: u32,
}

impl Time {
    pub fn minutes(base: u32) -> Time {
        Time { base_seconds: base.saturating_mul(60), periods: 3, period_seconds: 30 }
    }

    pub fn control(self) -> TimeControl {
        let seconds = |n: u32| Duration::from_secs(u64::from(n));
        TimeControl {
            base: seconds(self.base_seconds),
            periods: self.periods,
            period: seconds(self.period_seconds),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            game: Kind::Red,
            board_size: 19,
            komi: 0,
            time: Some(Time::minutes(20)),
            loss_on_time: false,
            host_color: Color::Black,
            handicap: 0,
            opponent: Opponent::Person,
        }
    }
}

/// What no game can be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplayable {
    BoardSize(u8),
    Komi(i16),
    Time,
    Handicap(u8),
    Opponent,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::BoardSize(size) => write!(f, "a board of {size} lines: 2 to 25 are played"),
            Unplayable::Komi(halves) => {
                write!(f, "a komi of {}: at most 361", Points::halves(i32::from(*halves)))
            }
            Unplayable::Handicap(stones) => write!(f, "a handicap of {stones} stones in this game"),
            Unplayable::Opponent => {
                f.write_str("the host's own players have names of at most 32 letters and move in turns")
            }
            Unplayable::Time => f.write_str("at most 24 hours, 100 periods and an hour for each"),
        }
    }
}

impl std::error::Error for Unplayable {}

impl Settings {
    pub fn check(&self) -> Result<(), Unplayable> {
        if !(2..=25).contains(&self.board_size) {
            return Err(Unplayable::BoardSize(self.board_size));
        }
        if self.komi.unsigned_abs() > 722 {
            return Err(Unplayable::Komi(self.komi));
        }
        let simultaneous = self.game.is_simultaneous();
        let placed = || handicap_points(self.size(), u32::from(self.handicap)).is_some();
        if self.handicap != 0 && (simultaneous || !placed()) {
            return Err(Unplayable::Handicap(self.handicap));
        }
        let unnamed =
            matches!(&self.opponent, Opponent::Engine(name) if name.chars().nth(LONGEST_NAME).is_some());
        if unnamed || simultaneous && !self.opponent.is_person() {
            return Err(Unplayable::Opponent);
        }
        let fits = |time: Time| {
            let some = time.base_seconds > 0 || time.periods > 0;
            let periods = time.periods <= 100 && (1..=3600).contains(&time.period_seconds);
            some && time.base_seconds <= 86_400 && (periods || time.periods == 0)
        };
        if self.time.is_none_or(fits) { Ok(()) } else { Err(Unplayable::Time) }
    }

    /// The full board if the number makes none, which `check` refuses.
    pub fn size(&self) -> Size {
        Size::square(u32::from(self.board_size)).unwrap_or(Size::NINETEEN)
    }

    pub fn komi(&self) -> Points {
        Points::halves(i32::from(self.komi))
    }

    pub fn control(&self) -> Option<TimeControl> {
        self.time.map(Time::control)
    }
}

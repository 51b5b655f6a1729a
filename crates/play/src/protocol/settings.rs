//! The settings of a game, agreed on before it begins.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use bot::Level;
use rules::go::simultaneous::Variant;
use rules::go::{Color, Points, Rules, Size, handicap_points};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{MAX_NAME, wire_format};
use crate::clock::TimeControl;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    pub game: GameKind,
    pub board_size: u8,
    /// In half points, for White.
    pub komi: i16,
    /// None for a game without clocks.
    pub time: Option<TimeSettings>,
    /// Running out of time loses the game; otherwise the player only passes from then on.
    pub loss_on_time: bool,
    /// The colour of the player who opened the room.
    #[serde(with = "wire_format::color")]
    pub host_color: Color,
    /// Black's handicap stones on the customary points, in alternating games; 0 or 2 to 9.
    #[serde(default, skip_serializing_if = "is_even")]
    pub handicap: u8,
    /// Who plays against the player who opened the room.
    #[serde(default, skip_serializing_if = "Opponent::is_person")]
    pub opponent: Opponent,
}

fn is_even(handicap: &u8) -> bool {
    *handicap == 0
}

/// `"person"`, `{"bot":"hard"}` or `{"engine":"GNU Go"}`. The host provides the last two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    #[default]
    Person,
    Bot(BotLevel),
    /// By the name the host lists it under.
    Engine(String),
}

impl Opponent {
    pub fn is_person(&self) -> bool {
        *self == Opponent::Person
    }
}

/// A level of the built-in bot, written by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotLevel(pub Level);

impl Serialize for BotLevel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for BotLevel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BotLevel, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let level = Level::from_name(&name);
        level.map(BotLevel).ok_or_else(|| D::Error::custom(format_args!("there is no level {name:?}")))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Simultaneous; two stones on one point turn red.
    Red,
    /// Simultaneous; two stones on one point leave a hole.
    Hole,
    /// Simultaneous; two stones on one point are both lost.
    Void,
    /// Alternating, Chinese rules.
    Chinese,
    /// Alternating, Japanese rules.
    Japanese,
}

impl GameKind {
    pub const ALL: [GameKind; 5] =
        [GameKind::Red, GameKind::Hole, GameKind::Void, GameKind::Chinese, GameKind::Japanese];

    pub fn variant(self) -> Option<Variant> {
        match self {
            GameKind::Red => Some(Variant::Red),
            GameKind::Hole => Some(Variant::Hole),
            GameKind::Void => Some(Variant::Void),
            GameKind::Chinese | GameKind::Japanese => None,
        }
    }

    /// The rules of alternating games.
    pub fn rules(self) -> Rules {
        if self == GameKind::Japanese { Rules::JAPANESE } else { Rules::CHINESE }
    }

    pub fn is_simultaneous(self) -> bool {
        self.variant().is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeSettings {
    pub base_seconds: u32,
    pub periods: u8,
    pub period_seconds: u32,
    /// Added to the base time after each move, as Fischer proposed; then there are no periods.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub increment_seconds: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

impl TimeSettings {
    pub fn minutes(base: u32) -> TimeSettings {
        TimeSettings {
            base_seconds: base.saturating_mul(60),
            periods: 3,
            period_seconds: 30,
            increment_seconds: 0,
        }
    }

    pub fn control(self) -> TimeControl {
        let seconds = |n: u32| Duration::from_secs(u64::from(n));
        TimeControl {
            base: seconds(self.base_seconds),
            periods: self.periods,
            period: seconds(self.period_seconds),
            increment: seconds(self.increment_seconds),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            game: GameKind::Red,
            board_size: 19,
            komi: 0,
            time: Some(TimeSettings::minutes(20)),
            loss_on_time: false,
            host_color: Color::Black,
            handicap: 0,
            opponent: Opponent::Person,
        }
    }
}

/// Why no game can be played with these settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsError {
    BoardSize(u8),
    Komi(i16),
    Time,
    Handicap(u8),
    Opponent,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::BoardSize(size) => {
                write!(f, "a board size of {size} is not possible: choose 2 to 25")
            }
            SettingsError::Komi(halves) => {
                write!(f, "a komi of {} is out of range: at most 361", Points::halves(i32::from(*halves)))
            }
            SettingsError::Handicap(stones) => {
                write!(f, "a handicap of {stones} is not possible in this game")
            }
            SettingsError::Opponent => {
                f.write_str("engines have names of at most 32 letters and play turn by turn")
            }
            SettingsError::Time => {
                f.write_str("the time is too long: at most 24 hours, 100 periods, one hour per period, and ten minutes per move without periods")
            }
        }
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(2..=25).contains(&self.board_size) {
            return Err(SettingsError::BoardSize(self.board_size));
        }
        if self.komi.unsigned_abs() > 722 {
            return Err(SettingsError::Komi(self.komi));
        }
        let simultaneous = self.game.is_simultaneous();
        let placed = || handicap_points(self.size(), u32::from(self.handicap)).is_some();
        if self.handicap != 0 && (simultaneous || !placed()) {
            return Err(SettingsError::Handicap(self.handicap));
        }
        let unnamed =
            matches!(&self.opponent, Opponent::Engine(name) if name.chars().nth(MAX_NAME).is_some());
        if unnamed || simultaneous && matches!(self.opponent, Opponent::Engine(_)) {
            return Err(SettingsError::Opponent);
        }
        let fits = |time: TimeSettings| {
            let some = time.base_seconds > 0 || time.periods > 0;
            let periods = time.periods <= 100 && (1..=3600).contains(&time.period_seconds);
            let increment =
                time.increment_seconds <= 600 && (time.increment_seconds == 0 || time.periods == 0);
            increment && some && time.base_seconds <= 86_400 && (periods || time.periods == 0)
        };
        if self.time.is_none_or(fits) { Ok(()) } else { Err(SettingsError::Time) }
    }

    /// 19x19 if the number is no board size; `check` refuses those.
    pub fn size(&self) -> Size {
        Size::square(u32::from(self.board_size)).unwrap_or(Size::NINETEEN)
    }

    pub fn komi(&self) -> Points {
        Points::halves(i32::from(self.komi))
    }

    pub fn control(&self) -> Option<TimeControl> {
        self.time.map(TimeSettings::control)
    }
}

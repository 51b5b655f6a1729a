//! What the room says to those in it.

use std::time::Duration;

use rules::go::{Color, Outcome, Point};
use serde::{Deserialize, Serialize};

use super::{Candidate, Digest, GameId, Settings, Verdict, spelling};
use crate::clock::Reading;
use crate::kifu::Link;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Counts what this listener was told; of two messages about the same thing the higher is newer.
    pub seq: u64,
    /// Everything up to this number was heard from the listener.
    pub heard: u64,
    pub game: u32,
    /// The entry of the game's record that comes next.
    pub turn: u32,
    #[serde(flatten)]
    pub tell: Tell,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Tell {
    /// `color` is none for onlookers. `next_seq` is the number to go on with.
    Joined {
        version: u16,
        #[serde(with = "spelling::color::optional")]
        color: Option<Color>,
        game_settings: Settings,
        next_seq: u64,
    },
    /// Who is here and what is agreed.
    Room(Seats),
    GameStart {
        id: GameId,
        /// The listener's.
        #[serde(with = "spelling::color::optional")]
        color: Option<Color>,
        settings: Settings,
        /// Black's and White's.
        names: [String; 2],
    },
    TurnStart {
        /// As players count them, from 1.
        turn_number: u32,
        timers: Timers,
    },
    MoveAck {
        waiting: bool,
    },
    /// The opponent has moved, or may not. When both are ready it is time to reveal, and the opponent's commitment
    /// is told.
    OpponentReady {
        reveal: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Digest>,
    },
    TurnResult {
        link: Link,
        /// `.XO#` row by row.
        board: String,
        /// Stones that Black, that White has lost.
        captures: [u32; 2],
        is_collision: bool,
        timers: Timers,
    },
    /// Earlier entries of the record for who missed them.
    History {
        links: Vec<Link>,
    },
    TimeUpdate {
        timers: Timers,
    },
    Takeback {
        #[serde(with = "spelling::color")]
        color: Color,
        turns: u32,
        agree: bool,
    },
    MarkDead {
        #[serde(with = "spelling::points")]
        dead: Vec<Point>,
        verdict: Verdict,
        /// Black's and White's consent to these.
        agreed: [bool; 2],
    },
    GameEnd {
        link: Link,
        reason: Reason,
        #[serde(with = "spelling::outcome")]
        result: Outcome,
        #[serde(with = "spelling::color::optional")]
        winner: Option<Color>,
        /// In half points, komi included; none where nobody counted.
        black_score: Option<i32>,
        white_score: Option<i32>,
    },
    Rematch {
        #[serde(with = "spelling::color")]
        color: Color,
    },
    Adjourn {
        #[serde(with = "spelling::color")]
        color: Color,
    },
    Chat {
        from: String,
        message: String,
        /// Counts the lines of this room.
        line: u32,
    },
    Error {
        code: Fault,
        message: String,
    },
    /// From the other player's page, as it was said.
    WebrtcOffer {
        attempt: u32,
        sdp: String,
    },
    WebrtcAnswer {
        attempt: u32,
        sdp: String,
    },
    WebrtcIceCandidate {
        attempt: u32,
        #[serde(flatten)]
        candidate: Candidate,
    },
    /// Whether the connection stands for Black, for White.
    WebrtcConnected {
        attempt: u32,
        connected: [bool; 2],
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seats {
    #[serde(with = "spelling::color::optional")]
    pub you: Option<Color>,
    pub settings: Settings,
    pub revision: u32,
    /// Black's and White's, as all pairs here.
    pub names: [Option<String>; 2],
    pub present: [bool; 2],
    pub ready: [bool; 2],
    pub spectators: u32,
    pub adjourned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Score,
    Resignation,
    Time,
    /// Away too long.
    Absence,
    /// Twice not revealed what was committed to.
    Fault,
    TooLong,
}

/// Why a wish was not granted, or a connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    Malformed,
    Version,
    Full,
    UnknownToken,
    NoSeat,
    NotNow,
    NotYourTurn,
    IllegalMove,
    AlreadySubmitted,
    OutOfTime,
    Settings,
    TooFast,
    /// A signal that went nowhere: late, repeated, or nobody is there. Players need not know.
    Unreached,
    /// The same seat was taken from another window.
    Replaced,
    /// Not a refusal: the engine that the host has seated cannot go on, and the game waits.
    Engine,
    /// Not a refusal: the host cannot write the game down, or can again.
    Unkept,
}

/// What both clocks show: milliseconds, and the periods left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timers {
    pub black_time: Option<u64>,
    pub white_time: Option<u64>,
    /// Periods left; none in base time.
    pub black_byo_yomi: Option<u8>,
    pub white_byo_yomi: Option<u8>,
    pub running: [bool; 2],
}

impl Timers {
    pub fn new(readings: [Reading; 2], running: [bool; 2]) -> Timers {
        let [(black_time, black_byo_yomi), (white_time, white_byo_yomi)] = readings.map(written);
        Timers { black_time, white_time, black_byo_yomi, white_byo_yomi, running }
    }

    pub fn reading(&self, color: Color) -> Reading {
        let (time, periods) = match color {
            Color::Black => (self.black_time, self.black_byo_yomi),
            Color::White => (self.white_time, self.white_byo_yomi),
        };
        match (time.map(Duration::from_millis), periods) {
            (None, _) => Reading::Untimed,
            (Some(_), Some(0)) => Reading::Out,
            (Some(left), Some(periods)) => Reading::ByoYomi { periods, left },
            (Some(left), None) => Reading::Base { left },
        }
    }
}

fn written(reading: Reading) -> (Option<u64>, Option<u8>) {
    let millis = |left: Duration| u64::try_from(left.as_millis()).ok();
    match reading {
        Reading::Untimed => (None, None),
        Reading::Base { left } => (millis(left), None),
        Reading::ByoYomi { periods, left } => (millis(left), Some(periods)),
        Reading::Out => (Some(0), Some(0)),
    }
}

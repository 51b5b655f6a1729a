//! Messages from the room to its players and spectators.

use std::time::Duration;

use rules::go::{Color, Outcome, Point};
use serde::{Deserialize, Serialize};

use super::wire_format::{is_no, is_yes, yes};
use super::{Digest, GameId, IceCandidate, SessionDescription, Settings, Verdict, wire_format};
use crate::clock::Reading;
use crate::kifu::Link;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerMessage {
    /// Numbers the messages to this recipient: of two about the same thing the higher is newer.
    pub seq: u64,
    /// Every message of the recipient up to this number has arrived.
    #[serde(rename = "heard")]
    pub acked: u64,
    pub game: u32,
    /// The number of the record's next entry.
    pub turn: u32,
    #[serde(flatten)]
    pub event: ServerEvent,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ServerEvent {
    /// `color` is none for spectators. `next_seq` is the number of the recipient's next message.
    Joined {
        version: u16,
        #[serde(with = "wire_format::color::optional")]
        color: Option<Color>,
        game_settings: Settings,
        next_seq: u64,
    },
    /// Who is present and what is agreed.
    Room(Seats),
    GameStart {
        id: GameId,
        /// The recipient's.
        #[serde(with = "wire_format::color::optional")]
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
    /// The opponent has committed, or has no time left to. With `reveal`, both have, and the opponent's commitment
    /// is included.
    OpponentReady {
        reveal: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Digest>,
        /// The recipient's own commitment that stands, if it was changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        yours: Option<Digest>,
    },
    /// For spectators: this player has committed.
    HasMoved {
        #[serde(with = "wire_format::color")]
        color: Color,
    },
    TurnResult {
        link: Link,
        /// `.XO#` row by row.
        board: String,
        /// Stones lost by Black and by White.
        captures: [u32; 2],
        is_collision: bool,
        timers: Timers,
    },
    /// Earlier entries of the record, for a recipient that missed them.
    History {
        links: Vec<Link>,
    },
    TimeUpdate {
        timers: Timers,
    },
    Takeback {
        #[serde(with = "wire_format::color")]
        color: Color,
        turns: u32,
        agree: bool,
    },
    MarkDead {
        #[serde(with = "wire_format::points")]
        dead: Vec<Point>,
        verdict: Verdict,
        /// Black's and White's consent to these.
        agreed: [bool; 2],
    },
    GameEnd {
        link: Link,
        reason: EndReason,
        #[serde(with = "wire_format::outcome")]
        result: Outcome,
        #[serde(with = "wire_format::color::optional")]
        winner: Option<Color>,
        /// In half points, komi included; none if the game was not counted.
        black_score: Option<i32>,
        white_score: Option<i32>,
    },
    Rematch {
        #[serde(with = "wire_format::color")]
        color: Color,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        agree: bool,
    },
    Adjourn {
        #[serde(with = "wire_format::color")]
        color: Color,
    },
    Chat {
        from: String,
        message: String,
        /// Numbers the chat lines of this room.
        line: u32,
    },
    /// Among the spectators, who have numbers of their own.
    SpectatorChat {
        from: String,
        message: String,
        line: u32,
    },
    Error {
        code: ErrorCode,
        message: String,
    },
    /// Forwarded unchanged from the other player's page.
    WebrtcOffer(SessionDescription),
    WebrtcAnswer(SessionDescription),
    WebrtcIceCandidate(IceCandidate),
    /// Whether Black's page, and White's, sees the connection as open.
    WebrtcConnected {
        attempt: u32,
        connected: [bool; 2],
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seats {
    #[serde(with = "wire_format::color::optional")]
    pub you: Option<Color>,
    pub settings: Settings,
    pub revision: u32,
    /// Black's and White's, as all pairs here.
    pub names: [Option<String>; 2],
    pub present: [bool; 2],
    pub ready: [bool; 2],
    pub spectators: u32,
    pub adjourned: bool,
    /// The recipient may close the room.
    #[serde(default, skip_serializing_if = "is_no")]
    pub owner: bool,
    /// Whoever enters needs the password.
    #[serde(default, skip_serializing_if = "is_no")]
    pub locked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    Score,
    Resignation,
    Time,
    /// Away too long.
    Absence,
    /// Twice failed to reveal the committed move.
    Fault,
    TooLong,
}

/// Why a request was refused, or why the connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    Malformed,
    Version,
    Full,
    /// The room has a password, and it was missing or wrong.
    Password,
    /// Its owner has closed it.
    RoomClosed,
    UnknownToken,
    NoSeat,
    NotNow,
    NotYourTurn,
    IllegalMove,
    AlreadySubmitted,
    OutOfTime,
    Settings,
    TooFast,
    /// A signaling message that was not forwarded: late, repeated, or nobody to receive it. Not shown to players.
    #[serde(rename = "unreached")]
    Undeliverable,
    /// The same seat was taken from another window.
    Replaced,
    /// Not a refusal: the host's engine cannot continue, and the game waits.
    Engine,
    /// Not a refusal: the game waits until one of the host's engines is free.
    EngineBusy,
    /// Not a refusal: the host cannot write to its journal.
    #[serde(rename = "unkept")]
    NotJournaled,
    /// Not a refusal: the host can write to its journal again.
    #[serde(rename = "kept")]
    Journaled,
}

/// What both clocks show: milliseconds and remaining periods.
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

//! The record's entries as a hash chain: each link contains the hash of all entries before it. The last hash proves the
//! whole record, and a host that shows two players different games cannot show them the same hash.

use rules::go::{Color, Move, Outcome, Point};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Digest, GameId, Nonce, PositionHash, Settings, wire_format};

const LINK: &[u8] = b"tabiya/link/1\0";
const GAME: &[u8] = b"tabiya/game/1\0";

/// One entry, the position it leads to and the chain's hash so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub turn: u32,
    #[serde(flatten)]
    pub event: Event,
    pub position: PositionHash,
    pub chain: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    /// A turn of a simultaneous game.
    Turn { black_move: HalfTurn, white_move: HalfTurn },
    /// A move of an alternating game.
    Move {
        #[serde(with = "wire_format::color")]
        color: Color,
        #[serde(rename = "move", with = "wire_format::choice")]
        mv: Move,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed_for: Option<PassedFor>,
        spent: u64,
    },
    /// This many turns were undone.
    TakenBack { turns: u32 },
    /// The players did not agree on the dead stones and play on.
    Resumed,
    Ended {
        #[serde(with = "wire_format::outcome")]
        result: Outcome,
        #[serde(with = "wire_format::points")]
        dead: Vec<Point>,
    },
}

/// One player's half of a simultaneous turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HalfTurn {
    #[serde(rename = "move", with = "wire_format::choice")]
    pub mv: Move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_for: Option<PassedFor>,
    /// Thinking time in milliseconds. Not hashed: only the host measures it.
    pub spent: u64,
}

/// Why the host passed for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassedFor {
    Time,
    /// The revealed move did not match the commitment, was illegal, or never came.
    Fault,
}

/// The hash before the first entry.
pub(super) fn beginning(game: GameId, settings: &Settings) -> Digest {
    let agreed = serde_json::to_vec(settings).unwrap_or_default();
    digest(Sha256::new().chain_update(GAME).chain_update(game.0).chain_update(agreed))
}

pub(super) fn hash(before: &Digest, turn: u32, event: &Event, position: PositionHash) -> Digest {
    let line = line(turn, event, position);
    digest(Sha256::new().chain_update(LINK).chain_update(before.0).chain_update(line))
}

pub(super) fn digest(hash: Sha256) -> Digest {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&hash.finalize());
    crate::protocol::Hex(bytes)
}

/// The text of an entry that is hashed: `12 B dd 9f86… W pass 03ac… fault = 0123456789abcdef`.
fn line(turn: u32, event: &Event, position: PositionHash) -> String {
    let entry = match event {
        Event::Turn { black_move, white_move } => format!("B {} W {}", half(black_move), half(white_move)),
        Event::Move { color, mv, passed_for, .. } => {
            format!("{} {}{}", color.letter(), move_text(*mv), why(*passed_for))
        }
        Event::TakenBack { turns } => format!("back {turns}"),
        Event::Resumed => "on".to_owned(),
        Event::Ended { result, dead } => {
            let dead: String = dead.iter().flat_map(|at| at.to_sgf()).map(char::from).collect();
            format!("end {result} {dead}")
        }
    };
    format!("{turn} {entry} = {position}")
}

fn half(half: &HalfTurn) -> String {
    let commit = half.commit.map_or("-".to_owned(), |commit| commit.to_string());
    format!("{} {commit}{}", move_text(half.mv), why(half.passed_for))
}

fn move_text(mv: Move) -> String {
    match mv {
        Move::Place(at) => at.to_sgf().map(char::from).iter().collect(),
        Move::Pass => "pass".to_owned(),
    }
}

fn why(passed_for: Option<PassedFor>) -> &'static str {
    match passed_for {
        None => "",
        Some(PassedFor::Time) => " time",
        Some(PassedFor::Fault) => " fault",
    }
}

//! The entries of a game's record, each sealed with the hash of all before it: whoever holds the last seal can prove
//! every entry, and a host that shows two players different games cannot show them the same seal.

use rules::go::{Color, Move, Outcome, Point};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Digest, GameId, Nonce, PositionHash, Settings, spelling};

const LINK: &[u8] = b"tabiya/link/1\0";
const GAME: &[u8] = b"tabiya/game/1\0";

/// One entry, the position it leads to and the seal.
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
    /// Both at once.
    Turn { black_move: Half, white_move: Half },
    /// One after the other.
    Move {
        #[serde(with = "spelling::color")]
        color: Color,
        #[serde(rename = "move", with = "spelling::choice")]
        mv: Move,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed_for: Option<PassedFor>,
        spent: u64,
    },
    /// So many turns are undone.
    TakenBack { turns: u32 },
    /// The players did not agree on what is dead.
    Resumed,
    Ended {
        #[serde(with = "spelling::outcome")]
        result: Outcome,
        #[serde(with = "spelling::points")]
        dead: Vec<Point>,
    },
}

/// One player's part of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Half {
    #[serde(rename = "move", with = "spelling::choice")]
    pub mv: Move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_for: Option<PassedFor>,
    /// Thinking time in milliseconds. Not sealed: only the host measures it.
    pub spent: u64,
}

/// Why the host passed for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassedFor {
    Time,
    /// What was revealed is not what was committed to, is no legal move, or never came.
    Fault,
}

/// The seal before the first entry.
pub(super) fn beginning(game: GameId, settings: &Settings) -> Digest {
    let agreed = serde_json::to_vec(settings).unwrap_or_default();
    digest(Sha256::new().chain_update(GAME).chain_update(game.0).chain_update(agreed))
}

pub(super) fn seal(before: &Digest, turn: u32, event: &Event, position: PositionHash) -> Digest {
    let line = line(turn, event, position);
    digest(Sha256::new().chain_update(LINK).chain_update(before.0).chain_update(line))
}

pub(super) fn digest(hash: Sha256) -> Digest {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&hash.finalize());
    crate::protocol::Hex(bytes)
}

/// The entry as it is sealed: `12 B dd 9f86… W pass 03ac… fault = 0123456789abcdef`.
fn line(turn: u32, event: &Event, position: PositionHash) -> String {
    let entry = match event {
        Event::Turn { black_move, white_move } => format!("B {} W {}", half(black_move), half(white_move)),
        Event::Move { color, mv, passed_for, .. } => {
            format!("{} {}{}", color.letter(), word(*mv), why(*passed_for))
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

fn half(half: &Half) -> String {
    let commit = half.commit.map_or("-".to_owned(), |commit| commit.to_string());
    format!("{} {commit}{}", word(half.mv), why(half.passed_for))
}

fn word(mv: Move) -> String {
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

//! The messages between a room and its clients: JSON objects with a `type`. Every field has a limit. Every message
//! has its game, turn and number, so that late, repeated and reordered ones are harmless. `table` decides who may
//! send what.
//!
//!     {"type":"submit_move","seq":7,"game":1,"turn":12,"commit":"9f86d0…"}

mod access;
mod client_message;
mod hex;
mod server_message;
mod settings;
pub mod wire_format;

use std::fmt;

pub use access::{Access, password_hash};
pub use client_message::{
    Candidate, ClientMessage, ClientRequest, IceCandidate, SessionDescription, Verdict,
};
pub use hex::{Digest, GameId, Hex, Nonce, PositionHash, Token};
use rules::go::Move;
use serde::Deserialize;
pub use server_message::{EndReason, ErrorCode, Seats, ServerEvent, ServerMessage, Timers};
pub use settings::{BotLevel, GameKind, Opponent, Settings, SettingsError, TimeSettings};

/// Raised when an old program could misunderstand a new one.
pub const VERSION: u16 = 1;
/// The longest frame a client may send.
pub const MAX_CLIENT_FRAME: usize = 4096;
/// The longest frame a host may send: 64 turns of a game with all their hashes.
pub const MAX_SERVER_FRAME: usize = 64 << 10;
pub const MAX_NAME: usize = 32;
pub const MAX_CHAT: usize = 300;
/// A session description as pages exchange them.
pub const MAX_SDP: usize = 3000;
pub const MAX_CANDIDATE: usize = 300;
/// Stones on the largest board that is played.
pub const MAX_DEAD: usize = 625;

/// Why a frame is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MalformedMessage {
    TooLong { bytes: usize },
    NotAMessage { column: usize, why: String },
    Limit { what: &'static str },
    NotADescription,
}

impl fmt::Display for MalformedMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MalformedMessage::TooLong { bytes } => write!(f, "a frame of {bytes} bytes"),
            MalformedMessage::NotAMessage { column, why } => write!(f, "column {column}: {why}"),
            MalformedMessage::Limit { what } => write!(f, "{what} too long"),
            MalformedMessage::NotADescription => f.write_str("not a session description"),
        }
    }
}

impl std::error::Error for MalformedMessage {}

#[derive(Deserialize)]
struct Numbers {
    seq: u64,
    #[serde(default)]
    game: u32,
    #[serde(default)]
    turn: u32,
}

/// The two messages that make up nearly all of a host's traffic. Parsing them through serde's tagged enum would buffer
/// the fields first and take three times as long.
#[derive(Deserialize)]
struct InPlay<'a> {
    seq: u64,
    #[serde(default)]
    game: u32,
    #[serde(default)]
    turn: u32,
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    version: u32,
    #[serde(default)]
    commit: Option<Digest>,
    #[serde(default, rename = "move", with = "wire_format::choice::optional")]
    mv: Option<Move>,
    #[serde(default)]
    nonce: Option<Nonce>,
}

/// None for every other message and for malformed ones.
fn in_play(frame: &[u8]) -> Option<ClientMessage> {
    let InPlay { seq, game, turn, kind, version, commit, mv, nonce } = parse(frame, MAX_CLIENT_FRAME).ok()?;
    let request = match kind {
        "submit_move" => ClientRequest::SubmitMove { version, commit, mv },
        "reveal" => ClientRequest::Reveal { mv: mv?, nonce: nonce? },
        _ => return None,
    };
    Some(ClientMessage { seq, game, turn, request })
}

impl ClientMessage {
    pub fn read(frame: &[u8]) -> Result<ClientMessage, MalformedMessage> {
        match in_play(frame) {
            Some(asked) => Ok(asked),
            None => ClientMessage::read_any(frame),
        }
    }

    fn read_any(frame: &[u8]) -> Result<ClientMessage, MalformedMessage> {
        // Parsed twice, because serde's `flatten` is slower than that.
        let Numbers { seq, game, turn } = parse(frame, MAX_CLIENT_FRAME)?;
        let request: ClientRequest = parse(frame, MAX_CLIENT_FRAME)?;
        request.within_limits().map(|()| ClientMessage { seq, game, turn, request })
    }

    pub fn write(&self) -> String {
        // Serializing a message cannot fail: it has no maps with non-string keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ServerMessage {
    pub fn read(frame: &[u8]) -> Result<ServerMessage, MalformedMessage> {
        parse(frame, MAX_SERVER_FRAME)
    }

    /// The same bytes as serde's `flatten` would produce, several times faster; hosts do little else.
    pub fn write(&self) -> String {
        let mut text = Vec::new();
        self.write_head(&mut text);
        self.event.write_rest(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// The numbers, which differ for each recipient; `ServerEvent::write_rest` follows.
    pub fn write_head(&self, to: &mut Vec<u8>) {
        let ServerMessage { seq, acked, game, turn, .. } = self;
        let numbers = [
            ("{\"seq\":", *seq),
            (",\"heard\":", *acked),
            (",\"game\":", u64::from(*game)),
            (",\"turn\":", u64::from(*turn)),
        ];
        for (key, number) in numbers {
            to.extend_from_slice(key.as_bytes());
            to.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
    }
}

impl ServerEvent {
    /// The part that is the same for all recipients, after the numbers.
    pub fn write_rest(&self, to: &mut Vec<u8>) {
        let brace = to.len();
        if serde_json::to_writer(&mut *to, self).is_ok()
            && let Some(brace) = to.get_mut(brace)
        {
            *brace = b',';
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(frame: &'a [u8], longest: usize) -> Result<T, MalformedMessage> {
    if frame.len() > longest {
        return Err(MalformedMessage::TooLong { bytes: frame.len() });
    }
    serde_json::from_slice(frame)
        .map_err(|error| MalformedMessage::NotAMessage { column: error.column(), why: error.to_string() })
}

/// A name or chat line as others see it: without control characters, trimmed.
pub fn sanitize(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c.is_control() || is_direction(c) { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// Direction marks, with which one name could imitate another.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    proptest! {
        /// The fast path is only faster: the general parser reads the same from every message.
        #[test]
        fn the_fast_path_reads_moves_like_the_general_parser(
            kind in select(vec!["submit_move", "reveal", "resign", "re\\u0076eal", "sync"]),
            fields in prop::collection::vec(select(vec![
                r#""seq":7"#, r#""seq":-1"#, r#""game":1"#, r#""turn":3"#, r#""turn":null"#, r#""move":{"x":3,"y":4}"#,
                r#""move":{"pass":true}"#, r#""move":null"#, r#""move":{"x":300,"y":4}"#, r#""nonce":"NONCE""#,
                r#""nonce":null"#, r#""nonce":"ab""#, r#""commit":"NONCE""#, r#""commit":7"#, r#""other":[{}]"#,
            ]), 0..7),
        ) {
            let fields: Vec<String> = fields.iter().map(|field| field.replace("NONCE", &"0f".repeat(32))).collect();
            let frame = format!(r#"{{"type":"{kind}",{}}}"#, fields.join(",")).replace(",}", "}");
            let long = ClientMessage::read_any(frame.as_bytes());
            if let Some(asked) = in_play(frame.as_bytes()) {
                prop_assert_eq!(&Ok(asked), &long, "{}", frame);
            }
            prop_assert_eq!(ClientMessage::read(frame.as_bytes()), long);
        }
    }
}

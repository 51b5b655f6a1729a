//! The messages between a room and those in it, as JSON with a `type`. Every field has a limit, every message its
//! game, turn and number, so that late, repeated and reordered ones do no harm. Who may say what is decided in `table`.
//!
//!     {"type":"submit_move","seq":7,"game":1,"turn":12,"commit":"9f86d0…"}

mod ask;
mod hex;
mod settings;
pub mod spelling;
mod tell;

use std::fmt;

pub use ask::{Ask, Asked, Candidate, Verdict};
pub use hex::{Digest, GameId, Hex, Nonce, PositionHash, Token};
use rules::go::Move;
use serde::Deserialize;
pub use settings::{BotLevel, Kind, Opponent, Settings, Time, Unplayable};
pub use tell::{Fault, Reason, Seats, Tell, Timers, Told};

/// Raised whenever an old program could misunderstand a new one.
pub const VERSION: u16 = 1;
/// What a client may send in one frame.
pub const LONGEST_FRAME: usize = 4096;
/// What a host may send: 64 turns of a game with all their hashes.
pub const LONGEST_TOLD: usize = 64 << 10;
pub const LONGEST_NAME: usize = 32;
pub const LONGEST_CHAT: usize = 300;
/// A session description as pages exchange them.
pub const LONGEST_SDP: usize = 3000;
pub const LONGEST_CANDIDATE: usize = 300;
/// Stones on the largest board that is played.
pub const MOST_DEAD: usize = 625;

/// Why a frame was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    TooLong { bytes: usize },
    NotAMessage { column: usize, why: String },
    Limit { what: &'static str },
    NotADescription,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::TooLong { bytes } => write!(f, "a frame of {bytes} bytes"),
            Malformed::NotAMessage { column, why } => write!(f, "column {column}: {why}"),
            Malformed::Limit { what } => write!(f, "{what} too long"),
            Malformed::NotADescription => f.write_str("not a session description"),
        }
    }
}

impl std::error::Error for Malformed {}

#[derive(Deserialize)]
struct Numbers {
    seq: u64,
    #[serde(default)]
    game: u32,
    #[serde(default)]
    turn: u32,
}

/// The two messages of which a game consists: nearly all that a host hears. Serde reads messages of any kind into
/// something between first, and would take three times as long.
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
    commit: Option<Digest>,
    #[serde(default, rename = "move", with = "spelling::choice::optional")]
    mv: Option<Move>,
    #[serde(default)]
    nonce: Option<Nonce>,
}

/// None for every other message and every mistake.
fn in_play(frame: &[u8]) -> Option<Asked> {
    let InPlay { seq, game, turn, kind, commit, mv, nonce } = parse(frame, LONGEST_FRAME).ok()?;
    let ask = match kind {
        "submit_move" => Ask::SubmitMove { commit, mv },
        "reveal" => Ask::Reveal { mv: mv?, nonce: nonce? },
        _ => return None,
    };
    Some(Asked { seq, game, turn, ask })
}

impl Asked {
    pub fn read(frame: &[u8]) -> Result<Asked, Malformed> {
        match in_play(frame) {
            Some(asked) => Ok(asked),
            None => Asked::read_any(frame),
        }
    }

    fn read_any(frame: &[u8]) -> Result<Asked, Malformed> {
        // Read twice, because it is faster than to untie the two in one reading with serde's `flatten`.
        let Numbers { seq, game, turn } = parse(frame, LONGEST_FRAME)?;
        let ask: Ask = parse(frame, LONGEST_FRAME)?;
        ask.within_limits().map(|()| Asked { seq, game, turn, ask })
    }

    pub fn write(&self) -> String {
        // Nothing in a message can fail to be written: no maps with odd keys, no foreign types.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Told {
    pub fn read(frame: &[u8]) -> Result<Told, Malformed> {
        parse(frame, LONGEST_TOLD)
    }

    /// As serde would write it with its `flatten`, which costs several times as much: a host says little else.
    pub fn write(&self) -> String {
        let mut text = Vec::new();
        self.write_head(&mut text);
        self.tell.write_rest(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// The numbers, which are every listener's own; `Tell::write_rest` follows.
    pub fn write_head(&self, to: &mut Vec<u8>) {
        let Told { seq, heard, game, turn, .. } = self;
        let numbers = [
            ("{\"seq\":", *seq),
            (",\"heard\":", *heard),
            (",\"game\":", u64::from(*game)),
            (",\"turn\":", u64::from(*turn)),
        ];
        for (key, number) in numbers {
            to.extend_from_slice(key.as_bytes());
            to.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
    }
}

impl Tell {
    /// What all listeners are told alike, after the numbers.
    pub fn write_rest(&self, to: &mut Vec<u8>) {
        let brace = to.len();
        if serde_json::to_writer(&mut *to, self).is_ok()
            && let Some(brace) = to.get_mut(brace)
        {
            *brace = b',';
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(frame: &'a [u8], longest: usize) -> Result<T, Malformed> {
    if frame.len() > longest {
        return Err(Malformed::TooLong { bytes: frame.len() });
    }
    serde_json::from_slice(frame)
        .map_err(|error| Malformed::NotAMessage { column: error.column(), why: error.to_string() })
}

/// A name or a line of talk as others will see it: no control characters, no empty ends.
pub fn plain(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c.is_control() || is_direction(c) { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// Marks that turn the writing around, with which a name could pass for another.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    proptest! {
        /// The short way is only short: whatever it reads is read alike by the long one.
        #[test]
        fn moves_are_read_alike_both_ways(
            kind in select(vec!["submit_move", "reveal", "resign", "re\\u0076eal", "sync"]),
            fields in prop::collection::vec(select(vec![
                r#""seq":7"#, r#""seq":-1"#, r#""game":1"#, r#""turn":3"#, r#""turn":null"#, r#""move":{"x":3,"y":4}"#,
                r#""move":{"pass":true}"#, r#""move":null"#, r#""move":{"x":300,"y":4}"#, r#""nonce":"NONCE""#,
                r#""nonce":null"#, r#""nonce":"ab""#, r#""commit":"NONCE""#, r#""commit":7"#, r#""other":[{}]"#,
            ]), 0..7),
        ) {
            let fields: Vec<String> = fields.iter().map(|field| field.replace("NONCE", &"0f".repeat(32))).collect();
            let frame = format!(r#"{{"type":"{kind}",{}}}"#, fields.join(",")).replace(",}", "}");
            let long = Asked::read_any(frame.as_bytes());
            if let Some(asked) = in_play(frame.as_bytes()) {
                prop_assert_eq!(&Ok(asked), &long, "{}", frame);
            }
            prop_assert_eq!(Asked::read(frame.as_bytes()), long);
        }
    }
}

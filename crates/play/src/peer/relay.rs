//! Messages between a relay and the page that hosts a table behind it. Every other client has a number; the relay
//! passes on what they send and receive without reading it.
//!
//!     said 3 {"seq":7,…}      tell 3 {"seq":9,…}      about {"title":"Ann's table",…}

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Hex, MAX_CLIENT_FRAME, MAX_NAME, MalformedMessage, Settings, Token, sanitize};

pub const MAX_TITLE: usize = 40;
const MAX_STUN: usize = 100;

/// From the relay to the hosting page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromRelay<'t> {
    Connected(u32),
    Disconnected(u32),
    Received(u32, &'t str),
}

/// From the hosting page to the relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToRelay<'t> {
    Send(u32, &'t str),
    Close(u32),
    Info(&'t str),
}

impl<'t> FromRelay<'t> {
    pub fn read(text: &'t str) -> Option<FromRelay<'t>> {
        let (word, rest) = text.split_once(' ')?;
        match word {
            "came" => rest.parse().ok().map(FromRelay::Connected),
            "gone" => rest.parse().ok().map(FromRelay::Disconnected),
            "said" => numbered(rest).map(|(client, frame)| FromRelay::Received(client, frame)),
            _ => None,
        }
    }

    pub fn write(self) -> String {
        match self {
            FromRelay::Connected(client) => format!("came {client}"),
            FromRelay::Disconnected(client) => format!("gone {client}"),
            FromRelay::Received(client, frame) => format!("said {client} {frame}"),
        }
    }
}

impl<'t> ToRelay<'t> {
    pub fn read(text: &'t str) -> Option<ToRelay<'t>> {
        let (word, rest) = text.split_once(' ')?;
        match word {
            "tell" => numbered(rest).map(|(client, frame)| ToRelay::Send(client, frame)),
            "close" => rest.parse().ok().map(ToRelay::Close),
            "about" => Some(ToRelay::Info(rest)),
            _ => None,
        }
    }

    pub fn write(self) -> String {
        match self {
            ToRelay::Send(client, frame) => format!("tell {client} {frame}"),
            ToRelay::Close(client) => format!("close {client}"),
            ToRelay::Info(info) => format!("about {info}"),
        }
    }
}

fn numbered(text: &str) -> Option<(u32, &str)> {
    let (client, frame) = text.split_once(' ')?;
    Some((client.parse().ok()?, frame))
}

/// A table as a list of tables shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    pub title: String,
    pub settings: Settings,
    /// Black's and White's.
    pub names: [Option<String>; 2],
    pub free: bool,
    pub playing: bool,
    /// Whoever enters needs the password.
    #[serde(default)]
    pub locked: bool,
    /// The STUN server that the table's page uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stun: Option<String>,
}

impl TableInfo {
    pub fn read(text: &str) -> Result<TableInfo, MalformedMessage> {
        if text.len() > MAX_CLIENT_FRAME {
            return Err(MalformedMessage::TooLong { bytes: text.len() });
        }
        let info: TableInfo = serde_json::from_str(text).map_err(|error| MalformedMessage::NotAMessage {
            column: error.column(),
            why: error.to_string(),
        })?;
        if info.settings.check().is_err() {
            return Err(MalformedMessage::Limit { what: "the settings are" });
        }
        let short = |text: &str, most: usize| sanitize(text).chars().take(most).collect::<String>();
        let names = info.names.map(|name| name.map(|name| short(&name, MAX_NAME)));
        let stun = info.stun.filter(|server| is_stun_server(server));
        Ok(TableInfo { title: short(&info.title, MAX_TITLE), names, stun, ..info })
    }

    pub fn write(&self) -> String {
        // Serializing it cannot fail: it has no maps with non-string keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// `stun:name:port`. Browsers refuse anything else, and then no connection would be tried at all.
pub fn is_stun_server(text: &str) -> bool {
    let rest = text.strip_prefix("stun:").or_else(|| text.strip_prefix("stuns:"));
    let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
    rest.is_some_and(|rest| !rest.is_empty() && rest.len() <= MAX_STUN && rest.chars().all(plain))
}

/// The room id under which others find the table of the page that has this key. A restarted relay derives the same id,
/// and nobody without the key can host there.
pub fn relay_room(key: &Token) -> String {
    let hash = Sha256::new().chain_update(b"tabiya/meeting/1\0").chain_update(key.0).finalize();
    let mut id = [0; 8];
    for (to, from) in id.iter_mut().zip(hash) {
        *to = from;
    }
    format!("p{}", Hex(id))
}

/// Whether a room is hosted by a page. Rooms of a server have plain hexadecimal names.
pub fn is_relay_room(room: &str) -> bool {
    room.strip_prefix('p').is_some_and(|rest| Hex::<8>::parse(rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn relay_rooms_and_server_rooms_have_different_names() {
        let id = relay_room(&Hex([7; 16]));
        assert!(is_relay_room(&id) && id != relay_room(&Hex([8; 16])), "{id}");
        for room in ["", "p", "0123456789ab", "p0123", "px123456789abcdef", "bot"] {
            assert!(!is_relay_room(room), "{room}");
        }
    }

    #[test]
    fn table_info_is_limited_and_sanitized() {
        let info = TableInfo { title: "\u{202e}x".repeat(90), ..TableInfo::default() };
        let read = TableInfo::read(&info.write()).unwrap();
        assert!(read.title.chars().count() <= MAX_TITLE && !read.title.contains('\u{202e}'));
        let settings = Settings { board_size: 99, ..Settings::default() };
        assert!(TableInfo::read(&TableInfo { settings, ..TableInfo::default() }.write()).is_err());
        let stun = |text: &str| {
            let info = TableInfo { stun: Some(text.to_owned()), ..TableInfo::default() };
            TableInfo::read(&info.write()).unwrap().stun
        };
        assert_eq!(stun("stun:[2001:db8::1]:3478").as_deref(), Some("stun:[2001:db8::1]:3478"));
        for wrong in ["stun:", "turn:example.org", "stun:a b", &format!("stun:{}", "a".repeat(200))] {
            assert_eq!(stun(wrong), None, "{wrong}");
        }
        assert!(TableInfo::read("{}").is_err() && TableInfo::read(&" ".repeat(5000)).is_err());
    }

    proptest! {
        #[test]
        fn relay_messages_are_read_as_they_were_written(client: u32, frame in ".{0,40}") {
            for message in [FromRelay::Connected(client), FromRelay::Disconnected(client), FromRelay::Received(client, &frame)] {
                let text = message.write();
                prop_assert_eq!(FromRelay::read(&text), Some(message));
            }
            for message in [ToRelay::Send(client, &frame), ToRelay::Close(client), ToRelay::Info(&frame)] {
                let text = message.write();
                prop_assert_eq!(ToRelay::read(&text), Some(message));
            }
        }

        #[test]
        fn any_text_is_a_message_or_none(text in ".{0,60}") {
            let _ = (FromRelay::read(&text), ToRelay::read(&text), TableInfo::read(&text));
        }
    }
}

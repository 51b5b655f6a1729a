//! Records opened recently in Study, stored in this browser with their contents.

use catalogue::{FileKind, recognise};
use serde::{Deserialize, Serialize};
use web_sys::js_sys::Date;

use crate::storage;

const RECENT: &str = "tabiya.recent";
const MAX_COUNT: usize = 4;
/// Larger records are not stored.
const MAX_BYTES: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recent {
    pub name: String,
    /// Milliseconds since 1970.
    pub at: f64,
    #[serde(with = "as_text")]
    pub bytes: Vec<u8>,
}

/// The latest first.
pub fn all() -> Vec<Recent> {
    storage::get(RECENT).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub fn add(name: &str, bytes: &[u8]) {
    if bytes.is_empty() || bytes.len() > MAX_BYTES {
        return;
    }
    let new = Recent { name: name.to_owned(), at: Date::now(), bytes: bytes.to_vec() };
    let list = with(all(), new);
    // Without storage there is no list.
    let _ = storage::set(RECENT, &serde_json::to_string(&list).unwrap_or_default());
}

fn with(mut list: Vec<Recent>, new: Recent) -> Vec<Recent> {
    list.retain(|old| old.name != new.name);
    list.insert(0, new);
    list.truncate(MAX_COUNT);
    list
}

impl Recent {
    /// Searched in the text: parsing the record for a line of a list would take too long.
    pub fn players(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.bytes);
        let between = |start: &str, end: char| {
            let rest = text.split_once(start)?.1;
            let name = rest.split(end).next().map(str::trim);
            name.filter(|name| !name.is_empty() && *name != "?").map(str::to_owned)
        };
        [("PB[", "PW[", ']'), ("[White \"", "[Black \"", '"')]
            .into_iter()
            .find_map(|(one, other, end)| Some(format!("{} – {}", between(one, end)?, between(other, end)?)))
    }

    pub fn is_chess(&self) -> bool {
        recognise(&self.name, &self.bytes) == FileKind::ChessRecord
    }
}

/// Bytes as the characters U+0000 to U+00FF: half as long as base64 or a JSON array in UTF-16 storage.
pub mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        text.chars().map(|c| u8::try_from(c).map_err(|_| D::Error::custom("not a byte"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str) -> Recent {
        Recent { name: name.into(), at: 1.0, bytes: (0..=255).collect() }
    }

    #[test]
    fn the_latest_comes_first_and_only_once() {
        let list = ["a", "b", "c", "a", "d", "e"]
            .into_iter()
            .fold(Vec::new(), |list, name| with(list, record(name)));
        let names: Vec<&str> = list.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["e", "d", "a", "c"]);
    }

    #[test]
    fn every_byte_is_read_back() {
        let text = serde_json::to_string(&record("a")).unwrap();
        assert_eq!(serde_json::from_str::<Recent>(&text).unwrap(), record("a"));
    }

    #[test]
    fn lists_of_earlier_versions_are_read() {
        let stored = r#"[{"name":"a.sgf","at":1763350012345.0,"bytes":"(;C[\u00e9])"},{"name":"b.pgn","at":1.0,"bytes":"é"}]"#;
        let records: Vec<Recent> = serde_json::from_str(stored).unwrap();
        let bytes: Vec<&[u8]> = records.iter().map(|record| &*record.bytes).collect();
        assert_eq!(bytes, [b"(;C[\xe9])" as &[u8], b"\xe9"]);
        assert_eq!((records[0].name.as_str(), records[0].at), ("a.sgf", 1_763_350_012_345.0));
        assert_eq!(RECENT, "tabiya.recent");
    }

    #[test]
    fn the_players_are_read_from_the_text() {
        for (text, players, is_chess) in [
            ("(;PB[Ann]PW[Bob];B[aa])", Some("Ann – Bob"), false),
            ("[White \"Zoë\"]\n[Black \"Bob\"]", Some("Zoë – Bob"), true),
            ("(;B[aa])", None, false),
            ("[White \"?\"]\n1. e4", None, true),
        ] {
            let record = Recent { bytes: text.into(), ..record("a") };
            assert_eq!((record.players().as_deref(), record.is_chess()), (players, is_chess), "{text}");
        }
    }
}

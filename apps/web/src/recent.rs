//! Records that were opened in Study of late, kept in this browser with what is in them.

use serde::{Deserialize, Serialize};
use web_sys::js_sys::Date;

use crate::storage;

const RECENT: &str = "tabiya.recent";
const MOST: usize = 4;
/// Larger records are opened from their file again.
const LARGEST: usize = 100_000;

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
    storage::find(RECENT).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub fn note(name: &str, bytes: &[u8]) {
    if bytes.is_empty() || bytes.len() > LARGEST {
        return;
    }
    let new = Recent { name: name.to_owned(), at: Date::now(), bytes: bytes.to_vec() };
    let kept = with(all(), new);
    // A browser that keeps nothing remembers nothing.
    let _ = storage::keep(RECENT, &serde_json::to_string(&kept).unwrap_or_default());
}

fn with(mut kept: Vec<Recent>, new: Recent) -> Vec<Recent> {
    kept.retain(|old| old.name != new.name);
    kept.insert(0, new);
    kept.truncate(MOST);
    kept
}

impl Recent {
    /// Read from the record's own words: a picture of it would be too much to keep.
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
        !self.bytes.trim_ascii_start().starts_with(b"(")
    }
}

/// Bytes as the characters of the same numbers: half as long as anything that JSON has for them.
mod as_text {
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
        let kept = ["a", "b", "c", "a", "d", "e"]
            .into_iter()
            .fold(Vec::new(), |kept, name| with(kept, record(name)));
        let names: Vec<&str> = kept.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["e", "d", "a", "c"]);
    }

    #[test]
    fn every_byte_comes_back() {
        let text = serde_json::to_string(&record("a")).unwrap();
        assert_eq!(serde_json::from_str::<Recent>(&text).unwrap(), record("a"));
    }

    #[test]
    fn it_says_who_played() {
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

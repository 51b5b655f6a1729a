//! Autosaves in `localStorage`, each with the time at which it was written.

use web_sys::js_sys::Date;

use super::Autosave;
use crate::storage;

const PREFIX: &str = "tabiya.aside.";
/// No browser stores more, and a refused write takes as long as a successful one.
const MAX_BYTES: usize = 5 << 20;

/// The time in milliseconds, a space, then each byte as the character of the same number.
pub fn put(key: &str, bytes: &[u8]) -> Result<(), storage::StorageError> {
    if bytes.len() > MAX_BYTES {
        return Err(storage::StorageError);
    }
    let mut text = format!("{} ", Date::now());
    text.extend(bytes.iter().map(|byte| char::from(*byte)));
    storage::set(&format!("{PREFIX}{key}"), &text)
}

pub fn get(key: &str) -> Option<Autosave> {
    parse(&storage::get(&format!("{PREFIX}{key}"))?)
}

fn parse(text: &str) -> Option<Autosave> {
    let (saved_at, bytes) = text.split_once(' ')?;
    let bytes: Result<_, _> = bytes.chars().map(u8::try_from).collect();
    Some(Autosave { saved_at: saved_at.parse().ok()?, bytes: bytes.ok()? })
}

pub fn remove(key: &str) {
    storage::remove(&format!("{PREFIX}{key}"));
}

pub fn keys() -> Vec<String> {
    let ours = |key: String| key.strip_prefix(PREFIX).map(str::to_owned);
    storage::keys().into_iter().filter_map(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text: String = "12.5 ".chars().chain(all.iter().map(|byte| char::from(*byte))).collect();
        let autosave = parse(&text).unwrap();
        assert_eq!((autosave.saved_at, autosave.bytes), (12.5, all));
    }

    #[test]
    fn autosaves_of_earlier_versions_are_read() {
        let stored = "1763350012345 (;GM[1]C[\u{e9}])";
        let autosave = parse(stored).unwrap();
        assert_eq!((autosave.saved_at, autosave.bytes), (1_763_350_012_345.0, b"(;GM[1]C[\xe9])".to_vec()));
        assert_eq!(PREFIX, "tabiya.aside.", "the key in the browsers of users");
    }

    #[test]
    fn values_in_another_format_are_ignored() {
        for text in ["", "no time", "12", "12 \u{400}"] {
            assert!(parse(text).is_none(), "{text:?}");
        }
    }
}

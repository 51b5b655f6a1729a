//! Bytes in the browser's local storage, each with the time at which it was put there.

use web_sys::js_sys::Date;

use super::Kept;
use crate::storage;

const PREFIX: &str = "tabiya.aside.";
/// No browser keeps more, and to be refused takes as long as to be served.
const MOST: usize = 5 << 20;

/// Strings in storage are UTF-16 and hold any byte as a character.
pub fn put(key: &str, bytes: &[u8]) -> Result<(), storage::Refused> {
    if bytes.len() > MOST {
        return Err(storage::Refused);
    }
    let mut text = format!("{} ", Date::now());
    text.extend(bytes.iter().map(|byte| char::from(*byte)));
    storage::keep(&format!("{PREFIX}{key}"), &text)
}

pub fn get(key: &str) -> Option<Kept> {
    parse(&storage::find(&format!("{PREFIX}{key}"))?)
}

fn parse(text: &str) -> Option<Kept> {
    let (at, bytes) = text.split_once(' ')?;
    let bytes: Result<_, _> = bytes.chars().map(u8::try_from).collect();
    Some(Kept { at: at.parse().ok()?, bytes: bytes.ok()? })
}

pub fn forget(key: &str) {
    storage::forget(&format!("{PREFIX}{key}"));
}

pub fn keys() -> Vec<String> {
    let ours = |key: String| key.strip_prefix(PREFIX).map(str::to_owned);
    storage::keys().into_iter().filter_map(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text: String = "12.5 ".chars().chain(all.iter().map(|byte| char::from(*byte))).collect();
        let kept = parse(&text).unwrap();
        assert_eq!((kept.at, kept.bytes), (12.5, all));
    }

    #[test]
    fn what_others_wrote_there_is_nothing() {
        for text in ["", "no time", "12", "12 \u{400}"] {
            assert!(parse(text).is_none(), "{text:?}");
        }
    }
}

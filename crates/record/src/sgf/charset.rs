//! The charset of a file: decoding and encoding.
//!
//! Internally a file is either its own bytes or, for UTF-16, the same text in UTF-8 (lone surrogates as three bytes, so
//! that they survive). Valid UTF-8 takes precedence over the file's CA property; without either, the charset is
//! guessed.

use std::borrow::Cow;

use super::lex::Wide;
use crate::encodings::{self, DoesNotFit, Encoding, windows_1252};

/// The charset of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Nothing above 0x7F and no CA: any other character needs another charset.
    Ascii,
    Utf8,
    Utf16 {
        big_endian: bool,
    },
    /// Any other that `encodings` supports.
    Other(&'static Encoding),
}

impl Charset {
    /// By the name given by a file or a person.
    pub fn named(name: &str) -> Option<Charset> {
        let name = name.trim();
        let squeezed: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        match squeezed.to_ascii_lowercase().as_str() {
            "ascii" | "usascii" => Some(Charset::Ascii),
            "utf8" => Some(Charset::Utf8),
            "utf16" | "utf16le" => Some(Charset::Utf16 { big_endian: false }),
            "utf16be" => Some(Charset::Utf16 { big_endian: true }),
            squeezed => encodings::named(name, squeezed).map(Charset::Other),
        }
    }

    /// Its name for display and for CA.
    pub fn name(self) -> &'static str {
        match self {
            Charset::Ascii => "US-ASCII",
            Charset::Utf8 => "UTF-8",
            Charset::Utf16 { big_endian: false } => "UTF-16LE",
            Charset::Utf16 { big_endian: true } => "UTF-16BE",
            Charset::Other(encoding) => encoding.name(),
        }
    }

    pub(crate) fn wide(self) -> Wide {
        match self {
            Charset::Ascii | Charset::Utf8 | Charset::Utf16 { .. } => Wide::No,
            Charset::Other(encoding) => encodings::wide(encoding),
        }
    }

    /// Invalid bytes become U+FFFD; the second value tells whether there were any.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        // ASCII is the same in all but one, and most text is ASCII.
        let simple = match self {
            Charset::Ascii | Charset::Utf8 | Charset::Utf16 { .. } => true,
            Charset::Other(encoding) => encodings::wide(encoding) != Wide::Escapes && bytes.is_ascii(),
        };
        if simple && let Ok(text) = std::str::from_utf8(bytes) {
            return (text.into(), false);
        }
        match self {
            Charset::Ascii => (windows_1252::decode(bytes), false),
            Charset::Utf8 | Charset::Utf16 { .. } => (String::from_utf8_lossy(bytes), true),
            Charset::Other(encoding) => encodings::decode(encoding, bytes),
        }
    }

    pub(crate) fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, DoesNotFit> {
        match self {
            Charset::Ascii if text.is_ascii() => return Ok(text.as_bytes().into()),
            Charset::Ascii => {}
            Charset::Utf8 | Charset::Utf16 { .. } => return Ok(text.as_bytes().into()),
            Charset::Other(encoding) => {
                if let Some(bytes) = encodings::encode(encoding, text) {
                    return Ok(bytes);
                }
            }
        }
        let character = text.chars().find(|c| !self.has(*c)).unwrap_or(char::REPLACEMENT_CHARACTER);
        Err(DoesNotFit { charset: self.name(), character })
    }

    fn has(self, character: char) -> bool {
        match self {
            _ if character.is_ascii() => true,
            Charset::Ascii => false,
            Charset::Utf8 | Charset::Utf16 { .. } => true,
            Charset::Other(encoding) => {
                encodings::encode(encoding, character.encode_utf8(&mut [0; 4])).is_some()
            }
        }
    }
}

/// UTF-8 or ASCII, if the bytes leave no doubt.
///
/// A name cut within a character should not change how the whole file is read, so a few invalid bytes among many valid
/// characters still count as UTF-8.
pub(crate) fn detect_certain(bytes: &[u8]) -> Option<Charset> {
    if bytes.is_ascii() {
        return (!bytes.contains(&0x1B)).then_some(Charset::Ascii);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Some(Charset::Utf8);
    }
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        let wide = |b: &&u8| matches!(b, 0xC0..);
        good += chunk.valid().as_bytes().iter().filter(wide).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    (good > 0 && good >= 4 * bad).then_some(Charset::Utf8)
}

/// Guesses from the values of a file; the rest is ASCII in every charset and would be misleading.
pub(crate) fn guess<'a>(values: impl Iterator<Item = &'a [u8]>) -> Charset {
    encodings::guess(values).map_or(Charset::Ascii, Charset::Other)
}

/// The byte order of UTF-16, by its mark or by the zero beside the first bracket.
pub(crate) fn utf16_order(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xFF, 0xFE, ..] | [b'(', 0, ..] => Some(false),
        [0xFE, 0xFF, ..] | [0, b'(', ..] => Some(true),
        _ => None,
    }
}

/// Converts UTF-16 to UTF-8; an odd last byte is returned.
pub(crate) fn from_utf16(bytes: &[u8], big_endian: bool) -> (Vec<u8>, Option<u8>) {
    let (units, rest) = bytes.as_chunks::<2>();
    let unit =
        |pair: &[u8; 2]| if big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let mut text = Vec::with_capacity(units.len() + units.len() / 8);
    for c in char::decode_utf16(units.iter().map(unit)) {
        match c {
            Ok(c) => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => {
                let n = lone.unpaired_surrogate();
                text.extend([0xE0 | (n >> 12) as u8, 0x80 | (n >> 6 & 0x3F) as u8, 0x80 | (n & 0x3F) as u8]);
            }
        }
    }
    (text, rest.first().copied())
}

/// The inverse of `from_utf16`.
pub(crate) fn to_utf16(text: &[u8], big_endian: bool, odd: Option<u8>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() * 2 + 1);
    let mut put = |n: u16| bytes.extend(if big_endian { n.to_be_bytes() } else { n.to_le_bytes() });
    let mut rest = text;
    while let Some((at, unit)) = next_surrogate(rest) {
        String::from_utf8_lossy(&rest[..at]).encode_utf16().for_each(&mut put);
        put(unit);
        rest = &rest[at + 3..];
    }
    String::from_utf8_lossy(rest).encode_utf16().for_each(&mut put);
    bytes.extend(odd);
    bytes
}

/// The next lone surrogate, as encoded by `from_utf16`.
fn next_surrogate(text: &[u8]) -> Option<(usize, u16)> {
    let at = memchr::memchr_iter(0xED, text).find(|at| text.get(at + 1).is_some_and(|b| *b >= 0xA0))?;
    let [_, high, low] = *text.get(at..at + 3)?.as_array()?;
    Some((at, 0xD000 | u16::from(high & 0x3F) << 6 | u16::from(low & 0x3F)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_have_many_names() {
        for (name, known) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("EUC-CN", "GBK"),
            ("cp936", "GBK"),
            ("GB2312", "GBK"),
            ("gb18030", "gb18030"),
            ("CP950", "Big5"),
            ("Big5", "Big5"),
            ("cp932", "Shift_JIS"),
            ("SJIS", "Shift_JIS"),
            ("Shift_JIS", "Shift_JIS"),
            ("cp949", "EUC-KR"),
            ("UHC", "EUC-KR"),
            ("EUC-KR", "EUC-KR"),
            ("EUC-JP", "EUC-JP"),
            ("ISO-8859", "windows-1252"),
            ("ISO8859_1", "windows-1252"),
            ("ISO-8859-1", "windows-1252"),
            ("ISO-8859-2", "ISO-8859-2"),
            ("windows-1251", "windows-1251"),
            ("KOI8-R", "KOI8-R"),
        ] {
            assert_eq!(Charset::named(name).map(Charset::name), Some(known), "{name}");
        }
        assert_eq!(Charset::named("Klingon"), None);
    }

    #[test]
    fn utf16_survives_conversion_and_back() {
        let lone = [0x28, 0x00, 0x00, 0xD8, 0x41, 0x00, 0xFF, 0xDF, 0x3D, 0xD8, 0x00, 0xDE, 0xFF];
        for big_endian in [false, true] {
            let (text, odd) = from_utf16(&lone, big_endian);
            assert_eq!(to_utf16(&text, big_endian, odd), lone);
        }
    }

    #[test]
    fn one_truncated_name_does_not_change_the_charset() {
        assert_eq!(detect_certain("PB[棋手]PW[对手".as_bytes()), Some(Charset::Utf8));
        assert_eq!(
            detect_certain(b"PB[\xE6\xA3\x8B\xE6\x89\x8B\xE6\xA3\x8B\xE6\x89\x8B\xE5]"),
            Some(Charset::Utf8)
        );
        assert_eq!(detect_certain(b"PB[\xC6\xE5\xCA\xD6]"), None);
        assert_eq!(detect_certain(b"PB[B]"), Some(Charset::Ascii));
    }
}

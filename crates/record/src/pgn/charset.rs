//! The charset of a file. UTF-8 and Windows-1252 files are read in place; UTF-16, and charsets chosen by the user, are
//! converted to UTF-8 for reading and back for writing, lone surrogates included.

use std::borrow::Cow;

use crate::encodings::{self, DoesNotFit, Encoding, windows_1252};
use crate::sgf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Charset {
    #[default]
    Utf8,
    Windows1252,
    Utf16Le,
    Utf16Be,
    /// Only if the user chooses it.
    Other(&'static Encoding),
}

impl From<sgf::Charset> for Charset {
    fn from(charset: sgf::Charset) -> Charset {
        match charset {
            sgf::Charset::Ascii | sgf::Charset::Utf8 => Charset::Utf8,
            sgf::Charset::Utf16 { big_endian: false } => Charset::Utf16Le,
            sgf::Charset::Utf16 { big_endian: true } => Charset::Utf16Be,
            sgf::Charset::Other(encoding) if encoding.name() == "windows-1252" => Charset::Windows1252,
            sgf::Charset::Other(encoding) => Charset::Other(encoding),
        }
    }
}

impl From<Charset> for sgf::Charset {
    fn from(charset: Charset) -> sgf::Charset {
        sgf::Charset::named(charset.name()).unwrap_or(sgf::Charset::Utf8)
    }
}

impl Charset {
    /// By byte order mark or the zeros of UTF-16, else UTF-8 if it is valid, else Windows-1252.
    pub fn of(bytes: &[u8]) -> Charset {
        match bytes {
            [0xFF, 0xFE, ..] => Charset::Utf16Le,
            [0xFE, 0xFF, ..] => Charset::Utf16Be,
            // Two ASCII characters: programs that write UTF-16 into a pipe may leave out the mark.
            [1..=0x7F, 0, 1..=0x7F, 0, ..] => Charset::Utf16Le,
            [0, 1..=0x7F, 0, 1..=0x7F, ..] => Charset::Utf16Be,
            _ if std::str::from_utf8(bytes).is_ok() => Charset::Utf8,
            _ => Charset::Windows1252,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Windows1252 => "windows-1252",
            Charset::Utf16Le => "UTF-16LE",
            Charset::Utf16Be => "UTF-16BE",
            Charset::Other(encoding) => encoding.name(),
        }
    }

    /// Whether it has all characters of a text.
    pub fn holds(self, text: &str) -> Result<(), DoesNotFit> {
        self.bytes(text).map(drop)
    }

    fn unit(self, pair: [u8; 2]) -> u16 {
        if self == Charset::Utf16Be { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    }

    fn is_wide(self) -> bool {
        matches!(self, Charset::Utf16Le | Charset::Utf16Be)
    }

    /// Whether both are read as the same bytes: all but Windows-1252 are UTF-8 after conversion.
    pub(super) fn is_like(self, other: Charset) -> bool {
        (self == Charset::Windows1252) == (other == Charset::Windows1252)
    }

    /// The bytes to read, and the odd byte at the end of a truncated UTF-16 file.
    pub(super) fn decode_to_utf8(self, bytes: Vec<u8>) -> (Vec<u8>, Option<u8>) {
        if let Charset::Other(encoding) = self {
            return (encodings::decode(encoding, &bytes).0.into_owned().into_bytes(), None);
        }
        if !self.is_wide() {
            return (bytes, None);
        }
        let pairs = bytes.chunks_exact(2);
        let odd = pairs.remainder().first().copied();
        let units = pairs.map(|pair| self.unit([pair[0], pair[1]]));
        let mut text = Vec::with_capacity(bytes.len() / 2);
        for letter in char::decode_utf16(units) {
            match letter {
                Ok(letter) => text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(lone) => text.extend_from_slice(&three_bytes(lone.unpaired_surrogate())),
            }
        }
        (text, odd)
    }

    /// The inverse of `decode_to_utf8`.
    pub(super) fn encode_from_utf8(self, text: Vec<u8>, odd: Option<u8>) -> Vec<u8> {
        if let Charset::Other(encoding) = self {
            let written = std::str::from_utf8(&text).ok().and_then(|text| encodings::encode(encoding, text));
            return written.map(Cow::into_owned).unwrap_or(text);
        }
        if !self.is_wide() {
            return text;
        }
        let mut bytes = Vec::with_capacity(text.len() * 2);
        let mut rest = text.as_slice();
        while !rest.is_empty() {
            let valid = std::str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
            let (letters, lone) = rest.split_at(valid);
            for unit in std::str::from_utf8(letters).unwrap_or_default().encode_utf16() {
                self.push_unit(unit, &mut bytes);
            }
            rest = match lone {
                [_, six, last, more @ ..] => {
                    let low = |byte: &u8| u16::from(byte & 0x3F);
                    self.push_unit(0xD000 | low(six) << 6 | low(last), &mut bytes);
                    more
                }
                _ => &[],
            };
        }
        bytes.extend(odd);
        bytes
    }

    fn push_unit(self, unit: u16, bytes: &mut Vec<u8>) {
        let pair = if self == Charset::Utf16Be { unit.to_be_bytes() } else { unit.to_le_bytes() };
        bytes.extend_from_slice(&pair);
    }

    /// Decodes a value. Values are decoded separately, so that an invalid byte does not affect the others.
    pub(super) fn text(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) if self.is_wide() || matches!(self, Charset::Other(_)) => String::from_utf8_lossy(bytes),
            Err(_) => windows_1252::decode(bytes),
        }
    }

    /// Encodes new text for the bytes that are read.
    pub(super) fn bytes(self, text: &str) -> Result<Cow<'_, [u8]>, DoesNotFit> {
        match self {
            Charset::Windows1252 => windows_1252::encode(text)
                .map_err(|letter| DoesNotFit { charset: self.name(), character: letter }),
            Charset::Other(encoding) if encodings::encode(encoding, text).is_none() => {
                let lacks =
                    |letter: &char| encodings::encode(encoding, letter.encode_utf8(&mut [0; 4])).is_none();
                let letter = text.chars().find(lacks).unwrap_or(char::REPLACEMENT_CHARACTER);
                Err(DoesNotFit { charset: self.name(), character: letter })
            }
            _ => Ok(Cow::Borrowed(text.as_bytes())),
        }
    }
}

/// A lone surrogate as three bytes, as UTF-8 would encode it.
fn three_bytes(unit: u16) -> [u8; 3] {
    let six = |shift: u16| 0x80 | ((unit >> shift) & 0x3F) as u8;
    [0xED, six(6), six(0)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_charset_is_detected_by_byte_order_mark_or_validity() {
        assert_eq!(Charset::of(b"\xFF\xFEe\0"), Charset::Utf16Le);
        assert_eq!(Charset::of(b"\xFE\xFF\0e"), Charset::Utf16Be);
        assert_eq!(Charset::of(b"1\0.\0"), Charset::Utf16Le);
        assert_eq!(Charset::of(b"\x001\0."), Charset::Utf16Be);
        assert_eq!(Charset::of(b"1.\0 e4"), Charset::Utf8);
        assert_eq!(Charset::of("Nước hay".as_bytes()), Charset::Utf8);
        assert_eq!(Charset::of(b"M\xFCller"), Charset::Windows1252);
        assert_eq!(Charset::Windows1252.text(b"\x93M\xFCller\x94"), "\u{201c}M\u{fc}ller\u{201d}");
    }

    #[test]
    fn a_character_that_the_charset_lacks_is_reported() {
        let unfit = DoesNotFit { charset: "windows-1252", character: 'ớ' };
        assert_eq!(Charset::Windows1252.bytes("nới"), Err(unfit));
        assert_eq!(Charset::Windows1252.bytes("Müller").unwrap().as_ref(), b"M\xFCller");
    }

    proptest! {
        #[test]
        fn utf16_survives_conversion_and_back(units in prop::collection::vec(any::<u16>(), 0..40), odd in any::<bool>()) {
            for charset in [Charset::Utf16Le, Charset::Utf16Be] {
                let mut bytes = Vec::new();
                for unit in [0xFEFF].iter().chain(&units) {
                    charset.push_unit(*unit, &mut bytes);
                }
                bytes.extend(odd.then_some(7));
                let (text, tail) = charset.decode_to_utf8(bytes.clone());
                prop_assert_eq!(charset.encode_from_utf8(text, tail), bytes);
            }
        }

        #[test]
        fn lone_surrogates_survive_too(units in prop::collection::vec(0xD7F0u16..0xE010, 0..20)) {
            let mut bytes = Vec::new();
            for unit in &units {
                Charset::Utf16Le.push_unit(*unit, &mut bytes);
            }
            let (text, tail) = Charset::Utf16Le.decode_to_utf8(bytes.clone());
            prop_assert_eq!(Charset::Utf16Le.encode_from_utf8(text, tail), bytes);
        }
    }
}

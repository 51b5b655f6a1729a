//! Windows-1252: Western European letters, one byte each.

use std::borrow::Cow;

/// The characters of 0x80 to 0x9F. Below and above, the byte is the code point.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Every byte is a character.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii()) {
        Some(text) => text.into(),
        None => bytes.iter().map(|byte| letter(*byte)).collect::<String>().into(),
    }
}

/// Fails with the first character that the charset lacks.
pub(crate) fn encode(text: &str) -> Result<Cow<'_, [u8]>, char> {
    if text.is_ascii() {
        return Ok(text.as_bytes().into());
    }
    text.chars().map(|letter| byte(letter).ok_or(letter)).collect::<Result<Vec<u8>, char>>().map(Cow::from)
}

fn letter(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn byte(letter: char) -> Option<u8> {
    match HIGH.iter().position(|high| *high == letter) {
        Some(at) => u8::try_from(at + 0x80).ok(),
        None => u8::try_from(u32::from(letter)).ok().filter(|byte| !(0x80..=0x9F).contains(byte)),
    }
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;

    #[test]
    fn every_byte_decodes_as_in_the_encoding_standard() {
        let bytes: Vec<u8> = (0..=255).collect();
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        assert_eq!(decode(&bytes), text);
        assert_eq!(encode(&text).unwrap(), bytes);
        assert_eq!(encode("nới"), Err('ớ'));
    }
}

//! Decoding of text files by backgammon programs, and their lines.

use crate::encodings;

/// UTF-8, or UTF-16 with a byte order mark; else the Japanese or Western code page of Windows.
pub fn decode(bytes: &[u8]) -> String {
    if let Some(text) = utf16(bytes) {
        return text;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    japanese(bytes).unwrap_or_else(|| encodings::windows_1252::decode(bytes).into_owned())
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let units: Vec<u16> = match bytes {
        [0xff, 0xfe, rest @ ..] => pairs(rest).map(u16::from_le_bytes).collect(),
        [0xfe, 0xff, rest @ ..] => pairs(rest).map(u16::from_be_bytes).collect(),
        _ => return None,
    };
    Some(String::from_utf16_lossy(&units))
}

fn pairs(bytes: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    bytes.as_chunks::<2>().0.iter().copied()
}

/// Accented Western letters can pass for kanji, but never for kana.
fn japanese(bytes: &[u8]) -> Option<String> {
    let shift_jis = encodings::named("shift_jis", "shiftjis")?;
    let (text, broken) = encodings::decode(shift_jis, bytes);
    let is_kana = |c: char| ('\u{3041}'..='\u{30ff}').contains(&c);
    (!broken && text.contains(is_kana)).then(|| text.into_owned())
}

/// The column of a byte offset in its line, in characters from 1.
pub(super) fn column(line: &str, at: usize) -> usize {
    line.char_indices().take_while(|(start, _)| *start < at).count() + 1
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn code_pages_are_recognised() {
        for text in ["Équités avec videau", "Dopplerwürfel: 2"] {
            let (bytes, _, _) = WINDOWS_1252.encode(text);
            assert_eq!(decode(&bytes), text);
        }
        let japanese = "X:プレーヤー 1   O:プレーヤー 2";
        assert_eq!(decode(&SHIFT_JIS.encode(japanese).0), japanese);
        assert_eq!(decode(japanese.as_bytes()), japanese);
        assert_eq!(decode(b"\xef\xbb\xbfXGID"), "XGID");
        assert_eq!(decode(b"\xff\xfeX\0G\0"), "XG");
        assert_eq!(decode(b"\xfe\xff\0X\0G"), "XG");
    }
}

//! Decoding of text files by backgammon programs, and their lines.

use crate::sgf::Charset;

/// UTF-8, or UTF-16 with a byte order mark; else the Japanese or Western code page of Windows.
pub fn decode(bytes: &[u8]) -> String {
    decode_as(bytes, charset_of(bytes)).0
}

pub(super) fn charset_of(bytes: &[u8]) -> Charset {
    match bytes {
        [0xff, 0xfe, ..] => Charset::Utf16 { big_endian: false },
        [0xfe, 0xff, ..] => Charset::Utf16 { big_endian: true },
        _ if std::str::from_utf8(bytes).is_ok() => Charset::Utf8,
        // ASCII reads what is beyond it as Western.
        _ => japanese(bytes).or_else(|| Charset::named("windows-1252")).unwrap_or(Charset::Ascii),
    }
}

/// The text without a byte order mark, and whether the bytes are invalid in the charset.
pub(super) fn decode_as(bytes: &[u8], charset: Charset) -> (String, bool) {
    if let Charset::Utf16 { big_endian } = charset {
        return utf16(bytes, big_endian);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let (text, broken) = charset.decode(bytes);
    (text.into_owned(), broken)
}

fn utf16(bytes: &[u8], big_endian: bool) -> (String, bool) {
    let unit = |pair| if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
    let units: Vec<u16> = pairs(bytes).map(unit).collect();
    let text = String::from_utf16(&units).map_err(|_| String::from_utf16_lossy(&units));
    let is_broken = text.is_err();
    let text = text.unwrap_or_else(|lossy| lossy);
    (text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(), is_broken)
}

fn pairs(bytes: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    bytes.as_chunks::<2>().0.iter().copied()
}

/// Accented Western letters can pass for kanji, but never for kana.
fn japanese(bytes: &[u8]) -> Option<Charset> {
    let shift_jis = Charset::named("shift_jis")?;
    let (text, broken) = shift_jis.decode(bytes);
    let is_kana = |c: char| ('\u{3041}'..='\u{30ff}').contains(&c);
    (!broken && text.contains(is_kana)).then_some(shift_jis)
}

/// The column of a byte offset in its line, in characters from 1.
pub(super) fn column(line: &str, at: usize) -> usize {
    line.char_indices().take_while(|(start, _)| *start < at).count() + 1
}

/// A part of a line for a message.
pub(super) fn clipped(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
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

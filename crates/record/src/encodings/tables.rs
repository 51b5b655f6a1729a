//! All charsets of the WHATWG Encoding Standard, from `encoding_rs`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
pub(crate) use encoding_rs::Encoding;
use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};

use crate::sgf::Wide;

/// By name: as given, and reduced to lower-case letters and digits.
pub(crate) fn named(name: &str, squeezed: &str) -> Option<&'static Encoding> {
    Some(match squeezed {
        "euccn" | "cp936" | "ms936" | "gb" | "gb2312" | "chinesesimplified" => GBK,
        "cp950" | "ms950" | "eten" => BIG5,
        "cp932" | "ms932" | "sjis" | "jis" => SHIFT_JIS,
        "cp949" | "uhc" | "ms949" | "ksc5601" => EUC_KR,
        "iso8859" | "iso88591" | "latin" | "cp1252" | "ansi" => WINDOWS_1252,
        _ => Encoding::for_label(name.as_bytes()).or_else(|| Encoding::for_label(squeezed.as_bytes()))?,
    })
}

pub(crate) fn wide(encoding: &'static Encoding) -> Wide {
    match encoding {
        e if e == SHIFT_JIS => Wide::ShiftJis,
        e if e == BIG5 || e == GBK || e == GB18030 => Wide::Chinese,
        e if e == ISO_2022_JP => Wide::Escapes,
        _ => Wide::No,
    }
}

/// Invalid bytes become U+FFFD; the second value tells whether there were any.
pub(crate) fn decode<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
    encoding.decode_without_bom_handling(bytes)
}

/// `None` if the charset lacks a character.
pub(crate) fn encode<'a>(encoding: &'static Encoding, text: &'a str) -> Option<Cow<'a, [u8]>> {
    let (bytes, _, unfit) = encoding.encode(text);
    (!unfit).then_some(bytes)
}

pub(crate) fn guess<'a>(values: impl Iterator<Item = &'a [u8]>) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    for value in values {
        detector.feed(value, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    Some(if guess == UTF_8 { WINDOWS_1252 } else { guess })
}

//! NAGs (numeric annotation glyphs) and the signs that people write for them.

/// Signs in the order in which they are tried: longer ones before their prefixes.
const SIGNS: &[(&str, u32)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=", 10),
    ("~", 13),
    ("\u{25a1}", 7),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{203c}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
];

/// Words that some programs write after a move.
const WORDS: &[(&str, u32)] = &[("TN", 146), ("N", 146), ("RR", 145), ("D", 220), ("inf", 13)];

/// The length of a sign at the start; a run of `!` and `?` is one sign, known or not.
pub(super) fn sign_len(text: &[u8]) -> usize {
    let marks = text.iter().take_while(|b| matches!(b, b'!' | b'?')).count();
    if marks > 0 {
        return marks;
    }
    if is_plus_minus(text) {
        return 1;
    }
    let sign = SIGNS.iter().find(|(sign, _)| text.starts_with(sign.as_bytes()));
    sign.map_or(0, |(sign, _)| sign.len())
}

/// `±` in one byte, as in Windows-1252.
fn is_plus_minus(text: &[u8]) -> bool {
    text.first() == Some(&0xB1) && text.get(1).is_none_or(|next| *next < 0x80)
}

pub(super) fn is_word(word: &[u8]) -> bool {
    WORDS.iter().any(|(known, _)| known.as_bytes() == word)
}

/// The number of a NAG from its text: `$14`, `!?`, `+/=`, `N`. `None` for `$` alone or an unknown run of signs.
pub(super) fn number(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix('$') {
        return digits.parse().ok();
    }
    SIGNS.iter().chain(WORDS).find(|(sign, _)| *sign == text).map(|(_, number)| *number)
}

/// The sign usually shown for a number.
pub fn nag_sign(number: u32) -> Option<&'static str> {
    match number {
        7 => Some("\u{25a1}"),
        10 => Some("="),
        13 => Some("\u{221e}"),
        14 => Some("\u{2a72}"),
        15 => Some("\u{2a71}"),
        16 => Some("\u{b1}"),
        17 => Some("\u{2213}"),
        18 => Some("+-"),
        19 => Some("-+"),
        146 => Some("N"),
        _ => SIGNS.iter().find(|(_, n)| *n == number).map(|(sign, _)| *sign),
    }
}

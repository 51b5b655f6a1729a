//! Where values, names and nodes end in the bytes of a file. All of `sgf` uses these functions, for whole files and for
//! the text of single nodes.

use memchr::memchr2;

/// Which multi-byte charsets have characters with bytes that look like a bracket or a backslash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "charsets"), allow(dead_code))]
pub(crate) enum Wide {
    /// ASCII, UTF-8 and charsets whose second bytes are above 0x7F.
    No,
    ShiftJis,
    /// Big5, GBK and GB18030: every byte from 0x81 on is a lead byte.
    Chinese,
    /// ISO-2022-JP: pairs of printable bytes between `ESC $` and `ESC (`.
    Escapes,
}

impl Wide {
    fn leads(self, byte: u8) -> bool {
        match self {
            Wide::No | Wide::Escapes => false,
            Wide::ShiftJis => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            Wide::Chinese => matches!(byte, 0x81..=0xFE),
        }
    }
}

pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

#[inline]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|b| is_space(*b)) {
        at += 1;
    }
    at
}

#[inline]
fn name_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
        at += 1;
    }
    at
}

/// The `[` after the name at `at`, if there is a name and a `[`.
pub(crate) fn named_value(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at).filter(|b| b.is_ascii_alphabetic())?;
    let bracket = skip_space(bytes, name_end(bytes, at));
    (bytes.get(bracket) == Some(&b'[')).then_some(bracket)
}

/// The `]` that closes a value whose first byte is at `at`, or the end of the bytes.
pub(crate) fn value_end(bytes: &[u8], at: usize, wide: Wide) -> usize {
    let end = match wide {
        Wide::No => plain_value_end(bytes, at),
        Wide::Escapes => escapes_value_end(bytes, at),
        Wide::ShiftJis | Wide::Chinese => wide_value_end(bytes, at, wide),
    };
    end.min(bytes.len())
}

#[inline]
fn plain_value_end(bytes: &[u8], mut at: usize) -> usize {
    // Most values are two letters: too short for a vectorised search.
    for _ in 0..4 {
        match bytes.get(at) {
            None | Some(b']') => return at,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b']', b'\\', rest)) {
        at += found;
        if bytes.get(at) == Some(&b']') {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

fn wide_value_end(bytes: &[u8], mut at: usize, wide: Wide) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b']' => return at,
            // The escaped character may be multi-byte.
            b'\\' if bytes.get(at + 1).is_some_and(|b| wide.leads(*b)) => at += 1,
            b'\\' => at += 2,
            lead if wide.leads(*lead) => {
                if bytes.get(at + 1) == Some(&b']') && reads_as_structure(bytes, at + 2) {
                    return at + 1;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    at
}

/// Whether the bytes after a `]` look like SGF structure rather than text. A name cut in the middle of a character
/// leaves a lead byte right before its closing bracket.
fn reads_as_structure(bytes: &[u8], at: usize) -> bool {
    const LOOK_AHEAD: usize = 256;
    let rest = bytes.get(at..).unwrap_or_default();
    let near = rest.get(..LOOK_AHEAD).unwrap_or(rest);
    let mark = |b: &u8| is_space(*b) || matches!(b, b';' | b'(' | b')');
    match near.iter().position(|b| !mark(b)) {
        None => near.len() == rest.len(),
        Some(next) => near[next] == b'[' && next == 0 || named_value(near, next).is_some(),
    }
}

/// A line break ends an incomplete escape, an incomplete pair, and the sequence of pairs.
fn escapes_value_end(bytes: &[u8], mut at: usize) -> usize {
    let mut pairs = false;
    let whole = |at: usize, length: usize| match bytes.get(at + length - 1) {
        Some(b'\r' | b'\n') => at + length - 1,
        _ => at + length,
    };
    while let Some(byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (0x1B, Some(b'$')) => (pairs, at) = (true, whole(at, 3)),
            (0x1B, Some(b'(')) => (pairs, at) = (false, whole(at, 3)),
            (b'\r' | b'\n', _) => (pairs, at) = (false, at + 1),
            _ if pairs => at = whole(at, 2),
            (b']', _) => return at,
            (b'\\', _) => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// A part of a node's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodePart {
    /// A name with all its values.
    Property {
        start: usize,
        values: usize,
        end: usize,
        closed: bool,
    },
    /// A value without a name.
    Nameless {
        start: usize,
        end: usize,
        closed: bool,
    },
    /// A name without a value.
    Valueless {
        start: usize,
        end: usize,
    },
    Junk {
        start: usize,
        end: usize,
    },
}

impl NodePart {
    pub(crate) fn end(self) -> usize {
        match self {
            NodePart::Property { end, .. }
            | NodePart::Nameless { end, .. }
            | NodePart::Valueless { end, .. }
            | NodePart::Junk { end, .. } => end,
        }
    }
}

/// The next part from `at` on, up to the `;`, `(` or `)` that ends the node.
#[inline]
pub(crate) fn node_part(bytes: &[u8], at: usize, wide: Wide) -> Option<NodePart> {
    if let Some(end) = lone_move_end(bytes, at) {
        return Some(NodePart::Property { start: at, values: at + 1, end, closed: true });
    }
    let start = skip_space(bytes, at);
    match bytes.get(start)? {
        b';' | b'(' | b')' => None,
        b'[' => {
            let (end, closed) = values_end(bytes, start, wide);
            Some(NodePart::Nameless { start, end, closed })
        }
        b if b.is_ascii_alphabetic() => Some(named(bytes, start, wide)),
        _ => {
            let junk = |b: &u8| !(is_space(*b) || b.is_ascii_alphabetic() || b";()[".contains(b));
            let length = bytes.iter().skip(start).take_while(|b| junk(b)).count();
            Some(NodePart::Junk { start, end: start + length })
        }
    }
}

#[inline]
fn named(bytes: &[u8], start: usize, wide: Wide) -> NodePart {
    let name = name_end(bytes, start);
    let values = skip_space(bytes, name);
    if bytes.get(values) != Some(&b'[') {
        return NodePart::Valueless { start, end: name };
    }
    let (end, closed) = values_end(bytes, values, wide);
    NodePart::Property { start, values, end, closed }
}

/// The end of the values that begin with the `[` at `at`.
#[inline]
fn values_end(bytes: &[u8], at: usize, wide: Wide) -> (usize, bool) {
    let mut next = at;
    loop {
        let close = value_end(bytes, next + 1, wide);
        if close == bytes.len() {
            return (close, false);
        }
        next = skip_space(bytes, close + 1);
        if bytes.get(next) != Some(&b'[') {
            return (close + 1, true);
        }
    }
}

/// Fast path: the end of a `B[pd]` that is the node's only property, like most nodes.
#[inline]
pub(crate) fn lone_move_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [name, b'[', x, y, b']', ..] = bytes.get(at..)? else { return None };
    let is_move = name.is_ascii_uppercase() && x.is_ascii_alphabetic() && y.is_ascii_alphabetic();
    let next = bytes.get(skip_space(bytes, at + 5));
    (is_move && matches!(next, None | Some(b';' | b'(' | b')'))).then_some(at + 5)
}

/// The end of the node that begins at `start`, and whether its last value is closed.
pub(crate) fn node_end(bytes: &[u8], start: usize, wide: Wide) -> (usize, bool) {
    let mut at = start + usize::from(bytes.get(start) == Some(&b';'));
    if let Some(end) = lone_move_end(bytes, at) {
        return (end, true);
    }
    let mut found = (at.min(bytes.len()), true);
    while let Some(part) = node_part(bytes, at, wide) {
        at = part.end();
        if let NodePart::Property { end, closed, .. } | NodePart::Nameless { end, closed, .. } = part {
            found = (end, closed);
        }
    }
    found
}

/// What closes the last value of a node's text if the file ended within it. After half a character or a lone backslash
/// a bracket would be read as its second byte; a line break first prevents that.
pub(crate) fn missing_close(text: &[u8], wide: Wide) -> &'static [u8] {
    let closes_with = |close: &[u8]| node_end(&[text, close].concat(), 0, wide).1;
    match node_end(text, 0, wide) {
        (_, true) => b"",
        _ if closes_with(b"]") => b"]",
        _ => b"\n]",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn first_value(bytes: &[u8], wide: Wide) -> &[u8] {
        let open = bytes.iter().position(|b| *b == b'[').unwrap();
        &bytes[open + 1..value_end(bytes, open + 1, wide)]
    }

    #[test]
    fn brackets_and_backslashes_inside_wide_characters_do_not_end_a_value() {
        for (bytes, wide, value) in [
            (b"C[a\\]b]".as_slice(), Wide::No, b"a\\]b".as_slice()),
            (b"C[abcdefgh\\\\]", Wide::No, b"abcdefgh\\\\"),
            (b"C[\x83\x5D]", Wide::ShiftJis, b"\x83\x5D"),
            (b"C[\x83\x5C]", Wide::ShiftJis, b"\x83\x5C"),
            (b"C[\\\x83\x5C]", Wide::ShiftJis, b"\\\x83\x5C"),
            (b"C[\xB6\x5D x]", Wide::ShiftJis, b"\xB6"),
            (b"C[\xA4\x5D\x5D]", Wide::Chinese, b"\xA4\x5D"),
            (b"C[\x81\x30\x81\x30]", Wide::Chinese, b"\x81\x30\x81\x30"),
            (b"C[\x1B$B\x5D\x5D\x1B(B]", Wide::Escapes, b"\x1B$B\x5D\x5D\x1B(B"),
            (b"C[open", Wide::No, b"open"),
            (b"C[open\\", Wide::No, b"open\\"),
        ] {
            let first_close = first_value(bytes, wide);
            assert_eq!(first_close, value, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_character_cut_before_its_bracket_does_not_swallow_the_file() {
        assert_eq!(first_value(b"PB[\x83\x5D\r\nPW[\x82\xA0]", Wide::ShiftJis), b"\x83");
        assert_eq!(first_value(b"PB[\xC4\x5D;B[aa]", Wide::Chinese), b"\xC4");
        assert_eq!(first_value(b"PB[\xC4\x5D)\n", Wide::Chinese), b"\xC4");
        assert_eq!(first_value(b"C[\x83\x5D more text]", Wide::ShiftJis), b"\x83\x5D more text");
    }

    proptest! {
        #[test]
        fn a_value_cut_by_the_end_of_the_file_can_always_be_closed(
            cut in proptest::collection::vec(proptest::sample::select(b"\x1B$(B!x\\[]\r\n\x83\xA4".as_slice()), 0..12)
        ) {
            let text = [b";C[".as_slice(), &cut].concat();
            for wide in [Wide::No, Wide::ShiftJis, Wide::Chinese, Wide::Escapes] {
                let closed = [text.as_slice(), missing_close(&text, wide)].concat();
                let more = [closed.as_slice(), b";B[aa]"].concat();
                prop_assert_eq!(node_end(&more, 0, wide), (node_end(&closed, 0, wide).0, true), "{:?}", wide);
            }
        }
    }
}

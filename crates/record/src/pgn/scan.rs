//! Byte-level scanning: where tags, comments, lines and results end. The index and the parser share it, so that they
//! cannot disagree.

use memchr::{memchr2, memchr3};

/// A range of bytes, relative to the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Span {
    pub start: u32,
    pub len: u32,
}

impl Span {
    /// Games are at most 4 GiB long, so both numbers fit.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, len: end.saturating_sub(start) as u32 }
    }

    pub fn end(self) -> usize {
        self.start as usize + self.len as usize
    }

    pub fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start as usize..self.end()).unwrap_or_default()
    }
}

pub(super) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

pub(super) fn is_space(byte: u8) -> bool {
    byte <= b' '
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Skips spaces, line breaks, no-break spaces and byte order marks left by joined files.
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    loop {
        match byte(text, at) {
            b if is_space(b) && at < text.len() => at += 1,
            0xC2 if byte(text, at + 1) == 0xA0 => at += 2,
            0xEF if byte(text, at + 1) == 0xBB && byte(text, at + 2) == 0xBF => at += 3,
            _ => return at,
        }
    }
}

fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(byte(text, at), b' ' | b'\t') {
        at += 1;
    }
    at
}

pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr2(b'\n', b'\r', rest).map_or(text.len(), |n| at + n)
}

/// Skips one line break; `\r\n` counts as one.
fn skip_break(text: &[u8], at: usize) -> usize {
    match (byte(text, at), byte(text, at + 1)) {
        (b'\r', b'\n') => at + 2,
        (b'\r' | b'\n', _) => at + 1,
        _ => at,
    }
}

pub(super) fn is_line_start(text: &[u8], at: usize) -> bool {
    at == 0 || text.get(at - 1).is_some_and(|b| is_break(*b))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

/// `[Name "`: nothing else in a game looks like this at the start of a line.
pub(super) fn is_tag(text: &[u8], at: usize) -> bool {
    if byte(text, at) != b'[' || !byte(text, at + 1).is_ascii_alphanumeric() {
        return false;
    }
    let rest = text.get(at + 1..).unwrap_or_default();
    let name = rest.iter().position(|b| !is_name(*b)).unwrap_or(rest.len());
    let after = at + 1 + name;
    byte(text, skip_blanks(text, after)) == b'"'
}

/// Whether this line starts with a tag, possibly indented.
pub(super) fn is_tag_line(text: &[u8], at: usize) -> bool {
    is_tag(text, skip_blanks(text, at))
}

/// The end of a `{` comment, and whether it has a closing brace. Without one it ends at a blank line before a tag, or
/// with the text.
pub(super) fn comment_end(text: &[u8], open: usize) -> (usize, bool) {
    let mut at = open + 1;
    while let Some(n) = memchr3(b'}', b'\n', b'\r', text.get(at..).unwrap_or_default()) {
        at += n;
        if byte(text, at) == b'}' {
            return (at + 1, true);
        }
        match after_break(text, at) {
            (_, true) => return (at, false),
            (next, false) => at = next,
        }
    }
    (text.len(), false)
}

/// The place to read on after a line break in a comment, and whether a blank line and a tag follow. Blank lines are
/// skipped together: whether a tag follows is the same for all of them.
fn after_break(text: &[u8], at: usize) -> (usize, bool) {
    let next = skip_break(text, at);
    if !is_break(byte(text, skip_blanks(text, next))) {
        return (next, false);
    }
    let next = skip_space(text, next);
    (next, is_tag(text, next))
}

/// The text of a comment without the line breaks that would end it, because a blank line and a tag follow.
pub(super) fn without_tag_breaks(comment: &str) -> String {
    let text = comment.as_bytes();
    let mut kept = String::with_capacity(comment.len());
    let mut at = 0;
    while let Some(n) = memchr2(b'\n', b'\r', text.get(at..).unwrap_or_default()) {
        let (next, ends) = after_break(text, at + n);
        let blank = comment.get(at + n..next).unwrap_or_default();
        kept.push_str(comment.get(at..at + n).unwrap_or_default());
        kept.push_str(if ends { "\n" } else { blank });
        at = next;
    }
    kept.push_str(comment.get(at..).unwrap_or_default());
    kept
}

/// The length of a result here that is a separate word, or 0.
pub(super) fn result_len(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let len = match rest {
        [b'*', ..] => return 1,
        [b'1', b'-', b'0', ..] | [b'0', b'-', b'1', ..] => 3,
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => 7,
        _ => return 0,
    };
    let glued = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/');
    let before = at.checked_sub(1).map_or(0, |n| byte(text, n));
    if glued(before) || glued(byte(text, at + len)) { 0 } else { len }
}

/// What is wrong with a tag's syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagFault {
    NameMissing,
    ValueMissing,
    QuotesMissing,
    QuoteNotClosed,
    /// A quote inside the value without a backslash.
    QuoteNotEscaped,
    LineBreak,
    BracketMissing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagSpan {
    pub name: Span,
    /// Between the quotes, still escaped.
    pub value: Span,
    pub fault: Option<TagFault>,
}

impl TagSpan {
    /// A `;` or `%` line among the tags: not a tag, but written back where it was.
    pub fn comment_line(start: usize, end: usize) -> TagSpan {
        TagSpan { name: Span::new(start, start), value: Span::new(start, end), fault: None }
    }

    pub fn is_comment_line(&self) -> bool {
        self.name.len == 0 && self.fault.is_none()
    }
}

/// Reads the tag at this `[`. Also returns its end.
pub(super) fn read_tag(text: &[u8], open: usize) -> (TagSpan, usize) {
    let start = skip_blanks(text, open + 1);
    let ends_name = |b: &u8| is_space(*b) || matches!(b, b'"' | b']');
    let rest = text.get(start..).unwrap_or_default();
    let name_end = start + rest.iter().position(ends_name).unwrap_or(rest.len());
    let name = Span::new(start, name_end);
    let value = skip_blanks(text, name_end);
    let (mut tag, end) =
        if byte(text, value) == b'"' { quoted(text, name, value + 1) } else { bare(text, name, value) };
    if name.len == 0 {
        tag.fault = Some(TagFault::NameMissing);
    }
    (tag, end)
}

/// `[Round 3]` and `[Site]`.
fn bare(text: &[u8], name: Span, start: usize) -> (TagSpan, usize) {
    let line = line_end(text, start);
    let close = text.get(start..line).unwrap_or_default().iter().position(|b| *b == b']');
    let end = close.map_or(line, |n| start + n);
    let fault = if end == start { TagFault::ValueMissing } else { TagFault::QuotesMissing };
    (TagSpan { name, value: Span::new(start, end), fault: Some(fault) }, (end + 1).min(line))
}

/// The value ends at the first quote before a `]`. Other quotes and line breaks inside are faults.
fn quoted(text: &[u8], name: Span, start: usize) -> (TagSpan, usize) {
    let mut at = start;
    let mut fault = None;
    let mut last_quote = None;
    // Values are short: a simple loop is faster than a vectorised search.
    while let Some(n) =
        text.get(at..).unwrap_or_default().iter().position(|b| matches!(b, b'"' | b'\n' | b'\r'))
    {
        at += n;
        if byte(text, at) == b'"' {
            let after = skip_blanks(text, at + 1);
            let ends = !is_escaped(text, start, at);
            if ends && byte(text, after) == b']' {
                return (TagSpan { name, value: Span::new(start, at), fault }, after + 1);
            }
            if ends {
                (last_quote, fault) = (Some(at), fault.or(Some(TagFault::QuoteNotEscaped)));
            }
            at += 1;
        } else if last_quote.is_none() && closes_on_next_line(text, skip_break(text, at)) {
            fault = Some(TagFault::LineBreak);
            at = skip_break(text, at);
        } else {
            break;
        }
    }
    unfinished(text, name, start, last_quote)
}

/// Whether an odd number of backslashes comes before it.
fn is_escaped(text: &[u8], start: usize, at: usize) -> bool {
    let before = text.get(start..at).unwrap_or_default();
    before.iter().rev().take_while(|b| **b == b'\\').count() % 2 == 1
}

fn closes_on_next_line(text: &[u8], start: usize) -> bool {
    let line = text.get(start..line_end(text, start)).unwrap_or_default();
    let close = line.iter().rposition(|b| *b == b']');
    line.first() != Some(&b'[') && close.is_some_and(|n| line[..n].trim_ascii_end().ends_with(b"\""))
}

/// The line has no `"]`: the tag ends with the line.
fn unfinished(text: &[u8], name: Span, start: usize, quote: Option<usize>) -> (TagSpan, usize) {
    let line = line_end(text, start);
    let quote = quote.filter(|at| *at < line);
    let written = text.get(start..line).unwrap_or_default().trim_ascii_end();
    let value_end = quote.unwrap_or(start + written.strip_suffix(b"]").unwrap_or(written).len());
    let fault = if quote.is_some() { TagFault::BracketMissing } else { TagFault::QuoteNotClosed };
    (TagSpan { name, value: Span::new(start, value_end), fault: Some(fault) }, line)
}

//! The moves of a game as tokens. Between two tokens lie only spaces, so the tokens and their places keep every byte.

use rules::chess::WrittenMove;

use super::nag;
use super::scan::{byte, comment_end, is_line_start, line_end, result_len, skip_space};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move(WrittenMove),
    /// `12.`, `12...` or dots alone: they decide nothing.
    Number,
    Open,
    Close,
    /// `{…}`; `false` when the brace that closes it is missing.
    Comment(bool),
    /// `; …` to the end of the line.
    Rest,
    /// A line that begins with `%`.
    Escape,
    Nag,
    Result,
    /// Anything that is nothing of the above.
    Stray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8], at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    fn kind_and_end(&self, at: usize) -> (Kind, usize) {
        let text = self.text;
        match byte(text, at) {
            b'a'..=b'z' | b'A'..=b'Z' => self.word(at),
            b'0'..=b'9' => self.number(at),
            b'{' => {
                let (end, closed) = comment_end(text, at);
                (Kind::Comment(closed), end)
            }
            b'(' => (Kind::Open, at + 1),
            b')' => (Kind::Close, at + 1),
            b';' => (Kind::Rest, line_end(text, at)),
            b'%' if is_line_start(text, at) => (Kind::Escape, line_end(text, at)),
            b'$' => (Kind::Nag, at + 1 + self.run(at + 1, |b| b.is_ascii_digit())),
            b'.' => (Kind::Number, at + self.run(at, |b| b == b'.')),
            b'*' => (Kind::Result, at + 1),
            _ => self.sign(at),
        }
    }

    /// A move, a word such as `N`, or prose. `b4` in `b4ware` is no move.
    fn word(&self, at: usize) -> (Kind, usize) {
        let rest = self.rest(at);
        if let Some(spelling) = WrittenMove::read(rest) {
            let after = byte(rest, spelling.length());
            if !after.is_ascii_alphabetic() || self.may_follow_glued(at + spelling.length()) {
                return (Kind::Move(spelling), at + spelling.length());
            }
            let tail = at + spelling.length();
            return (Kind::Stray, tail + self.word_len(tail));
        }
        let len = self.word_len(at);
        let known = nag::is_word(rest.get(..len).unwrap_or_default());
        (if known { Kind::Nag } else { Kind::Stray }, at + len)
    }

    fn may_follow_glued(&self, at: usize) -> bool {
        let word = self.rest(at).get(..self.word_len(at)).unwrap_or_default();
        nag::is_word(word) || WrittenMove::read(self.rest(at)).is_some()
    }

    fn number(&self, at: usize) -> (Kind, usize) {
        let result = result_len(self.text, at);
        if result > 0 {
            return (Kind::Result, at + result);
        }
        if byte(self.text, at) == b'0'
            && let Some(spelling) = WrittenMove::read(self.rest(at))
        {
            return (Kind::Move(spelling), at + spelling.length());
        }
        let digits = at + self.run(at, |b| b.is_ascii_digit());
        let dots = digits + self.run(digits, |b| b == b'.');
        (Kind::Number, dots + if self.rest(dots).starts_with("\u{2026}".as_bytes()) { 3 } else { 0 })
    }

    /// Null moves, glyphs, and prose that begins with no letter.
    fn sign(&self, at: usize) -> (Kind, usize) {
        let rest = self.rest(at);
        if let Some(spelling) = WrittenMove::read(rest) {
            return (Kind::Move(spelling), at + spelling.length());
        }
        match nag::sign_len(rest) {
            0 => (Kind::Stray, at + self.word_len(at).max(1)),
            len => (Kind::Nag, at + len),
        }
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    fn run(&self, at: usize, is_in: impl Fn(u8) -> bool) -> usize {
        self.rest(at).iter().take_while(|b| is_in(**b)).count()
    }

    fn word_len(&self, at: usize) -> usize {
        self.run(at, |b| b.is_ascii_alphanumeric() || b >= 0x80)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let start = skip_space(self.text, self.at);
        if start >= self.text.len() {
            return None;
        }
        let (kind, end) = self.kind_and_end(start);
        self.at = end;
        Some(Token { kind, start, end })
    }
}

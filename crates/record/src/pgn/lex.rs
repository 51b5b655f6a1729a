//! The moves of a game as tokens. Only spaces are between tokens, so no byte is lost.

use rules::chess::WrittenMove;

use super::nag;
use super::scan::{byte, comment_end, is_line_start, line_end, result_len, skip_space};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Move(WrittenMove),
    /// `12.`, `12...` or only dots: ignored.
    Number,
    Open,
    Close,
    /// `{…}`; `false` if the closing brace is missing.
    Comment(bool),
    /// `; …` to the end of the line.
    Rest,
    /// A line that begins with `%`.
    Escape,
    Nag,
    Result,
    /// Anything else.
    Stray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
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

    fn kind_and_end(&self, at: usize) -> (TokenKind, usize) {
        let text = self.text;
        match byte(text, at) {
            b'a'..=b'z' | b'A'..=b'Z' => self.word(at),
            b'0'..=b'9' => self.number(at),
            b'{' => {
                let (end, closed) = comment_end(text, at);
                (TokenKind::Comment(closed), end)
            }
            b'(' => (TokenKind::Open, at + 1),
            b')' => (TokenKind::Close, at + 1),
            b';' => (TokenKind::Rest, line_end(text, at)),
            b'%' if is_line_start(text, at) => (TokenKind::Escape, line_end(text, at)),
            b'$' => (TokenKind::Nag, at + 1 + self.run(at + 1, |b| b.is_ascii_digit())),
            b'.' => (TokenKind::Number, at + self.run(at, |b| b == b'.')),
            b'*' => (TokenKind::Result, at + 1),
            _ => self.sign(at),
        }
    }

    /// A move, a word such as `N`, or prose. `b4` in `b4ware` is not a move.
    fn word(&self, at: usize) -> (TokenKind, usize) {
        let rest = self.rest(at);
        if let Some(written) = WrittenMove::read(rest) {
            let after = byte(rest, written.length());
            if !after.is_ascii_alphabetic() || self.may_follow_glued(at + written.length()) {
                return (TokenKind::Move(written), at + written.length());
            }
            let tail = at + written.length();
            return (TokenKind::Stray, tail + self.word_len(tail));
        }
        let len = self.word_len(at);
        let known = nag::is_word(rest.get(..len).unwrap_or_default());
        (if known { TokenKind::Nag } else { TokenKind::Stray }, at + len)
    }

    fn may_follow_glued(&self, at: usize) -> bool {
        let word = self.rest(at).get(..self.word_len(at)).unwrap_or_default();
        nag::is_word(word) || WrittenMove::read(self.rest(at)).is_some()
    }

    fn number(&self, at: usize) -> (TokenKind, usize) {
        let result = result_len(self.text, at);
        if result > 0 {
            return (TokenKind::Result, at + result);
        }
        if byte(self.text, at) == b'0'
            && let Some(written) = WrittenMove::read(self.rest(at))
        {
            return (TokenKind::Move(written), at + written.length());
        }
        let digits = at + self.run(at, |b| b.is_ascii_digit());
        let dots = digits + self.run(digits, |b| b == b'.');
        (TokenKind::Number, dots + if self.rest(dots).starts_with("\u{2026}".as_bytes()) { 3 } else { 0 })
    }

    /// Null moves, NAGs, and prose that does not begin with a letter.
    fn sign(&self, at: usize) -> (TokenKind, usize) {
        let rest = self.rest(at);
        if let Some(written) = WrittenMove::read(rest) {
            return (TokenKind::Move(written), at + written.length());
        }
        match nag::sign_len(rest) {
            0 => (TokenKind::Stray, at + self.word_len(at).max(1)),
            len => (TokenKind::Nag, at + len),
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

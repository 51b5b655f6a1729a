//! Replies out of an engine's bytes, however they are cut up. Engines print banners between replies, end lines
//! with CRLF, and some forget the blank line that ends a reply; none of that may lose an answer.

/// A longer line is cut: no reply needs it, and an engine gone wild must not fill the memory.
const LONGEST_LINE: usize = 64 * 1024;
const MOST_LINES: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Reply(Reply),
    /// A line outside any reply.
    Noise(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// `=` and not `?`.
    pub ok: bool,
    pub id: Option<u32>,
    /// Its lines without the mark and the id.
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Reader {
    line: Vec<u8>,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    ok: bool,
    id: Option<u32>,
    lines: Vec<String>,
}

impl Reader {
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Heard> {
        let mut heard = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' => self.end_line(&mut heard),
                b'\t' => self.push(b' '),
                0..=31 | 127 => {}
                _ => self.push(*byte),
            }
        }
        heard
    }

    /// A reply whose first line is whole, but whose last blank line has not come.
    pub fn unended(&self) -> Option<u32> {
        self.open.as_ref().filter(|_| self.line.is_empty())?.id
    }

    /// The reply is taken as it stands: no more will come, or not soon enough.
    pub fn end(&mut self) -> Option<Reply> {
        if !self.line.is_empty() {
            self.end_line(&mut Vec::new());
        }
        self.open.take().map(Open::close)
    }

    fn push(&mut self, byte: u8) {
        if self.line.len() < LONGEST_LINE {
            self.line.push(byte);
        }
    }

    fn end_line(&mut self, heard: &mut Vec<Heard>) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        if line.trim().is_empty() {
            heard.extend(self.open.take().map(|open| Heard::Reply(open.close())));
            return;
        }
        match (Open::begin(&line), &mut self.open) {
            // The blank line was forgotten and the next reply is here. Without an id it may be a row of `=====`.
            (Some(next), Some(_)) if next.id.is_some() => {
                heard.extend(self.open.replace(next).map(|open| Heard::Reply(open.close())));
            }
            (_, Some(open)) if open.lines.len() < MOST_LINES => open.lines.push(line),
            (_, Some(_)) => {}
            (Some(next), None) => self.open = Some(next),
            (None, None) => heard.push(Heard::Noise(line)),
        }
    }
}

impl Open {
    fn begin(line: &str) -> Option<Open> {
        let (ok, rest) = match line.split_at_checked(1)? {
            ("=", rest) => (true, rest),
            ("?", rest) => (false, rest),
            _ => return None,
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (id, text) = rest.split_at(digits);
        Some(Open { ok, id: id.parse().ok(), lines: vec![text.trim().to_owned()] })
    }

    fn close(self) -> Reply {
        Reply { ok: self.ok, id: self.id, text: self.lines.join("\n").trim_end().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reply(id: u32, text: &str) -> Heard {
        Heard::Reply(Reply { ok: true, id: Some(id), text: text.into() })
    }

    #[test]
    fn replies_are_found_among_banners_line_ends_and_forgotten_blanks() {
        let cases: &[(&str, &[Heard])] = &[
            ("=1 D4\n\n", &[reply(1, "D4")]),
            ("=1 D4\r\n\r\n", &[reply(1, "D4")]),
            ("=1\n\n", &[reply(1, "")]),
            ("=1\tD4 \n \n", &[reply(1, "D4")]),
            ("hello\n\n=1 a\nb\n\n", &[Heard::Noise("hello".into()), reply(1, "a\nb")]),
            ("=1 a\n=2 b\n\n", &[reply(1, "a"), reply(2, "b")]),
            ("=1 board\n=====\n\n", &[reply(1, "board\n=====")]),
            (
                "?3 illegal move\n\n",
                &[Heard::Reply(Reply { ok: false, id: Some(3), text: "illegal move".into() })],
            ),
            ("= D4\n\n", &[Heard::Reply(Reply { ok: true, id: None, text: "D4".into() })]),
            ("=99999999999999 D4\n\n", &[Heard::Reply(Reply { ok: true, id: None, text: "D4".into() })]),
        ];
        for (bytes, heard) in cases {
            assert_eq!(Reader::default().read(bytes.as_bytes()), *heard, "{bytes:?}");
        }
    }

    #[test]
    fn a_reply_without_its_blank_line_counts_once_it_is_ended() {
        let mut reader = Reader::default();
        assert_eq!(reader.read(b"=7 Q"), []);
        assert_eq!(reader.unended(), None);
        assert_eq!(reader.read(b"16\n"), []);
        assert_eq!(reader.unended(), Some(7));
        assert_eq!(reader.end(), Some(Reply { ok: true, id: Some(7), text: "Q16".into() }));
        assert_eq!(reader.end(), None);
    }

    #[test]
    fn an_endless_line_does_not_fill_the_memory() {
        let mut reader = Reader::default();
        for _ in 0..100 {
            reader.read(&[b'x'; 10_000]);
        }
        assert!(reader.line.len() <= LONGEST_LINE);
    }

    proptest! {
        #[test]
        fn how_the_bytes_are_cut_up_changes_nothing(bytes in "[=? 0-9a-c\r\n]{0,60}", cut in 1usize..7) {
            let mut whole = Reader::default();
            let mut cut_up = Reader::default();
            let pieces: Vec<Heard> = bytes.as_bytes().chunks(cut).flat_map(|piece| cut_up.read(piece)).collect();
            prop_assert_eq!(whole.read(bytes.as_bytes()), pieces);
            prop_assert_eq!(whole.end(), cut_up.end());
        }
    }
}

//! Splits an engine's output into replies, however the bytes are chunked. Engines print banners between replies, end
//! lines with CRLF, and some omit the blank line that ends a reply; none of that may lose a reply.

/// Longer lines are truncated: no reply needs them, and a broken engine must not fill the memory.
const MAX_LINE_LENGTH: usize = 64 * 1024;
const MAX_LINES: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    Reply(Reply),
    /// A line outside any reply.
    Noise(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// `=` rather than `?`.
    pub ok: bool,
    pub id: Option<u32>,
    /// Its lines without the mark and the id.
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Reader {
    line: Vec<u8>,
    open: Option<PartialReply>,
}

#[derive(Debug)]
struct PartialReply {
    ok: bool,
    id: Option<u32>,
    lines: Vec<String>,
}

impl Reader {
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Received> {
        let mut received = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' => self.end_line(&mut received),
                b'\t' => self.push(b' '),
                0..=31 | 127 => {}
                _ => self.push(*byte),
            }
        }
        received
    }

    /// The id, if it has one, of a reply whose first line is complete but whose blank line is missing.
    pub fn unended(&self) -> Option<Option<u32>> {
        self.open.as_ref().filter(|_| self.line.is_empty()).map(|open| open.id)
    }

    /// Ends the reply as it is: no more will come, or not in time.
    pub fn end(&mut self) -> Option<Reply> {
        if !self.line.is_empty() {
            self.end_line(&mut Vec::new());
        }
        self.open.take().map(PartialReply::close)
    }

    fn push(&mut self, byte: u8) {
        if self.line.len() < MAX_LINE_LENGTH {
            self.line.push(byte);
        }
    }

    fn end_line(&mut self, received: &mut Vec<Received>) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        if line.trim().is_empty() {
            received.extend(self.open.take().map(|open| Received::Reply(open.close())));
            return;
        }
        match (PartialReply::begin(&line), &mut self.open) {
            // The blank line is missing and the next reply begins. Without an id it may be a row of `=====`.
            (Some(next), Some(_)) if next.id.is_some() => {
                received.extend(self.open.replace(next).map(|open| Received::Reply(open.close())));
            }
            (_, Some(open)) if open.lines.len() < MAX_LINES => open.lines.push(line),
            (_, Some(_)) => {}
            (Some(next), None) => self.open = Some(next),
            (None, None) => received.push(Received::Noise(line)),
        }
    }
}

impl PartialReply {
    fn begin(line: &str) -> Option<PartialReply> {
        let (ok, rest) = match line.split_at_checked(1)? {
            // Part of a drawing or a banner, such as `=====`.
            ("=", rest) if rest.starts_with('=') => return None,
            ("=", rest) => (true, rest),
            ("?", rest) => (false, rest),
            _ => return None,
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (id, text) = rest.split_at(digits);
        Some(PartialReply { ok, id: id.parse().ok(), lines: vec![text.trim().to_owned()] })
    }

    fn close(self) -> Reply {
        Reply { ok: self.ok, id: self.id, text: self.lines.join("\n").trim_end().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reply(id: u32, text: &str) -> Received {
        Received::Reply(Reply { ok: true, id: Some(id), text: text.into() })
    }

    #[test]
    fn replies_are_found_among_banners_line_ends_and_missing_blank_lines() {
        let cases: &[(&str, &[Received])] = &[
            ("=1 D4\n\n", &[reply(1, "D4")]),
            ("=1 D4\r\n\r\n", &[reply(1, "D4")]),
            ("=1\n\n", &[reply(1, "")]),
            ("=1\tD4 \n \n", &[reply(1, "D4")]),
            ("hello\n\n=1 a\nb\n\n", &[Received::Noise("hello".into()), reply(1, "a\nb")]),
            ("=1 a\n=2 b\n\n", &[reply(1, "a"), reply(2, "b")]),
            ("=1 board\n=====\n\n", &[reply(1, "board\n=====")]),
            (
                "?3 illegal move\n\n",
                &[Received::Reply(Reply { ok: false, id: Some(3), text: "illegal move".into() })],
            ),
            ("= D4\n\n", &[Received::Reply(Reply { ok: true, id: None, text: "D4".into() })]),
            ("=99999999999999 D4\n\n", &[Received::Reply(Reply { ok: true, id: None, text: "D4".into() })]),
        ];
        for (bytes, received) in cases {
            assert_eq!(Reader::default().read(bytes.as_bytes()), *received, "{bytes:?}");
        }
    }

    #[test]
    fn a_reply_without_its_blank_line_counts_once_it_is_ended() {
        let mut reader = Reader::default();
        assert_eq!(reader.read(b"=7 Q"), []);
        assert_eq!(reader.unended(), None);
        assert_eq!(reader.read(b"16\n"), []);
        assert_eq!(reader.unended(), Some(Some(7)));
        assert_eq!(reader.end(), Some(Reply { ok: true, id: Some(7), text: "Q16".into() }));
        assert_eq!(reader.end(), None);
    }

    #[test]
    fn an_endless_line_does_not_fill_the_memory() {
        let mut reader = Reader::default();
        for _ in 0..100 {
            reader.read(&[b'x'; 10_000]);
        }
        assert!(reader.line.len() <= MAX_LINE_LENGTH);
    }

    proptest! {
        #[test]
        fn the_chunking_of_the_bytes_does_not_matter(bytes in "[=? 0-9a-c\r\n]{0,60}", cut in 1usize..7) {
            let mut whole = Reader::default();
            let mut cut_up = Reader::default();
            let pieces: Vec<Received> = bytes.as_bytes().chunks(cut).flat_map(|piece| cut_up.read(piece)).collect();
            prop_assert_eq!(whole.read(bytes.as_bytes()), pieces);
            prop_assert_eq!(whole.end(), cut_up.end());
        }
    }
}

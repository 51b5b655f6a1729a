//! Frames of a WebSocket (RFC 6455) as a host reads and writes them, without a socket. A message that is too long, not
//! masked or not text ends the conversation with the reason that the RFC has for it.

use play::protocol::LONGEST_FRAME;

/// A whole message, or a sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    Text(String),
    Binary,
    Ping(Vec<u8>),
    Pong,
    Close,
}

/// Why the other end cannot be listened to any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Protocol,
    NotText,
    TooLong,
}

impl Broken {
    pub(super) fn reason(self) -> (u16, &'static str) {
        match self {
            Broken::Protocol => (1002, "not a frame"),
            Broken::NotText => (1007, "not UTF-8"),
            Broken::TooLong => (1009, "the message is too long"),
        }
    }
}

/// What has come and was not yet taken.
#[derive(Debug)]
pub(super) struct Reader {
    longest: usize,
    bytes: Vec<u8>,
    /// The fragments of a message so far, and whether it is text.
    message: Option<(bool, Vec<u8>)>,
}

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The longest payload of a ping, a pong or a close.
const LONGEST_CONTROL: usize = 125;

struct Head {
    last: bool,
    opcode: u8,
    /// Where the mask begins.
    mask: usize,
    length: usize,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::up_to(LONGEST_FRAME)
    }
}

impl Reader {
    /// Of messages that are no longer than this.
    pub(super) fn up_to(longest: usize) -> Reader {
        Reader { longest, bytes: Vec::new(), message: None }
    }

    /// Nothing is left of what has come.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.message.is_none()
    }

    pub(super) fn take_in(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, if the whole of it has come.
    pub(super) fn next(&mut self) -> Result<Option<Frame>, Broken> {
        loop {
            let Some((last, opcode, payload)) = self.fragment()? else { return Ok(None) };
            if let Some(frame) = self.whole(last, opcode, payload)? {
                return Ok(Some(frame));
            }
        }
    }

    fn fragment(&mut self) -> Result<Option<(bool, u8, Vec<u8>)>, Broken> {
        let Some(Head { last, opcode, mask, length }) = head(&self.bytes, self.longest)? else {
            return Ok(None);
        };
        let (from, to) = (mask + 4, mask + 4 + length);
        let Some(masked) = self.bytes.get(from..to) else { return Ok(None) };
        let mask: [u8; 4] =
            self.bytes.get(mask..from).and_then(|mask| mask.try_into().ok()).unwrap_or_default();
        let payload = masked.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        if self.bytes.len() == to {
            // Nothing is kept for a socket that is silent.
            self.bytes = Vec::new();
        } else {
            self.bytes.drain(..to);
        }
        Ok(Some((last, opcode, payload)))
    }

    fn whole(&mut self, last: bool, opcode: u8, payload: Vec<u8>) -> Result<Option<Frame>, Broken> {
        let (text, all) = match (opcode, self.message.take()) {
            (CLOSE, _) => return Ok(Some(Frame::Close)),
            (PING | PONG, message) => {
                self.message = message;
                return Ok(Some(if opcode == PING { Frame::Ping(payload) } else { Frame::Pong }));
            }
            (TEXT | BINARY, None) => (opcode == TEXT, payload),
            (CONTINUATION, Some((text, mut so_far))) => {
                so_far.extend(payload);
                (text, so_far)
            }
            _ => return Err(Broken::Protocol),
        };
        if all.len() > self.longest {
            return Err(Broken::TooLong);
        }
        match (last, text) {
            (false, _) => {
                self.message = Some((text, all));
                Ok(None)
            }
            (true, true) => {
                String::from_utf8(all).map(|text| Some(Frame::Text(text))).map_err(|_| Broken::NotText)
            }
            (true, false) => Ok(Some(Frame::Binary)),
        }
    }
}

/// A message that came alone and whole, as nearly all do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sole<'a> {
    Text(&'a [u8]),
    Pong,
}

/// Takes the mask off where it stands. None for everything that is not so simple, which is left as it was.
pub(super) fn sole(bytes: &mut [u8]) -> Option<Sole<'_>> {
    let Head { last, opcode, mask, length } = head(bytes, LONGEST_FRAME).ok()??;
    if !last || bytes.len() != mask + 4 + length {
        return None;
    }
    match opcode {
        PONG => Some(Sole::Pong),
        TEXT => {
            let (mask, payload) = bytes.get_mut(mask..)?.split_first_chunk_mut::<4>()?;
            unmask(payload, *mask);
            if str::from_utf8(payload).is_ok() {
                return Some(Sole::Text(payload));
            }
            unmask(payload, *mask);
            None
        }
        _ => None,
    }
}

fn unmask(payload: &mut [u8], mask: [u8; 4]) {
    let (words, rest) = payload.as_chunks_mut::<4>();
    for word in words {
        *word = (u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(mask)).to_ne_bytes();
    }
    for (byte, mask) in rest.iter_mut().zip(mask) {
        *byte ^= mask;
    }
}

/// None while it is not all there.
fn head(bytes: &[u8], longest: usize) -> Result<Option<Head>, Broken> {
    let &[first, second, ..] = bytes else { return Ok(None) };
    let (last, opcode) = (first & 0x80 != 0, first & 15);
    let known = matches!(opcode, CONTINUATION | TEXT | BINARY | CLOSE | PING | PONG);
    let is_masked = second & 0x80 != 0;
    let short = usize::from(second & 0x7f);
    if first & 0x70 != 0 || !known || !is_masked || opcode >= CLOSE && (!last || short > LONGEST_CONTROL) {
        return Err(Broken::Protocol);
    }
    let (mask, length) = match (short, bytes) {
        (126, &[_, _, high, low, ..]) => (4, usize::from(u16::from_be_bytes([high, low]))),
        (126, _) => return Ok(None),
        (127, _) if longest <= usize::from(u16::MAX) => return Err(Broken::TooLong),
        (127, &[_, _, 0, 0, 0, 0, a, b, c, d, ..]) => (10, u32::from_be_bytes([a, b, c, d]) as usize),
        (127, rest) if rest.len() < 10 => return Ok(None),
        (127, _) => return Err(Broken::TooLong),
        (short, _) => (2, short),
    };
    if length > longest {
        return Err(Broken::TooLong);
    }
    Ok(Some(Head { last, opcode, mask, length }))
}

/// In two pieces, as it is written.
pub(super) fn text(out: &mut Vec<u8>, head: &[u8], rest: &[u8]) {
    begin(out, TEXT, head.len() + rest.len());
    out.extend_from_slice(head);
    out.extend_from_slice(rest);
}

pub(super) fn ping(out: &mut Vec<u8>) {
    write(out, PING, &[]);
}

pub(super) fn pong(out: &mut Vec<u8>, payload: &[u8]) {
    write(out, PONG, payload);
}

pub(super) fn close(out: &mut Vec<u8>, code: u16, reason: &str) {
    let payload: Vec<u8> =
        code.to_be_bytes().into_iter().chain(reason.bytes()).take(LONGEST_CONTROL).collect();
    write(out, CLOSE, &payload);
}

/// A host does not mask.
fn write(out: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    begin(out, opcode, payload.len());
    out.extend_from_slice(payload);
}

fn begin(out: &mut Vec<u8>, opcode: u8, length: usize) {
    out.reserve(length + 10);
    out.push(0x80 | opcode);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => out.push(short),
        (_, Ok(length)) => {
            out.push(126);
            out.extend(length.to_be_bytes());
        }
        _ => {
            out.push(127);
            out.extend((length as u64).to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As a client writes it.
    fn said(first: u8, payload: &[u8], mask: [u8; 4]) -> Vec<u8> {
        let mut frame = vec![first];
        match u8::try_from(payload.len()) {
            Ok(short) if short < 126 => frame.push(0x80 | short),
            _ => {
                frame.push(0x80 | 126);
                frame.extend((payload.len() as u16).to_be_bytes());
            }
        }
        frame.extend(mask);
        frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        frame
    }

    fn all(reader: &mut Reader) -> (Vec<Frame>, Option<Broken>) {
        let mut frames = Vec::new();
        loop {
            match reader.next() {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => return (frames, None),
                Err(broken) => return (frames, Some(broken)),
            }
        }
    }

    fn read(bytes: &[u8]) -> (Vec<Frame>, Option<Broken>) {
        let mut reader = Reader::default();
        reader.take_in(bytes);
        all(&mut reader)
    }

    #[test]
    fn what_no_client_may_send_ends_the_conversation() {
        let long = vec![b' '; LONGEST_FRAME + 1];
        for (bytes, broken) in [
            (vec![0x81, 0x01, b'a'], Broken::Protocol),
            (said(0xc1, b"a", [0; 4]), Broken::Protocol),
            (said(0x83, b"a", [0; 4]), Broken::Protocol),
            (said(0x80, b"a", [0; 4]), Broken::Protocol),
            (said(0x09, b"a", [0; 4]), Broken::Protocol),
            (said(0x89, &[0; 126], [0; 4]), Broken::Protocol),
            (said(0x81, &[0xff], [0; 4]), Broken::NotText),
            (said(0x81, &long, [0; 4]), Broken::TooLong),
            (vec![0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0], Broken::TooLong),
            ([said(0x01, b"a", [0; 4]), said(0x81, b"b", [0; 4])].concat(), Broken::Protocol),
            ([said(0x01, &long[1..], [0; 4]), said(0x80, b"b", [0; 4])].concat(), Broken::TooLong),
        ] {
            assert_eq!(read(&bytes), (Vec::new(), Some(broken)), "{:?}", bytes.get(..10));
        }
    }

    #[test]
    fn signs_of_life_come_between_the_parts_of_a_message() {
        let parts = [said(0x01, b"ab", [1; 4]), said(0x89, b"x", [2; 4]), said(0x80, b"c", [3; 4])].concat();
        let heard = vec![Frame::Ping(b"x".to_vec()), Frame::Text("abc".to_owned())];
        assert_eq!(read(&parts), (heard, None));
    }

    proptest! {
        #[test]
        fn messages_arrive_whole_however_they_are_cut(
            texts in prop::collection::vec((".{0,300}", any::<[u8; 4]>(), 1usize..50), 1..6),
            cut in 1usize..60,
        ) {
            let mut bytes = Vec::new();
            for (text, mask, part) in &texts {
                let parts: Vec<&[u8]> = text.as_bytes().chunks(*part).collect();
                let last = parts.len().saturating_sub(1);
                for (n, part) in parts.iter().enumerate() {
                    let first = if n == last { 0x80 } else { 0 } | u8::from(n == 0);
                    bytes.extend(said(first, part, *mask));
                }
                if parts.is_empty() {
                    bytes.extend(said(0x81, b"", *mask));
                }
            }
            let mut reader = Reader::default();
            let mut heard = Vec::new();
            for piece in bytes.chunks(cut) {
                reader.take_in(piece);
                let (frames, broken) = all(&mut reader);
                prop_assert_eq!(broken, None);
                heard.extend(frames);
            }
            let expected: Vec<Frame> = texts.into_iter().map(|(text, ..)| Frame::Text(text)).collect();
            prop_assert_eq!(heard, expected);
        }

        #[test]
        fn a_message_alone_is_read_as_it_would_be_among_others(text in ".{0,300}", mask in any::<[u8; 4]>(), cut in 0usize..9) {
            let mut bytes = said(0x81, text.as_bytes(), mask);
            let (frames, _) = read(&bytes);
            prop_assert_eq!(frames, vec![Frame::Text(text.clone())]);
            let mut torn = bytes.get(..bytes.len() - cut.min(bytes.len())).unwrap_or_default().to_vec();
            prop_assert_eq!(sole(&mut torn).is_some(), cut == 0);
            prop_assert_eq!(sole(&mut bytes), Some(Sole::Text(text.as_bytes())));
        }

        #[test]
        fn any_bytes_are_frames_or_broken(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let (frames, _) = read(&bytes);
            prop_assert!(frames.len() <= bytes.len());
        }
    }
}

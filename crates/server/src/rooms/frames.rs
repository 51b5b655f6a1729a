//! WebSocket messages (RFC 6455) as a server reads and writes them, without a socket. Headers are read and written by
//! tungstenite; its protocol layer would need a buffer per connection, and a room a third more memory.

use tungstenite::protocol::frame::FrameHeader;

/// A whole message, or a control frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Text(String),
    Ping(Vec<u8>),
    Pong,
    /// With the peer's status code, if it sent one.
    Close(Option<u16>),
}

/// Why the peer's bytes are not read any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProtocolError {
    Invalid,
    NotUtf8,
    TooLong,
    /// Nothing here uses binary messages.
    Binary,
    TooManyFrames,
}

/// Puts messages together from bytes as they arrive.
#[derive(Debug)]
pub(super) struct Decoder {
    max_message: usize,
    bytes: Vec<u8>,
    /// How much of `bytes` was read. It is removed when more arrives: removing each frame would move all that follow.
    consumed: usize,
    /// The fragments of an unfinished message.
    partial: Option<Partial>,
}

#[derive(Debug)]
struct Partial {
    payload: Vec<u8>,
    /// This many bytes are known to be valid UTF-8.
    checked: usize,
}

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The longest payload of a control frame.
const MAX_CONTROL: usize = 125;

struct Header {
    last: bool,
    opcode: u8,
    mask: [u8; 4],
    /// Where the payload begins.
    start: usize,
    length: usize,
}

struct Frame {
    last: bool,
    opcode: u8,
    payload: Vec<u8>,
}

impl Decoder {
    pub(super) fn new(max_message: usize) -> Decoder {
        Decoder { max_message, bytes: Vec::new(), consumed: 0, partial: None }
    }

    /// Nothing has arrived that belongs to an unfinished message.
    pub(super) fn is_empty(&self) -> bool {
        self.unread().is_empty() && self.partial.is_none()
    }

    fn unread(&self) -> &[u8] {
        self.bytes.get(self.consumed..).unwrap_or_default()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.consumed);
        self.consumed = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, if it has arrived completely. `allow` is asked about every frame, with the length of its payload:
    /// fragments are work too, even empty ones.
    pub(super) fn next(
        &mut self,
        mut allow: impl FnMut(usize) -> bool,
    ) -> Result<Option<Message>, ProtocolError> {
        while let Some(frame) = self.next_frame()? {
            if !allow(frame.payload.len()) {
                return Err(ProtocolError::TooManyFrames);
            }
            if let Some(message) = self.assemble(frame)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, ProtocolError> {
        let unread = self.unread();
        let Some(Header { last, opcode, mask, start, length }) = header(unread, self.max_message)? else {
            return Ok(None);
        };
        let Some(masked) = unread.get(start..start + length) else { return Ok(None) };
        let mut payload = masked.to_vec();
        unmask(&mut payload, mask);
        self.consumed += start + length;
        Ok(Some(Frame { last, opcode, payload }))
    }

    fn assemble(&mut self, frame: Frame) -> Result<Option<Message>, ProtocolError> {
        let Frame { last, opcode, payload } = frame;
        let partial = match (opcode, self.partial.take()) {
            (CLOSE, _) => return close_code(&payload).map(|code| Some(Message::Close(code))),
            (PING | PONG, partial) => {
                self.partial = partial;
                return Ok(Some(if opcode == PING { Message::Ping(payload) } else { Message::Pong }));
            }
            (TEXT, None) => Partial { payload, checked: 0 },
            (BINARY, None) => return Err(ProtocolError::Binary),
            (CONTINUATION, Some(mut partial)) => {
                partial.payload.extend(payload);
                partial
            }
            _ => return Err(ProtocolError::Invalid),
        };
        if partial.payload.len() > self.max_message {
            return Err(ProtocolError::TooLong);
        }
        if !last {
            self.partial = Some(partial.checked()?);
            return Ok(None);
        }
        let text = String::from_utf8(partial.payload).map_err(|_| ProtocolError::NotUtf8)?;
        Ok(Some(Message::Text(text)))
    }
}

impl Partial {
    /// Refuses text as soon as it cannot become valid; a character may still be cut at the end.
    fn checked(mut self) -> Result<Partial, ProtocolError> {
        let unchecked = self.payload.get(self.checked..).unwrap_or_default();
        match str::from_utf8(unchecked) {
            Ok(valid) => self.checked += valid.len(),
            Err(cut) if cut.error_len().is_none() => self.checked += cut.valid_up_to(),
            Err(_) => return Err(ProtocolError::NotUtf8),
        }
        Ok(self)
    }
}

/// The status code in a close frame's payload, which may be empty (RFC 6455, sections 5.5.1 and 7.4).
fn close_code(payload: &[u8]) -> Result<Option<u16>, ProtocolError> {
    let (code, reason) = match payload {
        [] => return Ok(None),
        [high, low, reason @ ..] => (u16::from_be_bytes([*high, *low]), reason),
        [_] => return Err(ProtocolError::Invalid),
    };
    // 1004 to 1006 and 1015 are never sent; 1012 to 1014 were registered after the RFC.
    if !matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) {
        return Err(ProtocolError::Invalid);
    }
    match str::from_utf8(reason) {
        Ok(_) => Ok(Some(code)),
        Err(_) => Err(ProtocolError::NotUtf8),
    }
}

/// A frame that arrived alone and whole, as nearly all do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Single<'a> {
    /// Valid UTF-8.
    Text(&'a [u8]),
    Pong,
}

/// Reads without copying, and unmasks in place. `None` for everything less simple, which is left as it was.
pub(super) fn single(bytes: &mut [u8], max_message: usize) -> Option<Single<'_>> {
    let Header { last, opcode, mask, start, length } = header(bytes, max_message).ok()??;
    if !last || bytes.len() != start + length {
        return None;
    }
    match opcode {
        PONG => Some(Single::Pong),
        TEXT => {
            let payload = bytes.get_mut(start..)?;
            unmask(payload, mask);
            if str::from_utf8(payload).is_ok() {
                return Some(Single::Text(payload));
            }
            unmask(payload, mask);
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

/// `None` while it has not arrived completely.
fn header(bytes: &[u8], max_message: usize) -> Result<Option<Header>, ProtocolError> {
    let mut cursor = std::io::Cursor::new(bytes);
    let parsed = FrameHeader::parse(&mut cursor).map_err(|_| ProtocolError::Invalid)?;
    let Some((head, length)) = parsed else { return Ok(None) };
    let FrameHeader { is_final: last, rsv1, rsv2, rsv3, opcode, mask } = head;
    let opcode = u8::from(opcode);
    let is_invalid_control = opcode >= CLOSE && (!last || length > MAX_CONTROL as u64);
    // The top bit of a 64-bit length must be 0 (RFC 6455, section 5.2).
    if rsv1 || rsv2 || rsv3 || mask.is_none() || is_invalid_control || length >> 63 != 0 {
        return Err(ProtocolError::Invalid);
    }
    let start = usize::try_from(cursor.position()).map_err(|_| ProtocolError::TooLong)?;
    match usize::try_from(length) {
        Ok(length) if length <= max_message => {
            Ok(Some(Header { last, opcode, mask: mask.unwrap_or_default(), start, length }))
        }
        _ => Err(ProtocolError::TooLong),
    }
}

/// A text frame, from two parts of its payload.
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

/// Without a code the payload is empty.
pub(super) fn close(out: &mut Vec<u8>, code: Option<u16>, reason: &str) {
    let code = code.into_iter().flat_map(u16::to_be_bytes);
    let payload: Vec<u8> = code.chain(reason.bytes()).take(MAX_CONTROL).collect();
    write(out, CLOSE, &payload);
}

/// A server does not mask.
fn write(out: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    begin(out, opcode, payload.len());
    out.extend_from_slice(payload);
}

fn begin(out: &mut Vec<u8>, opcode: u8, length: usize) {
    out.reserve(length + 10);
    let header = FrameHeader { opcode: opcode.into(), ..FrameHeader::default() };
    // Writing to a vector cannot fail.
    let _ = header.format(length as u64, out);
}

#[cfg(test)]
mod tests;

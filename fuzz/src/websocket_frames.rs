//! Any bytes are messages or a protocol error, and the same ones however the bytes are split; the fast path for a single
//! frame agrees. A case is a list of lengths, which ends with a 0, and the bytes, which arrive in pieces of these lengths,
//! over and over.

#[allow(dead_code)]
#[rustfmt::skip]
#[path = "../../crates/server/src/rooms/frames.rs"]
mod frames;

use frames::{Decoder, Message, ProtocolError, Single};

const MAX_MESSAGE: usize = 4096;

fn decode(bytes: &[u8], pieces: &[u8]) -> (Vec<Message>, Option<ProtocolError>) {
    let mut decoder = Decoder::new(MAX_MESSAGE);
    let mut messages = Vec::new();
    let mut rest = bytes;
    let mut lengths = pieces.iter().cycle();
    loop {
        let length = lengths.next().map_or(rest.len(), |length| usize::from(*length));
        let (piece, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        decoder.push(piece);
        loop {
            match decoder.next(|_| true) {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Some(error)),
            }
        }
        if rest.is_empty() {
            return (messages, None);
        }
    }
}

pub(crate) fn check(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (Some(pieces), Some(bytes)) = (parts.next(), parts.next()) else { return };
    let expected = decode(bytes, &[]);
    assert_eq!(decode(bytes, pieces), expected);
    assert_eq!(decode(bytes, &[1]), expected);

    let mut buffer = bytes.to_vec();
    match frames::single(&mut buffer, MAX_MESSAGE) {
        Some(Single::Text(text)) => {
            let text = String::from_utf8(text.to_vec()).expect("the fast path returns UTF-8");
            assert_eq!(expected, (vec![Message::Text(text)], None));
        }
        Some(Single::Pong) => assert_eq!(expected, (vec![Message::Pong], None)),
        None => assert_eq!(buffer, bytes, "other bytes are left alone"),
    }
}

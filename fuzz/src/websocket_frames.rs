//! Any bytes are messages or a protocol error, and the same ones however the bytes are split; the fast path for

//! a single frame agrees. The first byte of a case is the length of the pieces.

#[allow(dead_code)]
#[rustfmt::skip]
#[path = "../../crates/server/src/rooms/frames.rs"]
mod frames;

use frames::{Decoder, Message, ProtocolError, Single};

const MAX_MESSAGE: usize = 4096;

fn decode(bytes: &[u8], piece: usize) -> (Vec<Message>, Option<ProtocolError>) {
    let mut decoder = Decoder::new(MAX_MESSAGE);
    let mut messages = Vec::new();
    for piece in bytes.chunks(piece) {
        decoder.push(piece);
        loop {
            match decoder.next() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Some(error)),
            }
        }
    }
    (messages, None)
}

pub(crate) fn check(data: &[u8]) {
    let [piece, bytes @ ..] = data else { return };
    let expected = decode(bytes, usize::MAX);
    assert_eq!(decode(bytes, usize::from(*piece).max(1)), expected);

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

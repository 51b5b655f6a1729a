//! Properties of the codec. What single frames and sequences must do is in `conformance`.

use super::*;
use proptest::prelude::*;

#[path = "../../../tests/websocket/cases.rs"]
mod cases;
mod conformance;

use cases::client_frame;

const MAX_MESSAGE: usize = 4096;

/// All messages that are complete, and the error that ended them.
fn drain(decoder: &mut Decoder) -> (Vec<Message>, Option<ProtocolError>) {
    let mut messages = Vec::new();
    loop {
        match decoder.next(|_| true) {
            Ok(Some(message)) => messages.push(message),
            Ok(None) => return (messages, None),
            Err(error) => return (messages, Some(error)),
        }
    }
}

/// The same for bytes that arrive in pieces of these lengths, over and over.
fn decode(bytes: &[u8], pieces: &[usize]) -> (Vec<Message>, Option<ProtocolError>) {
    let mut decoder = Decoder::new(MAX_MESSAGE);
    let mut messages = Vec::new();
    let mut rest = bytes;
    for length in pieces.iter().cycle() {
        let (piece, after) = rest.split_at((*length).min(rest.len()));
        rest = after;
        decoder.push(piece);
        let (more, error) = drain(&mut decoder);
        messages.extend(more);
        if error.is_some() || rest.is_empty() {
            return (messages, error);
        }
    }
    (messages, None)
}

/// The bytes of a message used to be moved for every fragment before it, so that this took hours.
#[test]
fn a_million_fragments_in_one_buffer_are_read_in_linear_time() {
    let mut decoder = Decoder::new(MAX_MESSAGE);
    decoder.push(&client_frame(0x01, b"a", [0; 4]));
    decoder.push(&client_frame(0x00, b"", [0; 4]).repeat(1_000_000));
    decoder.push(&client_frame(0x80, b"b", [0; 4]));
    let mut frames = 0;
    let message = decoder.next(|_| {
        frames += 1;
        true
    });
    assert_eq!((message, frames), (Ok(Some(Message::Text("ab".to_owned()))), 1_000_002));
    assert!(decoder.is_empty());
}

#[test]
fn every_frame_is_counted_and_the_first_that_is_not_allowed_ends_it() {
    let frames: [(u8, &[u8]); 5] = [(0x89, b"!"), (0x01, b"ab"), (0x8a, b""), (0x00, b""), (0x80, b"c")];
    let bytes = frames.map(|(first, payload)| client_frame(first, payload, [7; 4])).concat();
    for allowed in 0..=frames.len() {
        let mut decoder = Decoder::new(MAX_MESSAGE);
        decoder.push(&bytes);
        let mut lengths = Vec::new();
        let mut allow = |length| {
            lengths.push(length);
            lengths.len() <= allowed
        };
        let end =
            std::iter::repeat_with(|| decoder.next(&mut allow)).find(|next| !matches!(next, Ok(Some(_))));
        let expected = if allowed < frames.len() { Err(ProtocolError::TooManyFrames) } else { Ok(None) };
        assert_eq!(end, Some(expected), "{allowed} frames");
        assert_eq!(lengths, [1, 2, 0, 0, 1][..frames.len().min(allowed + 1)], "{allowed} frames");
    }
}

proptest! {
    #[test]
    fn messages_are_reassembled_from_any_fragments_and_chunks(
        texts in prop::collection::vec((".{0,300}", any::<[u8; 4]>(), 1usize..50), 1..6),
        pieces in pieces(),
    ) {
        let mut bytes = Vec::new();
        for (text, mask, part) in &texts {
            let parts: Vec<&[u8]> = text.as_bytes().chunks(*part).collect();
            let last = parts.len().saturating_sub(1);
            for (n, part) in parts.iter().enumerate() {
                let first = if n == last { 0x80 } else { 0 } | u8::from(n == 0);
                bytes.extend(client_frame(first, part, *mask));
            }
            if parts.is_empty() {
                bytes.extend(client_frame(0x81, b"", *mask));
            }
        }
        let expected: Vec<Message> = texts.into_iter().map(|(text, ..)| Message::Text(text)).collect();
        prop_assert_eq!(decode(&bytes, &pieces), (expected, None));
    }

    #[test]
    fn a_single_frame_is_read_as_the_decoder_reads_it(
        text in ".{0,300}", mask in any::<[u8; 4]>(), cut in 0usize..9,
    ) {
        let mut bytes = client_frame(0x81, text.as_bytes(), mask);
        prop_assert_eq!(decode(&bytes, &[usize::MAX]).0, vec![Message::Text(text.clone())]);
        let mut torn = bytes.get(..bytes.len() - cut.min(bytes.len())).unwrap_or_default().to_vec();
        prop_assert_eq!(single(&mut torn, MAX_MESSAGE).is_some(), cut == 0);
        prop_assert_eq!(single(&mut bytes, MAX_MESSAGE), Some(Single::Text(text.as_bytes())));
    }

    /// However the bytes are split, the messages and the error are the same.
    #[test]
    fn any_bytes_are_messages_or_an_error_in_any_chunks(bytes in frame_like(), pieces in pieces()) {
        let whole = decode(&bytes, &[usize::MAX]);
        prop_assert!(whole.0.len() <= bytes.len());
        prop_assert_eq!(decode(&bytes, &pieces), whole);
    }

    #[test]
    fn the_fast_path_agrees_with_the_decoder_and_leaves_other_bytes_alone(bytes in frame_like()) {
        let mut buffer = bytes.clone();
        let expected = decode(&bytes, &[usize::MAX]);
        match single(&mut buffer, MAX_MESSAGE) {
            Some(Single::Text(text)) => {
                let text = String::from_utf8(text.to_vec()).unwrap();
                prop_assert_eq!(expected, (vec![Message::Text(text)], None));
            }
            Some(Single::Pong) => prop_assert_eq!(expected, (vec![Message::Pong], None)),
            None => prop_assert_eq!(buffer, bytes),
        }
    }

    #[test]
    fn written_frames_have_the_length_in_their_header(head in ".{0,200}", rest in ".{0,70000}") {
        let mut frame = Vec::new();
        text(&mut frame, head.as_bytes(), rest.as_bytes());
        let payload = [head.as_bytes(), rest.as_bytes()].concat();
        let expected = client_frame(0x81, &payload, [0; 4]);
        // A client's frame differs in the mask bit and the mask.
        let header = frame.len() - payload.len();
        prop_assert_eq!(frame[1] | 0x80, expected[1]);
        prop_assert_eq!(&frame[2..header], &expected[2..header]);
        prop_assert_eq!(&frame[header..], &payload[..]);
    }
}

/// Lengths of pieces in which bytes arrive: single bytes, cut headers, several frames at once.
fn pieces() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![Just(1usize), 1usize..20, 20usize..200], 1..12)
}

/// Random bytes, and frames with random headers and payloads.
fn frame_like() -> impl Strategy<Value = Vec<u8>> {
    let payload =
        prop_oneof![prop::collection::vec(any::<u8>(), 0..140), ".{0,40}".prop_map(String::into_bytes)];
    let first = prop_oneof![
        4 => prop::sample::select(vec![0x01u8, 0x81, 0x80, 0x00, 0x02, 0x82, 0x88, 0x89, 0x8a]),
        1 => any::<u8>(),
    ];
    let frame = (first, payload, any::<[u8; 4]>())
        .prop_map(|(first, payload, mask)| client_frame(first, &payload, mask));
    prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..300),
        3 => prop::collection::vec(frame, 1..6).prop_map(|frames| frames.concat()),
    ]
}

//! Properties of the codec. What single frames and sequences must do is in `conformance`.

use super::*;
use proptest::prelude::*;

mod conformance;

const MAX_MESSAGE: usize = 4096;

/// A frame as a client writes it.
fn client_frame(first: u8, payload: &[u8], mask: [u8; 4]) -> Vec<u8> {
    let mut frame = vec![first];
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(short), _) if short < 126 => frame.push(0x80 | short),
        (_, Ok(length)) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        _ => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// All messages that are complete, and the error that ended them.
fn drain(decoder: &mut Decoder) -> (Vec<Message>, Option<ProtocolError>) {
    let mut messages = Vec::new();
    loop {
        match decoder.next() {
            Ok(Some(message)) => messages.push(message),
            Ok(None) => return (messages, None),
            Err(error) => return (messages, Some(error)),
        }
    }
}

/// The same for bytes that arrive in pieces of this length.
fn decode(bytes: &[u8], piece: usize) -> (Vec<Message>, Option<ProtocolError>) {
    let mut decoder = Decoder::new(MAX_MESSAGE);
    let mut messages = Vec::new();
    for piece in bytes.chunks(piece) {
        decoder.push(piece);
        let (more, error) = drain(&mut decoder);
        messages.extend(more);
        if error.is_some() {
            return (messages, error);
        }
    }
    (messages, None)
}

proptest! {
    #[test]
    fn messages_are_reassembled_from_any_fragments_and_chunks(
        texts in prop::collection::vec((".{0,300}", any::<[u8; 4]>(), 1usize..50), 1..6),
        piece in 1usize..60,
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
        prop_assert_eq!(decode(&bytes, piece), (expected, None));
    }

    #[test]
    fn a_single_frame_is_read_as_the_decoder_reads_it(
        text in ".{0,300}", mask in any::<[u8; 4]>(), cut in 0usize..9,
    ) {
        let mut bytes = client_frame(0x81, text.as_bytes(), mask);
        prop_assert_eq!(decode(&bytes, usize::MAX).0, vec![Message::Text(text.clone())]);
        let mut torn = bytes.get(..bytes.len() - cut.min(bytes.len())).unwrap_or_default().to_vec();
        prop_assert_eq!(single(&mut torn, MAX_MESSAGE).is_some(), cut == 0);
        prop_assert_eq!(single(&mut bytes, MAX_MESSAGE), Some(Single::Text(text.as_bytes())));
    }

    /// However the bytes are split, the messages and the error are the same.
    #[test]
    fn any_bytes_are_messages_or_an_error_in_any_chunks(bytes in frame_like(), piece in 1usize..20) {
        let whole = decode(&bytes, usize::MAX);
        prop_assert!(whole.0.len() <= bytes.len());
        prop_assert_eq!(decode(&bytes, piece), whole);
    }

    #[test]
    fn the_fast_path_agrees_with_the_decoder_and_leaves_other_bytes_alone(bytes in frame_like()) {
        let mut buffer = bytes.clone();
        let expected = decode(&bytes, usize::MAX);
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

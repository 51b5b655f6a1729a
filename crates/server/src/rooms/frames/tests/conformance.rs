//! The decoder alone, with the cases that the tests of the server run over sockets: each in one piece, in pieces of 7 bytes
//! and byte by byte.

use super::cases::{Case, cases};
use super::*;
use crate::rooms::connection::CloseReason;

#[test]
fn the_decoder_reads_what_the_rfc_demands() {
    for mask in [[0x37, 0xfa, 0x21, 0x3d], [0; 4]] {
        let all = cases(mask);
        assert!(all.len() >= 120, "{}", all.len());
        for case in all {
            check(&case);
        }
    }
}

fn check(Case { name, bytes, expected }: &Case) {
    for piece in [usize::MAX, 7, 1] {
        let (messages, error) = decode(bytes, &[piece]);
        // Nothing is read after a close frame.
        let end = messages.iter().position(|message| matches!(message, Message::Close(_)));
        let read = end.map_or(messages.len(), |end| end + 1);
        let mut outcome: Vec<String> = messages.iter().take(read).map(shown).collect();
        outcome.extend(error.filter(|_| end.is_none()).map(|error| match CloseReason::from(error) {
            CloseReason::Host(code, _) => code.to_string(),
            other => format!("{other:?}"),
        }));
        assert_eq!(outcome.join(" "), *expected, "{name}, in pieces of {piece}");
    }
}

fn shown(message: &Message) -> String {
    let payload = |bytes: &[u8]| match bytes.len() {
        ..=40 => String::from_utf8_lossy(bytes).into_owned(),
        length => format!("{length} bytes"),
    };
    match message {
        Message::Text(text) => format!("text({})", payload(text.as_bytes())),
        Message::Ping(bytes) => format!("ping({})", payload(bytes)),
        Message::Pong => "pong".to_owned(),
        Message::Close(code) => code.map_or("close".to_owned(), |code| format!("close({code})")),
    }
}

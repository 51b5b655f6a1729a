//! Arbitrary input from the network.

use play::Moment;
use play::protocol::{ClientMessage, MAX_CLIENT_FRAME, MalformedMessage, ServerMessage};
use play::table::{ConnectionId, Input};
use proptest::prelude::*;

use crate::party::{Party, settings};

const WORDS: &[&str] = &[
    "\"type\"",
    "\"join\"",
    "\"rejoin\"",
    "\"submit_move\"",
    "\"reveal\"",
    "\"chat\"",
    "\"mark_dead\"",
    "\"takeback\"",
    "\"seq\"",
    "\"game\"",
    "\"turn\"",
    "\"token\"",
    "\"commit\"",
    "\"move\"",
    "\"dead\"",
    "\"aabb\"",
    "\"verdict\"",
    "\"agree\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "1",
    "-1",
    "1e99",
    "18446744073709551616",
    "null",
    "true",
    "\"\\u0000\"",
    "\"00000000000000000000000000000000\"",
];

fn random_json() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..40).prop_map(|words| words.concat())
}

/// Valid frames with unusual values in every field.
fn message() -> impl Strategy<Value = String> {
    let number = prop_oneof![0u64..4, Just(u64::MAX), any::<u64>()];
    let small = prop_oneof![0u32..4, Just(u32::MAX), any::<u32>()];
    let hex = |digits: usize| prop_oneof![Just("0".repeat(digits)), Just("f".repeat(digits))];
    let body = prop_oneof![
        hex(32).prop_map(|token| format!(r#""type":"join","version":1,"playerName":"x","token":"{token}""#)),
        (hex(32), 0u64..9).prop_map(|(token, from)| {
            format!(r#""type":"rejoin","version":1,"token":"{token}","resendFrom":{from}"#)
        }),
        Just(r#""type":"spectate","version":1"#.to_owned()),
        Just(r#""type":"sync""#.to_owned()),
        Just(r#""type":"resign""#.to_owned()),
        Just(r#""type":"rematch""#.to_owned()),
        Just(r#""type":"adjourn""#.to_owned()),
        Just(r#""type":"leave""#.to_owned()),
        (0u32..3).prop_map(|revision| format!(r#""type":"ready","revision":{revision}"#)),
        hex(64).prop_map(|commit| format!(r#""type":"submit_move","commit":"{commit}""#)),
        (0u8..255, 0u8..255).prop_map(|(x, y)| format!(r#""type":"submit_move","move":{{"x":{x},"y":{y}}}"#)),
        (any::<u8>(), hex(64)).prop_map(|(x, nonce)| {
            format!(r#""type":"reveal","move":{{"x":{x},"y":0}},"nonce":"{nonce}""#)
        }),
        Just(r#""type":"reveal","move":{"pass":true},"nonce":"00"#.to_owned() + &"0".repeat(62) + "\""),
        small.clone().prop_map(|turns| format!(r#""type":"takeback","turns":{turns},"agree":true"#)),
        prop::sample::select(&["mark", "agree", "resume"][..])
            .prop_map(|verdict| format!(r#""type":"mark_dead","dead":"aaZZ","verdict":"{verdict}""#)),
    ];
    (number, small.clone(), small, body)
        .prop_map(|(seq, game, turn, body)| format!(r#"{{"seq":{seq},"game":{game},"turn":{turn},{body}}}"#))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_bytes_are_a_message_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), random_json in random_json()) {
        let _ = (ClientMessage::read(&bytes), ServerMessage::read(&bytes), ServerMessage::read(random_json.as_bytes()));
        if let Ok(message) = ClientMessage::read(random_json.as_bytes()) {
            prop_assert_eq!(ClientMessage::read(message.write().as_bytes()), Ok(message));
        }
    }

    #[test]
    fn no_message_makes_a_table_panic(frames in prop::collection::vec((0u64..5, message(), 0u64..400_000), 0..60)) {
        let mut party = Party::begun(1, settings(play::protocol::GameKind::Red, 9));
        for (conn, frame, later) in frames {
            party.now += later;
            let message = ClientMessage::read(frame.as_bytes()).unwrap();
            prop_assert_eq!(&ClientMessage::read(message.write().as_bytes()).unwrap(), &message);
            party.give_table(Input::Message { conn: ConnectionId(conn), round_trip: 0, message });
            prop_assert!(party.table.deadline().is_none_or(|at| at > Moment::from_millis(party.now)
                || party.table.handle(party.at(), Input::Wake).len() < 100));
        }
    }
}

#[test]
fn a_frame_that_is_too_long_is_refused_with_the_reason() {
    let long = format!("{{\"seq\":1,\"type\":\"chat\",\"message\":\"{}\"}}", "x".repeat(301));
    assert_eq!(ClientMessage::read(long.as_bytes()), Err(MalformedMessage::Limit { what: "the line is" }));
    let longer = " ".repeat(MAX_CLIENT_FRAME + 1);
    assert_eq!(
        ClientMessage::read(longer.as_bytes()),
        Err(MalformedMessage::TooLong { bytes: MAX_CLIENT_FRAME + 1 })
    );
    let fits = format!("{{\"seq\":1,\"type\":\"chat\",\"message\":\"{}\"}}", "é".repeat(300));
    assert!(ClientMessage::read(fits.as_bytes()).is_ok());
}

//! Signaling between two pages that set up a direct connection, and a game that moves to it.

use play::client::Output;
use play::protocol::{
    Candidate, ClientMessage, ClientRequest, GameKind, IceCandidate, ServerEvent, SessionDescription,
};
use play::table::{ConnectionId, Input, MAX_CANDIDATES};

use crate::network::after_any_message;
use crate::simulated_room::{SimulatedRoom, settings};

fn offer(attempt: u32) -> ClientRequest {
    ClientRequest::WebrtcOffer(SessionDescription { attempt, sdp: "v=0\r\noffer".to_owned() })
}

fn answer(attempt: u32) -> ClientRequest {
    ClientRequest::WebrtcAnswer(SessionDescription { attempt, sdp: "v=0\r\nanswer".to_owned() })
}

fn candidate(attempt: u32) -> ClientRequest {
    let candidate = "candidate:1 1 udp 1 a.local 9 typ host".to_owned();
    ClientRequest::WebrtcIceCandidate(IceCandidate {
        attempt,
        candidate: Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) },
    })
}

fn started() -> SimulatedRoom {
    SimulatedRoom::started(1, settings(GameKind::Red, 9))
}

fn signals(room: &SimulatedRoom, who: usize) -> Vec<ServerEvent> {
    let received = room.outputs.iter().filter_map(|(to, output)| match output {
        Output::Signal(event) if *to == who => Some((**event).clone()),
        _ => None,
    });
    received.collect()
}

fn send_signal(room: &mut SimulatedRoom, who: usize, request: ClientRequest) {
    room.act(who, play::client::Action::Signal(Box::new(request)));
    room.settle();
}

#[test]
fn an_offer_an_answer_and_addresses_reach_the_other_player_and_nobody_else() {
    let mut room = started();
    let watcher = room.spectator();
    room.settle();
    send_signal(&mut room, 0, offer(1));
    send_signal(&mut room, 0, candidate(1));
    send_signal(&mut room, 1, answer(1));
    send_signal(&mut room, 1, candidate(1));
    assert!(matches!(
        &signals(&room, 1)[..],
        [ServerEvent::WebrtcOffer { .. }, ServerEvent::WebrtcIceCandidate { .. }]
    ));
    assert!(matches!(
        &signals(&room, 0)[..],
        [ServerEvent::WebrtcAnswer { .. }, ServerEvent::WebrtcIceCandidate { .. }]
    ));
    assert_eq!(signals(&room, watcher), []);
    for who in 0..2 {
        send_signal(&mut room, who, ClientRequest::WebrtcConnected { attempt: 1 });
    }
    let both = ServerEvent::WebrtcConnected { attempt: 1, connected: [true; 2] };
    assert_eq!(signals(&room, 0).last(), Some(&both));
}

#[test]
fn late_repeated_and_foreign_signals_are_dropped() {
    let mut room = started();
    for (who, request) in
        [(1, answer(1)), (1, candidate(1)), (1, ClientRequest::WebrtcConnected { attempt: 1 }), (0, offer(0))]
    {
        let before = signals(&room, 1 - who).len();
        send_signal(&mut room, who, request.clone());
        let received = signals(&room, 1 - who).len() - before;
        assert_eq!(received, usize::from(request == offer(0)), "{request:?}");
    }
    send_signal(&mut room, 0, offer(2));
    let received = signals(&room, 1).len();
    for request in [offer(2), offer(1), candidate(1), answer(2)] {
        send_signal(&mut room, 0, request);
    }
    assert_eq!(signals(&room, 1).len(), received, "old attempts, the same one again, an answer to oneself");
    send_signal(&mut room, 1, answer(2));
    send_signal(&mut room, 1, answer(2));
    assert_eq!(signals(&room, 0).len(), 1, "one answer");
    for _ in 0..u32::from(MAX_CANDIDATES) + 9 {
        send_signal(&mut room, 1, candidate(2));
    }
    assert_eq!(signals(&room, 0).len(), 1 + usize::from(MAX_CANDIDATES));
}

#[test]
fn signals_without_a_seat_or_an_opponent_are_dropped() {
    let mut room = started();
    let message = ClientMessage { seq: 1, game: 1, turn: 1, request: offer(9) };
    room.table_input(Input::Message { conn: ConnectionId(999), round_trip: 0, message });
    room.settle();
    assert_eq!((signals(&room, 0), signals(&room, 1)), (Vec::new(), Vec::new()));
    room.cut(1);
    send_signal(&mut room, 0, offer(1));
    room.connect(1);
    room.settle();
    assert_eq!(signals(&room, 1), []);
}

#[test]
fn an_invalid_description_is_refused() {
    for (frame, fits) in [
        (offer(1), true),
        (ClientRequest::WebrtcOffer(SessionDescription { attempt: 1, sdp: "hello".to_owned() }), false),
        (
            ClientRequest::WebrtcAnswer(SessionDescription {
                attempt: 1,
                sdp: format!("v=0{}", "x".repeat(4000)),
            }),
            false,
        ),
        (candidate(1), true),
    ] {
        let message = ClientMessage { seq: 1, game: 1, turn: 1, request: frame };
        assert_eq!(ClientMessage::read(message.write().as_bytes()).is_ok(), fits, "{message:?}");
    }
}

/// The old connection is not cut, but frames still in transit on it are ignored.
#[test]
fn a_game_moves_to_another_connection_after_any_message() {
    after_any_message(|room, moved| room.move_after = moved);
}

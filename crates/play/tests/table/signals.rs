//! Signals between two pages that want a connection of their own, and a game that moves to it.

use play::client::Output;
use play::protocol::{
    Candidate, ClientMessage, ClientRequest, GameKind, IceCandidate, ServerEvent, SessionDescription,
};
use play::table::{ConnectionId, Input, MAX_CANDIDATES};

use crate::network::after_any_message;
use crate::party::{Party, settings};

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

fn begun() -> Party {
    Party::begun(1, settings(GameKind::Red, 9))
}

fn signals(party: &Party, who: usize) -> Vec<ServerEvent> {
    let heard = party.said.iter().filter_map(|(to, output)| match output {
        Output::Signal(event) if *to == who => Some((**event).clone()),
        _ => None,
    });
    heard.collect()
}

fn say(party: &mut Party, who: usize, request: ClientRequest) {
    party.act(who, play::client::Action::Signal(Box::new(request)));
    party.settle();
}

#[test]
fn an_offer_an_answer_and_addresses_reach_the_other_player_and_nobody_else() {
    let mut party = begun();
    let watcher = party.spectator();
    party.settle();
    say(&mut party, 0, offer(1));
    say(&mut party, 0, candidate(1));
    say(&mut party, 1, answer(1));
    say(&mut party, 1, candidate(1));
    assert!(matches!(
        &signals(&party, 1)[..],
        [ServerEvent::WebrtcOffer { .. }, ServerEvent::WebrtcIceCandidate { .. }]
    ));
    assert!(matches!(
        &signals(&party, 0)[..],
        [ServerEvent::WebrtcAnswer { .. }, ServerEvent::WebrtcIceCandidate { .. }]
    ));
    assert_eq!(signals(&party, watcher), []);
    for who in 0..2 {
        say(&mut party, who, ClientRequest::WebrtcConnected { attempt: 1 });
    }
    let both = ServerEvent::WebrtcConnected { attempt: 1, connected: [true; 2] };
    assert_eq!(signals(&party, 0).last(), Some(&both));
}

#[test]
fn late_repeated_and_foreign_signals_go_nowhere() {
    let mut party = begun();
    for (who, request) in
        [(1, answer(1)), (1, candidate(1)), (1, ClientRequest::WebrtcConnected { attempt: 1 }), (0, offer(0))]
    {
        let before = signals(&party, 1 - who).len();
        say(&mut party, who, request.clone());
        let heard = signals(&party, 1 - who).len() - before;
        assert_eq!(heard, usize::from(request == offer(0)), "{request:?}");
    }
    say(&mut party, 0, offer(2));
    let heard = signals(&party, 1).len();
    for request in [offer(2), offer(1), candidate(1), answer(2)] {
        say(&mut party, 0, request);
    }
    assert_eq!(signals(&party, 1).len(), heard, "old attempts, the same one again, an answer to oneself");
    say(&mut party, 1, answer(2));
    say(&mut party, 1, answer(2));
    assert_eq!(signals(&party, 0).len(), 1, "one answer");
    for _ in 0..u32::from(MAX_CANDIDATES) + 9 {
        say(&mut party, 1, candidate(2));
    }
    assert_eq!(signals(&party, 0).len(), 1 + usize::from(MAX_CANDIDATES));
}

#[test]
fn who_has_no_seat_and_who_is_alone_signals_to_nobody() {
    let mut party = begun();
    let message = ClientMessage { seq: 1, game: 1, turn: 1, request: offer(9) };
    party.tell_table(Input::Message { conn: ConnectionId(999), round_trip: 0, message });
    party.settle();
    assert_eq!((signals(&party, 0), signals(&party, 1)), (Vec::new(), Vec::new()));
    party.cut(1);
    say(&mut party, 0, offer(1));
    party.connect(1);
    party.settle();
    assert_eq!(signals(&party, 1), []);
}

#[test]
fn what_is_no_description_is_refused() {
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

/// The old connection is not cut; what is still on it is as good as lost.
#[test]
fn a_game_moves_to_another_connection_after_any_message() {
    after_any_message(|party, moved| party.move_after = moved);
}

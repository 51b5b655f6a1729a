//! Signaling between two pages that want a direct connection, and a game that moves to it.

use play::client::Output;
use play::kifu::Stage;
use play::protocol::{Candidate, ClientMessage, ClientRequest, GameKind, ServerEvent};
use play::table::{ConnectionId, Input, MAX_CANDIDATES};

use crate::party::{Party, settings};

fn offer(attempt: u32) -> ClientRequest {
    ClientRequest::WebrtcOffer { attempt, sdp: "v=0\r\noffer".to_owned() }
}

fn answer(attempt: u32) -> ClientRequest {
    ClientRequest::WebrtcAnswer { attempt, sdp: "v=0\r\nanswer".to_owned() }
}

fn candidate(attempt: u32) -> ClientRequest {
    let candidate = "candidate:1 1 udp 1 a.local 9 typ host".to_owned();
    ClientRequest::WebrtcIceCandidate {
        attempt,
        candidate: Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) },
    }
}

fn begun() -> Party {
    Party::begun(1, settings(GameKind::Red, 9))
}

fn signals(party: &Party, who: usize) -> Vec<ServerEvent> {
    let heard = party.outputs.iter().filter_map(|(to, output)| match output {
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
fn offers_answers_and_candidates_reach_only_the_other_player() {
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
fn late_repeated_and_misdirected_signals_are_not_forwarded() {
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
fn signals_without_a_seat_or_an_opponent_are_not_forwarded() {
    let mut party = begun();
    let message = ClientMessage { seq: 1, game: 1, turn: 1, request: offer(9) };
    party.give_table(Input::Message { conn: ConnectionId(999), round_trip: 0, message });
    party.settle();
    assert_eq!((signals(&party, 0), signals(&party, 1)), (Vec::new(), Vec::new()));
    party.cut(1);
    say(&mut party, 0, offer(1));
    party.connect(1);
    party.settle();
    assert_eq!(signals(&party, 1), []);
}

#[test]
fn an_invalid_description_is_refused() {
    for (frame, fits) in [
        (offer(1), true),
        (ClientRequest::WebrtcOffer { attempt: 1, sdp: "hello".to_owned() }, false),
        (ClientRequest::WebrtcAnswer { attempt: 1, sdp: format!("v=0{}", "x".repeat(4000)) }, false),
        (candidate(1), true),
    ] {
        let message = ClientMessage { seq: 1, game: 1, turn: 1, request: frame };
        assert_eq!(ClientMessage::read(message.write().as_bytes()).is_ok(), fits, "{message:?}");
    }
}

/// The old connection is not cut; frames still on it are ignored.
#[test]
fn a_game_moves_to_another_connection_after_any_message() {
    let script = |move_after: Option<usize>| {
        let mut party = Party::new(7, settings(GameKind::Red, 5));
        party.move_after = move_after;
        party.play_out(2);
        party
    };
    let unmoved = script(None).delivered.len();
    for moved in 1..=unmoved {
        let party = script(Some(moved));
        let kifu = party.table.kifu().unwrap();
        assert!(matches!(kifu.stage(), Stage::Over(_)), "moved after {moved}");
        for (who, client) in party.clients.iter().enumerate() {
            assert_eq!((client.violation(), client.kifu().unwrap().head()), (None, kifu.head()), "{moved}");
            let turns = party
                .outputs
                .iter()
                .filter(|(to, outputs)| *to == who && matches!(outputs, Output::Turn { .. }));
            assert_eq!(turns.count(), 3, "{moved}: a turn twice, or none");
        }
    }
}

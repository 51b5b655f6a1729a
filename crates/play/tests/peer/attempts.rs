//! Attempts to connect, with signals that are late, repeated, foreign or missing.

use std::time::Duration;

use moment::Moment;
use play::peer::{Input, Output, PeerConnector, PeerRole, Transport};
use play::protocol::{ClientRequest, IceCandidate, ServerEvent, SessionDescription};
use proptest::prelude::*;

use crate::pages::candidate;

fn at(seconds: u64) -> Moment {
    Moment::ORIGIN + Duration::from_secs(seconds)
}

fn offering() -> (PeerConnector, u32) {
    let mut connector = PeerConnector::new(PeerRole::Offerer, true, 7);
    connector.handle(at(0), Input::Relay(true));
    let outputs = connector.handle(at(0), Input::OpponentPresent(true));
    assert!(outputs.contains(&Output::Offer { attempt: 8 }), "{outputs:?}");
    (connector, 8)
}

fn sdp() -> String {
    "v=0\r\n".to_owned()
}

fn signal(event: ServerEvent) -> Input {
    Input::Signal(Box::new(event))
}

fn adds(outputs: &[Output]) -> usize {
    outputs.iter().filter(|output| matches!(output, Output::AddCandidate { .. })).count()
}

#[test]
fn addresses_wait_for_their_descriptions() {
    let (mut connector, attempt) = offering();
    assert_eq!(connector.handle(at(0), Input::CandidateFound { attempt, candidate: candidate(1) }), []);
    let signals = connector.handle(at(0), Input::LocalDescription { attempt, sdp: sdp() });
    let signals: Vec<bool> = signals
        .iter()
        .filter_map(|output| match output {
            Output::Signal(request) => Some(matches!(**request, ClientRequest::WebrtcOffer { .. })),
            _ => None,
        })
        .collect();
    assert_eq!(signals, [true, false], "the offer first");
    for n in 0..3 {
        let early =
            signal(ServerEvent::WebrtcIceCandidate(IceCandidate { attempt, candidate: candidate(n) }));
        assert_eq!(adds(&connector.handle(at(0), early)), 0);
    }
    let answer = ServerEvent::WebrtcAnswer(SessionDescription { attempt, sdp: sdp() });
    assert!(connector.handle(at(0), signal(answer)).contains(&Output::Accept { attempt, sdp: sdp() }));
    assert_eq!(adds(&connector.handle(at(0), Input::RemoteDescriptionSet { attempt })), 3);
    let late = signal(ServerEvent::WebrtcIceCandidate(IceCandidate { attempt, candidate: candidate(4) }));
    assert_eq!(adds(&connector.handle(at(0), late)), 1);
}

#[test]
fn late_repeated_and_foreign_signals_do_nothing() {
    let (mut connector, attempt) = offering();
    connector.handle(at(1), Input::LocalDescription { attempt, sdp: sdp() });
    let quiet = |connector: &mut PeerConnector, event: ServerEvent| {
        let outputs = connector.handle(at(1), signal(event));
        assert!(outputs.iter().all(|output| matches!(output, Output::Send(..))), "{outputs:?}");
    };
    quiet(&mut connector, ServerEvent::WebrtcAnswer(SessionDescription { attempt: attempt + 1, sdp: sdp() }));
    quiet(&mut connector, ServerEvent::WebrtcAnswer(SessionDescription { attempt: attempt - 1, sdp: sdp() }));
    quiet(&mut connector, ServerEvent::WebrtcOffer(SessionDescription { attempt: 99, sdp: sdp() }));
    quiet(
        &mut connector,
        ServerEvent::WebrtcIceCandidate(IceCandidate { attempt: 99, candidate: candidate(1) }),
    );
    quiet(&mut connector, ServerEvent::Rematch { color: rules::go::Color::Black, agree: true });
    connector.handle(at(1), signal(ServerEvent::WebrtcAnswer(SessionDescription { attempt, sdp: sdp() })));
    quiet(&mut connector, ServerEvent::WebrtcAnswer(SessionDescription { attempt, sdp: sdp() }));
    assert_eq!(connector.handle(at(1), Input::Closed { attempt: 3 }), []);
}

#[test]
fn the_answerer_accepts_the_newest_offer_and_no_older_one() {
    let mut connector = PeerConnector::new(PeerRole::Answerer, true, 0);
    let offer = |attempt| signal(ServerEvent::WebrtcOffer(SessionDescription { attempt, sdp: sdp() }));
    assert_eq!(connector.handle(at(0), offer(5)), [Output::Answer { attempt: 5, sdp: sdp() }]);
    assert_eq!(connector.handle(at(0), offer(5)), []);
    assert_eq!(connector.handle(at(0), offer(4)), []);
    let newer = connector.handle(at(1), offer(6));
    assert_eq!(newer, [Output::Drop { attempt: 5 }, Output::Answer { attempt: 6, sdp: sdp() }]);
    assert_eq!(
        PeerConnector::new(PeerRole::Answerer, false, 0).handle(at(0), offer(5)),
        [],
        "a browser that cannot"
    );
}

#[test]
fn failed_attempts_are_repeated_less_and_less_often() {
    let (mut connector, _) = offering();
    let mut begun = Vec::new();
    for second in 1..600 {
        for output in connector.handle(at(second), Input::Wake) {
            if let Output::Offer { attempt } = output {
                begun.push((second, attempt));
            }
        }
        // The opponent is present all the time.
        connector.receive(at(second), Transport::Relay, "{}");
    }
    let waits: Vec<u64> = begun.windows(2).map(|two| two[1].0 - two[0].0).collect();
    assert!(waits.is_sorted() && waits[0] < 20 && *waits.last().unwrap() >= 25, "{begun:?}");
    assert!(begun.windows(2).all(|two| two[0].1 < two[1].1), "numbers go up");
}

#[test]
fn a_page_without_webrtc_or_opponent_makes_no_offer() {
    for (able, there) in [(false, true), (true, false)] {
        let mut connector = PeerConnector::new(PeerRole::Offerer, able, 0);
        connector.handle(at(0), Input::Relay(true));
        connector.handle(at(0), Input::OpponentPresent(there));
        for second in 0..100 {
            let outputs = connector.handle(at(second), Input::Wake);
            assert!(outputs.iter().all(|output| !matches!(output, Output::Offer { .. })), "{outputs:?}");
        }
    }
}

fn any_input() -> impl Strategy<Value = Input> {
    let attempt = 6..12_u32;
    prop_oneof![
        any::<bool>().prop_map(Input::OpponentPresent),
        any::<bool>().prop_map(Input::Relay),
        attempt.clone().prop_map(|attempt| Input::LocalDescription { attempt, sdp: sdp() }),
        attempt.clone().prop_map(|attempt| Input::CandidateFound { attempt, candidate: candidate(1) }),
        attempt.clone().prop_map(|attempt| Input::RemoteDescriptionSet { attempt }),
        attempt.clone().prop_map(|attempt| Input::Opened { attempt }),
        attempt.clone().prop_map(|attempt| Input::Closed { attempt }),
        attempt
            .clone()
            .prop_map(|attempt| signal(ServerEvent::WebrtcOffer(SessionDescription { attempt, sdp: sdp() }))),
        attempt.clone().prop_map(|attempt| signal(ServerEvent::WebrtcAnswer(SessionDescription {
            attempt,
            sdp: sdp()
        }))),
        attempt.prop_map(|attempt| {
            signal(ServerEvent::WebrtcIceCandidate(IceCandidate { attempt, candidate: candidate(2) }))
        }),
        Just(Input::Wake),
    ]
}

proptest! {
    /// In any order of events: an address is used only after its description, a transport is used only while it is open,
    /// and there is one attempt at a time.
    #[test]
    fn no_order_of_events_confuses_an_attempt(
        answers: bool,
        events in prop::collection::vec((any_input(), 0..8_u64), 0..80),
    ) {
        let side = if answers { PeerRole::Answerer } else { PeerRole::Offerer };
        let mut connector = PeerConnector::new(side, true, 5);
        let (mut now, mut on, mut understood, mut host) = (0, None, None, false);
        for (input, wait) in events {
            now += wait;
            match &input {
                Input::RemoteDescriptionSet { attempt } => understood = Some(*attempt).filter(|n| on == Some(*n)).or(understood),
                Input::Relay(open) => host = *open,
                _ => {}
            }
            for output in connector.handle(at(now), input) {
                match output {
                    Output::Offer { attempt } | Output::Answer { attempt, .. } => {
                        prop_assert_eq!(on, None);
                        on = Some(attempt);
                    }
                    Output::Accept { attempt, .. } => prop_assert_eq!(on, Some(attempt)),
                    Output::AddCandidate { attempt, .. } => prop_assert_eq!((on, understood), (Some(attempt), Some(attempt))),
                    Output::Drop { attempt } => {
                        prop_assert_eq!(on, Some(attempt));
                        on = None;
                    }
                    Output::UseTransport(Some(Transport::Relay)) => prop_assert!(host),
                    Output::UseTransport(Some(Transport::Direct)) => prop_assert!(connector.is_direct()),
                    Output::UseTransport(None) => prop_assert!(!host && !connector.is_direct()),
                    Output::Reopen => host = false,
                    Output::Signal(_) | Output::Send(..) => {}
                }
            }
        }
    }
}

//! Signals between two pages that want a connection of their own, and a game that moves to it.

use play::guest::Output;
use play::kifu::Stage;
use play::protocol::{Ask, Asked, Candidate, Kind, Tell};
use play::table::{Conn, Input, MOST_CANDIDATES};

use crate::party::{Party, settings};

fn offer(attempt: u32) -> Ask {
    Ask::WebrtcOffer { attempt, sdp: "v=0\r\noffer".to_owned() }
}

fn answer(attempt: u32) -> Ask {
    Ask::WebrtcAnswer { attempt, sdp: "v=0\r\nanswer".to_owned() }
}

fn candidate(attempt: u32) -> Ask {
    let candidate = "candidate:1 1 udp 1 a.local 9 typ host".to_owned();
    Ask::WebrtcIceCandidate {
        attempt,
        candidate: Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) },
    }
}

fn begun() -> Party {
    Party::begun(1, settings(Kind::Red, 9))
}

fn signals(party: &Party, who: usize) -> Vec<Tell> {
    let heard = party.said.iter().filter_map(|(to, output)| match output {
        Output::Signal(tell) if *to == who => Some((**tell).clone()),
        _ => None,
    });
    heard.collect()
}

fn say(party: &mut Party, who: usize, ask: Ask) {
    party.act(who, play::guest::Act::Signal(Box::new(ask)));
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
    assert!(matches!(&signals(&party, 1)[..], [Tell::WebrtcOffer { .. }, Tell::WebrtcIceCandidate { .. }]));
    assert!(matches!(&signals(&party, 0)[..], [Tell::WebrtcAnswer { .. }, Tell::WebrtcIceCandidate { .. }]));
    assert_eq!(signals(&party, watcher), []);
    for who in 0..2 {
        say(&mut party, who, Ask::WebrtcConnected { attempt: 1 });
    }
    let both = Tell::WebrtcConnected { attempt: 1, connected: [true; 2] };
    assert_eq!(signals(&party, 0).last(), Some(&both));
}

#[test]
fn late_repeated_and_foreign_signals_go_nowhere() {
    let mut party = begun();
    for (who, ask) in
        [(1, answer(1)), (1, candidate(1)), (1, Ask::WebrtcConnected { attempt: 1 }), (0, offer(0))]
    {
        let before = signals(&party, 1 - who).len();
        say(&mut party, who, ask.clone());
        let heard = signals(&party, 1 - who).len() - before;
        assert_eq!(heard, usize::from(ask == offer(0)), "{ask:?}");
    }
    say(&mut party, 0, offer(2));
    let heard = signals(&party, 1).len();
    for ask in [offer(2), offer(1), candidate(1), answer(2)] {
        say(&mut party, 0, ask);
    }
    assert_eq!(signals(&party, 1).len(), heard, "old attempts, the same one again, an answer to oneself");
    say(&mut party, 1, answer(2));
    say(&mut party, 1, answer(2));
    assert_eq!(signals(&party, 0).len(), 1, "one answer");
    for _ in 0..u32::from(MOST_CANDIDATES) + 9 {
        say(&mut party, 1, candidate(2));
    }
    assert_eq!(signals(&party, 0).len(), 1 + usize::from(MOST_CANDIDATES));
}

#[test]
fn who_has_no_seat_and_who_is_alone_signals_to_nobody() {
    let mut party = begun();
    let asked = Asked { seq: 1, game: 1, turn: 1, ask: offer(9) };
    party.tell_table(Input::Asked { conn: Conn(999), round_trip: 0, asked });
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
        (Ask::WebrtcOffer { attempt: 1, sdp: "hello".to_owned() }, false),
        (Ask::WebrtcAnswer { attempt: 1, sdp: format!("v=0{}", "x".repeat(4000)) }, false),
        (candidate(1), true),
    ] {
        let asked = Asked { seq: 1, game: 1, turn: 1, ask: frame };
        assert_eq!(Asked::read(asked.write().as_bytes()).is_ok(), fits, "{asked:?}");
    }
}

/// The old connection is not cut; what is still on it is as good as lost.
#[test]
fn a_game_moves_to_another_connection_after_any_message() {
    let script = |move_after: Option<usize>| {
        let mut party = Party::new(7, settings(Kind::Red, 5));
        party.move_after = move_after;
        party.play_out(2);
        party
    };
    let unmoved = script(None).delivered.len();
    for moved in 1..=unmoved {
        let party = script(Some(moved));
        let kifu = party.table.kifu().unwrap();
        assert!(matches!(kifu.stage(), Stage::Over(_)), "moved after {moved}");
        for (who, guest) in party.guests.iter().enumerate() {
            assert_eq!((guest.deceit(), guest.kifu().unwrap().head()), (None, kifu.head()), "{moved}");
            let turns =
                party.said.iter().filter(|(to, said)| *to == who && matches!(said, Output::Turn { .. }));
            assert_eq!(turns.count(), 3, "{moved}: a turn twice, or none");
        }
    }
}

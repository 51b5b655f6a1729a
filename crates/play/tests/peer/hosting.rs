//! The page that hosts the table: it has the limits of a server, and continues after it was closed.

use std::time::Duration;

use moment::Moment;
use play::client::{Action, Client, Input as ClientInput, Output as ClientOutput, SavedSeat};
use play::peer::{HostInput, HostOutput, MAX_RELAY_CONNECTIONS, PeerHost, TableInfo, ToRelay};
use play::protocol::{Hex, ServerMessage};
use play::table::{NewTable, TableJournal};

use crate::pages::{Pages, settings};

fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

fn host() -> PeerHost {
    let mut host = PeerHost::new(at(0), "Ann's table".to_owned(), NewTable::new(settings(), Hex([1; 32])));
    host.handle(at(0), HostInput::RelayOpened);
    host
}

fn from_relay(host: &mut PeerHost, text: &str) -> Vec<HostOutput> {
    host.handle(at(1), HostInput::Relay(text.to_owned()))
}

fn to_relay(outputs: &[HostOutput]) -> Vec<String> {
    let texts = outputs.iter().filter_map(|output| match output {
        HostOutput::Relay(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_relay_gets_what_it_may_show() {
    let mut host = host();
    from_relay(&mut host, "came 1");
    let sent = from_relay(
        &mut host,
        r#"said 1 {"type":"join","seq":0,"version":1,"playerName":"Ben","token":"02020202020202020202020202020202"}"#,
    );
    let about = to_relay(&sent).into_iter().find_map(|text| {
        let Some(ToRelay::Info(about)) = ToRelay::read(&text) else { return None };
        TableInfo::read(about).ok()
    });
    let about = about.unwrap();
    assert_eq!((about.title.as_str(), about.free, about.playing), ("Ann's table", true, false));
    assert_eq!(about.names.iter().flatten().collect::<Vec<_>>(), ["Ben"]);
}

#[test]
fn malformed_messages_are_answered_until_there_are_too_many() {
    let mut host = host();
    from_relay(&mut host, "came 1");
    for malformed in ["hello", "{}", "\u{0}", &"x".repeat(5000), "said", "{\"type\":\"join\"}"] {
        let answered = to_relay(&from_relay(&mut host, &format!("said 1 {malformed}")));
        assert!(
            answered.iter().all(|text| text.contains("malformed")) && answered.len() == 1,
            "{malformed:.20}"
        );
    }
    assert_eq!(from_relay(&mut host, "said 9 hello"), [], "nobody has that number");
    let closed = (0..60).find_map(|_| {
        to_relay(&from_relay(&mut host, "said 1 hello")).into_iter().find(|text| text == "close 1")
    });
    assert!(closed.is_some());
    assert_eq!(from_relay(&mut host, "said 1 hello"), [], "gone");
}

#[test]
fn the_number_of_connections_is_limited() {
    let mut host = host();
    for who in 0..MAX_RELAY_CONNECTIONS {
        assert_eq!(to_relay(&from_relay(&mut host, &format!("came {who}"))), Vec::<String>::new());
    }
    assert_eq!(to_relay(&from_relay(&mut host, "came 99")), ["close 99"]);
}

#[test]
fn a_silent_connection_is_closed_after_fifteen_seconds() {
    let mut host = host();
    host.handle(at(0), HostInput::Opened(7));
    let mut closed_at = None;
    for second in 0..30_u64 {
        let outputs = host.handle(at(second * 1000), HostInput::Wake);
        if outputs.contains(&HostOutput::Close(7)) {
            closed_at = Some(second);
        }
    }
    assert_eq!(closed_at, Some(15));
}

/// The page is closed and opened again in the middle of a turn: the committed moves are in what it saved.
#[test]
fn a_table_continues_after_its_page_was_closed() {
    let mut pages = Pages::new(9);
    pages.until("the channel", Pages::is_direct);
    pages.begin();
    pages.play_on(1, 5);
    pages.run_for(Duration::from_millis(300));
    assert!(pages.clients[1].is_acknowledged());
    let saved = serde_json::to_string(pages.host.journal()).unwrap();
    assert!(!saved.contains("candidate:"), "attempts are not saved");
    let saved: TableJournal = serde_json::from_str(&saved).unwrap();
    let mut host = PeerHost::resume(at(77), "Ann's table".to_owned(), saved);
    let saved: SavedSeat = pages.clients[0].saved_seat();
    let mut ann = Client::player(saved);
    let mut received: Vec<ServerMessage> = Vec::new();
    let mut queue = vec![ClientInput::Connected];
    while let Some(input) = queue.pop() {
        for output in ann.handle(at(77), input) {
            if let ClientOutput::Send(request) = output {
                for output in host.handle(at(77), HostInput::Own(request)) {
                    if let HostOutput::Own(message) = output {
                        received.push(message.clone());
                        queue.insert(0, ClientInput::Received(message));
                    }
                }
            }
        }
    }
    assert!(ann.opponent_is_ready(), "Ben's committed move is known");
    assert!(ann.is_your_turn());
    assert!(
        ann.handle(at(78), ClientInput::Act(Action::Ready))
            .iter()
            .any(|output| matches!(output, ClientOutput::Send(_)))
    );
}

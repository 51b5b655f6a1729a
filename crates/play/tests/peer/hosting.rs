//! The page that hosts the table: it has the limits of a server, and continues after it was closed.

use std::time::Duration;

use moment::Moment;
use play::client::{Action, Client, Input as ClientInput, Output as ClientOutput, SavedSeat};
use play::peer::{HostInput, HostOutput, MAX_RELAY_CONNECTIONS, PeerHost, TableInfo, ToRelay};
use play::protocol::{Hex, ServerEvent, ServerMessage, Settings, TimeSettings};
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

fn seat(host: &mut PeerHost, now: Moment, remote: u32, name: &str, token: u8) {
    host.handle(now, HostInput::Relay(format!("came {remote}")));
    let token = Hex([token; 16]).to_string();
    let join = format!(r#"{{"type":"join","seq":0,"version":1,"playerName":"{name}","token":"{token}"}}"#);
    host.handle(now, HostInput::Relay(format!("said {remote} {join}")));
}

fn say(host: &mut PeerHost, now: Moment, remote: u32, message: &str) -> Vec<String> {
    to_relay(&host.handle(now, HostInput::Relay(format!("said {remote} {message}"))))
}

/// What Black's and White's clocks show, in milliseconds.
fn clocks(host: &mut PeerHost, now: Moment) -> [u64; 2] {
    let answers = say(host, now, 1, r#"{"type":"sync","seq":0}"#);
    let timers = answers.iter().find_map(|text| {
        let message = ServerMessage::read(text.strip_prefix("tell 1 ")?.as_bytes()).ok()?;
        match message.event {
            ServerEvent::TurnStart { timers, .. } => Some(timers),
            _ => None,
        }
    });
    let timers = timers.unwrap();
    [timers.black_time.unwrap(), timers.white_time.unwrap()]
}

/// Two guests play at a table in a page, with a minute each.
fn timed_game() -> PeerHost {
    let time = TimeSettings { base_seconds: 60, periods: 0, period_seconds: 30, increment_seconds: 0 };
    let timed = Settings { time: Some(time), loss_on_time: true, ..settings() };
    let mut host = PeerHost::new(at(0), "Ann's table".to_owned(), NewTable::new(timed, Hex([1; 32])));
    host.handle(at(0), HostInput::RelayOpened);
    for (remote, name) in [(1, "Ann"), (2, "Ben")] {
        seat(&mut host, at(0), remote, name, remote as u8);
        say(&mut host, at(0), remote, r#"{"type":"ready","seq":1,"revision":1}"#);
    }
    assert!(host.is_unfinished());
    host
}

/// Wakes the table whenever something is due, as a page does, and lets both guests answer its pings.
fn run(host: &mut PeerHost, from: u64, to: u64) {
    for now in (from..to).step_by(500).map(at) {
        let outputs = host.handle(now, HostInput::Wake);
        for text in to_relay(&outputs) {
            if let Some((remote, ping)) =
                text.strip_prefix("tell ").and_then(|rest| rest.split_once(" ping "))
            {
                host.handle(now, HostInput::Relay(format!("said {remote} pong {ping}")));
            }
        }
    }
}

#[test]
fn time_in_which_the_page_of_the_table_slept_is_nobodys() {
    let mut host = timed_game();
    run(&mut host, 0, 5_000);
    let before = clocks(&mut host, at(5_000));
    assert_eq!(before, [55_000, 55_000]);
    // The laptop is closed for ten minutes: more than either player has left.
    let woken = 605_000;
    let after = clocks(&mut host, at(woken));
    assert!(host.is_unfinished(), "somebody lost on time while the table was asleep");
    assert!(after.iter().all(|left| (53_000..=55_000).contains(left)), "{after:?}");
    run(&mut host, woken, woken + 4_000);
    let later = clocks(&mut host, at(woken + 4_000));
    assert!(
        later.iter().zip(after).all(|(later, after)| after - later >= 2_000),
        "{later:?} after {after:?}"
    );
}

#[test]
fn time_in_which_the_page_of_the_table_was_closed_counts_against_no_guest() {
    let mut host = timed_game();
    run(&mut host, 0, 5_000);
    let saved = serde_json::to_string(host.journal()).unwrap();
    let before = clocks(&mut host, at(5_000));
    // The page is opened again after an hour, in a browser whose clock starts anew.
    let journal: TableJournal = serde_json::from_str(&saved).unwrap();
    let mut host = PeerHost::resume(at(100), "Ann's table".to_owned(), journal);
    host.handle(at(100), HostInput::RelayOpened);
    run(&mut host, 100, 120_000);
    assert!(host.is_unfinished(), "with both away the game waits");
    for remote in [1, 2] {
        seat(&mut host, at(120_000), remote, "", remote as u8);
    }
    let after = clocks(&mut host, at(120_000));
    // The journal ends with the last thing that happened, before which the clocks ran.
    assert!(after.iter().zip(before).all(|(after, before)| *after >= before), "{after:?} {before:?}");
    // One guest alone: the other is waited for, and has five minutes to come back.
    host.handle(at(121_000), HostInput::Relay("gone 2".to_owned()));
    run(&mut host, 121_000, 400_000);
    assert!(host.is_unfinished());
    run(&mut host, 400_000, 425_000);
    assert!(!host.is_unfinished(), "away for five minutes while the opponent waited");
}

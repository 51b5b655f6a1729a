//! A page that hosts a table, and a page that connects to one, survive any messages of a relay and of each other; what
//! the hosting page stores is restored. A line of a case is who sends it, the seconds to wait, and the text.

use moment::Moment;
use play::peer::{
    FromRelay, HostInput, HostOutput, Input, Output, PeerConnector, PeerHost, PeerRole, TableInfo, ToRelay,
    Transport,
};
use play::protocol::{Hex, ServerEvent, ServerMessage, Settings};
use play::table::{NewTable, TableJournal};

pub(crate) fn check(data: &[u8]) {
    let new_table = NewTable::new(Settings::default(), Hex([7; 32]));
    let mut host = PeerHost::new(Moment::ORIGIN, "A table".to_owned(), new_table);
    let mut connector = PeerConnector::new(PeerRole::Offerer, true, 1);
    let mut now = 0;
    give_host(&mut host, now, HostInput::RelayOpened);
    give(&mut connector, now, Input::Relay(true));
    give(&mut connector, now, Input::OpponentPresent(true));
    for line in String::from_utf8_lossy(data).lines().take(200) {
        let mut characters = line.chars();
        let (Some(who), Some(wait)) = (characters.next(), characters.next()) else { continue };
        now += u64::from(u32::from(wait)) % 128 * 1000;
        let text = characters.as_str();
        read_back(text);
        match u32::from(who) % 5 {
            0 => give_host(&mut host, now, HostInput::Relay(text.to_owned())),
            1 => give_host(&mut host, now, HostInput::Direct(1, text.to_owned())),
            2 => receive(&mut connector, now, Transport::Relay, text),
            3 => receive(&mut connector, now, Transport::Direct, text),
            _ => steer(&mut host, &mut connector, now, text),
        }
    }
    restore(host.journal());
}

fn read_back(text: &str) {
    if let Some(message) = FromRelay::read(text) {
        assert_eq!(FromRelay::read(&message.write()), Some(message));
    }
    if let Some(message) = ToRelay::read(text) {
        assert_eq!(ToRelay::read(&message.write()), Some(message));
    }
    if let Ok(info) = TableInfo::read(text) {
        assert_eq!(TableInfo::read(&info.write()).as_ref(), Ok(&info));
    }
}

/// What the browser reports, from the first byte of a text.
fn steer(host: &mut PeerHost, connector: &mut PeerConnector, now: u64, text: &str) {
    let number = text.len() as u32;
    match text.bytes().next().unwrap_or_default() % 9 {
        0 => give_host(host, now, HostInput::Opened(number)),
        1 => give_host(host, now, HostInput::Closed(number)),
        2 => give_host(host, now, HostInput::RelayLost),
        3 => give_host(host, now, HostInput::Wake),
        4 => give(connector, now, Input::Relay(number.is_multiple_of(2))),
        5 => give(connector, now, Input::LocalDescription { attempt: number, sdp: text.to_owned() }),
        6 => give(connector, now, Input::Opened { attempt: number }),
        7 => give(connector, now, Input::Closed { attempt: number }),
        _ => give(connector, now, Input::Wake),
    }
}

fn give_host(host: &mut PeerHost, now: u64, input: HostInput) {
    for output in host.handle(Moment::from_millis(now), input) {
        if let HostOutput::Relay(text) = output {
            assert!(ToRelay::read(&text).is_some(), "{text:?}");
        }
    }
}

fn receive(connector: &mut PeerConnector, now: u64, transport: Transport, text: &str) {
    let (outputs, message) = connector.receive(Moment::from_millis(now), transport, text);
    check_outputs(outputs);
    if let Some(ServerMessage { event, .. }) = message {
        give(connector, now, Input::Signal(Box::<ServerEvent>::new(event)));
    }
}

fn give(connector: &mut PeerConnector, now: u64, input: Input) {
    check_outputs(connector.handle(Moment::from_millis(now), input));
    let _ = (connector.deadline(), connector.round_trip());
}

fn check_outputs(outputs: Vec<Output>) {
    for output in outputs {
        if let Output::Send(_, frame) = output {
            assert!(frame.starts_with("ping ") || frame.starts_with("pong "), "{frame:?}");
        }
    }
}

fn restore(journal: &TableJournal) {
    let stored = serde_json::to_string(journal).expect("a table can be stored");
    let again: TableJournal = serde_json::from_str(&stored).expect("a stored table can be read");
    assert_eq!(&again, journal);
    PeerHost::resume(Moment::ORIGIN, "A table".to_owned(), again);
}

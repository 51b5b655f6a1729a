//! A connection between two real sockets, with time as an argument.

use std::net::{TcpListener, TcpStream};

use super::*;

static THREE_PEOPLE: Limits = Limits { max_message: MAX_CLIENT_FRAME, people: 3 };

impl Inbox for Vec<String> {
    fn text(&mut self, text: &[u8]) -> Result<(), MalformedMessage> {
        self.push(String::from_utf8(text.to_vec()).unwrap());
        Ok(())
    }
}

fn pair() -> (Connection<TcpStream>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let stream = listener.accept().unwrap().0;
    stream.set_nonblocking(true).unwrap();
    (Connection::new(stream, &PERSON, 0), client)
}

fn long() -> String {
    "x".repeat(10_000)
}

#[test]
fn a_connection_is_small() {
    assert!(size_of::<Connection<TcpStream>>() <= 56, "{}", size_of::<Connection<TcpStream>>());
}

#[test]
fn a_burst_is_allowed_a_flood_is_not_and_waiting_refills_the_bucket() {
    let (mut connection, _client) = pair();
    assert!((0..40).all(|_| connection.count_frame(0, 0).is_ok()));
    assert_eq!(connection.count_frame(0, 0), Err(FLOOD));
    assert_eq!(connection.count_frame(0, 1000), Ok(()));
}

#[test]
fn a_connection_with_messages_of_several_people_may_send_more() {
    let (one_person, _client) = pair();
    let mut connection = Connection::new(one_person.stream, &THREE_PEOPLE, 0);
    assert!((0..120).all(|_| connection.count_frame(0, 0).is_ok()));
    assert_eq!(connection.count_frame(0, 0), Err(FLOOD));
}

#[test]
fn long_frames_count_by_their_length() {
    let (mut connection, _client) = pair();
    assert!((0..10).all(|_| connection.count_frame(4 * MAX_CLIENT_FRAME, 0).is_ok()));
    assert_eq!(connection.count_frame(1, 0), Err(FLOOD));
}

/// Millions of them passed the limit of messages, as none of them ended a message.
#[test]
fn empty_fragments_are_a_flood() {
    let (mut connection, _client) = pair();
    let mut fragments = |first: u8, count: usize| {
        let mut bytes = [&[first, 0x80, 0, 0, 0, 0][..], &[0, 0x80, 0, 0, 0, 0].repeat(count - 1)].concat();
        connection.decode(&mut bytes, 0, &mut Vec::<String>::new())
    };
    assert_eq!(fragments(0x01, 40), Ok(()));
    assert_eq!(fragments(0x00, 1), Err(FLOOD));
}

#[test]
fn a_peer_that_reads_nothing_is_dropped_when_too_much_is_queued() {
    let (mut connection, _client) = pair();
    let end = (0..10_000).find_map(|_| connection.send_text(&long(), 0).err());
    assert_eq!(end, Some(SLOW));
    assert!(connection.queue.is_some_and(|queue| queue.bytes.len() < 2 * MAX_QUEUED), "a bounded queue");
}

#[test]
fn a_peer_that_takes_nothing_for_five_seconds_is_dropped() {
    let (mut connection, _client) = pair();
    while !connection.has_queued() {
        assert_eq!(connection.send_text(&long(), 100), Ok(()));
    }
    assert_eq!((connection.timed_out(5_099), connection.timed_out(5_100)), (None, Some(SLOW)));
    assert_eq!(connection.flush(5_100), Err(SLOW));
}

#[test]
fn a_peer_that_is_silent_for_fifteen_seconds_is_dropped_and_a_pong_counts() {
    let (mut connection, _client) = pair();
    assert_eq!((connection.timed_out(14_999), connection.timed_out(15_000)), (None, Some(IDLE)));
    connection.pinged(9_000);
    let mut inbox: Vec<String> = Vec::new();
    assert_eq!(connection.decode(&mut [0x8a, 0x80, 0, 0, 0, 0], 9_030, &mut inbox), Ok(()));
    assert_eq!((connection.timed_out(16_000), connection.round_trip()), (None, 30));
}

#[test]
fn a_message_in_two_pieces_is_reassembled_and_leaves_no_buffer_behind() {
    let (mut connection, mut client) = pair();
    let mut inbox: Vec<String> = Vec::new();
    let text = br#"{"seq":1,"type":"sync"}"#;
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 1, 2, 3, 4];
    frame.extend(text.iter().zip([1, 2, 3, 4].iter().cycle()).map(|(byte, mask)| byte ^ mask));
    let mut buffer = [0; 4096];
    for cut in 0..frame.len() {
        for piece in [&frame[..cut], &frame[cut..]].into_iter().filter(|piece| !piece.is_empty()) {
            client.write_all(piece).unwrap();
            let before = (inbox.len(), connection.decoder.is_some());
            while (inbox.len(), connection.decoder.is_some()) == before {
                connection.read(&mut buffer, false, 100_000 * cut as u64, &mut inbox).unwrap();
            }
        }
        assert!(connection.decoder.is_none());
    }
    assert_eq!(inbox, vec![String::from_utf8(text.to_vec()).unwrap(); frame.len()]);
    drop(client);
    let end = loop {
        if let Err(end) = connection.read(&mut buffer, true, 0, &mut inbox) {
            break end;
        }
    };
    assert_eq!(end, CloseReason::Lost);
}

/// What the client reads until the socket is dropped.
fn answer_to(mut frame: Vec<u8>) -> (Result<(), CloseReason>, Vec<u8>) {
    let (mut connection, mut client) = pair();
    let end = connection.decode(&mut frame, 0, &mut Vec::<String>::new());
    if let Err(reason) = end {
        connection.send_close(reason, 0);
    }
    drop(connection);
    let mut answer = Vec::new();
    client.read_to_end(&mut answer).unwrap();
    (end, answer)
}

#[test]
fn pings_are_answered_and_close_frames_are_echoed_or_refused() {
    let close = |payload: &[u8]| {
        let length = u8::try_from(payload.len()).unwrap();
        [&[0x88, 0x80 | length, 0, 0, 0, 0], payload].concat()
    };
    assert_eq!(answer_to(vec![0x89, 0x82, 0, 0, 0, 0, b'h', b'i']), (Ok(()), vec![0x8a, 2, b'h', b'i']));
    assert_eq!(answer_to(close(b"")), (Err(CloseReason::Peer(None)), vec![0x88, 0]));
    let (end, answer) = answer_to(close(b"\x03\xe9bye"));
    assert_eq!((end, answer), (Err(CloseReason::Peer(Some(1001))), vec![0x88, 2, 3, 0xe9]));
    for (payload, code) in [(&b"\x03"[..], 1002u16), (b"\x03\xed", 1002), (b"\x03\xe8\xff", 1007)] {
        let (_, answer) = answer_to(close(payload));
        assert_eq!(answer.get(2..4), Some(&code.to_be_bytes()[..]), "{payload:?}");
    }
}

//! A table survives any messages on any connections; a message that it reads is written and read back the same,
//! and so are its replies. A line of a case is the connection, the seconds to wait, and the message.

use moment::Moment;
use play::protocol::{ClientMessage, Hex, ServerMessage, Settings};
use play::table::{ConnectionId, Input, NewTable, Output, Table};

pub(crate) fn check(data: &[u8]) {
    let mut table = Table::new(&NewTable::new(Settings::default(), Hex([7; 32])));
    let mut now = 0;
    for line in data.split(|byte| *byte == b'\n').take(200) {
        let [conn, wait, frame @ ..] = line else { continue };
        now += u64::from(*wait) * 1000;
        let Ok(message) = ClientMessage::read(frame) else { continue };
        assert_eq!(ClientMessage::read(message.write().as_bytes()).as_ref(), Ok(&message));
        let input = Input::Message { conn: ConnectionId(u64::from(conn % 4)), round_trip: 0, message };
        for output in table.handle(Moment::from_millis(now), input) {
            if let Output::Send { message, .. } = output {
                assert_eq!(ServerMessage::read(message.write().as_bytes()).as_ref(), Ok(&message));
            }
        }
    }
}

//! Law: whatever frames come in on whatever connections, a room goes on; what it understood it would say the same way
//! again; and what it tells can be read. Lines of a case: the connection and the seconds before it, then the frame.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::Moment;
use play::protocol::{Asked, Hex, Settings, Told};
use play::table::{Conn, Input, Opening, Output, Table};

fuzz_target!(|data: &[u8]| {
    let mut table = Table::new(&Opening { settings: Settings::default(), secret: Hex([7; 32]) });
    let mut now = 0;
    for line in data.split(|byte| *byte == b'\n').take(200) {
        let [conn, wait, frame @ ..] = line else { continue };
        now += u64::from(*wait) * 1000;
        let Ok(asked) = Asked::read(frame) else { continue };
        assert_eq!(Asked::read(asked.write().as_bytes()).as_ref(), Ok(&asked));
        let input = Input::Asked { conn: Conn(u64::from(conn % 4)), round_trip: 0, asked };
        for output in table.handle(Moment::from_millis(now), input) {
            if let Output::Tell { told, .. } = output {
                assert_eq!(Told::read(told.write().as_bytes()).as_ref(), Ok(&told));
            }
        }
    }
});

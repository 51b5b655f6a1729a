//! Any bytes are a journal up to its first bad line. The rooms before it have tables, which compaction keeps, and
//! which their snapshots restore.

use moment::Moment;
use play::journal::{Contents, live_lines};
use play::table::{Input, Table};

fn tables(contents: Contents) -> Vec<(String, u64, Table)> {
    let rooms = contents.rooms.into_iter();
    rooms.map(|(id, room)| (id, room.next_moment(), room.into_table())).collect()
}

pub(crate) fn check(data: &[u8]) {
    let contents = Contents::read(data);
    let sound = data.get(..contents.bytes).expect("no more is read than is there");
    assert_eq!(contents.stop.is_none(), sound.len() == data.len());
    let live = live_lines(sound).expect("lines that were read can be compacted");
    let compacted = Contents::read(&live);
    assert_eq!(compacted.stop, None);
    let again = tables(compacted);
    let tables = tables(contents);
    assert_eq!(tables.len(), again.len());
    for ((id, next, mut table), (same_id, same_next, same)) in tables.into_iter().zip(again) {
        assert_eq!((&id, next), (&same_id, same_next));
        let snapshot = serde_json::to_string(&table).expect("a table can be stored");
        assert_eq!(snapshot, serde_json::to_string(&same).expect("a table can be stored"));
        let mut restored: Table = serde_json::from_str(&snapshot).expect("a snapshot can be read");
        let now = Moment::from_millis(next);
        assert_eq!(restored.handle(now, Input::Resumed), table.handle(now, Input::Resumed));
    }
}

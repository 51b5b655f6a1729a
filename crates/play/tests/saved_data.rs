//! Data stored by earlier versions opens: a seat with a committed move, and the journal of a table in the page.

use moment::Moment;
use play::client::SavedSeat;
use play::protocol::{Hex, Opponent};
use play::table::{JournaledTable, TableJournal};
use rules::go::{Move, Point};

const SEAT: &str = concat!(
    r#"{"token":"01010101010101010101010101010101","name":"Ann","promise":{"game":"02020202020202020202020202020202","#,
    r#""turn":3,"move":{"x":2,"y":6},"nonce":"0303030303030303030303030303030303030303030303030303030303030303","#,
    r#""commit":"0404040404040404040404040404040404040404040404040404040404040404"},"seen":["#,
    r#""02020202020202020202020202020202",2,"0505050505050505050505050505050505050505050505050505050505050505"]}"#,
);

const TABLE: &str = concat!(
    r#"{"opening":{"settings":{"game":"chinese","boardSize":9,"komi":15,"time":null,"lossOnTime":false,"hostColor":"black"},"#,
    r#""secret":"0606060606060606060606060606060606060606060606060606060606060606"},"entries":["#,
    r#"{"at":0,"input":{"asked":{"conn":1,"round_trip":0,"asked":{"seq":0,"game":0,"turn":0,"type":"join","version":1,"#,
    r#""playerName":"Ann","token":"01010101010101010101010101010101"}}}},"#,
    r#"{"at":1,"input":{"asked":{"conn":2,"round_trip":0,"asked":{"seq":0,"game":0,"turn":0,"type":"join","version":1,"#,
    r#""playerName":"Bot, easy","token":"07070707070707070707070707070707"}}}},"#,
    r#"{"at":2,"input":{"asked":{"conn":1,"round_trip":0,"asked":{"seq":1,"game":0,"turn":0,"type":"ready","revision":1}}}},"#,
    r#"{"at":3,"input":{"asked":{"conn":2,"round_trip":0,"asked":{"seq":1,"game":0,"turn":0,"type":"ready","revision":1}}}},"#,
    r#"{"at":9,"input":{"asked":{"conn":1,"round_trip":0,"asked":{"seq":2,"game":1,"turn":1,"type":"submit_move","#,
    r#""move":{"x":2,"y":2}}}}},"#,
    r#"{"at":20,"input":{"gone":{"conn":1}}},{"at":21,"input":{"unable":{"conn":2,"why":"ended"}}},"#,
    r#"{"at":22,"input":"resumed"}]}"#,
);

#[test]
fn a_seat_saved_by_an_earlier_version_opens_with_its_committed_move() {
    let seat: SavedSeat = serde_json::from_str(SEAT).unwrap();
    let committed = seat.committed.as_ref().unwrap();
    assert_eq!((committed.turn, committed.mv), (3, Move::Place(Point::new(2, 6))));
    assert_eq!(seat.seen, Some((Hex([2; 16]), 2, Hex([5; 32]))));
    assert_eq!(serde_json::to_string(&seat).unwrap(), SEAT, "and is written as before");
}

#[test]
fn the_bots_levels_of_earlier_versions_open_and_are_written_as_before() {
    for name in ["easy", "medium", "hard", "max"] {
        let written = format!(r#"{{"bot":"{name}"}}"#);
        let opponent: Opponent = serde_json::from_str(&written).unwrap();
        assert_eq!(serde_json::to_string(&opponent).unwrap(), written);
    }
    let unknown = serde_json::from_str::<Opponent>(r#"{"bot":"strongest"}"#).unwrap_err();
    assert!(unknown.to_string().contains("strongest"), "{unknown}");
}

#[test]
fn a_table_saved_by_an_earlier_version_opens_with_its_game() {
    let journal: TableJournal = serde_json::from_str(TABLE).unwrap();
    assert_eq!(serde_json::to_string(&journal).unwrap(), TABLE, "and is written as before");
    let table = JournaledTable::resume(Moment::ORIGIN, journal);
    let kifu = table.table().kifu().unwrap();
    assert_eq!((kifu.turns(), table.table().is_unfinished()), (1, true));
}

//! A host that is killed and started again from its journal.

use moment::Moment;
use play::client::Action;
use play::kifu::Stage;
use play::protocol::GameKind;
use play::table::{Input, JournalEntry, Table};

use crate::simulated_room::{NetworkFaults, SimulatedRoom, happens, settings};

fn through_json(entry: &JournalEntry) -> JournalEntry {
    serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap()
}

#[test]
fn the_journal_read_back_is_the_room_after_every_entry() {
    let mut room = SimulatedRoom::new(1, settings(GameKind::Red, 5));
    room.faults = NetworkFaults { drops: 5, repeats: 5, delay: 30, cuts: 2, partitions: 1 };
    let mut heads = Vec::new();
    for _ in 0..4000 {
        if happens(20, &mut room.dice) {
            let who = room.dice.usize(..2);
            room.keep_playing(who, 8);
        }
        let written = room.journal.len();
        room.step();
        if room.journal.len() > written {
            let state = format!("{:?}", (room.table.kifu(), room.table.names(), room.table.present()));
            heads.push((room.journal.len(), state));
        }
    }
    assert!(matches!(room.stage(), Some(Stage::Over(_))));
    for (entries, state) in heads {
        let resumed = Table::resume(&room.new_table, room.journal[..entries].iter().map(through_json));
        assert_eq!(format!("{:?}", (resumed.kifu(), resumed.names(), resumed.present())), state);
    }
}

#[test]
fn a_host_killed_between_any_two_writes_continues_with_the_same_seats() {
    let script = |kill_at: usize| {
        let mut room = SimulatedRoom::new(5, settings(GameKind::Red, 5));
        let mut killed = false;
        for _ in 0..20_000 {
            if room.clients.iter().all(|client| client.is_over()) {
                break;
            }
            for who in 0..2 {
                room.keep_playing(who, 2);
            }
            room.step();
            if room.journal.len() >= kill_at && !killed {
                killed = true;
                room.table = Table::resume(&room.new_table, room.journal.iter().map(through_json));
                room.table_input(Input::Resumed);
                for who in 0..2 {
                    room.cut(who);
                    room.connect(who);
                }
            }
        }
        (killed, room)
    };
    for kill_at in 1.. {
        let (killed, room) = script(kill_at);
        let kifu = room.table.kifu().unwrap();
        assert!(matches!(kifu.stage(), Stage::Over(_)), "killed after {kill_at} entries");
        for client in &room.clients {
            assert_eq!((client.violation(), client.kifu().unwrap().head()), (None, kifu.head()), "{kill_at}");
        }
        if !killed {
            assert!(kill_at > 15);
            break;
        }
    }
}

#[test]
fn clocks_are_stopped_while_the_host_is_down() {
    let mut room = SimulatedRoom::started(3, settings(GameKind::Red, 9));
    room.wait(std::time::Duration::from_secs(60));
    room.act(0, Action::Chat("a minute gone".to_owned()));
    room.settle();
    let color = rules::go::Color::Black;
    let before = room.clients[0].reading(color, room.at());
    room.table = Table::resume(&room.new_table, room.journal.clone());
    room.table_input(Input::Resumed);
    room.cut(0);
    room.cut(1);
    room.now += 1_000_000;
    room.connect(0);
    room.connect(1);
    room.settle();
    let after = room.clients[0].reading(color, Moment::from_millis(room.now));
    let left = |reading| match reading {
        play::clock::Reading::Base { left } => left.as_millis(),
        _ => 0,
    };
    assert!(left(before) - left(after) < 50, "{before:?} {after:?}");
}

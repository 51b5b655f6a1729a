//! A host that is killed and started again from its journal.

use play::Moment;
use play::client::Action;
use play::kifu::Stage;
use play::protocol::GameKind;
use play::table::{Input, JournalEntry, Table};

use crate::party::{NetworkFaults, Party, settings};

fn through_json(entry: &JournalEntry) -> JournalEntry {
    serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap()
}

#[test]
fn a_table_restored_from_its_journal_is_the_same_after_every_entry() {
    let mut party = Party::new(1, settings(GameKind::Red, 5));
    party.faults = NetworkFaults { drops: 5, repeats: 5, delay: 30, cuts: 2, partitions: 1 };
    let mut heads = Vec::new();
    for _ in 0..4000 {
        if party.dice.percent(20) {
            let who = party.dice.below(2) as usize;
            party.keep_playing(who, 8);
        }
        let written = party.journal.len();
        party.step();
        if party.journal.len() > written {
            let state = format!("{:?}", (party.table.kifu(), party.table.names(), party.table.present()));
            heads.push((party.journal.len(), state));
        }
    }
    assert!(matches!(party.stage(), Some(Stage::Over(_))));
    for (entries, state) in heads {
        let resumed = Table::resume(&party.opening, party.journal[..entries].iter().map(through_json));
        assert_eq!(format!("{:?}", (resumed.kifu(), resumed.names(), resumed.present())), state);
    }
}

#[test]
fn a_host_killed_between_any_two_writes_resumes_with_the_same_seats() {
    let script = |kill_at: usize| {
        let mut party = Party::new(5, settings(GameKind::Red, 5));
        let mut killed = false;
        for _ in 0..20_000 {
            if party.clients.iter().all(|client| client.is_over()) {
                break;
            }
            for who in 0..2 {
                party.keep_playing(who, 2);
            }
            party.step();
            if party.journal.len() >= kill_at && !killed {
                killed = true;
                party.table = Table::resume(&party.opening, party.journal.iter().map(through_json));
                party.give_table(Input::Resumed);
                for who in 0..2 {
                    party.cut(who);
                    party.connect(who);
                }
            }
        }
        (killed, party)
    };
    for kill_at in 1.. {
        let (killed, party) = script(kill_at);
        let kifu = party.table.kifu().unwrap();
        assert!(matches!(kifu.stage(), Stage::Over(_)), "killed after {kill_at} entries");
        for client in &party.clients {
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
    let mut party = Party::begun(3, settings(GameKind::Red, 9));
    party.wait(std::time::Duration::from_secs(60));
    party.act(0, Action::Chat("a minute gone".to_owned()));
    party.settle();
    let color = rules::go::Color::Black;
    let before = party.clients[0].reading(color, party.at());
    party.table = Table::resume(&party.opening, party.journal.clone());
    party.give_table(Input::Resumed);
    party.cut(0);
    party.cut(1);
    party.now += 1_000_000;
    party.connect(0);
    party.connect(1);
    party.settle();
    let after = party.clients[0].reading(color, Moment::from_millis(party.now));
    let left = |reading| match reading {
        play::clock::Reading::Base { left } => left.as_millis(),
        _ => 0,
    };
    assert!(left(before) - left(after) < 50, "{before:?} {after:?}");
}

//! Unreliable networks.

use play::client::Output;
use play::kifu::{Event, Stage};
use play::protocol::GameKind;

use crate::party::{Dice, NetworkFaults, Party, settings};

fn ends_alike(party: &Party, what: &str) {
    let kifu = party.table.kifu().unwrap();
    assert!(matches!(kifu.stage(), Stage::Over(_)), "{what}");
    for (who, client) in party.clients.iter().enumerate() {
        assert_eq!(client.violation(), None, "{what}: {who}");
        assert_eq!(client.kifu().unwrap().head(), kifu.head(), "{what}: {who}");
        let turns =
            party.outputs.iter().filter(|(to, outputs)| *to == who && matches!(outputs, Output::Turn { .. }));
        let written =
            kifu.links().iter().filter(|link| matches!(link.event, Event::Turn { .. } | Event::Move { .. }));
        assert_eq!(turns.count(), written.count(), "{what}: {who} saw a turn twice, or missed one");
    }
}

#[test]
fn both_sides_have_the_same_record_whatever_the_network_does() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(25);
    for seed in 0..seeds {
        let mut dice = Dice(seed);
        let kind = if seed % 4 == 3 { GameKind::Chinese } else { GameKind::Red };
        let mut party = Party::new(seed, settings(kind, 5));
        party.faults = NetworkFaults {
            drops: dice.below(40),
            repeats: dice.below(40),
            delay: [0, 20, 400][dice.below(3) as usize],
            cuts: dice.below(3),
            partitions: dice.below(3),
        };
        party.play_out(12);
        ends_alike(&party, &format!("seed {seed}"));
    }
}

/// No drops: frames are lost only together with the connection, as on a real socket.
#[test]
fn the_connections_may_be_cut_after_any_message() {
    let script = |cut_after: Option<usize>| {
        let mut party = Party::new(7, settings(GameKind::Red, 5));
        party.cut_after = cut_after;
        party.play_out(2);
        party
    };
    let uncut = script(None).delivered.len();
    assert!(uncut > 50);
    for cut in 1..=uncut {
        ends_alike(&script(Some(cut)), &format!("cut after {cut}"));
    }
}

#[test]
fn pages_may_be_reloaded_at_any_time() {
    for seed in 0..20 {
        let mut party = Party::new(seed, settings(GameKind::Red, 5));
        for turn in 0..40 {
            for who in 0..2 {
                party.keep_playing(who, 6);
            }
            for _ in 0..party.dice.below(8) {
                party.step();
            }
            if turn < 35 {
                let who = party.dice.below(2) as usize;
                party.reload(who);
            }
        }
        party.play_out(6);
        let kifu = party.table.kifu().unwrap();
        for client in &party.clients {
            assert_eq!(
                (client.violation(), client.kifu().unwrap().head()),
                (None, kifu.head()),
                "seed {seed}"
            );
        }
        let faults = kifu.links().iter().any(|link| match &link.event {
            Event::Turn { black_move, white_move } => {
                black_move.passed_for.or(white_move.passed_for).is_some()
            }
            _ => false,
        });
        assert!(!faults, "seed {seed}: a promise was forgotten");
    }
}

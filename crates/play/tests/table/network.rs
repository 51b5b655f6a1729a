//! Games over unreliable networks.

use fastrand::Rng;
use play::client::Output;
use play::kifu::{Event, Stage};
use play::protocol::GameKind;

use crate::simulated_room::{NetworkFaults, SimulatedRoom, settings};

fn ends_alike(room: &SimulatedRoom, what: &str) {
    let kifu = room.table.kifu().unwrap();
    assert!(matches!(kifu.stage(), Stage::Over(_)), "{what}");
    for (who, client) in room.clients.iter().enumerate() {
        assert_eq!(client.violation(), None, "{what}: {who}");
        assert_eq!(client.kifu().unwrap().head(), kifu.head(), "{what}: {who}");
        let turns =
            room.outputs.iter().filter(|(to, output)| *to == who && matches!(output, Output::Turn { .. }));
        let written =
            kifu.links().iter().filter(|link| matches!(link.event, Event::Turn { .. } | Event::Move { .. }));
        assert_eq!(turns.count(), written.count(), "{what}: {who} saw a turn twice, or missed one");
    }
}

/// Plays a short game undisturbed, and then once for each of its messages, with what `disturb` does after that message.
pub fn after_any_message(disturb: impl Fn(&mut SimulatedRoom, Option<usize>)) {
    let script = |after: Option<usize>| {
        let mut room = SimulatedRoom::new(7, settings(GameKind::Red, 5));
        disturb(&mut room, after);
        room.play_out(2);
        room
    };
    let messages = script(None).delivered.len();
    assert!(messages > 50);
    for after in 1..=messages {
        ends_alike(&script(Some(after)), &format!("disturbed after {after}"));
    }
}

#[test]
fn whatever_the_network_does_both_sides_end_with_the_same_record() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(25);
    for seed in 0..seeds {
        let mut dice = Rng::with_seed(seed);
        let kind = if seed % 4 == 3 { GameKind::Chinese } else { GameKind::Red };
        let mut room = SimulatedRoom::new(seed, settings(kind, 5));
        room.faults = NetworkFaults {
            drops: dice.u64(..40),
            repeats: dice.u64(..40),
            delay: [0, 20, 400][dice.usize(..3)],
            cuts: dice.u64(..3),
            partitions: dice.u64(..3),
        };
        room.play_out(12);
        ends_alike(&room, &format!("seed {seed}"));
    }
}

/// No drops: what is lost is lost with the connection, as on a real socket.
#[test]
fn the_connections_may_be_cut_after_any_message() {
    after_any_message(|room, cut| room.cut_after = cut);
}

#[test]
fn pages_may_be_reloaded_at_any_time() {
    for seed in 0..20 {
        let mut room = SimulatedRoom::new(seed, settings(GameKind::Red, 5));
        for turn in 0..40 {
            for who in 0..2 {
                room.keep_playing(who, 6);
            }
            for _ in 0..room.dice.u64(..8) {
                room.step();
            }
            if turn < 35 {
                let who = room.dice.usize(..2);
                room.reload(who);
            }
        }
        room.play_out(6);
        let kifu = room.table.kifu().unwrap();
        for client in &room.clients {
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
        assert!(!faults, "seed {seed}: a committed move was forgotten");
    }
}

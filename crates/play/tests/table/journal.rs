//! A host that is killed and started again from its journal.

use fastrand::Rng;
use moment::Moment;
use play::client::Action;
use play::kifu::Stage;
use play::protocol::{ClientMessage, ClientRequest, GameKind, Hex, Settings, Token, VERSION};
use play::table::{ConnectionId, Input, JournalEntry, NewTable, Table};
use proptest::prelude::*;

use crate::simulated_room::{NetworkFaults, SimulatedRoom, happens, settings};

fn through_json(entry: &JournalEntry) -> JournalEntry {
    serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap()
}

/// Everything that must survive a restart.
fn state(table: &Table) -> String {
    serde_json::to_string(table).unwrap()
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
        room.step();
        heads.push((room.journal.len(), state(&room.table)));
    }
    assert!(matches!(room.stage(), Some(Stage::Over(_))));
    for (entries, expected) in heads {
        let resumed = Table::resume(&room.new_table, room.journal[..entries].iter().map(through_json));
        assert_eq!(state(&resumed), expected);
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

/// Two players, a third person with a token of their own, and somebody who only watches.
const TOKENS: [Token; 3] = [Hex([1; 16]), Hex([2; 16]), Hex([3; 16])];

/// Requests of all kinds, sensible and not, at moments when they make sense and when they do not.
fn request(dice: &mut Rng, table: &Table) -> ClientRequest {
    let token = TOKENS[dice.usize(..3)];
    let version = if happens(5, dice) { VERSION + 1 } else { VERSION };
    let kifu = table.kifu();
    match dice.u8(..24) {
        0..4 => ClientRequest::Join { version, player_name: "Ann".to_owned(), token, password: None },
        4 => ClientRequest::Rejoin { version, token, resend_from: dice.bool().then(|| dice.u64(..9)) },
        5 => ClientRequest::Spectate { version, player_name: String::new(), password: None },
        6 => ClientRequest::Sync,
        7 => ClientRequest::Chat { message: "hello".to_owned() },
        8 => ClientRequest::Leave,
        9 => ClientRequest::Resign,
        10 => ClientRequest::Adjourn,
        11 => ClientRequest::Takeback { turns: 1, agree: dice.bool() },
        12 => ClientRequest::WebrtcConnected { attempt: 1 },
        13 => {
            let settings = Settings { board_size: 5 + dice.u8(..2), ..table.settings().clone() };
            ClientRequest::Propose { revision: dice.u32(1..4), settings }
        }
        14 | 15 => {
            let verdict = [play::protocol::Verdict::Mark, play::protocol::Verdict::Agree][dice.usize(..2)];
            ClientRequest::MarkDead { dead: Vec::new(), verdict }
        }
        16 => ClientRequest::Rematch { agree: true },
        17 | 18 => ClientRequest::Ready { revision: dice.u32(1..4) },
        _ => {
            let size = table.settings().size();
            let points: Vec<rules::go::Point> = size.points().collect();
            let mv = match happens(30, dice) {
                true => rules::go::Move::Pass,
                false => rules::go::Move::Place(points[dice.usize(..points.len())]),
            };
            match kifu.is_some_and(|kifu| kifu.settings().game.is_simultaneous()) {
                true => ClientRequest::SubmitMove {
                    version: dice.u32(..3),
                    commit: Some(Hex([dice.u8(..); 32])),
                    mv: None,
                },
                false => ClientRequest::SubmitMove { version: 0, commit: None, mv: Some(mv) },
            }
        }
    }
}

struct Chaos {
    dice: Rng,
    now: u64,
    seqs: [u64; 5],
}

impl Chaos {
    fn new_table(&mut self) -> NewTable {
        let game = GameKind::ALL[self.dice.usize(..GameKind::ALL.len())];
        let time = play::protocol::TimeSettings {
            base_seconds: 60,
            periods: 1,
            period_seconds: 5,
            increment_seconds: 0,
        };
        let time = self.dice.bool().then_some(time);
        let settings = Settings { time, loss_on_time: self.dice.bool(), ..settings(game, 5) };
        NewTable::new(settings, Hex([7; 32]))
    }

    fn input(&mut self, table: &Table) -> JournalEntry {
        let waits = [0, 5, 400, 2_500, 40_000, 400_000];
        self.now += waits[self.dice.usize(..waits.len()).min(self.dice.usize(..waits.len()))];
        let who = self.dice.usize(..5);
        let conn = ConnectionId(who as u64);
        let input = match self.dice.u8(..40) {
            0..3 => Input::Wake,
            3 => Input::Disconnected { conn },
            4 => Input::EngineFailed { conn, why: "ended".to_owned() },
            5 => Input::Resumed,
            _ => {
                if !happens(10, &mut self.dice) {
                    self.seqs[who] += 1;
                }
                let (game, turn) = (table.games(), table.kifu().map_or(0, |kifu| kifu.next()));
                let request = request(&mut self.dice, table);
                let message = ClientMessage { seq: self.seqs[who], game, turn, request };
                Input::Message { conn, round_trip: self.dice.u32(..300), message }
            }
        };
        JournalEntry { at: self.now, input }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A table that gets only the inputs in the journal is always in the same state, and one that is restored from a
    /// snapshot at any moment gives the same replies as one that is restored from all entries.
    #[test]
    fn the_journal_and_any_snapshot_lead_to_the_same_table(seed in any::<u64>(), snapshot_at in 0..150usize) {
        let mut chaos = Chaos { dice: Rng::with_seed(seed), now: 1000, seqs: [0; 5] };
        let new = chaos.new_table();
        let mut live = Table::new(&new);
        let mut journaled = Table::new(&new);
        let mut snapshot = None;
        let mut later = Vec::new();
        for step in 0..200 {
            if step == snapshot_at {
                snapshot = Some(state(&live));
            }
            let entry = chaos.input(&live);
            let at = Moment::from_millis(entry.at);
            if live.is_journaled(at, &entry.input) {
                journaled.handle(at, entry.input.clone());
                if snapshot.is_some() {
                    later.push(through_json(&entry));
                }
            }
            live.handle(at, entry.input);
            prop_assert_eq!(state(&journaled), state(&live));
        }
        let snapshot: Table = serde_json::from_str(&snapshot.unwrap()).unwrap();
        let mut restored = Table::continue_from(snapshot, later);
        prop_assert_eq!(state(&restored), state(&journaled));
        let resumed = Moment::from_millis(chaos.now + 1);
        prop_assert_eq!(restored.handle(resumed, Input::Resumed), journaled.handle(resumed, Input::Resumed));
        for _ in 0..100 {
            prop_assert_eq!(restored.deadline(), journaled.deadline());
            let entry = chaos.input(&journaled);
            let at = Moment::from_millis(entry.at);
            prop_assert_eq!(restored.is_journaled(at, &entry.input), journaled.is_journaled(at, &entry.input));
            prop_assert_eq!(restored.handle(at, entry.input.clone()), journaled.handle(at, entry.input));
        }
    }
}

#[test]
fn a_connection_without_a_seat_writes_nothing_to_the_journal() {
    let mut room = SimulatedRoom::started(4, settings(GameKind::Chinese, 5));
    let written = room.journal.len();
    let conn = ConnectionId(99);
    let message = |request| {
        let message = ClientMessage { seq: 1, game: 1, turn: 1, request };
        Input::Message { conn, round_trip: 0, message }
    };
    let token = Hex([9; 16]);
    for input in [
        message(ClientRequest::Chat { message: "x".repeat(300) }),
        message(ClientRequest::Resign),
        message(ClientRequest::Join {
            version: VERSION,
            player_name: "Eve".to_owned(),
            token,
            password: None,
        }),
        message(ClientRequest::Join {
            version: VERSION + 1,
            player_name: "Eve".to_owned(),
            token,
            password: None,
        }),
        message(ClientRequest::Rejoin { version: VERSION, token, resend_from: None }),
        message(ClientRequest::Spectate { version: VERSION, player_name: String::new(), password: None }),
        message(ClientRequest::Chat { message: "a spectator".to_owned() }),
        message(ClientRequest::Sync),
        Input::EngineFailed { conn, why: "nothing".to_owned() },
        Input::Disconnected { conn },
    ] {
        room.table_input(input.clone());
        assert_eq!(room.journal.len(), written, "{input:?}");
    }
    room.choose(0, "c3");
    room.settle();
    assert!(room.journal.len() > written, "players are journaled");
}

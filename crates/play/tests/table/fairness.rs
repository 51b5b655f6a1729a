//! Hosts and players who cheat, and moves that must stay secret.

use fastrand::Rng;
use play::client::{Action, HostViolation};
use play::kifu::{Event, PassedFor, RecordViolation};
use play::protocol::{ClientRequest, EndReason, GameKind, Hex, ServerEvent, ServerMessage};
use rules::go::{Color, Move, Outcome, Point};

use crate::simulated_room::{SimulatedRoom, happens, settings};

fn forge_turn(message: &mut ServerMessage, forge: impl Fn(&mut play::kifu::Link)) {
    if let ServerEvent::TurnResult { link, .. } = &mut message.event
        && link.turn == 2
    {
        forge(link);
    }
}

fn halves(event: &mut Event) -> Option<[&mut play::kifu::HalfTurn; 2]> {
    match event {
        Event::Turn { black_move, white_move } => Some([black_move, white_move]),
        _ => None,
    }
}

/// What Ann detects when the host changes its messages to her in the second turn.
fn found(forge: impl Fn(&mut ServerMessage) + 'static) -> Option<HostViolation> {
    let mut room = SimulatedRoom::started(1, settings(GameKind::Red, 9));
    room.forge = Some(Box::new(move |who, message| {
        if who == 0 {
            forge(message);
        }
    }));
    room.turn("C3", "G7");
    assert_eq!(room.clients[0].violation(), None);
    room.turn("D4", "F6");
    assert_eq!(room.clients[1].violation(), None);
    room.clients[0].violation()
}

fn moved_elsewhere() -> Move {
    Move::Place(Point::new(0, 0))
}

#[test]
fn an_honest_host_is_not_accused() {
    assert_eq!(found(|_| {}), None);
}

#[test]
fn the_opponents_move_cannot_be_exchanged() {
    let exchanged = |message: &mut ServerMessage| {
        forge_turn(message, |link| halves(&mut link.event).unwrap()[1].mv = moved_elsewhere());
    };
    assert!(matches!(
        found(exchanged),
        Some(HostViolation::Record(RecordViolation::Commitment { color: Color::White, .. }))
    ));
}

/// What Ann notices when the host exchanges a move of the second turn together with its commitment.
fn found_with_new_commitment(color: Color) -> Option<HostViolation> {
    // All parties of the same seed play the same game.
    let id = SimulatedRoom::started(1, settings(GameKind::Red, 9)).table.kifu().unwrap().id();
    found(move |message| {
        forge_turn(message, |link| {
            let half = &mut halves(&mut link.event).unwrap()[color as usize];
            let nonce = Hex([7; 32]);
            let commit = play::kifu::commitment(id, 2, color, moved_elsewhere(), &nonce);
            (half.mv, half.nonce, half.commit) = (moved_elsewhere(), Some(nonce), Some(commit));
        });
    })
}

#[test]
fn the_opponents_move_cannot_be_exchanged_together_with_its_commitment() {
    let violation = found_with_new_commitment(Color::White);
    assert_eq!(violation, Some(HostViolation::ChangedCommitment { turn: 2 }));
}

#[test]
fn our_own_move_cannot_be_exchanged() {
    assert_eq!(found_with_new_commitment(Color::Black), Some(HostViolation::ForgedMove { turn: 2 }));
}

#[test]
fn forged_positions_hashes_and_turns_are_detected() {
    let position = |message: &mut ServerMessage| forge_turn(message, |link| link.position = Hex([0; 8]));
    assert_eq!(found(position), Some(HostViolation::Record(RecordViolation::Position { turn: 2 })));
    let seal = |message: &mut ServerMessage| forge_turn(message, |link| link.chain = Hex([0; 32]));
    assert_eq!(found(seal), Some(HostViolation::Record(RecordViolation::Chain { turn: 2 })));
    let back =
        |message: &mut ServerMessage| forge_turn(message, |link| link.event = Event::TakenBack { turns: 1 });
    assert_eq!(found(back), Some(HostViolation::WithoutConsent { turn: 2 }));
    let resigned = Event::Ended { result: Outcome::Resigned { winner: Color::White }, dead: Vec::new() };
    let resign = move |message: &mut ServerMessage| forge_turn(message, |link| link.event = resigned.clone());
    assert_eq!(found(resign), Some(HostViolation::WithoutConsent { turn: 2 }));
    let counted = Event::Ended { result: Outcome::Draw, dead: Vec::new() };
    let count = move |message: &mut ServerMessage| forge_turn(message, |link| link.event = counted.clone());
    assert!(matches!(found(count), Some(HostViolation::Record(RecordViolation::Impossible { .. }))));
}

/// Some field of an entry, changed to something else.
fn mutate(link: &mut play::kifu::Link, dice: &mut Rng) {
    let flip = |bytes: &mut [u8], dice: &mut Rng| {
        let at = dice.usize(..bytes.len());
        bytes[at] ^= 1 << dice.u64(..8);
    };
    match (&mut link.event, dice.u64(..8)) {
        (_, 0) => flip(&mut link.position.0, dice),
        (_, 1) => flip(&mut link.chain.0, dice),
        (Event::Turn { black_move, white_move }, field) => {
            let half = if happens(50, dice) { black_move } else { white_move };
            match (field, &mut half.commit, &mut half.nonce) {
                (2, Some(commit), _) => flip(&mut commit.0, dice),
                (3, _, Some(nonce)) => flip(&mut nonce.0, dice),
                (4, ..) => half.nonce = None,
                (5, ..) => half.passed_for = Some(PassedFor::Time),
                (6, ..) => half.commit = None,
                _ => half.mv = if half.mv == Move::Pass { moved_elsewhere() } else { Move::Pass },
            }
        }
        (Event::Ended { result, .. }, 2..=4) => {
            *result = Outcome::Won(Color::White, Some(rules::go::Points::halves(777)));
        }
        (Event::Ended { dead, .. }, _) => dead.push(Point::new(2, 2)),
        _ => flip(&mut link.chain.0, dice),
    }
}

/// In live messages and in the history for a client that missed them.
#[test]
fn any_change_of_any_entry_is_detected() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    for seed in 0..seeds {
        let mut dice = Rng::with_seed(seed);
        let lie_at = 1 + dice.u32(..6);
        let mut forger = dice.clone();
        let mut room = SimulatedRoom::new(seed, settings(GameKind::Red, 5));
        room.forge = Some(Box::new(move |who, message| {
            let links = match &mut message.event {
                ServerEvent::TurnResult { link, .. } | ServerEvent::GameEnd { link, .. } => {
                    std::slice::from_mut(link)
                }
                ServerEvent::History { links } => links.as_mut_slice(),
                _ => return,
            };
            for link in links.iter_mut().filter(|link| who == 0 && link.turn == lie_at) {
                mutate(link, &mut forger);
            }
        }));
        for _ in 0..4000 {
            if room.clients[0].violation().is_some() {
                break;
            }
            let who = room.dice.usize(..2);
            if happens(20, &mut room.dice) {
                room.keep_playing(who, 4);
            }
            room.step();
        }
        let links = room.table.kifu().map_or(0, |kifu| kifu.links().len());
        assert!(room.clients[0].violation().is_some(), "seed {seed}: entry {lie_at} of {links}");
        assert_eq!(room.clients[1].violation(), None, "seed {seed}");
    }
}

#[test]
fn a_commitment_shown_before_the_reveal_binds_the_host() {
    let exchanged = |message: &mut ServerMessage| {
        if message.turn == 2
            && let ServerEvent::OpponentReady { reveal: true, commit, .. } = &mut message.event
        {
            *commit = Some(Hex([9; 32]));
        }
    };
    assert_eq!(found(exchanged), Some(HostViolation::ChangedCommitment { turn: 2 }));
}

#[test]
fn a_record_rewritten_while_we_were_away_is_noticed() {
    let mut room = SimulatedRoom::started(2, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    let mut kept = room.clients[0].saved_seat();
    let (game, turn, _) = kept.seen.unwrap();
    kept.seen = Some((game, turn, Hex([1; 32])));
    room.cut(0);
    room.clients[0] = play::client::Client::player(kept);
    room.connect(0);
    room.settle();
    assert_eq!(room.clients[0].violation(), Some(HostViolation::Rewritten { turn: 1 }));
}

/// Ben reveals another move than he committed to, in the first two turns.
fn cheat(forge: impl Fn(&mut ClientRequest) + 'static) -> SimulatedRoom {
    let mut room = SimulatedRoom::started(3, settings(GameKind::Red, 9));
    room.forge_request = Some(Box::new(move |who, message| {
        if who == 1 {
            forge(&mut message.request);
        }
    }));
    room.turn("C3", "G7");
    room
}

#[test]
fn a_player_who_reveals_another_move_passes_and_loses_the_second_time() {
    let mut room = cheat(|ask| {
        if let ClientRequest::Reveal { mv, .. } = ask {
            *mv = moved_elsewhere();
        }
    });
    let Event::Turn { white_move, .. } = &room.table.kifu().unwrap().links()[0].event else { panic!() };
    assert_eq!((white_move.mv, white_move.passed_for), (Move::Pass, Some(PassedFor::Fault)));
    room.turn("D4", "F6");
    assert_eq!(room.clients[0].ending().unwrap().reason, EndReason::Fault);
    assert_eq!(room.clients[0].ending().unwrap().result, Outcome::Forfeit { winner: Color::Black });
    assert_eq!(room.clients[0].violation(), None);
}

#[test]
fn committing_to_an_illegal_move_is_a_fault_too() {
    let mut room = SimulatedRoom::started(4, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    let id = room.table.kifu().unwrap().id();
    let (mv, nonce) =
        (Move::Place(Point::from_name("C3", room.table.settings().size()).unwrap()), Hex([5; 32]));
    let commit = play::kifu::commitment(id, 2, Color::White, mv, &nonce);
    room.forge_request = Some(Box::new(move |who, message| match (&mut message.request, who) {
        (ClientRequest::SubmitMove { commit: promised, .. }, 1) => *promised = Some(commit),
        (ClientRequest::Reveal { mv: shown, nonce: with }, 1) => (*shown, *with) = (mv, nonce),
        _ => {}
    }));
    room.turn("D4", "F6");
    let Event::Turn { white_move, .. } = &room.table.kifu().unwrap().links()[1].event else { panic!() };
    assert_eq!(white_move.passed_for, Some(PassedFor::Fault));
    assert_eq!(room.clients[0].violation(), None);
}

#[test]
fn another_move_for_the_same_turn_is_refused() {
    let mut room = SimulatedRoom::started(5, settings(GameKind::Red, 9));
    let mut first = true;
    room.forge_request = Some(Box::new(move |who, message| {
        if let (0, ClientRequest::SubmitMove { commit, .. }) = (who, &mut message.request)
            && !std::mem::take(&mut first)
        {
            *commit = Some(Hex([3; 32]));
        }
    }));
    room.choose(0, "C3");
    room.settle();
    room.clients[0] = play::client::Client::player(play::client::SavedSeat {
        committed: None,
        ..room.clients[0].saved_seat()
    });
    room.connect(0);
    room.settle();
    room.choose(0, "D4");
    room.settle();
    let (code, _) = room.clients[0].last_refusal().unwrap();
    assert_eq!(code, play::protocol::ErrorCode::AlreadySubmitted);
}

/// Everything that reached Ann before she revealed her move, with Ben playing this.
fn received_before_revealing(ben: &str, ann_first: bool) -> Vec<String> {
    let mut room = SimulatedRoom::started(6, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    room.dice = Rng::with_seed(99);
    let order = if ann_first { [(0, "D4"), (1, ben)] } else { [(1, ben), (0, "D4")] };
    let nonce = Hex([4; 32]);
    for (who, mv) in order {
        let mv = Point::from_name(mv, room.table.settings().size()).map_or(Move::Pass, Move::Place);
        room.act(who, Action::Choose { mv, nonce });
        room.wait(std::time::Duration::from_millis(1500));
        if who == 0 && !ann_first {
            break;
        }
    }
    room.settle();
    let received = room.delivered.iter().filter(|(who, _)| *who == 0).map(|(_, frame)| frame.clone());
    let resolved =
        |frame: &String| frame.contains("\"turn_result\"") && frame.contains("\"turn\":2,\"event\"");
    received.take_while(|frame| !resolved(frame)).collect()
}

#[test]
fn no_byte_that_reaches_one_before_the_reveal_depends_on_the_others_move() {
    for ann_first in [true, false] {
        let runs = ["F6", "A9", "D4", "pass"].map(|ben| received_before_revealing(ben, ann_first));
        let commits: Vec<usize> = runs
            .iter()
            .map(|run| run.iter().filter(|frame| frame.contains("\"reveal\":true")).count())
            .collect();
        assert_eq!(commits, [2; 4], "one commitment in each of two turns");
        // The commitment itself is the one thing that differs: a hash over 32 secret bytes.
        let hidden = |run: &Vec<String>| -> Vec<String> {
            run.iter()
                .map(|frame| match frame.split_once("\"reveal\":true,\"commit\":\"") {
                    Some((before, after)) => format!("{before}{}", &after[64..]),
                    None => frame.clone(),
                })
                .collect()
        };
        for run in &runs[1..] {
            assert_eq!(hidden(run), hidden(&runs[0]));
        }
    }
}

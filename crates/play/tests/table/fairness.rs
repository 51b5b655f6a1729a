//! Cheating hosts and players, and what each side may know before the reveal.

use play::client::{Action, HostViolation};
use play::kifu::{Event, PassedFor, RecordViolation};
use play::protocol::{ClientRequest, EndReason, GameKind, Hex, ServerEvent, ServerMessage};
use rules::go::{Color, Move, Outcome, Point};

use crate::party::{Dice, Party, settings};

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

/// The violation that Ann detects if the host forges messages to her in the second turn.
fn found(forge: impl Fn(&mut ServerMessage) + 'static) -> Option<HostViolation> {
    let mut party = Party::begun(1, settings(GameKind::Red, 9));
    party.forge = Some(Box::new(move |who, message| {
        if who == 0 {
            forge(message);
        }
    }));
    party.turn("C3", "G7");
    assert_eq!(party.clients[0].violation(), None);
    party.turn("D4", "F6");
    assert_eq!(party.clients[1].violation(), None);
    party.clients[0].violation()
}

fn moved_elsewhere() -> Move {
    Move::Place(Point::new(0, 0))
}

#[test]
fn an_honest_host_is_not_accused() {
    assert_eq!(found(|_| {}), None);
}

#[test]
fn a_forged_move_of_the_opponent_is_detected() {
    let exchanged = |message: &mut ServerMessage| {
        forge_turn(message, |link| halves(&mut link.event).unwrap()[1].mv = moved_elsewhere());
    };
    assert!(matches!(
        found(exchanged),
        Some(HostViolation::Record(RecordViolation::Commitment { color: Color::White, .. }))
    ));
}

#[test]
fn a_forged_move_with_a_matching_new_commitment_is_detected() {
    let mut party = Party::begun(1, settings(GameKind::Red, 9));
    let id = party.table.kifu().unwrap().id();
    party.forge = Some(Box::new(move |who, message| {
        if who == 0 {
            forge_turn(message, |link| {
                let white = &mut halves(&mut link.event).unwrap()[1];
                let nonce = Hex([7; 32]);
                let commit = play::kifu::commitment(id, 2, Color::White, moved_elsewhere(), &nonce);
                (white.mv, white.nonce, white.commit) = (moved_elsewhere(), Some(nonce), Some(commit));
            });
        }
    }));
    party.turn("C3", "G7");
    party.turn("D4", "F6");
    assert_eq!(party.clients[0].violation(), Some(HostViolation::ChangedCommitment { turn: 2 }));
}

#[test]
fn a_forged_own_move_is_detected() {
    let mut party = Party::begun(1, settings(GameKind::Red, 9));
    let id = party.table.kifu().unwrap().id();
    party.forge = Some(Box::new(move |who, message| {
        if who == 0 {
            forge_turn(message, |link| {
                let black = &mut halves(&mut link.event).unwrap()[0];
                let nonce = Hex([7; 32]);
                let commit = play::kifu::commitment(id, 2, Color::Black, moved_elsewhere(), &nonce);
                (black.mv, black.nonce, black.commit) = (moved_elsewhere(), Some(nonce), Some(commit));
            });
        }
    }));
    party.turn("C3", "G7");
    party.turn("D4", "F6");
    assert_eq!(party.clients[0].violation(), Some(HostViolation::ForgedMove { turn: 2 }));
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

/// Changes some field of an entry.
fn mutate(link: &mut play::kifu::Link, dice: &mut Dice) {
    let flip = |bytes: &mut [u8], dice: &mut Dice| {
        let at = dice.below(bytes.len() as u64) as usize;
        bytes[at] ^= 1 << dice.below(8);
    };
    match (&mut link.event, dice.below(8)) {
        (_, 0) => flip(&mut link.position.0, dice),
        (_, 1) => flip(&mut link.chain.0, dice),
        (Event::Turn { black_move, white_move }, field) => {
            let half = if dice.percent(50) { black_move } else { white_move };
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

/// Any change by the host in any entry, whether sent at once or later to a client that missed it.
#[test]
fn any_change_of_any_entry_is_detected() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    for seed in 0..seeds {
        let mut dice = Dice(seed);
        let lie_at = 1 + dice.below(6) as u32;
        let mut forger = dice.clone();
        let mut party = Party::new(seed, settings(GameKind::Red, 5));
        party.forge = Some(Box::new(move |who, message| {
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
            if party.clients[0].violation().is_some() {
                break;
            }
            let who = party.dice.below(2) as usize;
            if party.dice.percent(20) {
                party.keep_playing(who, 4);
            }
            party.step();
        }
        let links = party.table.kifu().map_or(0, |kifu| kifu.links().len());
        assert!(party.clients[0].violation().is_some(), "seed {seed}: entry {lie_at} of {links}");
        assert_eq!(party.clients[1].violation(), None, "seed {seed}");
    }
}

#[test]
fn a_commitment_shown_before_the_reveal_binds_the_host() {
    let exchanged = |message: &mut ServerMessage| {
        if message.turn == 2
            && let ServerEvent::OpponentReady { reveal: true, commit } = &mut message.event
        {
            *commit = Some(Hex([9; 32]));
        }
    };
    assert_eq!(found(exchanged), Some(HostViolation::ChangedCommitment { turn: 2 }));
}

#[test]
fn a_record_rewritten_during_an_absence_is_detected() {
    let mut party = Party::begun(2, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    let mut kept = party.clients[0].saved_seat();
    let (game, turn, _) = kept.seen.unwrap();
    kept.seen = Some((game, turn, Hex([1; 32])));
    party.cut(0);
    party.clients[0] = play::client::Client::player(kept);
    party.connect(0);
    party.settle();
    assert_eq!(party.clients[0].violation(), Some(HostViolation::Rewritten { turn: 1 }));
}

/// Ben reveals another move than he committed to, in the first two turns.
fn cheat(forge: impl Fn(&mut ClientRequest) + 'static) -> Party {
    let mut party = Party::begun(3, settings(GameKind::Red, 9));
    party.forge_ask = Some(Box::new(move |who, message| {
        if who == 1 {
            forge(&mut message.request);
        }
    }));
    party.turn("C3", "G7");
    party
}

#[test]
fn a_player_who_reveals_another_move_passes_and_the_second_time_loses() {
    let mut party = cheat(|ask| {
        if let ClientRequest::Reveal { mv, .. } = ask {
            *mv = moved_elsewhere();
        }
    });
    let Event::Turn { white_move, .. } = &party.table.kifu().unwrap().links()[0].event else { panic!() };
    assert_eq!((white_move.mv, white_move.passed_for), (Move::Pass, Some(PassedFor::Fault)));
    party.turn("D4", "F6");
    assert_eq!(party.clients[0].ending().unwrap().reason, EndReason::Fault);
    assert_eq!(party.clients[0].ending().unwrap().result, Outcome::Forfeit { winner: Color::Black });
    assert_eq!(party.clients[0].violation(), None);
}

#[test]
fn committing_to_an_illegal_move_is_a_fault_too() {
    let mut party = Party::begun(4, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    let id = party.table.kifu().unwrap().id();
    let (mv, nonce) =
        (Move::Place(Point::from_name("C3", party.table.settings().size()).unwrap()), Hex([5; 32]));
    let commit = play::kifu::commitment(id, 2, Color::White, mv, &nonce);
    party.forge_ask = Some(Box::new(move |who, message| match (&mut message.request, who) {
        (ClientRequest::SubmitMove { commit: promised, .. }, 1) => *promised = Some(commit),
        (ClientRequest::Reveal { mv: shown, nonce: with }, 1) => (*shown, *with) = (mv, nonce),
        _ => {}
    }));
    party.turn("D4", "F6");
    let Event::Turn { white_move, .. } = &party.table.kifu().unwrap().links()[1].event else { panic!() };
    assert_eq!(white_move.passed_for, Some(PassedFor::Fault));
    assert_eq!(party.clients[0].violation(), None);
}

#[test]
fn another_move_for_the_same_turn_is_refused() {
    let mut party = Party::begun(5, settings(GameKind::Red, 9));
    let mut first = true;
    party.forge_ask = Some(Box::new(move |who, message| {
        if let (0, ClientRequest::SubmitMove { commit, .. }) = (who, &mut message.request)
            && !std::mem::take(&mut first)
        {
            *commit = Some(Hex([3; 32]));
        }
    }));
    party.choose(0, "C3");
    party.settle();
    party.clients[0] = play::client::Client::player(play::client::SavedSeat {
        committed: None,
        ..party.clients[0].saved_seat()
    });
    party.connect(0);
    party.settle();
    party.choose(0, "D4");
    party.settle();
    let (code, _) = party.clients[0].last_refusal().unwrap();
    assert_eq!(code, play::protocol::ErrorCode::AlreadySubmitted);
}

/// Everything that reached Ann before she could reveal her move, with Ben playing this.
fn received_before_reveal(ben: &str, ann_first: bool) -> Vec<String> {
    let mut party = Party::begun(6, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    party.dice = Dice(99);
    let order = if ann_first { [(0, "D4"), (1, ben)] } else { [(1, ben), (0, "D4")] };
    let nonce = Hex([4; 32]);
    for (who, mv) in order {
        let mv = Point::from_name(mv, party.table.settings().size()).map_or(Move::Pass, Move::Place);
        party.act(who, Action::Choose { mv, nonce });
        party.wait(std::time::Duration::from_millis(1500));
        if who == 0 && !ann_first {
            break;
        }
    }
    party.settle();
    let heard = party.delivered.iter().filter(|(who, _)| *who == 0).map(|(_, frame)| frame.clone());
    let resolved =
        |frame: &String| frame.contains("\"turn_result\"") && frame.contains("\"turn\":2,\"event\"");
    heard.take_while(|frame| !resolved(frame)).collect()
}

#[test]
fn no_byte_that_reaches_one_before_the_reveal_depends_on_the_others_move() {
    for ann_first in [true, false] {
        let runs = ["F6", "A9", "D4", "pass"].map(|ben| received_before_reveal(ben, ann_first));
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

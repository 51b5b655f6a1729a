//! Time at the table: whose clock runs, and how long an absent player is waited for.

use std::time::Duration;

use moment::Moment;
use play::client::Action;
use play::clock::Reading;
use play::kifu::{Event, PassedFor, Stage};
use play::protocol::{
    ClientMessage, ClientRequest, EndReason, GameKind, Hex, ServerEvent, Settings, TimeSettings, VERSION,
};
use play::table::{ConnectionId, Input, NewTable, Output, Table};
use rules::go::{Color, Outcome};

use crate::simulated_room::{SimulatedRoom, settings};

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn short(loss_on_time: bool) -> Settings {
    let time = Some(TimeSettings { base_seconds: 10, periods: 2, period_seconds: 5, increment_seconds: 0 });
    Settings { time, loss_on_time, ..settings(GameKind::Red, 9) }
}

fn left(room: &SimulatedRoom, color: Color) -> Reading {
    room.clients[0].reading(color, room.at())
}

#[test]
fn each_clock_stops_when_its_player_has_moved() {
    let mut room = SimulatedRoom::started(1, short(false));
    room.wait(seconds(3));
    room.choose(0, "C3");
    room.wait(seconds(4));
    assert!(matches!(left(&room, Color::Black), Reading::Base { left } if left > seconds(6)));
    assert!(matches!(left(&room, Color::White), Reading::Base { left } if left < seconds(4)));
    room.wait(seconds(5));
    assert!(matches!(left(&room, Color::White), Reading::ByoYomi { periods: 2, .. }));
}

#[test]
fn a_player_out_of_time_passes_from_then_on() {
    let mut room = SimulatedRoom::started(2, short(false));
    room.choose(0, "C3");
    room.wait(seconds(21));
    let kifu = room.table.kifu().unwrap();
    assert_eq!(kifu.turns(), 1, "White's pass was made for them");
    let Event::Turn { white_move, .. } = &kifu.links()[0].event else { panic!() };
    assert_eq!(white_move.passed_for, Some(PassedFor::Time));
    room.choose(0, "D4");
    room.settle();
    assert_eq!(room.table.kifu().unwrap().turns(), 2);
    room.choose(1, "E5");
    room.settle();
    assert_eq!(room.table.kifu().unwrap().turns(), 2, "White may place no more");
    room.wait(seconds(30));
    let ending = room.clients[0].ending().unwrap();
    assert_eq!((ending.reason, ending.result.to_string().as_str()), (EndReason::Time, "B+81"));
}

#[test]
fn a_player_out_of_time_loses_if_that_was_agreed() {
    let mut room = SimulatedRoom::started(3, short(true));
    room.choose(0, "C3");
    room.wait(seconds(21));
    assert_eq!(room.clients[1].ending().unwrap().result, Outcome::Time { winner: Color::Black });
    assert_eq!(room.table.kifu().unwrap().turns(), 0);
}

#[test]
fn in_turn_by_turn_games_one_clock_runs_and_a_late_player_passes() {
    let settings = Settings { game: GameKind::Japanese, ..short(false) };
    let mut room = SimulatedRoom::started(4, settings);
    room.wait(seconds(8));
    assert!(matches!(left(&room, Color::White), Reading::Base { left } if left == seconds(10)));
    room.choose(0, "C3");
    room.wait(seconds(21));
    assert_eq!(room.table.kifu().unwrap().turns(), 2);
    room.wait(seconds(30));
    assert!(matches!(room.stage(), Some(Stage::Over(_))));
}

#[test]
fn a_lost_connection_stops_both_clocks_for_five_minutes_in_total() {
    let mut room = SimulatedRoom::started(5, short(false));
    room.cut(1);
    room.wait(seconds(200));
    assert!(matches!(left(&room, Color::Black), Reading::Base { left } if left > seconds(9)));
    room.connect(1);
    room.wait(seconds(1));
    room.cut(1);
    room.wait(seconds(99));
    assert_eq!(room.table.kifu().unwrap().turns(), 0);
    assert!(matches!(left(&room, Color::White), Reading::Base { left } if left > seconds(8)));
    room.wait(seconds(8));
    assert!(
        matches!(left(&room, Color::White), Reading::Base { left } if left < seconds(4)),
        "{:?}",
        left(&room, Color::White)
    );
    assert!(matches!(left(&room, Color::Black), Reading::Base { left } if left > seconds(7)));
}

#[test]
fn five_minutes_of_absence_lose_the_game_if_the_other_player_is_present() {
    let mut room = SimulatedRoom::started(6, settings(GameKind::Red, 9));
    room.cut(1);
    room.wait(seconds(299));
    assert_eq!(room.stage(), Some(Stage::Play));
    room.wait(seconds(2));
    let ending = room.clients[0].ending().unwrap();
    assert_eq!(
        (ending.reason, ending.result),
        (EndReason::Absence, Outcome::Forfeit { winner: Color::Black })
    );
}

#[test]
fn with_both_players_away_the_game_waits_forever() {
    let mut room = SimulatedRoom::started(7, settings(GameKind::Red, 9));
    room.cut(1);
    room.wait(seconds(100));
    room.cut(0);
    room.wait(seconds(1_000_000));
    room.connect(0);
    room.wait(seconds(150));
    assert_eq!(room.stage(), Some(Stage::Play), "the wait starts again");
    room.connect(1);
    room.settle();
    room.turn("C3", "D4");
    assert_eq!(room.table.kifu().unwrap().turns(), 1);
}

#[test]
fn a_player_who_does_not_reveal_in_five_seconds_passes_and_loses_the_second_time() {
    let mut room = SimulatedRoom::started(8, settings(GameKind::Red, 9));
    room.forge_request = Some(Box::new(|who, message| {
        if who == 1 && matches!(message.request, play::protocol::ClientRequest::Reveal { .. }) {
            message.request = play::protocol::ClientRequest::Sync;
        }
    }));
    room.turn("C3", "D4");
    assert_eq!(room.table.kifu().unwrap().turns(), 0);
    room.wait(seconds(6));
    let kifu = room.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.board().picture().matches('X').count()), (1, 1));
    room.turn("C4", "D4");
    room.wait(seconds(6));
    let ending = room.clients[0].ending().unwrap();
    assert_eq!((ending.reason, ending.result), (EndReason::Fault, Outcome::Forfeit { winner: Color::Black }));
}

#[test]
fn revealing_waits_for_a_player_who_lost_the_connection() {
    let mut room = SimulatedRoom::started(9, settings(GameKind::Red, 9));
    room.choose(0, "C3");
    room.settle();
    room.choose(1, "D4");
    room.step();
    room.cut(1);
    room.wait(seconds(60));
    assert_eq!(room.table.kifu().unwrap().turns(), 0);
    room.connect(1);
    room.settle();
    let kifu = room.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.board().picture().matches('O').count()), (1, 1));
}

#[test]
fn resigning_leaves_a_pending_move_unplayed_and_secret() {
    let mut room = SimulatedRoom::started(10, settings(GameKind::Red, 9));
    room.choose(0, "C3");
    room.act(0, Action::Resign);
    room.settle();
    assert_eq!(room.table.kifu().unwrap().turns(), 0);
    assert_eq!(room.clients[1].ending().unwrap().reason, EndReason::Resignation);
}

/// The recipients of clock updates.
fn time_recipients(outputs: &[Output]) -> Vec<u64> {
    let time = |output: &Output| match output {
        Output::Send { to, message } if matches!(message.event, ServerEvent::TimeUpdate { .. }) => Some(to.0),
        _ => None,
    };
    outputs.iter().filter_map(time).collect()
}

#[test]
fn clocks_are_sent_every_second_or_with_another_message() {
    let mut table = Table::new(&NewTable::new(short(false), Hex([1; 32])));
    let mut send = |at: u64, conn: u64, seq: u64, (game, turn): (u32, u32), request: ClientRequest| {
        let message = ClientMessage { seq, game, turn, request };
        table.handle(
            Moment::from_millis(at),
            Input::Message { conn: ConnectionId(conn), round_trip: 0, message },
        )
    };
    for conn in [1, 2] {
        let join = ClientRequest::Join {
            version: VERSION,
            player_name: "P".to_owned(),
            token: Hex([conn as u8; 16]),
            password: None,
        };
        send(0, conn, 0, (0, 0), join);
    }
    for conn in [1, 2] {
        send(0, conn, 1, (0, 0), ClientRequest::Ready { revision: 1 });
    }
    let commit = || ClientRequest::SubmitMove { version: 0, commit: Some(Hex([7; 32])), mv: None };
    assert_eq!(time_recipients(&send(50, 1, 2, (1, 1), commit())), [0; 0], "a message was just sent");
    assert_eq!(time_recipients(&send(600, 2, 2, (1, 1), commit())), [1, 2], "due soon: sent along");
    let mut woken = |at| time_recipients(&table.handle(Moment::from_millis(at), Input::Wake));
    assert_eq!(woken(1100), [0; 0], "not due again");
    assert!(woken(5600).ends_with(&[1, 2]), "at the latest while no clock runs");
}

//! Clocks at the table: whose clock runs, who is waited for and for how long.

use std::time::Duration;

use play::Moment;
use play::client::Action;
use play::clock::Reading;
use play::kifu::{Event, PassedFor, Stage};
use play::protocol::{
    ClientMessage, ClientRequest, EndReason, GameKind, Hex, ServerEvent, Settings, TimeSettings, VERSION,
};
use play::table::{ConnectionId, Input, NewTable, Output, Table};
use rules::go::{Color, Outcome};

use crate::party::{Party, settings};

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn short(loss_on_time: bool) -> Settings {
    let time = Some(TimeSettings { base_seconds: 10, periods: 2, period_seconds: 5 });
    Settings { time, loss_on_time, ..settings(GameKind::Red, 9) }
}

fn left(party: &Party, color: Color) -> Reading {
    party.clients[0].reading(color, party.at())
}

#[test]
fn each_clock_stops_when_its_player_has_moved() {
    let mut party = Party::begun(1, short(false));
    party.wait(seconds(3));
    party.choose(0, "C3");
    party.wait(seconds(4));
    assert!(matches!(left(&party, Color::Black), Reading::Base { left } if left > seconds(6)));
    assert!(matches!(left(&party, Color::White), Reading::Base { left } if left < seconds(4)));
    party.wait(seconds(5));
    assert!(matches!(left(&party, Color::White), Reading::ByoYomi { periods: 2, .. }));
}

#[test]
fn a_player_out_of_time_passes_from_then_on() {
    let mut party = Party::begun(2, short(false));
    party.choose(0, "C3");
    party.wait(seconds(21));
    let kifu = party.table.kifu().unwrap();
    assert_eq!(kifu.turns(), 1, "White's pass was made for them");
    let Event::Turn { white_move, .. } = &kifu.links()[0].event else { panic!() };
    assert_eq!(white_move.passed_for, Some(PassedFor::Time));
    party.choose(0, "D4");
    party.settle();
    assert_eq!(party.table.kifu().unwrap().turns(), 2);
    party.choose(1, "E5");
    party.settle();
    assert_eq!(party.table.kifu().unwrap().turns(), 2, "White may place no more");
    party.wait(seconds(30));
    let ending = party.clients[0].ending().unwrap();
    assert_eq!((ending.reason, ending.result.to_string().as_str()), (EndReason::Time, "B+81"));
}

#[test]
fn a_player_out_of_time_loses_if_that_was_agreed() {
    let mut party = Party::begun(3, short(true));
    party.choose(0, "C3");
    party.wait(seconds(21));
    assert_eq!(party.clients[1].ending().unwrap().result, Outcome::Time { winner: Color::Black });
    assert_eq!(party.table.kifu().unwrap().turns(), 0);
}

#[test]
fn in_alternating_games_one_clock_runs_and_running_out_means_passing() {
    let settings = Settings { game: GameKind::Japanese, ..short(false) };
    let mut party = Party::begun(4, settings);
    party.wait(seconds(8));
    assert!(matches!(left(&party, Color::White), Reading::Base { left } if left == seconds(10)));
    party.choose(0, "C3");
    party.wait(seconds(21));
    assert_eq!(party.table.kifu().unwrap().turns(), 2);
    party.wait(seconds(30));
    assert!(matches!(party.stage(), Some(Stage::Over(_))));
}

#[test]
fn a_lost_connection_stops_both_clocks_for_five_minutes_in_all() {
    let mut party = Party::begun(5, short(false));
    party.cut(1);
    party.wait(seconds(200));
    assert!(matches!(left(&party, Color::Black), Reading::Base { left } if left > seconds(9)));
    party.connect(1);
    party.wait(seconds(1));
    party.cut(1);
    party.wait(seconds(99));
    assert_eq!(party.table.kifu().unwrap().turns(), 0);
    assert!(matches!(left(&party, Color::White), Reading::Base { left } if left > seconds(8)));
    party.wait(seconds(8));
    assert!(
        matches!(left(&party, Color::White), Reading::Base { left } if left < seconds(4)),
        "{:?}",
        left(&party, Color::White)
    );
    assert!(matches!(left(&party, Color::Black), Reading::Base { left } if left > seconds(7)));
}

#[test]
fn five_minutes_of_absence_lose_the_game_if_the_opponent_is_present() {
    let mut party = Party::begun(6, settings(GameKind::Red, 9));
    party.cut(1);
    party.wait(seconds(299));
    assert_eq!(party.stage(), Some(Stage::Play));
    party.wait(seconds(2));
    let ending = party.clients[0].ending().unwrap();
    assert_eq!(
        (ending.reason, ending.result),
        (EndReason::Absence, Outcome::Forfeit { winner: Color::Black })
    );
}

#[test]
fn with_both_away_the_game_waits_indefinitely() {
    let mut party = Party::begun(7, settings(GameKind::Red, 9));
    party.cut(1);
    party.wait(seconds(100));
    party.cut(0);
    party.wait(seconds(1_000_000));
    party.connect(0);
    party.wait(seconds(150));
    assert_eq!(party.stage(), Some(Stage::Play), "the wait begins anew");
    party.connect(1);
    party.settle();
    party.turn("C3", "D4");
    assert_eq!(party.table.kifu().unwrap().turns(), 1);
}

#[test]
fn a_player_who_does_not_reveal_in_five_seconds_passes_and_the_second_time_loses() {
    let mut party = Party::begun(8, settings(GameKind::Red, 9));
    party.forge_ask = Some(Box::new(|who, message| {
        if who == 1 && matches!(message.request, play::protocol::ClientRequest::Reveal { .. }) {
            message.request = play::protocol::ClientRequest::Sync;
        }
    }));
    party.turn("C3", "D4");
    assert_eq!(party.table.kifu().unwrap().turns(), 0);
    party.wait(seconds(6));
    let kifu = party.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.board().picture().matches('X').count()), (1, 1));
    party.turn("C4", "D4");
    party.wait(seconds(6));
    let ending = party.clients[0].ending().unwrap();
    assert_eq!((ending.reason, ending.result), (EndReason::Fault, Outcome::Forfeit { winner: Color::Black }));
}

#[test]
fn revealing_waits_for_a_disconnected_player() {
    let mut party = Party::begun(9, settings(GameKind::Red, 9));
    party.choose(0, "C3");
    party.settle();
    party.choose(1, "D4");
    party.step();
    party.cut(1);
    party.wait(seconds(60));
    assert_eq!(party.table.kifu().unwrap().turns(), 0);
    party.connect(1);
    party.settle();
    let kifu = party.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.board().picture().matches('O').count()), (1, 1));
}

#[test]
fn after_resigning_the_pending_moves_are_neither_played_nor_disclosed() {
    let mut party = Party::begun(10, settings(GameKind::Red, 9));
    party.choose(0, "C3");
    party.act(0, Action::Resign);
    party.settle();
    assert_eq!(party.table.kifu().unwrap().turns(), 0);
    assert_eq!(party.clients[1].ending().unwrap().reason, EndReason::Resignation);
}

/// The connections that get the time in these outputs.
fn recipients_of_time(outputs: &[Output]) -> Vec<u64> {
    let time = |output: &Output| match output {
        Output::Send { to, message } if matches!(message.event, ServerEvent::TimeUpdate { .. }) => Some(to.0),
        _ => None,
    };
    outputs.iter().filter_map(time).collect()
}

#[test]
fn the_time_is_sent_every_second_together_with_other_messages() {
    let mut table = Table::new(&NewTable { settings: short(false), secret: Hex([1; 32]) });
    let mut outputs = |at: u64, conn: u64, seq: u64, (game, turn): (u32, u32), request: ClientRequest| {
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
        };
        outputs(0, conn, 0, (0, 0), join);
    }
    for conn in [1, 2] {
        outputs(0, conn, 1, (0, 0), ClientRequest::Ready { revision: 1 });
    }
    let promise = || ClientRequest::SubmitMove { commit: Some(Hex([7; 32])), mv: None };
    assert_eq!(recipients_of_time(&outputs(50, 1, 2, (1, 1), promise())), [0; 0], "sent just now");
    assert_eq!(recipients_of_time(&outputs(600, 2, 2, (1, 1), promise())), [1, 2], "due soon: sent along");
    let mut woken = |at| recipients_of_time(&table.handle(Moment::from_millis(at), Input::Wake));
    assert_eq!(woken(1100), [0; 0], "not due again");
    assert!(woken(5600).ends_with(&[1, 2]), "at the latest when the clocks stand still");
}

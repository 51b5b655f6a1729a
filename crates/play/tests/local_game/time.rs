//! Clocks, and other players for the same game.

use std::time::Duration;

use moment::Moment;
use play::clock::{Reading, TimeControl};
use play::gtp::EngineMove;
use play::local_game::{Input, LocalGame, Output, Phase, Player};
use record::GameRecord;
use record::go::GoRecord;
use record::sgf;
use rules::go::{Color, Outcome};

use super::{GameScript, mv, new_game};

fn at(seconds: u64) -> Moment {
    Moment::ORIGIN + Duration::from_secs(seconds)
}

fn timed(record: GoRecord, control: &str) -> LocalGame {
    let game = LocalGame::new(record, [Player::Human; 2]).with_time(TimeControl::parse(control));
    let mut game = game;
    game.handle(at(0), Input::Begin);
    game
}

#[test]
fn the_clock_of_the_player_to_move_runs_and_what_is_left_is_recorded() {
    let mut game = timed(new_game(0), "1+2x10");
    assert_eq!(game.deadline(), Some(at(80)));
    game.handle(at(20), Input::Play(mv("E5")));
    assert_eq!(game.reading(Color::Black, at(50)), Reading::Base { left: Duration::from_secs(40) });
    assert_eq!(game.reading(Color::White, at(50)), Reading::Base { left: Duration::from_secs(30) });
    game.handle(at(95), Input::Play(mv("C3")));
    let file = String::from_utf8(game.record().write()).unwrap();
    assert!(file.contains(";B[ee]BL[40];W[cg]WL[10]OW[1]"), "{file}");
}

#[test]
fn whose_time_runs_out_loses() {
    let mut game = timed(new_game(0), "1");
    game.handle(at(20), Input::Play(mv("E5")));
    assert_eq!(game.handle(at(79), Input::Wake), []);
    let lost = Outcome::Time { winner: Color::Black };
    assert_eq!(game.handle(at(80), Input::Play(mv("C3"))), [Output::Changed, Output::Ended(lost)]);
    assert_eq!((game.phase(), game.deadline()), (&Phase::Over(lost), None));
    assert!(String::from_utf8(game.record().write()).unwrap().contains("RE[B+T]"));
}

#[test]
fn no_clock_runs_while_the_game_is_counted() {
    let mut game = timed(new_game(0), "1");
    game.handle(at(10), Input::Count);
    assert_eq!(game.deadline(), None);
    game.handle(at(500), Input::Resume);
    assert_eq!(game.reading(Color::Black, at(510)), Reading::Base { left: Duration::from_secs(40) });
}

#[test]
fn a_continued_game_has_no_more_time_than_before() {
    let mut game = timed(new_game(0), "1+2x10");
    game.handle(at(20), Input::Play(mv("E5")));
    game.handle(at(95), Input::Play(mv("C3")));
    let mut record = GoRecord::open(sgf::read(&game.record().write()).unwrap(), 0);
    record.to_end();
    let game = timed(record, "1+2x10");
    assert_eq!(game.reading(Color::Black, at(0)), Reading::Base { left: Duration::from_secs(40) });
    assert_eq!(
        game.reading(Color::White, at(0)),
        Reading::ByoYomi { periods: 1, left: Duration::from_secs(10) }
    );
}

#[test]
fn another_opponent_takes_over_in_the_middle_of_the_game() {
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::Seat([Player::Human, Player::Human]));
    assert_eq!(script.outputs, [Output::CancelQuery], "the engine that was thinking is stopped");
    script.play("C3").input(Input::Seat([Player::Engine, Player::Human]));
    assert!(matches!(script.outputs[..], [Output::QueryEngine(_)]), "{:?}", script.outputs);
    script.engine(EngineMove::Move(mv("G7")));
    assert_eq!((script.game.record().moves().len(), script.game.human()), (3, Some(Color::White)));
}

#[test]
fn who_cannot_continue_forfeits_the_game() {
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::Forfeit(Color::White));
    assert!(String::from_utf8(script.game.record().write()).unwrap().contains("RE[B+F]"));
}

//! The conversation with a faulty engine, without a process and in virtual time.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod fake_engine;

use std::time::Duration;

use fake_engine::{EngineFaults, FakeHost};
use play::clock::TimeControl;
use play::gtp::{Conversation, EngineMove, Game, Input, Output, Query, State};
use rules::go::{Color, Move, Point, Size};

fn nine() -> Size {
    Size::square(9).unwrap()
}

fn point(name: &str) -> Move {
    Move::Place(Point::from_name(name, nine()).unwrap())
}

fn game(moves: &[&str]) -> Game {
    let color = |n: usize| if n.is_multiple_of(2) { Color::Black } else { Color::White };
    let moves = moves.iter().enumerate().map(|(n, name)| (color(n), point(name))).collect();
    Game { moves, ..Game::new(nine(), "6.5") }
}

fn moved(name: &str) -> Output {
    Output::Moved { color: Color::White, answer: EngineMove::Move(point(name)) }
}

#[test]
fn an_engine_is_initialised_sent_the_game_and_queried() {
    let mut host = FakeHost::new(EngineFaults::default());
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(
        host.engine.commands,
        [
            "name",
            "version",
            "list_commands",
            "time_settings 0 1 0",
            "level 3",
            "boardsize 9",
            "clear_board",
            "komi 6.5",
            "play black E5",
            "genmove white",
        ]
    );
    assert_eq!(host.conversation.name(), "Fake");
    assert_eq!(*host.conversation.state(), State::Ready);
}

#[test]
fn only_new_moves_are_sent_and_undo_commands_go_back() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.ask_move(&game(&["E5"]), Color::White);
    host.engine.commands.clear();
    host.ask_move(&game(&["E5", "A9", "C3"]), Color::White);
    assert_eq!(host.engine.commands, ["play black C3", "genmove white"]);
    host.engine.commands.clear();
    host.ask_move(&game(&["E5", "A9", "G7"]), Color::White);
    assert_eq!(host.engine.commands, ["undo", "undo", "play black G7", "genmove white"]);
}

#[test]
fn an_engine_without_undo_is_sent_the_whole_game_again() {
    let mut host = FakeHost::new(EngineFaults { missing: vec!["undo"], ..EngineFaults::default() });
    host.ask_move(&game(&["E5"]), Color::White);
    host.engine.commands.clear();
    host.ask_move(&game(&["D5"]), Color::White);
    assert_eq!(
        host.engine.commands,
        ["boardsize 9", "clear_board", "komi 6.5", "play black D5", "genmove white"]
    );
}

#[test]
fn no_fault_loses_a_move() {
    let faults = EngineFaults::default;
    let cases = [
        ("crlf", EngineFaults { crlf: true, ..faults() }),
        ("split writes", EngineFaults { chunk_size: Some(1), ..faults() }),
        ("banners", EngineFaults { prints_banners: true, ..faults() }),
        ("no blank line", EngineFaults { omits_blank_line: true, ..faults() }),
        ("no ids", EngineFaults { omits_ids: true, ..faults() }),
        (
            "neither ids nor blank lines",
            EngineFaults { omits_ids: true, omits_blank_line: true, chunk_size: Some(2), ..faults() },
        ),
        ("slow", EngineFaults { slow: vec![("genmove", 500), ("play", 19)], ..faults() }),
        (
            "few commands",
            EngineFaults { missing: vec!["list_commands", "name", "version", "komi"], ..faults() },
        ),
        (
            "all at once",
            EngineFaults {
                crlf: true,
                chunk_size: Some(3),
                prints_banners: true,
                omits_blank_line: true,
                slow: vec![("genmove", 60)],
                ..faults()
            },
        ),
    ];
    for (name, faults) in cases {
        let mut host = FakeHost::new(faults);
        assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("A9"), "{name}");
        assert_eq!(host.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"), "{name}");
        assert_eq!(host.engine.starts, 1, "{name}");
    }
}

#[test]
fn replies_with_unknown_ids_are_ignored() {
    let mut host = FakeHost::new(EngineFaults { wrong_ids: true, ..EngineFaults::default() });
    host.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    host.settle();
    assert!(matches!(host.out[..], [Output::Died { .. }]), "{:?}", host.out);
    assert_eq!(host.engine.starts, 4, "the first start and three more");
}

#[test]
fn a_banner_that_looks_like_a_reply_is_not_the_name_of_the_engine() {
    let mut host = FakeHost::new(EngineFaults { prints_banners: true, ..EngineFaults::default() });
    host.settle();
    assert_eq!(host.conversation.name(), "Fake");
    let mut host = FakeHost::new(EngineFaults { omits_ids: true, ..EngineFaults::default() });
    host.settle();
    assert_eq!(host.conversation.name(), "Fake");
}

#[test]
fn the_engine_is_told_the_time_control_and_what_is_left() {
    let control = TimeControl {
        base: Duration::from_secs(600),
        periods: 3,
        period: Duration::from_secs(30),
        increment: Duration::ZERO,
    };
    let mut host = FakeHost::with(Conversation::new(None).with_time(Some(control)), EngineFaults::default());
    host.input(Input::TimeLeft { color: Color::White, seconds: 31, stones: 1 });
    host.ask_move(&game(&["E5"]), Color::White);
    let commands = host.engine.commands.join("\n");
    assert!(commands.contains("time_settings 600 30 1"), "{commands}");
    assert!(commands.ends_with("time_left white 31 1\ngenmove white"), "{commands}");
}

#[test]
fn how_long_an_engine_may_think_is_settable() {
    let slow = || EngineFaults { slow: vec![("genmove", 700)], ..EngineFaults::default() };
    let outcome = FakeHost::new(slow()).ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "no answer to “genmove white” in 600 seconds".into() });
    let patient = Conversation::new(None).with_patience(Some(Duration::from_secs(900)));
    assert_eq!(FakeHost::with(patient, slow()).ask_move(&game(&["E5"]), Color::White), moved("A9"));
}

#[test]
fn a_crashed_engine_is_restarted_and_sent_the_whole_game() {
    let mut host =
        FakeHost::new(EngineFaults { crashes_on: vec!["genmove"], crashes: 3, ..EngineFaults::default() });
    assert_eq!(host.ask_move(&game(&["E5", "C3", "D5"]), Color::White), moved("A9"));
    assert_eq!(host.engine.starts, 4);
    assert!(host.engine.board().contains('X'));
}

#[test]
fn an_engine_that_crashes_a_fourth_time_is_given_up_with_the_reason() {
    let mut host =
        FakeHost::new(EngineFaults { crashes_on: vec!["genmove"], crashes: 4, ..EngineFaults::default() });
    let outcome = host.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "the engine exited with code 1".into() });
    assert!(host.is_dead());
    assert_eq!(host.conversation.deadline(), None);
    host.input(Input::Revive);
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("A9"), "restarted on request");
}

#[test]
fn a_program_that_cannot_be_started_is_not_retried() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.input(Input::NotStarted { run: 1, why: "no such file".into() });
    assert_eq!(host.out, [Output::Died { why: "no such file".into() }]);
    assert_eq!(host.engine.starts, 1);
}

#[test]
fn the_last_reply_of_a_crashing_engine_counts() {
    let faults = EngineFaults {
        crashes_on: vec!["genmove"],
        crashes: 1,
        crashes_after_answering: true,
        omits_blank_line: true,
        ..EngineFaults::default()
    };
    assert_eq!(FakeHost::new(faults).ask_move(&game(&["E5"]), Color::White), moved("A9"));
}

#[test]
fn an_engine_that_hangs_is_given_up_after_a_timeout() {
    let faults = EngineFaults { slow: vec![("boardsize", 100_000)], ..EngineFaults::default() };
    let mut host = FakeHost::new(faults);
    let outcome = host.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "no answer to “boardsize 9” in 60 seconds".into() });
}

#[test]
fn after_a_refused_move_the_whole_game_is_sent_again() {
    let mut host = FakeHost::new(EngineFaults { refuses: vec![("play", 1)], ..EngineFaults::default() });
    assert_eq!(host.ask_move(&game(&["E5", "C3"]), Color::White), moved("A9"));
    assert_eq!(host.engine.commands.iter().filter(|line| *line == "clear_board").count(), 2);
}

#[test]
fn a_line_that_no_engine_accepts_is_sent_as_set_up_stones() {
    // The second stone replaces the first, as a file may have it.
    let mut host = FakeHost::new(EngineFaults::default());
    let mut forced = game(&["E5"]);
    forced.moves.push((Color::White, point("E5")));
    assert_eq!(host.ask_move(&forced, Color::White), moved("A9"));
    let stones: Vec<&String> = host.engine.commands.iter().filter(|line| line.starts_with("play")).collect();
    assert_eq!(stones.last().unwrap().as_str(), "play white E5");
    assert_eq!(host.engine.board().matches('O').count(), 2, "the last stone, and the answer");
}

#[test]
fn a_query_fails_if_the_engine_refuses_the_game_but_the_engine_keeps_running() {
    let mut host = FakeHost::new(EngineFaults { refuses: vec![("play", 99)], ..EngineFaults::default() });
    let outcome = host.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Unable { why: "the engine refused “play black E5”: unknown command".into() });
    assert_eq!(*host.conversation.state(), State::Ready);
}

#[test]
fn an_unsupported_board_size_is_reported() {
    let mut host = FakeHost::new(EngineFaults::default());
    let large = Game::new(Size::square(25).unwrap(), "0");
    assert!(matches!(host.ask_move(&large, Color::Black), Output::Unable { .. }));
    let oblong = Game::new(Size::new(9, 13).unwrap(), "0");
    assert!(matches!(host.ask_move(&oblong, Color::Black), Output::Unable { .. }));
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("A9"), "it still plays on other sizes");
}

#[test]
fn resignations_and_invalid_answers_are_passed_on() {
    let mut host =
        FakeHost::new(EngineFaults { answers: vec!["RESIGN", "banana", "pass"], ..EngineFaults::default() });
    let answered = |answered| Output::Moved { color: Color::White, answer: answered };
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), answered(EngineMove::Resign));
    let invalid = EngineMove::Invalid("banana".into());
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), answered(invalid));
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), answered(EngineMove::Move(Move::Pass)));
}

#[test]
fn a_resync_sends_the_whole_game_again() {
    let mut host = FakeHost::new(EngineFaults { answers: vec!["E5"], ..EngineFaults::default() });
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("E5"), "the caller checks the rules");
    host.input(Input::Resync);
    host.engine.commands.clear();
    assert_eq!(host.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(host.engine.commands[0], "boardsize 9");
}

#[test]
fn a_cancelled_search_gives_no_output() {
    let mut host = FakeHost::new(EngineFaults { slow: vec![("genmove", 300)], ..EngineFaults::default() });
    host.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    host.advance(10);
    assert!(matches!(host.conversation.state(), State::Thinking { .. }));
    host.input(Input::Cancel);
    host.settle();
    assert_eq!(host.out, []);
    assert_eq!(host.engine.starts, 2);
    assert_eq!(*host.conversation.state(), State::Ready);
    assert_eq!(host.ask_move(&game(&["D5"]), Color::White), moved("A9"));
}

#[test]
fn a_new_query_replaces_the_old_one() {
    let mut host = FakeHost::new(EngineFaults { slow: vec![("genmove", 30)], ..EngineFaults::default() });
    host.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    host.advance(3);
    host.input(Input::Query(Query::Move { game: game(&["D5"]), color: Color::White }));
    host.settle();
    assert_eq!(host.out, [moved("A9")]);
    assert_eq!(host.engine.commands.last().unwrap(), "genmove white");
    assert!(host.engine.commands.contains(&"play black D5".to_owned()));
}

#[test]
fn the_score_comes_with_dead_stones_and_the_engines_own_count() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.input(Input::Query(Query::Score { game: game(&["E5"]) }));
    host.settle();
    let names = ["A1", "B1", "C1"].map(|name| Point::from_name(name, nine()).unwrap());
    assert_eq!(host.out, [Output::Scored { dead: Some(names.to_vec()), score: Some("W+5.5".into()) }]);
}

#[test]
fn a_score_that_takes_too_long_or_is_not_supported_is_left_out() {
    let slow = EngineFaults { slow: vec![("final_score", 5000)], ..EngineFaults::default() };
    let lacking =
        EngineFaults { missing: vec!["final_score", "final_status_list"], ..EngineFaults::default() };
    for (faults, knows_dead, starts) in [(slow, true, 2), (lacking, false, 1)] {
        let mut host = FakeHost::new(faults);
        host.input(Input::Query(Query::Score { game: game(&["E5"]) }));
        host.settle();
        let [Output::Scored { dead, score: None }] = &host.out[..] else { panic!("{:?}", host.out) };
        assert_eq!(dead.is_some(), knows_dead);
        assert_eq!(host.engine.starts, starts);
        assert_eq!(*host.conversation.state(), State::Ready);
    }
}

#[test]
fn handicap_is_sent_as_free_handicap_where_supported_and_else_as_stones() {
    let points = ["C3", "G7"].map(|name| Point::from_name(name, nine()).unwrap());
    let game = Game { handicap: points.to_vec(), ..Game::new(nine(), "0.5") };
    let mut host = FakeHost::new(EngineFaults::default());
    assert_eq!(host.ask_move(&game, Color::White), moved("A9"));
    assert!(host.engine.commands.contains(&"set_free_handicap C3 G7".to_owned()));
    let mut host =
        FakeHost::new(EngineFaults { missing: vec!["set_free_handicap"], ..EngineFaults::default() });
    assert_eq!(host.ask_move(&game, Color::White), moved("A9"));
    assert!(host.engine.commands.contains(&"play black G7".to_owned()));
}

#[test]
fn typed_commands_are_queued_and_the_game_is_sent_again_after_them() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    host.input(Input::Console("clear_board".into()));
    host.input(Input::Console("  # only a comment".into()));
    host.settle();
    assert_eq!(host.out, [moved("A9")]);
    assert_eq!(host.engine.commands.last().unwrap(), "clear_board");
    assert_eq!(host.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"));
    let texts: Vec<&str> = host.conversation.transcript().map(|line| line.text.as_str()).collect();
    assert!(texts.contains(&"= A9"));
}

#[test]
fn quitting_sends_quit_and_stops_the_process() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.settle();
    host.input(Input::Quit);
    assert_eq!(host.engine.commands.last().unwrap(), "quit");
    host.settle();
    assert_eq!(host.conversation.deadline(), None);
}

#[test]
fn output_of_an_earlier_process_is_ignored() {
    let mut host = FakeHost::new(EngineFaults::default());
    host.settle();
    host.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    for id in 1..20 {
        host.input(Input::Read { run: 0, bytes: format!("={id} Q9\n\n").as_bytes() });
    }
    host.settle();
    assert_eq!(host.out, [moved("A9")]);
}

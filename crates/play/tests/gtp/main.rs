//! The conversation with a faulty engine. No process and no waiting: time is virtual.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod fake;

use fake::{Faults, Table};
use play::gtp::{EngineMove, Game, Input, Output, Query, State};
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
fn a_new_engine_gets_the_introduction_the_game_and_the_query() {
    let mut table = Table::new(Faults::default());
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(
        table.fake.received,
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
    assert_eq!(table.conversation.name(), "Fake");
    assert_eq!(*table.conversation.state(), State::Ready);
}

#[test]
fn only_new_moves_are_sent_and_an_undo_goes_back() {
    let mut table = Table::new(Faults::default());
    table.ask_move(&game(&["E5"]), Color::White);
    table.fake.received.clear();
    table.ask_move(&game(&["E5", "A9", "C3"]), Color::White);
    assert_eq!(table.fake.received, ["play black C3", "genmove white"]);
    table.fake.received.clear();
    table.ask_move(&game(&["E5", "A9", "G7"]), Color::White);
    assert_eq!(table.fake.received, ["undo", "undo", "play black G7", "genmove white"]);
}

#[test]
fn an_engine_that_cannot_undo_gets_the_whole_game_again() {
    let mut table = Table::new(Faults { lacks: vec!["undo"], ..Faults::default() });
    table.ask_move(&game(&["E5"]), Color::White);
    table.fake.received.clear();
    table.ask_move(&game(&["D5"]), Color::White);
    assert_eq!(
        table.fake.received,
        ["boardsize 9", "clear_board", "komi 6.5", "play black D5", "genmove white"]
    );
}

#[test]
fn no_fault_loses_a_move() {
    let faults = Faults::default;
    let cases = [
        ("crlf", Faults { crlf: true, ..faults() }),
        ("split writes", Faults { splits: Some(1), ..faults() }),
        ("chatty", Faults { chatty: true, ..faults() }),
        ("no blank line", Faults { forgets_blank_line: true, ..faults() }),
        ("slow", Faults { slow: vec![("genmove", 500), ("play", 19)], ..faults() }),
        ("few commands", Faults { lacks: vec!["list_commands", "name", "version", "komi"], ..faults() }),
        (
            "all at once",
            Faults {
                crlf: true,
                splits: Some(3),
                chatty: true,
                forgets_blank_line: true,
                slow: vec![("genmove", 60)],
                ..faults()
            },
        ),
    ];
    for (name, faults) in cases {
        let mut table = Table::new(faults);
        assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "{name}");
        assert_eq!(table.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"), "{name}");
        assert_eq!(table.fake.starts, 1, "{name}");
    }
}

#[test]
fn answers_with_wrong_ids_are_ignored() {
    let mut table = Table::new(Faults { wrong_ids: true, ..Faults::default() });
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.settle();
    assert!(matches!(table.out[..], [Output::Died { .. }]), "{:?}", table.out);
    assert_eq!(table.fake.starts, 4, "the first start and three more");
}

#[test]
fn a_dead_engine_is_restarted_and_gets_the_whole_game() {
    let mut table = Table::new(Faults { dies_on: vec!["genmove"], deaths: 3, ..Faults::default() });
    assert_eq!(table.ask_move(&game(&["E5", "C3", "D5"]), Color::White), moved("A9"));
    assert_eq!(table.fake.starts, 4);
    assert!(table.fake.board().contains('X'));
}

#[test]
fn an_engine_that_dies_a_fourth_time_is_given_up_with_the_reason() {
    let mut table = Table::new(Faults { dies_on: vec!["genmove"], deaths: 4, ..Faults::default() });
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "the engine exited with code 1".into() });
    assert!(table.is_dead());
    assert_eq!(table.conversation.deadline(), None);
    table.input(Input::Revive);
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "a fifth life, asked for");
}

#[test]
fn a_program_that_cannot_be_started_is_not_tried_again() {
    let mut table = Table::new(Faults::default());
    table.input(Input::NotStarted { run: 1, why: "no such file".into() });
    assert_eq!(table.out, [Output::Died { why: "no such file".into() }]);
    assert_eq!(table.fake.starts, 1);
}

#[test]
fn the_last_answer_of_a_dying_engine_counts() {
    let faults = Faults {
        dies_on: vec!["genmove"],
        deaths: 1,
        dies_after_answering: true,
        forgets_blank_line: true,
        ..Faults::default()
    };
    assert_eq!(Table::new(faults).ask_move(&game(&["E5"]), Color::White), moved("A9"));
}

#[test]
fn an_engine_that_hangs_is_ended_when_its_time_is_up() {
    let faults = Faults { slow: vec![("boardsize", 100_000)], ..Faults::default() };
    let mut table = Table::new(faults);
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "no answer to “boardsize 9” in 60 seconds".into() });
}

#[test]
fn after_a_refusal_the_whole_game_is_sent_again() {
    let mut table = Table::new(Faults { refuses: vec![("play", 1)], ..Faults::default() });
    assert_eq!(table.ask_move(&game(&["E5", "C3"]), Color::White), moved("A9"));
    assert_eq!(table.fake.received.iter().filter(|line| *line == "clear_board").count(), 2);
}

#[test]
fn a_game_that_the_engine_refuses_is_sent_as_stones() {
    // The second stone replaces the first, as a file may have it.
    let mut table = Table::new(Faults::default());
    let mut forced = game(&["E5"]);
    forced.moves.push((Color::White, point("E5")));
    assert_eq!(table.ask_move(&forced, Color::White), moved("A9"));
    let stones: Vec<&String> = table.fake.received.iter().filter(|line| line.starts_with("play")).collect();
    assert_eq!(stones.last().unwrap().as_str(), "play white E5");
    assert_eq!(table.fake.board().matches('O').count(), 2, "the stone that stood, and the answer");
}

#[test]
fn a_query_fails_if_the_engine_refuses_every_form_of_the_game() {
    let mut table = Table::new(Faults { refuses: vec![("play", 99)], ..Faults::default() });
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Unable { why: "the engine refused “play black E5”: unknown command".into() });
    assert_eq!(*table.conversation.state(), State::Ready);
}

#[test]
fn an_unsupported_board_size_is_reported() {
    let mut table = Table::new(Faults::default());
    let large = Game::new(Size::square(25).unwrap(), "0");
    assert!(matches!(table.ask_move(&large, Color::Black), Output::Unable { .. }));
    let oblong = Game::new(Size::new(9, 13).unwrap(), "0");
    assert!(matches!(table.ask_move(&oblong, Color::Black), Output::Unable { .. }));
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "and it still plays on others");
}

#[test]
fn resignations_and_invalid_answers_are_passed_on() {
    let mut table =
        Table::new(Faults { genmove_answers: vec!["RESIGN", "banana", "pass"], ..Faults::default() });
    let said = |said| Output::Moved { color: Color::White, answer: said };
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(EngineMove::Resign));
    let nonsense = EngineMove::Invalid("banana".into());
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(nonsense));
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(EngineMove::Move(Move::Pass)));
}

#[test]
fn a_resync_sends_the_whole_game_again() {
    let mut table = Table::new(Faults { genmove_answers: vec!["E5"], ..Faults::default() });
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("E5"), "the rules refuse it, not we");
    table.input(Input::Resync);
    table.fake.received.clear();
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(table.fake.received[0], "boardsize 9");
}

#[test]
fn cancelling_ends_a_search_and_nothing_comes_of_it() {
    let mut table = Table::new(Faults { slow: vec![("genmove", 300)], ..Faults::default() });
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.pass(10);
    assert!(matches!(table.conversation.state(), State::Thinking { .. }));
    table.input(Input::Cancel);
    table.settle();
    assert_eq!(table.out, []);
    assert_eq!(table.fake.starts, 2);
    assert_eq!(*table.conversation.state(), State::Ready);
    assert_eq!(table.ask_move(&game(&["D5"]), Color::White), moved("A9"));
}

#[test]
fn a_new_question_replaces_the_old_one() {
    let mut table = Table::new(Faults { slow: vec![("genmove", 30)], ..Faults::default() });
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.pass(3);
    table.input(Input::Query(Query::Move { game: game(&["D5"]), color: Color::White }));
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
    assert_eq!(table.fake.received.last().unwrap(), "genmove white");
    assert!(table.fake.received.contains(&"play black D5".to_owned()));
}

#[test]
fn the_score_comes_with_dead_stones_and_the_engines_own_count() {
    let mut table = Table::new(Faults::default());
    table.input(Input::Query(Query::Score { game: game(&["E5"]) }));
    table.settle();
    let names = ["A1", "B1", "C1"].map(|name| Point::from_name(name, nine()).unwrap());
    assert_eq!(table.out, [Output::Scored { dead: Some(names.to_vec()), score: Some("W+5.5".into()) }]);
}

#[test]
fn a_score_that_takes_too_long_or_is_unsupported_is_left_out() {
    let slow = Faults { slow: vec![("final_score", 5000)], ..Faults::default() };
    let lacking = Faults { lacks: vec!["final_score", "final_status_list"], ..Faults::default() };
    for (faults, knows_dead, starts) in [(slow, true, 2), (lacking, false, 1)] {
        let mut table = Table::new(faults);
        table.input(Input::Query(Query::Score { game: game(&["E5"]) }));
        table.settle();
        let [Output::Scored { dead, score: None }] = &table.out[..] else { panic!("{:?}", table.out) };
        assert_eq!(dead.is_some(), knows_dead);
        assert_eq!(table.fake.starts, starts);
        assert_eq!(*table.conversation.state(), State::Ready);
    }
}

#[test]
fn handicap_is_sent_as_such_if_supported_and_else_as_stones() {
    let points = ["C3", "G7"].map(|name| Point::from_name(name, nine()).unwrap());
    let game = Game { handicap: points.to_vec(), ..Game::new(nine(), "0.5") };
    let mut table = Table::new(Faults::default());
    assert_eq!(table.ask_move(&game, Color::White), moved("A9"));
    assert!(table.fake.received.contains(&"set_free_handicap C3 G7".to_owned()));
    let mut table = Table::new(Faults { lacks: vec!["set_free_handicap"], ..Faults::default() });
    assert_eq!(table.ask_move(&game, Color::White), moved("A9"));
    assert!(table.fake.received.contains(&"play black G7".to_owned()));
}

#[test]
fn typed_commands_are_queued_and_the_game_is_sent_again_after_them() {
    let mut table = Table::new(Faults::default());
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.input(Input::Console("clear_board".into()));
    table.input(Input::Console("  # only a comment".into()));
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
    assert_eq!(table.fake.received.last().unwrap(), "clear_board");
    assert_eq!(table.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"));
    let texts: Vec<&str> = table.conversation.transcript().map(|line| line.text.as_str()).collect();
    assert!(texts.contains(&"= A9"));
}

#[test]
fn quitting_sends_quit_and_stops_the_process() {
    let mut table = Table::new(Faults::default());
    table.settle();
    table.input(Input::Quit);
    assert_eq!(table.fake.received.last().unwrap(), "quit");
    table.settle();
    assert_eq!(table.conversation.deadline(), None);
}

#[test]
fn bytes_of_an_ended_process_are_ignored() {
    let mut table = Table::new(Faults::default());
    table.settle();
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    for id in 1..20 {
        table.input(Input::Read { run: 0, bytes: format!("={id} Q9\n\n").as_bytes() });
    }
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
}

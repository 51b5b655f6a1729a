//! The conversation with a faulty engine, without a process and in virtual time.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod fake;

use fake::{Manners, Table};
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
fn an_engine_is_introduced_told_the_game_and_asked() {
    let mut table = Table::new(Manners::default());
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(
        table.fake.heard,
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
fn only_what_is_new_is_told_and_an_undo_goes_back() {
    let mut table = Table::new(Manners::default());
    table.ask_move(&game(&["E5"]), Color::White);
    table.fake.heard.clear();
    table.ask_move(&game(&["E5", "A9", "C3"]), Color::White);
    assert_eq!(table.fake.heard, ["play black C3", "genmove white"]);
    table.fake.heard.clear();
    table.ask_move(&game(&["E5", "A9", "G7"]), Color::White);
    assert_eq!(table.fake.heard, ["undo", "undo", "play black G7", "genmove white"]);
}

#[test]
fn an_engine_that_cannot_undo_is_told_everything_again() {
    let mut table = Table::new(Manners { lacks: vec!["undo"], ..Manners::default() });
    table.ask_move(&game(&["E5"]), Color::White);
    table.fake.heard.clear();
    table.ask_move(&game(&["D5"]), Color::White);
    assert_eq!(
        table.fake.heard,
        ["boardsize 9", "clear_board", "komi 6.5", "play black D5", "genmove white"]
    );
}

#[test]
fn no_bad_manners_lose_a_move() {
    let manners = Manners::default;
    let cases = [
        ("crlf", Manners { crlf: true, ..manners() }),
        ("split writes", Manners { splits: Some(1), ..manners() }),
        ("chatty", Manners { chatty: true, ..manners() }),
        ("no blank line", Manners { forgets_blank_line: true, ..manners() }),
        ("slow", Manners { slow: vec![("genmove", 500), ("play", 19)], ..manners() }),
        ("few commands", Manners { lacks: vec!["list_commands", "name", "version", "komi"], ..manners() }),
        (
            "all at once",
            Manners {
                crlf: true,
                splits: Some(3),
                chatty: true,
                forgets_blank_line: true,
                slow: vec![("genmove", 60)],
                ..manners()
            },
        ),
    ];
    for (name, manners) in cases {
        let mut table = Table::new(manners);
        assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "{name}");
        assert_eq!(table.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"), "{name}");
        assert_eq!(table.fake.starts, 1, "{name}");
    }
}

#[test]
fn answers_with_foreign_ids_are_never_taken() {
    let mut table = Table::new(Manners { wrong_ids: true, ..Manners::default() });
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.settle();
    assert!(matches!(table.out[..], [Output::Died { .. }]), "{:?}", table.out);
    assert_eq!(table.fake.starts, 4, "the first start and three more");
}

#[test]
fn a_dying_engine_is_started_again_and_told_the_whole_game() {
    let mut table = Table::new(Manners { dies_on: vec!["genmove"], deaths: 3, ..Manners::default() });
    assert_eq!(table.ask_move(&game(&["E5", "C3", "D5"]), Color::White), moved("A9"));
    assert_eq!(table.fake.starts, 4);
    assert!(table.fake.board().contains('X'));
}

#[test]
fn an_engine_that_dies_a_fourth_time_stays_dead_and_says_why() {
    let mut table = Table::new(Manners { dies_on: vec!["genmove"], deaths: 4, ..Manners::default() });
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "the engine exited with code 1".into() });
    assert!(table.is_dead());
    assert_eq!(table.conversation.deadline(), None);
    table.input(Input::Revive);
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "a fifth life, asked for");
}

#[test]
fn a_program_that_cannot_be_started_is_not_tried_again() {
    let mut table = Table::new(Manners::default());
    table.input(Input::NotStarted { run: 1, why: "no such file".into() });
    assert_eq!(table.out, [Output::Died { why: "no such file".into() }]);
    assert_eq!(table.fake.starts, 1);
}

#[test]
fn the_last_answer_of_a_dying_engine_counts() {
    let manners = Manners {
        dies_on: vec!["genmove"],
        deaths: 1,
        dies_after_answering: true,
        forgets_blank_line: true,
        ..Manners::default()
    };
    assert_eq!(Table::new(manners).ask_move(&game(&["E5"]), Color::White), moved("A9"));
}

#[test]
fn an_engine_that_hangs_is_ended_when_its_time_is_up() {
    let manners = Manners { slow: vec![("boardsize", 100_000)], ..Manners::default() };
    let mut table = Table::new(manners);
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Died { why: "no answer to “boardsize 9” in 60 seconds".into() });
}

#[test]
fn a_refusal_means_out_of_step_and_the_game_is_told_anew() {
    let mut table = Table::new(Manners { refuses: vec![("play", 1)], ..Manners::default() });
    assert_eq!(table.ask_move(&game(&["E5", "C3"]), Color::White), moved("A9"));
    assert_eq!(table.fake.heard.iter().filter(|line| *line == "clear_board").count(), 2);
}

#[test]
fn a_line_no_engine_accepts_is_told_as_stones() {
    // The second stone replaces the first, as a file may have it.
    let mut table = Table::new(Manners::default());
    let mut forced = game(&["E5"]);
    forced.moves.push((Color::White, point("E5")));
    assert_eq!(table.ask_move(&forced, Color::White), moved("A9"));
    let stones: Vec<&String> = table.fake.heard.iter().filter(|line| line.starts_with("play")).collect();
    assert_eq!(stones.last().unwrap().as_str(), "play white E5");
    assert_eq!(table.fake.board().matches('O').count(), 2, "the stone that stood, and the answer");
}

#[test]
fn an_engine_that_will_not_follow_is_given_up_but_not_ended() {
    let mut table = Table::new(Manners { refuses: vec![("play", 99)], ..Manners::default() });
    let outcome = table.ask_move(&game(&["E5"]), Color::White);
    assert_eq!(outcome, Output::Unable { why: "the engine refused “play black E5”: unknown command".into() });
    assert_eq!(*table.conversation.state(), State::Ready);
}

#[test]
fn a_board_the_engine_does_not_play_is_said_to_be_so() {
    let mut table = Table::new(Manners::default());
    let large = Game::new(Size::square(25).unwrap(), "0");
    assert!(matches!(table.ask_move(&large, Color::Black), Output::Unable { .. }));
    let oblong = Game::new(Size::new(9, 13).unwrap(), "0");
    assert!(matches!(table.ask_move(&oblong, Color::Black), Output::Unable { .. }));
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"), "and it still plays on others");
}

#[test]
fn resignation_and_nonsense_are_passed_on() {
    let mut table = Table::new(Manners { says: vec!["RESIGN", "banana", "pass"], ..Manners::default() });
    let said = |said| Output::Moved { color: Color::White, answer: said };
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(EngineMove::Resign));
    let nonsense = EngineMove::Invalid("banana".into());
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(nonsense));
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), said(EngineMove::Move(Move::Pass)));
}

#[test]
fn a_distrusted_engine_is_told_everything_again() {
    let mut table = Table::new(Manners { says: vec!["E5"], ..Manners::default() });
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("E5"), "the rules refuse it, not we");
    table.input(Input::Resync);
    table.fake.heard.clear();
    assert_eq!(table.ask_move(&game(&["E5"]), Color::White), moved("A9"));
    assert_eq!(table.fake.heard[0], "boardsize 9");
}

#[test]
fn cancelling_ends_a_search_and_nothing_comes_of_it() {
    let mut table = Table::new(Manners { slow: vec![("genmove", 300)], ..Manners::default() });
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
    let mut table = Table::new(Manners { slow: vec![("genmove", 30)], ..Manners::default() });
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.pass(3);
    table.input(Input::Query(Query::Move { game: game(&["D5"]), color: Color::White }));
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
    assert_eq!(table.fake.heard.last().unwrap(), "genmove white");
    assert!(table.fake.heard.contains(&"play black D5".to_owned()));
}

#[test]
fn the_score_comes_with_dead_stones_and_the_engines_own_count() {
    let mut table = Table::new(Manners::default());
    table.input(Input::Query(Query::Score { game: game(&["E5"]) }));
    table.settle();
    let names = ["A1", "B1", "C1"].map(|name| Point::from_name(name, nine()).unwrap());
    assert_eq!(table.out, [Output::Scored { dead: Some(names.to_vec()), score: Some("W+5.5".into()) }]);
}

#[test]
fn a_score_that_takes_too_long_or_is_unknown_is_done_without() {
    let slow = Manners { slow: vec![("final_score", 5000)], ..Manners::default() };
    let lacking = Manners { lacks: vec!["final_score", "final_status_list"], ..Manners::default() };
    for (manners, knows_dead, starts) in [(slow, true, 2), (lacking, false, 1)] {
        let mut table = Table::new(manners);
        table.input(Input::Query(Query::Score { game: game(&["E5"]) }));
        table.settle();
        let [Output::Scored { dead, score: None }] = &table.out[..] else { panic!("{:?}", table.out) };
        assert_eq!(dead.is_some(), knows_dead);
        assert_eq!(table.fake.starts, starts);
        assert_eq!(*table.conversation.state(), State::Ready);
    }
}

#[test]
fn handicap_is_told_as_such_where_the_engine_knows_it_and_as_stones_where_not() {
    let points = ["C3", "G7"].map(|name| Point::from_name(name, nine()).unwrap());
    let game = Game { handicap: points.to_vec(), ..Game::new(nine(), "0.5") };
    let mut table = Table::new(Manners::default());
    assert_eq!(table.ask_move(&game, Color::White), moved("A9"));
    assert!(table.fake.heard.contains(&"set_free_handicap C3 G7".to_owned()));
    let mut table = Table::new(Manners { lacks: vec!["set_free_handicap"], ..Manners::default() });
    assert_eq!(table.ask_move(&game, Color::White), moved("A9"));
    assert!(table.fake.heard.contains(&"play black G7".to_owned()));
}

#[test]
fn typed_commands_wait_their_turn_and_the_board_is_told_anew_after_them() {
    let mut table = Table::new(Manners::default());
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    table.input(Input::Console("clear_board".into()));
    table.input(Input::Console("  # only a comment".into()));
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
    assert_eq!(table.fake.heard.last().unwrap(), "clear_board");
    assert_eq!(table.ask_move(&game(&["E5", "A9", "C3"]), Color::White), moved("B9"));
    let texts: Vec<&str> = table.conversation.transcript().map(|line| line.text.as_str()).collect();
    assert!(texts.contains(&"= A9"));
}

#[test]
fn quitting_says_goodbye_and_lets_the_process_go() {
    let mut table = Table::new(Manners::default());
    table.settle();
    table.input(Input::Quit);
    assert_eq!(table.fake.heard.last().unwrap(), "quit");
    table.settle();
    assert_eq!(table.conversation.deadline(), None);
}

#[test]
fn bytes_of_an_ended_process_are_not_heard() {
    let mut table = Table::new(Manners::default());
    table.settle();
    table.input(Input::Query(Query::Move { game: game(&["E5"]), color: Color::White }));
    for id in 1..20 {
        table.input(Input::Read { run: 0, bytes: format!("={id} Q9\n\n").as_bytes() });
    }
    table.settle();
    assert_eq!(table.out, [moved("A9")]);
}

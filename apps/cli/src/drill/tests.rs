//! The terminal trainer against a test backend: keys in, the screen as text out.

use std::sync::Arc;
use std::time::Duration;

use ::drill::{Session, SessionSettings};
use i18n::Language;
use moment::Moment;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use record::go::GoFile;
use record::pgn::Pgn;

use super::app::{App, Key};
use super::draw::draw;
use super::plain::run_lines;
use super::terminal_board::TerminalBoard;

const CHESS: &str = "1. e4 (1. f3? e5) e5 (1... c5 2. Nf3) 2. Nf3 *\n\n\
    [FEN \"8/4P1kp/6pp/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8=N+ Kf7 2. Nd6+ *\n";

const GO: &str = "(;GM[1]SZ[9]AB[cc][dc]AW[cd][dd]PL[B](;B[ee];W[ef];B[ff]C[RIGHT])(;B[aa];W[bb]))";

fn app<B: TerminalBoard>(puzzles: Vec<(usize, ::drill::Puzzle<B>)>) -> App<B> {
    let puzzles = puzzles.into_iter().map(|(n, puzzle)| (n, Arc::new(puzzle))).collect();
    App::new(Session::new(puzzles, SessionSettings::default()), Language::En, None)
}

fn chess() -> App<rules::chess::Position> {
    app(::drill::chess::puzzles(&Pgn::read(CHESS.as_bytes().to_vec())))
}

fn go() -> App<rules::go::Position> {
    app(::drill::go::puzzles(&GoFile(record::sgf::read(GO.as_bytes()).unwrap())))
}

fn printed<B: TerminalBoard>(app: App<B>, lines: &str) -> String {
    let mut out = Vec::new();
    run_lines(app, lines.as_bytes(), &mut out, || Moment::ORIGIN).unwrap();
    String::from_utf8(out).unwrap()
}

fn screen<B: TerminalBoard>(app: &App<B>, now: Moment) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(app, frame, now, true)).unwrap();
    terminal.backend().to_string()
}

fn type_in<B: TerminalBoard>(app: &mut App<B>, now: Moment, text: &str) {
    text.chars().for_each(|letter| app.key(now, Key::Letter(letter)));
    app.key(now, Key::Enter);
}

#[test]
fn a_session_of_chess_puzzles_in_lines() {
    let printed = printed(chess(), "f3\ne4\nNf3\nNf3\nnext\ne7e8\nn\nNd6\nnext\n");
    for line in [
        "❌ This move is a mistake!",
        "1. f3",
        "📌 There is a variation!",
        "1... c5",
        "1... e5",
        "Done, with mistakes",
    ] {
        assert!(printed.contains(line), "{line:?} is not in\n{printed}");
    }
    assert!(
        printed.contains("Puzzle 2 of 2")
            && printed.contains("e7e8: which piece? Type e8=Q, e8=R, e8=B or e8=N."),
        "{printed}"
    );
    assert!(printed.trim_end().lines().last().unwrap().starts_with("1 of 2 correct in 0:"), "{printed}");
}

#[test]
fn lines_say_whose_move_it_is_which_commands_there_are_and_how_to_go_on() {
    let printed = printed(chess(), "e4\nNf3\nNf3\nboard\npause\nresume\n\nhelp\nquit\n");
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("Type a move such as e4"), "{printed}");
    assert!(lines[1].starts_with("Commands: hint,") && lines[1].contains("quit"), "{printed}");
    let count = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(count("White to move. You play White."), 2, "{printed}");
    assert_eq!(count("Black to move. You play White."), 1, "the board after the last move\n{printed}");
    assert_eq!(count("Press Enter or type next for the next puzzle"), 2, "also after the pause\n{printed}");
    assert_eq!(count("Type resume to go on."), 1, "{printed}");
    assert_eq!((count("Puzzle 2 of 2"), count("Commands:")), (1, 2), "{printed}");
    let go = self::printed(go(), "E5\nf4\n");
    assert!(
        go.starts_with("Type a point such as D4") && go.contains("Black to move. You play Black."),
        "{go}"
    );
}

#[test]
fn every_line_is_answered() {
    let printed = printed(chess(), "d1d8\nd1d8\nskip\nfoo\nquit\n");
    assert_eq!(printed.matches("That move is not legal").count(), 2, "{printed}");
    assert_eq!(printed.matches("Skipped\nPress Enter or type next").count(), 2, "{printed}");
}

#[test]
fn lines_are_in_the_language_of_the_player() {
    for language in [Language::Vi, Language::Zh] {
        let mut app = chess();
        app.language = language;
        let printed = printed(app, "e4\nNf3\nNf3\nquit\n");
        for english in ["Type a move", "Commands", "to move", "Press Enter", "correct in", "Puzzle 1"] {
            assert!(!printed.contains(english), "{english}\n{printed}");
        }
    }
}

#[test]
fn go_problems_are_solved_in_lines_too() {
    let printed = printed(go(), "A9\nE5\nf4\n");
    for line in ["❌ This move is a mistake!", "W B8", "B E5", "Done, with mistakes"] {
        assert!(printed.contains(line), "{line:?} is not in\n{printed}");
    }
}

#[test]
fn the_screen_shows_board_clock_status_and_moves() {
    let mut app = chess();
    app.begin(Moment::ORIGIN);
    let later = Moment::from_millis(61_000);
    app.wake(later);
    type_in(&mut app, later, "Qh5");
    assert_eq!(app.status(), "That move is not legal");
    app.key(later, Key::Tab);
    insta::assert_snapshot!(screen(&app, later));
    let mut app = go();
    app.begin(Moment::ORIGIN);
    type_in(&mut app, Moment::ORIGIN, "E5");
    insta::assert_snapshot!(screen(&app, Moment::ORIGIN));
}

#[test]
fn pausing_keeps_the_time_and_quitting_shows_the_summary_first() {
    let mut app = chess();
    let at = |seconds: u64| Moment::from_millis(seconds * 1000);
    app.begin(at(0));
    app.key(at(1), Key::Escape);
    assert_eq!((app.status().as_str(), app.deadline()), ("Paused", None));
    app.key(at(100), Key::Escape);
    assert_eq!(app.view.session().time_left(at(100)), Duration::from_secs(599));
    app.key(at(100), Key::Quit);
    assert!(!app.is_over() && app.view.end.is_some());
    app.key(at(100), Key::Enter);
    assert!(app.is_over());
}

const WORDS: &str = "[Event \"Two at once\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n[Date \"1999.??.??\"]\n\n\
    {White wins a rook.} 1. e4 {the key} (1. f3? {weak; 1. e4 was right} e5 {hits back}) e5 {forced} 2. Nf3 {now it is over} *\n";

fn words() -> App<rules::chess::Position> {
    app(::drill::chess::puzzles(&Pgn::read(WORDS.as_bytes().to_vec())))
}

#[test]
fn the_authors_words_are_printed_when_they_give_nothing_away() {
    let printed = printed(words(), "f3\ne4\nNf3\n");
    let at = |text: &str| printed.find(text).unwrap_or_else(|| panic!("{text:?} is not in\n{printed}"));
    let order = [
        "Puzzle 1 of 1\nTwo at once\nAnn – Bo, 1999\nWhite wins a rook.\n",
        "\n1. f3\n",
        "1... e5: hits back",
        "\n1. e4\n  1. e4: the key\n",
        "\n1... e5\n  1... e5: forced\n",
        "\n2. Nf3\n  2. Nf3: now it is over\n",
    ];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{printed}");
    assert!(!printed[..at("\n1. e4\n")].contains("was right"), "{printed}");
    assert_eq!(printed.matches("hits back").count(), 1, "{printed}");
}

#[test]
fn the_authors_words_are_on_the_screen() {
    let mut app = words();
    app.begin(Moment::ORIGIN);
    let before = screen(&app, Moment::ORIGIN);
    for line in ["Two at once", "Ann – Bo, 1999", "White wins a rook."] {
        assert!(before.contains(line), "{before}");
    }
    assert!(!before.contains("the key"), "{before}");
    type_in(&mut app, Moment::ORIGIN, "e4");
    assert!(screen(&app, Moment::ORIGIN).contains("1. e4: the key"));
    app.wake(Moment::from_millis(600));
    type_in(&mut app, Moment::from_millis(600), "Nf3");
    let end = screen(&app, Moment::from_millis(600));
    assert!(end.contains("2. Nf3: now it is over") && end.contains("Accuracy  100 %"), "{end}");
}

#[test]
fn a_pause_covers_the_board() {
    let mut app = chess();
    app.begin(Moment::ORIGIN);
    assert!(screen(&app, Moment::ORIGIN).contains('♜'));
    app.key(Moment::ORIGIN, Key::Escape);
    let paused = screen(&app, Moment::ORIGIN);
    assert!(paused.contains("Paused") && !paused.contains('♜'), "{paused}");
}

#[test]
fn figures_say_what_was_shown_and_what_was_skipped() {
    let printed = printed(chess(), "skip\nnext\nhint\nhint\ne7e8\nn\nNd6\nquit\n");
    let end = printed.trim_end().lines().rev().take(2).collect::<Vec<_>>();
    assert_eq!(end[0], "1 with a move shown, 1 skipped", "{printed}");
    assert!(end[1].starts_with("0 of 1 correct in 0:"), "{printed}");
    let mut app = chess();
    app.begin(Moment::ORIGIN);
    app.key(Moment::ORIGIN, Key::Quit);
    assert!(screen(&app, Moment::ORIGIN).contains("Accuracy  –"));
}

#[test]
fn games_without_a_solution_are_named() {
    let pgn = "[White \"Ann\"]\n[Black \"Bo\"]\n\n*\n\n1. e4 *\n\n[Event \"?\"]\n\n*\n";
    let found = ::drill::chess::find_puzzles(&Pgn::read(pgn.as_bytes().to_vec()), usize::MAX);
    let left_out = super::words::left_out(&found.without_solution, found.puzzles.len());
    assert_eq!(left_out.as_deref(), Some("2 of 3 games have no move to find: 1 (Ann – Bo), 3"));
    let app = app(found.puzzles).with_left_out(left_out.clone());
    assert!(printed(app, "e4\n").starts_with(&left_out.unwrap()));
}

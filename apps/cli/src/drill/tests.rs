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
    App::new(Session::new(puzzles, SessionSettings::default()), Language::En)
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
    assert!(printed.contains("Puzzle 2 of 2") && printed.contains("Choose a piece"), "{printed}");
    assert!(printed.trim_end().lines().last().unwrap().starts_with("1 of 2 correct in 0:"), "{printed}");
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

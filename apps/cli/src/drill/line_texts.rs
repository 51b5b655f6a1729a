//! What training in lines of text says besides the feedback: whose move it is, which commands there are, how to go on.

use ::drill::{Board, Side};
use i18n::{Language, fill};

use super::app::App;
use super::terminal_board::TerminalBoard;

/// How to enter moves, and the commands.
pub fn help<B: TerminalBoard>(language: Language) -> String {
    let words = language.drill_lines();
    let moves = if B::IS_GO { words.go_moves } else { words.chess_moves };
    format!("{moves}\n{}", words.commands)
}

/// The number of the puzzle.
pub fn heading(language: Language, (number, of): (usize, usize)) -> String {
    let (number, of) = (number.to_string(), of.to_string());
    fill(language.drill_lines().puzzle_of, &[("number", &number), ("of", &of)])
}

/// Whose move it is, and whom the player plays.
pub fn turn<B: Board>(language: Language, board: &B, solver: Side) -> String {
    let words = language.drill_lines();
    let turn = match board.turn() {
        Side::White => words.white_to_move,
        Side::Black => words.black_to_move,
    };
    let you = match solver {
        Side::White => words.you_white,
        Side::Black => words.you_black,
    };
    format!("{turn} {you}")
}

/// What to type next, where a move would not be understood.
pub fn how_to_go_on<B: TerminalBoard>(app: &App<B>) -> Option<&'static str> {
    let (words, view) = (app.language.drill_lines(), &app.view);
    match () {
        () if view.end.is_some() => None,
        () if view.session().is_paused() => Some(words.paused),
        () if view.done.is_some() && view.puzzle.0 == view.puzzle.1 => Some(words.retry_after),
        () if view.done.is_some() => Some(words.next_after),
        () => None,
    }
}

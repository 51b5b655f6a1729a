//! Requests of the page as questions for an engine. What is not legal never reaches the process.

use analysis::Limit;
use api::analysis::ChessGame;
use api::{ApiError, ErrorCode};
use play::uci::Search;
use rules::chess::Position;

/// Engines crash or become slow with more.
pub(super) const MAX_LINES: usize = 10;
/// Longer than any game.
pub(super) const MAX_MOVES: usize = 10_000;

pub(super) fn chess_search(
    game: &ChessGame,
    only: &[String],
    lines: usize,
    limit: Limit,
) -> Result<Search, ApiError> {
    let refused = |error: String| ApiError::new(ErrorCode::NotSearchable).with("error", error);
    let start =
        Position::from_fen(&game.start, game.chess960).map_err(|error| refused(error.to_string()))?.position;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in game.moves.iter().take(MAX_MOVES) {
        let illegal = || refused(format!("move {}: {text} is not legal here", moves.len() + 1));
        let mv = position.read_uci(text).ok_or_else(illegal)?;
        position = position.play(mv).map_err(|_| illegal())?;
        moves.push(mv);
    }
    let only = only
        .iter()
        .map(|text| position.read_uci(text).ok_or_else(|| refused(format!("{text} is not legal here"))));
    let only = only.collect::<Result<_, _>>()?;
    let search = Search::new(start, moves, lines.min(MAX_LINES), limit).and_then(|search| search.only(only));
    search.map_err(|error| refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn read(start: &str, moves: &[&str]) -> Result<Search, String> {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        let game = ChessGame { start: start.to_owned(), chess960: false, moves };
        chess_search(&game, &[], 99, Limit::None).map_err(|error| error.param("error").to_owned())
    }

    #[test]
    fn a_game_becomes_a_search_of_its_last_position() {
        let search = read(START, &["e2e4", "e7e5"]).unwrap();
        assert_eq!(search.position().fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        assert_eq!(search.lines(), MAX_LINES);
    }

    #[test]
    fn what_is_not_legal_is_refused_with_its_place() {
        assert_eq!(read("nonsense", &[]).unwrap_err(), "the FEN cannot be read");
        assert_eq!(read(START, &["e2e4", "e2e4"]).unwrap_err(), "move 2: e2e4 is not legal here");
        assert_eq!(read(START, &["quit"]).unwrap_err(), "move 1: quit is not legal here");
        let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(read(mate, &[]).unwrap_err(), "the game is over in this position");
    }
}

//! Go games of the page as searches of the built-in bot.

use api::analysis::GoGame;
use api::{ApiError, ErrorCode};
use bot::{GameHistory, MoveOrder, Turn};
use play::bot_analysis::BotAnalysis;
use rules::go::{Color, Move, Point, Position, Rules, Size};

use super::request::MAX_MOVES;

/// Any: the same position gets the same answer.
const SEED: u64 = 1;
const MAX_KOMI: f64 = 1000.0;

pub(super) fn go_search(game: &GoGame, only: &[String]) -> Result<BotAnalysis, ApiError> {
    let refused = |error: String| ApiError::new(ErrorCode::NotSearchable).with("error", error);
    let history = history(game).map_err(refused)?;
    if !only.is_empty() {
        return Err(refused("the built-in bot always considers all moves".to_owned()));
    }
    if !game.komi.is_finite() || game.komi.abs() > MAX_KOMI {
        return Err(refused(format!("a komi of {} is not possible", game.komi)));
    }
    let analysis = BotAnalysis::new(&history, game.komi as f32, game.handicap.min(99), SEED);
    analysis.ok_or_else(|| refused("a move is not legal".to_owned()))
}

fn history(game: &GoGame) -> Result<GameHistory, String> {
    let size = Size::new(game.width.into(), game.height.into())
        .map_err(|_| format!("a board of {} by {} is not possible", game.width, game.height))?;
    let rules =
        Rules::from_sgf(&game.rules).ok_or_else(|| format!("the rules {} are unknown", game.rules))?;
    let point = |name: &String| {
        Point::from_name(name, size).ok_or_else(|| format!("{name} is not a point of the board"))
    };
    let stones = |names: &[String], color| {
        names.iter().map(|name| Ok((point(name)?, color))).collect::<Result<Vec<_>, String>>()
    };
    let stones = [stones(&game.black, Color::Black)?, stones(&game.white, Color::White)?].concat();
    let first = if game.white_begins { Color::White } else { Color::Black };
    let set = stones.iter().map(|(at, color)| (*at, Some(*color)));
    let mut position = Position::new(size).with_rules(rules).set_up(set).with_to_play(first);
    let mut turns = Vec::new();
    for name in game.moves.iter().take(MAX_MOVES) {
        let mv = if name == "pass" { Move::Pass } else { Move::Place(point(name)?) };
        let illegal = |_| format!("move {}: {name} is not legal here", turns.len() + 1);
        position = position.play(mv).map_err(illegal)?;
        turns.push(Turn::One(mv));
    }
    Ok(GameHistory { size, stones, order: MoveOrder::Alternating { first, rules }, turns })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn game(moves: &[&str]) -> GoGame {
        let moves = moves.iter().map(|name| (*name).to_owned()).collect();
        GoGame { width: 9, height: 9, rules: "Japanese".to_owned(), komi: 6.5, moves, ..GoGame::default() }
    }

    fn refusal(game: &GoGame) -> String {
        let error = go_search(game, &[]).err().unwrap();
        assert_eq!(error.code, ErrorCode::NotSearchable);
        error.param("error").to_owned()
    }

    #[test]
    fn a_game_with_handicap_and_a_pass_is_searched_for_the_side_to_move() {
        let stones = ["C3", "G7"].map(str::to_owned).to_vec();
        let game = GoGame { black: stones, white_begins: true, handicap: 2, ..game(&["E5", "pass"]) };
        let mut analysis = go_search(&game, &[]).unwrap();
        analysis.step(200);
        let report = analysis.report(1, 10);
        assert_ne!(report.lines[0].moves[0], "E5", "there is a stone");
    }

    fn point_name() -> impl Strategy<Value = String> {
        prop_oneof![
            8 => "[A-J][1-9]",
            2 => Just("pass".to_owned()),
            1 => any::<String>(),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_request_is_searched_or_refused(
            width in prop_oneof![4 => 1..14_u8, 1 => any::<u8>()],
            height in prop_oneof![4 => 1..14_u8, 1 => any::<u8>()],
            stones in prop::collection::vec(point_name(), 0..30),
            moves in prop::collection::vec(point_name(), 0..12),
            (white_begins, handicap, komi) in any::<(bool, u32, f64)>(),
            rules in prop_oneof![Just("Japanese".to_owned()), Just("AGA".to_owned()), any::<String>()],
        ) {
            let (black, white) = stones.split_at(stones.len() / 2);
            let (black, white) = (black.to_vec(), white.to_vec());
            let game = GoGame { width, height, black, white, white_begins, rules, komi, handicap, moves };
            if let Ok(mut analysis) = go_search(&game, &[]) {
                analysis.step(2);
                analysis.report(3, 0);
            }
        }
    }

    #[test]
    fn what_is_not_legal_is_refused_with_its_place() {
        assert_eq!(refusal(&game(&["E5", "E5"])), "move 2: E5 is not legal here");
        assert_eq!(refusal(&game(&["E5", "Z9"])), "Z9 is not a point of the board");
        assert_eq!(refusal(&GoGame { width: 0, ..game(&[]) }), "a board of 0 by 9 is not possible");
        assert_eq!(
            refusal(&GoGame { rules: "chess".to_owned(), ..game(&[]) }),
            "the rules chess are unknown"
        );
        assert_eq!(refusal(&GoGame { komi: f64::NAN, ..game(&[]) }), "a komi of NaN is not possible");
        assert!(go_search(&game(&[]), &["D4".to_owned()]).is_err());
    }
}

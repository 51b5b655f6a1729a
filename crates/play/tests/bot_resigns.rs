//! When the built-in bot resigns: real searches and the rule that decides, at the level at which it sees least.

#![allow(clippy::unwrap_used)]

use bot::{Game, Root, Search, Settings};
use play::automatic_player::{BoardCount, Resignation};
use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Count, Marking, Move, Point, Points, Position, Rules, Score, Size};

/// So much that Black loses most games.
const KOMI: Points = Points::halves(25);

fn seven() -> Size {
    Size::square(7).unwrap()
}

fn search<'a>(position: impl Into<Game<'a>>, seed: u64) -> Root {
    let settings = Settings { komi: KOMI.in_quarters() as f32 / 4.0, ..Settings::with_simulations(60) };
    let mut search = Search::new(position, settings, seed);
    while !search.step(64).is_done() {}
    search.root()
}

fn score(position: &Position) -> Score {
    Count::of(position, &Marking::default()).score(Rules::CHINESE, KOMI, 0)
}

/// Plays a game of the bot against itself to its end, though it may want to resign: who would have, and the score.
fn play(seed: u64) -> (Option<Color>, Score) {
    let mut position = Position::new(seven()).with_rules(Rules::CHINESE);
    let mut resignations = [Resignation::below(0.25); 2];
    let mut resigned = None;
    for turn in 0..200 {
        let color = position.to_play();
        let root = search(&position, 1000 * seed + turn);
        let (best, win_rate) = (root.best(color), root.win_rate(color));
        let board = BoardCount::new(score(&position), color, position.size());
        if resignations[color as usize].should_resign(best, win_rate, board) {
            resigned = resigned.or(Some(color));
        }
        position = position.play(best).or_else(|_| position.play(Move::Pass)).unwrap();
        if position.passes() == 2 {
            break;
        }
    }
    (resigned, score(&position))
}

#[test]
fn a_game_that_the_bot_would_resign_is_lost_when_played_to_the_end() {
    let games: Vec<(Option<Color>, Score)> = (0..10).map(play).collect();
    let resigned: Vec<Points> =
        games.iter().filter_map(|(who, score)| who.map(|who| score.lead(who))).collect();
    assert!(resigned.len() >= 3, "it resigns some games: {games:?}");
    assert!(resigned.iter().all(|lead| *lead < Points::ZERO), "it wins none of these: {games:?}");
}

/// Black has the whole board but one white stone.
fn wall(at: Point) -> Cell {
    match (at.x, at.y) {
        (3, _) | (_, 3) => Cell::Stone(Color::Black),
        (0, 0) => Cell::Stone(Color::White),
        _ => Cell::Empty,
    }
}

#[test]
fn the_bot_sees_a_lost_and_a_won_game_in_ordinary_and_simultaneous_go() {
    let stones = seven().points().map(|at| (at, wall(at).color()));
    let ordinary = Position::new(seven()).set_up(stones).with_to_play(Color::White);
    assert!(search(&ordinary, 1).win_rate(Color::White) < 0.03);
    assert!(search(&ordinary.with_to_play(Color::Black), 1).win_rate(Color::Black) > 0.9);
    let simultaneous = simultaneous::Position::set_up(seven(), Variant::Red, wall).unwrap();
    let root = search(&simultaneous, 1);
    assert!(root.win_rate(Color::White) < 0.03 && root.win_rate(Color::Black) > 0.9, "{root:?}");
}

#[test]
fn a_search_without_time_sees_nothing() {
    let position = Position::new(seven());
    let root = Search::new(&position, Settings::with_simulations(60), 1).root();
    assert_eq!(root.win_rate(Color::Black), 0.5);
}

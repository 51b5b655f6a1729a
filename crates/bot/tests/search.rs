//! What the search must get right at any strength. `X` Black, `O` White, `#` red.

#![allow(clippy::unwrap_used)]

use bot::{Game, Playouts, Search, Settings, Tuning, Turn, TurnModel};
use proptest::prelude::*;
use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Move, Point, Position, Rules, Size};

fn settings(simulations: u32) -> Settings {
    Settings::with_simulations(simulations)
}

fn rows(picture: &str) -> Vec<Vec<&str>> {
    picture.lines().map(|l| l.split_whitespace().collect()).filter(|r: &Vec<&str>| !r.is_empty()).collect()
}

fn cell(rows: &[Vec<&str>], at: Point) -> Cell {
    let symbol = rows[usize::from(at.y)][usize::from(at.x)].parse().unwrap();
    Cell::from_symbol(symbol).unwrap()
}

fn simultaneous(picture: &str) -> simultaneous::Position {
    let rows = rows(picture);
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    simultaneous::Position::set_up(size, Variant::Red, |at| cell(&rows, at)).unwrap()
}

fn ordinary(picture: &str, to_play: Color) -> Position {
    let rows = rows(picture);
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let stones = size.points().map(|at| (at, cell(&rows, at).color()));
    Position::new(size).with_rules(Rules::CHINESE).with_to_play(to_play).set_up(stones)
}

fn searched<'a>(position: impl Into<Game<'a>>, simulations: u32) -> Search {
    let mut search = Search::new(position, settings(simulations), 1);
    while !search.step(50).is_done() {}
    search
}

fn name(choice: Move, size: Size) -> String {
    match choice {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

#[test]
fn a_large_group_in_atari_is_taken() {
    let picture = "
        . . O O . . .
        . O X X O . .
        . O X X . . .
        . O X X O . .
        . . O O . . .
        . X . . . X .
        . . . . . . .
    ";
    let position = ordinary(picture, Color::White);
    assert_eq!(name(searched(&position, 300).best(Color::White), position.size()), "E5");
    let position = simultaneous(picture);
    assert_eq!(name(searched(&position, 600).best(Color::White), position.size()), "E5");
}

#[test]
fn what_the_rules_forbid_at_the_root_is_never_chosen() {
    let ko = ordinary(
        "
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .
        ",
        Color::Black,
    );
    let size = ko.size();
    let taken = ko.play(Move::Place(Point::from_name("C4", size).unwrap())).unwrap();
    let back = Move::Place(Point::from_name("B4", size).unwrap());
    assert!(taken.play(back).is_err());
    let root = searched(&taken, 400).root();
    assert!(root.moves[1].iter().all(|choice| choice.mv != back || choice.visits == 0));
}

#[test]
fn the_bot_passes_when_nothing_is_left_to_play_for() {
    let position = simultaneous(
        "
        . X O .
        X X O O
        . X O .
        X X O O
        ",
    );
    let search = searched(&position, 100);
    assert!(search.root().is_settled());
    assert_eq!(search.best(Color::Black), Move::Pass);
    let open = simultaneous(
        "
        . . . .
        . X O .
        . . . .
        . . . .
        ",
    );
    assert!(!searched(&open, 100).root().is_settled());
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let position = simultaneous::Position::new(Size::square(7).unwrap(), Variant::Red);
    assert_eq!(searched(&position, 100).root(), searched(&position, 100).root());
}

#[test]
fn the_slice_length_does_not_matter() {
    let position = Position::new(Size::square(5).unwrap());
    let mut whole = Search::new(&position, settings(60), 3);
    assert!(whole.step(1_000).is_done());
    let mut slices = Search::new(&position, settings(60), 3);
    while !slices.step(7).is_done() {}
    assert_eq!(whole.root(), slices.root());
}

#[test]
fn merged_searches_have_all_their_visits() {
    let position = simultaneous::Position::new(Size::square(5).unwrap(), Variant::Red);
    let visits = |root: &bot::Root| root.moves.each_ref().map(|c| c.iter().map(|c| c.visits).sum::<u32>());
    let mut root = searched(&position, 80).root();
    let mut other = Search::new(&position, settings(50), 2);
    while !other.step(16).is_done() {}
    root.merge(&other.root());
    assert_eq!(visits(&root), [130, 130]);
    assert!(root.moves.iter().flatten().all(|choice| (0.0..=1.0).contains(&choice.win_rate)));
}

#[test]
fn the_tree_is_reused_after_a_turn() {
    let position = simultaneous::Position::new(Size::square(5).unwrap(), Variant::Red);
    let mut search = searched(&position, 800);
    let (black, white) = (search.best(Color::Black), search.best(Color::White));
    let next = position.turn(black, white).unwrap().position;
    search.follow(Turn::Both { black, white }, &next);
    let known: u32 = search.root().moves[0].iter().map(|choice| choice.visits).sum();
    assert!(known > 0);
    assert!(!search.step(1).is_done());
}

#[test]
fn a_stone_that_cannot_live_is_proposed_as_dead() {
    let position = ordinary(
        "
        . . X . O . .
        . . X . O . .
        . . X . O . .
        . . X . O X .
        . . X . O . .
        . . X . O . .
        . . X . O . .
        ",
        Color::Black,
    );
    let mut playouts = Playouts::new(&position, Tuning::default().policy, 1);
    for _ in 0..200 {
        playouts.play();
    }
    assert_eq!(playouts.dead(), vec![Point::new(5, 3)]);
    assert!(playouts.owner(Point::new(0, 0)) > 0.5 && playouts.owner(Point::new(6, 6)) < -0.5);
}

#[test]
fn the_first_moves_on_a_large_board_look_like_an_opening() {
    let mut position = Position::new(Size::NINETEEN).with_rules(Rules::CHINESE);
    let mut search = Search::new(&position, settings(24), 5);
    let mut played = Vec::new();
    for _ in 0..20 {
        while !search.step(50).is_done() {}
        let choice = search.best(position.to_play());
        let Move::Place(at) = choice else { panic!("it passes after {played:?}") };
        played.push(at);
        position = position.play(choice).unwrap();
        search.follow(Turn::One(choice), &position);
    }
    let line = |at: &Point| 1 + at.x.min(at.y).min(18 - at.x).min(18 - at.y);
    assert!(played.iter().all(|at| line(at) > 1), "{played:?}");
    let mut corners: Vec<(bool, bool)> = played[..4].iter().map(|at| (at.x > 9, at.y > 9)).collect();
    corners.sort_unstable();
    corners.dedup();
    assert_eq!(corners.len(), 4, "{played:?}");
    assert!(played[..4].iter().all(|at| (3..=4).contains(&line(at))), "{played:?}");
}

#[test]
fn the_largest_and_the_smallest_boards_are_played() {
    for (width, height) in [(1, 1), (1, 3), (2, 2), (52, 52), (9, 30)] {
        let size = Size::new(width, height).unwrap();
        let position = simultaneous::Position::new(size, Variant::Void);
        let search = searched(&position, 4);
        assert!(position.turn(search.best(Color::Black), search.best(Color::White)).is_ok());
        let position = Position::new(size);
        assert!(position.play(searched(&position, 4).best(Color::Black)).is_ok());
    }
}

/// A turn that cannot be two moves: both stones on one point.
#[test]
fn an_alternating_search_continues_after_a_collision() {
    let position = simultaneous::Position::new(Size::square(5).unwrap(), Variant::Red);
    let turn_model = TurnModel::Alternating(Color::White);
    let mut search = Search::new(&position, Settings { turn_model, ..settings(100) }, 1);
    search.step(100);
    let choice = search.best(Color::White);
    let next = position.turn(choice, choice).unwrap().position;
    search.follow(Turn::Both { black: choice, white: choice }, &next);
    search.step(100);
    assert!(next.turn(Move::Pass, search.best(Color::White)).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_turn_that_was_not_played_does_no_harm(seed in any::<u64>(), points in prop::collection::vec((0..6_u8, 0..6_u8), 8)) {
        let position = simultaneous::Position::new(Size::square(5).unwrap(), Variant::Red);
        let ordinary = Position::new(Size::square(5).unwrap());
        let mut searches = [Search::new(&position, settings(20), seed), Search::new(&ordinary, settings(20), seed)];
        for (x, y) in points {
            let (black, white) = (Move::Place(Point::new(x, y)), Move::Place(Point::new(y, x)));
            searches[0].follow(Turn::Both { black, white }, &position);
            searches[1].follow(Turn::One(black), &ordinary);
            searches.iter_mut().for_each(|search| _ = search.step(20));
        }
        prop_assert!(position.turn(searches[0].best(Color::Black), searches[0].best(Color::White)).is_ok());
        prop_assert!(ordinary.play(searches[1].best(Color::Black)).is_ok());
    }

    #[test]
    fn a_whole_simultaneous_game_is_legal(seed in any::<u64>(), lines in 2..6_u32, variant in 0..3_usize) {
        let mut position = simultaneous::Position::new(Size::square(lines).unwrap(), Variant::ALL[variant]);
        let mut searches = [1, 2].map(|n| Search::new(&position, settings(20), seed ^ n));
        while position.end().is_none() {
            let [black, white] = &mut searches;
            black.step(20);
            white.step(20);
            let (black, white) = (black.best(Color::Black), white.best(Color::White));
            position = position.turn(black, white).unwrap().position;
            for search in &mut searches {
                search.follow(Turn::Both { black, white }, &position);
            }
        }
    }

    #[test]
    fn a_whole_ordinary_game_is_legal(seed in any::<u64>(), lines in 2..6_u32) {
        let mut position = Position::new(Size::square(lines).unwrap()).with_rules(Rules::CHINESE);
        let mut search = Search::new(&position, settings(20), seed);
        for _ in 0..300 {
            if position.passes() >= 2 {
                break;
            }
            search.step(20);
            let choice = search.best(position.to_play());
            position = position.play(choice).unwrap();
            search.follow(Turn::One(choice), &position);
        }
    }
}

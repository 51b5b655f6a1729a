//! The end of the game: when to pass, which stones are dead, what is counted. `X` Black, `O` White.

#![allow(clippy::unwrap_used)]

use bot::{Level, Playouts, Search, Settings, Tuning, Turn};
use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Compensation, Count, Marking, Move, Point, Points, Position, Rules, Size};

fn rows(picture: &str) -> Vec<Vec<&str>> {
    picture.lines().map(|l| l.split_whitespace().collect()).filter(|r: &Vec<&str>| !r.is_empty()).collect()
}

fn cell(rows: &[Vec<&str>], at: Point) -> Cell {
    Cell::from_symbol(rows[usize::from(at.y)][usize::from(at.x)].parse().unwrap()).unwrap()
}

fn position(picture: &str, rules: Rules, to_play: Color) -> Position {
    let rows = rows(picture);
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let stones = size.points().map(|at| (at, cell(&rows, at).color()));
    Position::new(size).with_rules(rules).with_to_play(to_play).set_up(stones)
}

fn search(position: &Position, settings: Settings) -> Search {
    let mut search = Search::new(position, settings, 1);
    while !search.step(50).is_done() {}
    search
}

/// The bot's moves until it passes, while the opponent only passes; at most `most`.
fn moves_until_pass(mut position: Position, settings: Settings, most: usize) -> Vec<Move> {
    let bot = position.to_play();
    let mut moves = Vec::new();
    let mut search = Search::new(&position, settings, 7);
    while moves.len() < most {
        while !search.step(50).is_done() {}
        let choice = search.best(bot);
        moves.push(choice);
        if choice == Move::Pass {
            break;
        }
        position = position.play(choice).unwrap();
        search.follow(Turn::One(choice), &position);
        position = position.play(Move::Pass).unwrap();
        search.follow(Turn::One(Move::Pass), &position);
    }
    moves
}

/// The level on 9x9, with no more simulations than a test without optimisation can wait for.
fn quick(level: Level) -> Settings {
    let settings = Settings::new(level, Size::square(9).unwrap());
    Settings { simulations: settings.simulations.min(1_000), ..settings }
}

const WALLS: &str = "
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
";

#[test]
fn behind_solid_walls_every_level_passes_within_three_moves() {
    for level in Level::ALL {
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            for (bot, komi) in [(Color::White, 7.5), (Color::White, 0.5), (Color::Black, -20.5)] {
                let start = position(WALLS, rules, bot.other()).play(Move::Pass).unwrap();
                let settings = Settings { komi, ..quick(level) };
                let moves = moves_until_pass(start, settings, 4);
                assert!(moves.len() <= 3, "{level:?}, {bot:?}, {rules:?}, komi {komi}: {moves:?}");
            }
        }
    }
}

/// The moves of one side until it passes, while the other only passes; at most `most`.
fn simultaneous_moves_until_pass(bot: Color, settings: Settings, seed: u64, most: usize) -> Vec<Move> {
    let rows = rows(WALLS);
    let start =
        simultaneous::Position::set_up(Size::square(9).unwrap(), Variant::Red, |at| cell(&rows, at)).unwrap();
    let mut position = start;
    let mut moves = Vec::new();
    let mut search = Search::new(&position, settings, seed);
    while moves.len() < most {
        while !search.step(50).is_done() {}
        let choice = search.best(bot);
        moves.push(choice);
        let (black, white) = if bot == Color::Black { (choice, Move::Pass) } else { (Move::Pass, choice) };
        if choice == Move::Pass {
            break;
        }
        let next = position.turn(black, white).unwrap().position;
        search.follow(Turn::Both { black, white }, &next);
        position = next;
    }
    moves
}

#[test]
fn behind_solid_walls_of_simultaneous_go_the_bot_passes_within_three_moves() {
    let mut late = Vec::new();
    for level in Level::ALL {
        // White is ahead by nine without komi. A side that is behind by so little may well try to invade.
        for (bot, komi) in
            [(Color::White, 0.0), (Color::White, 20.5), (Color::White, -40.5), (Color::Black, -40.5)]
        {
            for seed in 1..3 {
                let moves = simultaneous_moves_until_pass(bot, Settings { komi, ..quick(level) }, seed, 3);
                if moves.last() != Some(&Move::Pass) {
                    late.push(format!("{level:?}, {bot:?}, komi {komi}: {moves:?}"));
                }
            }
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

const FINISHED: &str = "
    . X X . X O . O .
    X X X X X O O O O
    . X . X X O O . O
    X X X X O O . O O
    . X X X O . O O .
    X . X X O O O O O
    X X X O O O . O .
    . X X O O . O O O
    X X X O O O O . O
    ";

#[test]
fn a_finished_game_is_passed_first() {
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        for to_play in Color::BOTH {
            let settings = Settings { komi: 0.5, ..Settings::with_simulations(300) };
            let search = search(&position(FINISHED, rules, to_play), settings);
            assert_eq!(search.best(to_play), Move::Pass, "{rules:?}, {to_play:?}");
        }
    }
}

#[test]
fn a_group_that_needs_a_move_gets_it_although_the_opponent_has_passed() {
    // Without B1 the black corner has one eye.
    let corner = "
        . O . O . O .
        O O O O O O O
        . O O O . O O
        O O O O O O .
        X X X X O O O
        X . . X O . O
        . . . X O O O
    ";
    for (rules, komi) in [(Rules::CHINESE, -35.5), (Rules::JAPANESE, -15.5)] {
        let start = position(corner, rules, Color::White).play(Move::Pass).unwrap();
        // Black wins if its corner lives.
        let settings = Settings { komi, ..Settings::with_simulations(1_500) };
        let best = search(&start, settings).best(Color::Black);
        assert_ne!(best, Move::Pass, "{rules:?}");
    }
}

#[test]
fn the_rules_decide_who_is_ahead() {
    let compensated = Rules { compensation: Compensation::EveryStoneButOne, ..Rules::CHINESE };
    for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::AGA, compensated] {
        for to_play in Color::BOTH {
            let finished = position(FINISHED, rules, to_play);
            let settings = Settings { komi: 2.5, handicap: 4, ..Settings::with_simulations(300) };
            let lead = search(&finished, settings).root().lead;
            let score = Count::of(&finished, &Marking::default()).score(rules, Points::halves(5), 4);
            let counted = score.lead(Color::Black).in_quarters() as f32 / 4.0;
            assert!((lead - counted).abs() < 1.0, "{rules:?}: {lead}, counted {counted}");
        }
    }
}

#[test]
fn prisoners_count_under_territory_rules() {
    let at = |x, y| Move::Place(Point::new(x, y));
    let moves = [at(1, 0), at(0, 0), at(0, 1)];
    let start = Position::new(Size::square(9).unwrap());
    let taken = moves.into_iter().fold(start, |position, mv| position.play(mv).unwrap());
    assert_eq!(taken.prisoners(Color::Black), 1);
    let finished = position(FINISHED, Rules::JAPANESE, Color::White);
    let stones = finished.size().points().map(|at| (at, finished.get(at)));
    let with_prisoner = taken.set_up(stones);
    let lead = |position| search(position, Settings::with_simulations(300)).root().lead;
    let gained = lead(&with_prisoner) - lead(&finished);
    assert!((gained - 1.0).abs() < 0.3, "{gained}");
}

fn dead(position: &Position) -> Vec<Point> {
    let mut playouts = Playouts::new(position, Tuning::default().policy, 1);
    for _ in 0..200 {
        playouts.play();
    }
    playouts.dead()
}

#[test]
fn a_dead_group_is_dead_although_the_side_to_move_has_nothing_to_play() {
    // Eleven white stones in atari; Black has two eyes elsewhere, White only this group and its own two eyes.
    let picture = "
        . X O O O O O O O
        X X X O O O O X .
        . X X X X X X X X
        X X X X X X X X X
        O O O O O O O O O
        O O O O O O O O O
        O O O O O O O O O
        O . O O O O O O O
        . O O O O O O . O
    ";
    for to_play in Color::BOTH {
        let finished = position(picture, Rules::CHINESE, to_play);
        let passed = finished.play(Move::Pass).unwrap().play(Move::Pass).unwrap();
        let dead = dead(&passed);
        assert_eq!(dead.len(), 11, "{to_play:?}: {dead:?}");
        assert!(dead.iter().all(|at| at.y < 2));
    }
}

#[test]
fn in_simultaneous_go_the_bot_passes_first_when_nothing_is_left() {
    let rows = rows(FINISHED);
    let start =
        simultaneous::Position::set_up(Size::square(9).unwrap(), Variant::Red, |at| cell(&rows, at)).unwrap();
    let mut position = start;
    let settings = Settings::with_simulations(300);
    let mut search = Search::new(&position, settings, 3);
    for _ in 0..3 {
        while !search.step(50).is_done() {}
        let white = search.best(Color::White);
        let next = position.turn(Move::Pass, white).unwrap().position;
        if next.end().is_some() {
            return;
        }
        search.follow(Turn::Both { black: Move::Pass, white }, &next);
        position = next;
    }
    panic!("it plays on");
}

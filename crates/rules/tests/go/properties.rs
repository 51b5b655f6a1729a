//! Properties of every game. Random games on small boards, where captures and kos are frequent.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::go::{Color, Count, Illegal, Ko, Marking, Move, Point, Points, Position, Rules, Scoring, Size};

#[derive(Clone, Debug)]
struct Game {
    size: Size,
    rules: Rules,
    /// Points to try one after another; a point off the board is a pass.
    tries: Vec<Move>,
}

fn games() -> impl Strategy<Value = Game> {
    let rules = prop::sample::select(vec![Rules::JAPANESE, Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND]);
    (1u32..=6, 1u32..=6, rules).prop_flat_map(|(width, height, rules)| {
        let size = Size::new(width, height).unwrap();
        let place = (0..size.width(), 0..size.height()).prop_map(|(x, y)| Move::Place(Point::new(x, y)));
        let tries = prop::collection::vec(prop_oneof![12 => place, 1 => Just(Move::Pass)], 0..160);
        tries.prop_map(move |tries| Game { size, rules, tries })
    })
}

impl Game {
    fn start(&self) -> Position {
        Position::new(self.size).with_rules(self.rules)
    }

    /// All positions, from the empty board on.
    fn positions(&self) -> Vec<Position> {
        let mut line = vec![self.start()];
        for mv in &self.tries {
            let next = line[line.len() - 1].play(*mv);
            line.extend(next.ok());
        }
        line
    }

    fn last(&self) -> Position {
        self.positions().pop().unwrap()
    }
}

/// The eight symmetries of a square board; four for others.
fn turned(at: Point, size: Size, way: u8) -> Point {
    let at = if way & 1 == 0 { at } else { Point::new(size.width() - 1 - at.x, at.y) };
    let at = if way & 2 == 0 { at } else { Point::new(at.x, size.height() - 1 - at.y) };
    if way & 4 == 0 || !size.is_square() { at } else { Point::new(at.y, at.x) }
}

fn stones(position: &Position) -> BTreeSet<(Point, Color)> {
    Color::BOTH.into_iter().flat_map(|c| position.board().stones(c).map(move |at| (at, c))).collect()
}

fn name(illegal: Illegal) -> String {
    illegal.to_string()
}

proptest! {
    #[test]
    fn no_group_is_left_without_liberties(game in games()) {
        for position in game.positions() {
            for (at, _) in stones(&position) {
                prop_assert!(!position.liberties(at).is_empty(), "{position:?}");
            }
        }
    }

    #[test]
    fn the_stored_hash_is_the_hash_of_the_stones(game in games()) {
        for position in game.positions() {
            prop_assert_eq!(position.hash(), position.board().hash());
        }
    }

    #[test]
    fn every_stone_played_is_on_the_board_or_a_prisoner(game in games()) {
        let rules = Rules { pass_stones: false, ..game.rules };
        let line = Game { rules, ..game }.positions();
        let played = line.windows(2).filter(|pair| pair[1].passes() == 0).count();
        let last = &line[line.len() - 1];
        let taken: u32 = Color::BOTH.into_iter().map(|color| last.prisoners(color)).sum();
        prop_assert_eq!(played, stones(last).len() + taken as usize);
    }

    #[test]
    fn superko_forbids_every_repetition(game in games()) {
        let mut seen = BTreeSet::new();
        for position in game.positions().iter().filter(|position| position.passes() == 0) {
            let turn = (game.rules.ko == Ko::Situational).then_some(position.to_play());
            let new = seen.insert((position.board().to_string(), turn));
            prop_assert!(new || game.rules.ko == Ko::Simple, "{position:?}");
        }
    }

    #[test]
    fn colours_swapped_mirror_the_game(game in games()) {
        let mut mirror = game.start().with_to_play(Color::White);
        let mut position = game.start();
        for mv in &game.tries {
            match (position.play(*mv), mirror.play(*mv)) {
                (Ok(next), Ok(swapped)) => {
                    let expected: BTreeSet<_> = stones(&next).into_iter().map(|(at, c)| (at, c.other())).collect();
                    prop_assert_eq!(stones(&swapped), expected);
                    (position, mirror) = (next, swapped);
                }
                (Err(why), Err(swapped)) => prop_assert_eq!(why, swapped),
                (one, other) => prop_assert!(false, "{one:?} but {other:?}"),
            }
        }
    }

    #[test]
    fn a_turned_board_plays_the_same(game in games(), way in 0u8..8) {
        let turn = |at: Point| turned(at, game.size, way);
        let (mut position, mut other) = (game.start(), game.start());
        for mv in &game.tries {
            let there = match mv { Move::Place(at) => Move::Place(turn(*at)), Move::Pass => Move::Pass };
            match (position.play(*mv), other.play(there)) {
                (Ok(next), Ok(turned)) => {
                    let expected: BTreeSet<_> = stones(&next).into_iter().map(|(at, c)| (turn(at), c)).collect();
                    prop_assert_eq!(stones(&turned), expected);
                    (position, other) = (next, turned);
                }
                (Err(why), Err(there)) => prop_assert_eq!(name(why), name(there)),
                (one, other) => prop_assert!(false, "{one:?} but {other:?}"),
            }
        }
    }

    #[test]
    fn a_forced_move_is_the_legal_one_where_there_is_one(game in games()) {
        for position in game.positions().into_iter().step_by(9) {
            for at in game.size.points() {
                let (forced, forced_illegal) = position.force(position.to_play(), at);
                match position.play(Move::Place(at)) {
                    Ok(next) => {
                        let allowed = forced_illegal.is_none_or(|illegal| illegal == Illegal::Suicide { at });
                        prop_assert!(allowed, "{forced_illegal:?}");
                        prop_assert_eq!(&forced, &next);
                        let taken = position.captured_by(position.to_play(), at).len() as u32;
                        let color = position.to_play();
                        prop_assert_eq!(position.prisoners(color) + taken, next.prisoners(color));
                    }
                    Err(Illegal::Superko { .. }) => {}
                    Err(illegal) => prop_assert_eq!(forced_illegal, Some(illegal)),
                }
            }
        }
    }

    /// Both ways of counting agree where passes cost a stone and both sides moved equally often.
    #[test]
    fn aga_area_is_aga_territory(game in games(), clicks in prop::collection::vec((0u8..6, 0u8..6), 0..4)) {
        let line = Game { rules: Rules::AGA, ..game }.positions();
        let moves = line.len() - 1;
        let last = &line[moves];
        let end = if moves.is_multiple_of(2) { last.clone() } else { last.pass(last.to_play()) };
        let mut marking = Marking::default();
        for (x, y) in clicks {
            marking.toggle(end.board(), Point::new(x, y));
        }
        let count = Count::of(&end, &marking);
        let area = count.score(Rules::AGA, Points::halves(15), 0);
        let territory = count.score(Rules { scoring: Scoring::Territory, ..Rules::AGA }, Points::halves(15), 0);
        prop_assert_eq!(area.outcome(), territory.outcome());
    }

    #[test]
    fn points_are_read_back_as_written(quarters in -100_000i32..100_000) {
        let points = Points::quarters(quarters);
        prop_assert_eq!(Points::parse(&points.to_string()), Some(points));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in any::<String>()) {
        let _ = (Points::parse(&text), rules::go::Outcome::parse(&text), Rules::from_sgf(&text));
    }

    #[test]
    fn every_point_beyond_the_board_is_harmless(game in games(), x in any::<u8>(), y in any::<u8>()) {
        let (position, at) = (game.last(), Point::new(x, y));
        let _ = (position.group(at), position.liberties(at), position.captured_by(Color::Black, at));
        let (forced, _) = position.force(Color::White, at);
        let _ = (forced.play(Move::Place(at)), forced.set_up([(at, Some(Color::Black))]));
    }
}

#[test]
fn a_game_of_a_hundred_thousand_moves_can_be_dropped() {
    let size = Size::NINETEEN;
    let mut line = vec![Position::new(size).with_rules(Rules::CHINESE)];
    for n in 0..100_000usize {
        let spot = n * 7919 % size.area();
        let at = Point::new((spot % 19) as u8, (spot / 19) as u8);
        let now = &line[n];
        line.push(now.force(now.to_play(), at).0);
    }
    let last = line.pop().unwrap();
    drop(line);
    assert_eq!(last.hash(), last.board().hash());
    assert!(size_of::<Position>() <= 64, "besides its stones a position has {} bytes", size_of::<Position>());
}

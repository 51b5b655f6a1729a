//! Games played out from one position, one after another: what the search does at its leaves, by itself.

use std::collections::BTreeMap;

use fastrand::Rng;
use rules::go::Point;

use crate::board::{self, At, BLACK, Board, PASS};
use crate::game::Game;
use crate::playout::{Habits, Order, Playout};
use crate::score::Counter;
use crate::settings::Manner;
use crate::shape::Shapes;

pub struct Playouts(Box<dyn Player + Send>);

impl Playouts {
    pub fn new<'a>(position: impl Into<Game<'a>>, habits: Habits, seed: u64) -> Playouts {
        let game = position.into();
        Playouts(match board::places(game.size()) {
            0..=128 => Box::new(Bench::<128>::new(&game, habits, seed)),
            129..=256 => Box::new(Bench::<256>::new(&game, habits, seed)),
            257..=512 => Box::new(Bench::<512>::new(&game, habits, seed)),
            _ => Box::new(Bench::<4096>::new(&game, habits, seed)),
        })
    }

    /// Plays a game to its end: Black's points less White's.
    pub fn play(&mut self) -> i32 {
        self.0.play()
    }

    /// Whose a point was at the end of these games: from 1, always Black's, to -1, always White's.
    pub fn owner(&self, at: Point) -> f32 {
        self.0.owner(at)
    }

    /// The stones that were mostly the other side's by the end: a proposal, to be agreed on.
    pub fn dead(&self) -> Vec<Point> {
        self.0.dead()
    }
}

trait Player {
    fn play(&mut self) -> i32;
    fn owner(&self, at: Point) -> f32;
    fn dead(&self) -> Vec<Point>;
}

struct Bench<const N: usize> {
    start: Board<N>,
    order: Order,
    board: Board<N>,
    first: [u8; N],
    counter: Counter<N>,
    habits: Habits,
    dice: Rng,
}

impl<const N: usize> Bench<N> {
    fn new(game: &Game<'_>, habits: Habits, seed: u64) -> Bench<N> {
        let start = game.board();
        Bench {
            order: game.order(Manner::AsPlayed),
            board: start.clone(),
            first: [0; N],
            counter: Counter::new(),
            habits,
            dice: Rng::with_seed(seed),
            start,
        }
    }
}

impl<const N: usize> Player for Bench<N> {
    fn play(&mut self) -> i32 {
        self.board.clone_from(&self.start);
        self.first.fill(0);
        let mut playout = Playout {
            board: &mut self.board,
            order: self.order,
            last: [PASS; 2],
            first: &mut self.first,
            habits: self.habits,
            dice: &mut self.dice,
            shapes: Shapes::table(),
        };
        playout.finish();
        self.counter.count(&self.board)
    }
    fn owner(&self, at: Point) -> f32 {
        if self.start.size().contains(at) { self.counter.owner(self.start.place_of(at)) } else { 0.0 }
    }

    /// Groups live and die together.
    fn dead(&self) -> Vec<Point> {
        let mut sums: BTreeMap<At, f32> = BTreeMap::new();
        let places = || self.start.size().points().map(|point| self.start.place_of(point));
        for at in places().filter(|at| self.start.is_stone(*at)) {
            let sign = if self.start.what(at) == BLACK { 1.0 } else { -1.0 };
            *sums.entry(self.start.head(at)).or_default() += sign * self.counter.owner(at);
        }
        let is_dead = |at: &At| {
            self.start.is_stone(*at) && sums.get(&self.start.head(*at)).is_some_and(|sum| *sum < 0.0)
        };
        places().filter(is_dead).map(|at| self.start.point_of(at)).collect()
    }
}

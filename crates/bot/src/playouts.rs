//! Playouts from one position without a tree: for counting, and for finding dead stones.

use fastrand::Rng;
use rules::go::Point;

use crate::board::{self, Board, PASS, WALL};
use crate::ending::Ending;
use crate::game::Game;
use crate::pattern::Patterns;
use crate::playout::{MoveOrder, Playout, PlayoutPolicy};
use crate::score::AreaCounter;
use crate::settings::TurnModel;

pub struct Playouts(Box<dyn AnyPlayouts + Send>);

impl Playouts {
    pub fn new<'a>(position: impl Into<Game<'a>>, policy: PlayoutPolicy, seed: u64) -> Playouts {
        let game = position.into();
        Playouts(match board::vertex_count(game.size()) {
            0..=128 => Box::new(SizedPlayouts::<128>::new(&game, policy, seed)),
            129..=256 => Box::new(SizedPlayouts::<256>::new(&game, policy, seed)),
            257..=512 => Box::new(SizedPlayouts::<512>::new(&game, policy, seed)),
            _ => Box::new(SizedPlayouts::<4096>::new(&game, policy, seed)),
        })
    }

    /// Plays a game to its end. Returns Black's points minus White's.
    pub fn play(&mut self) -> i32 {
        self.0.play()
    }

    /// The owner of a point at the end of these games: from 1 (always Black) to -1 (always White).
    pub fn owner(&self, at: Point) -> f32 {
        self.0.owner(at)
    }

    /// Groups whose points mostly belonged to the opponent at the end: a proposal for the players.
    pub fn dead(&self) -> Vec<Point> {
        self.0.dead()
    }
}

trait AnyPlayouts {
    fn play(&mut self) -> i32;
    fn owner(&self, at: Point) -> f32;
    fn dead(&self) -> Vec<Point>;
}

struct SizedPlayouts<const N: usize> {
    start: Board<N>,
    order: MoveOrder,
    board: Board<N>,
    first: [u8; N],
    counter: AreaCounter<N>,
    policy: PlayoutPolicy,
    rng: Rng,
}

impl<const N: usize> SizedPlayouts<N> {
    fn new(game: &Game<'_>, policy: PlayoutPolicy, seed: u64) -> SizedPlayouts<N> {
        let mut start = game.board();
        // Both have passed when stones are judged: the playout must not end before it has begun.
        start.passes = 0;
        SizedPlayouts {
            order: game.order(TurnModel::Simultaneous),
            board: start.clone(),
            first: [0; N],
            counter: AreaCounter::new(),
            policy,
            rng: Rng::with_seed(seed),
            start,
        }
    }
}

impl<const N: usize> AnyPlayouts for SizedPlayouts<N> {
    fn play(&mut self) -> i32 {
        self.board.clone_from(&self.start);
        self.first.fill(0);
        // Whoever moves first must not decide what lives.
        if let MoveOrder::Alternating(color) = self.order {
            self.order = MoveOrder::Alternating(WALL - color);
        }
        let mut playout = Playout {
            board: &mut self.board,
            order: self.order,
            last: [PASS; 2],
            first: &mut self.first,
            policy: self.policy,
            rng: &mut self.rng,
            patterns: Patterns::table(),
        };
        playout.finish();
        self.counter.count(&self.board)
    }

    fn owner(&self, at: Point) -> f32 {
        if self.start.size().contains(at) { self.counter.owner(self.start.vertex_of(at)) } else { 0.0 }
    }

    fn dead(&self) -> Vec<Point> {
        let ending = Ending::of(&self.start, &self.counter);
        let points = self.start.size().points();
        points.filter(|point| ending.is_dead(&self.start, self.start.vertex_of(*point))).collect()
    }
}

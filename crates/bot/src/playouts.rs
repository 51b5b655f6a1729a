//! Games played out from one position, one after another: what the search does at its leaves, by itself.

use fastrand::Rng;

use crate::board::{self, Board, PASS};
use crate::game::Game;
use crate::playout::{Habits, Order, Playout};
use crate::score::{self, Marks};
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
}

trait Player {
    fn play(&mut self) -> i32;
}

struct Bench<const N: usize> {
    start: Board<N>,
    order: Order,
    board: Board<N>,
    first: [u8; N],
    marks: Marks,
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
            marks: Marks::default(),
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
        score::lead(&self.board, &mut self.marks)
    }
}

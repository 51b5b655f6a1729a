//! One search per core, merged at the end. The trees are reused from move to move where the game followed them.

use std::thread;
use std::time::Instant;

use bot::{Level, Playouts, Root, Search, Settings, Tuning};
use play::gtp::engine::{Answer, Board, BoardChange, Task, Turn};
use rules::go::{Point, Points};

/// Simulations between two checks of the clock: about a millisecond on a 19x19 board.
const SLICE: u32 = 8;
/// Playouts for finding dead stones.
const DEAD_STONE_PLAYOUTS: u32 = 400;

pub struct ParallelSearch {
    level: Level,
    threads: usize,
    seed: u64,
    komi: Points,
    searches: Vec<Search>,
}

impl ParallelSearch {
    pub fn new(level: Level, threads: usize, seed: u64) -> ParallelSearch {
        ParallelSearch {
            level,
            threads: threads.clamp(1, 64),
            seed,
            komi: Points::ZERO,
            searches: Vec::new(),
        }
    }

    pub fn best_move(&mut self, task: Task) -> Answer {
        let end = task.limit.map(|limit| Instant::now() + limit);
        self.catch_up(&task);
        let root = self.search(end);
        Answer::Move { choice: root.best(task.color), win_rate: root.win_rate(task.color) }
    }

    fn catch_up(&mut self, task: &Task) {
        let BoardChange::Turns(turns) = &task.since else { return self.start(task) };
        if self.searches.is_empty() || self.komi != task.komi {
            return self.start(task);
        }
        for (turn, board) in turns {
            let turn = match *turn {
                Turn::One { choice, .. } => bot::Turn::One(choice),
                Turn::Both { black, white } => bot::Turn::Both { black, white },
            };
            self.searches.iter_mut().for_each(|search| search.follow(turn, game(board)));
        }
        if turns.is_empty() {
            // The same board again: search again.
            self.start(task);
        }
    }

    fn start(&mut self, task: &Task) {
        self.komi = task.komi;
        let simulations = self.level.simulations().div_ceil(self.threads as u32);
        let komi = task.komi.in_quarters() as f32 / 4.0;
        let settings = Settings { simulations, komi, ..Settings::new(self.level) };
        let mut seed = || {
            self.seed = self.seed.wrapping_add(1);
            self.seed
        };
        let seeds: Vec<u64> = (0..self.threads).map(|_| seed()).collect();
        self.searches =
            seeds.into_iter().map(|seed| Search::new(game(&task.board), settings, seed)).collect();
    }

    fn search(&mut self, end: Option<Instant>) -> Root {
        thread::scope(|scope| {
            for search in &mut self.searches {
                scope.spawn(move || {
                    while !search.step(SLICE).is_done() && end.is_none_or(|end| Instant::now() < end) {}
                });
            }
        });
        let mut roots = self.searches.iter().map(Search::root);
        let mut root = roots.next().unwrap_or_default();
        roots.for_each(|other| root.merge(&other));
        root
    }

    /// Stones that the playouts consider dead.
    pub fn dead(&self, board: &Board) -> Vec<Point> {
        let mut playouts = Playouts::new(game(board), Tuning::default().policy, self.seed);
        for _ in 0..DEAD_STONE_PLAYOUTS {
            playouts.play();
        }
        playouts.dead()
    }
}

fn game(board: &Board) -> bot::Game<'_> {
    match board {
        Board::Ordinary(position) => position.into(),
        Board::Simultaneous(position) => position.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use rules::go::simultaneous::{Position, Variant};
    use rules::go::{self, Color, Move, Rules, Size};

    fn task(board: Board, limit: Option<Duration>) -> Task {
        Task { board, color: Color::Black, komi: Points::ZERO, limit, since: BoardChange::Reset }
    }

    #[test]
    fn the_same_seed_gives_the_same_move_on_two_cores() {
        let board = Board::Simultaneous(Position::new(Size::square(5).unwrap(), Variant::Red));
        let search = || ParallelSearch::new(Level::Easy, 2, 7).best_move(task(board.clone(), None));
        assert_eq!(search(), search());
    }

    #[test]
    fn without_time_it_still_moves() {
        let board = Board::Ordinary(go::Position::new(Size::NINETEEN).with_rules(Rules::CHINESE));
        let answer = ParallelSearch::new(Level::Max, 1, 1).best_move(task(board, Some(Duration::ZERO)));
        assert!(matches!(answer, Answer::Move { choice: Move::Place(_), .. }), "{answer:?}");
    }

    #[test]
    fn the_tree_is_reused_for_the_next_move() {
        let size = Size::square(5).unwrap();
        let start = Position::new(size, Variant::Red);
        let mut search = ParallelSearch::new(Level::Medium, 1, 1);
        let first = task(Board::Simultaneous(start.clone()), None);
        search.best_move(first);
        let (black, white) = (search.searches[0].best(Color::Black), search.searches[0].best(Color::White));
        let next = Board::Simultaneous(start.turn(black, white).unwrap().position);
        let turns = vec![(Turn::Both { black, white }, next.clone())];
        search.catch_up(&Task { since: BoardChange::Turns(turns), ..task(next, None) });
        let known: u32 = search.searches[0].root().moves[0].iter().map(|choice| choice.visits).sum();
        assert!(known > 0);
    }
}

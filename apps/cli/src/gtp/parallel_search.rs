//! One search per core, merged at the end. The trees are reused from move to move where the game followed them.

use std::thread;
use std::time::Instant;

use bot::{Level, Playouts, Root, Search, Settings, Tuning};
use play::gtp::engine::{Answer, Board, BoardChange, MoveReport, Report, Task, Turn};
use rules::go::{Color, Move, Point, Points, Size};

/// Simulations between two checks of the clock: about a millisecond on a 19x19 board.
const SLICE: u32 = 8;
/// Moves of a variation that are reported at most.
const VARIATION: usize = 12;
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

    /// Gets ready to search for a move; reuses the trees where the game followed them.
    pub fn prepare(&mut self, task: &Task) {
        self.catch_up(task);
    }

    /// Gets ready to search this position for as long as wanted.
    pub fn prepare_analysis(&mut self, task: &Task) {
        self.start(task, u32::MAX);
    }

    /// The next search starts from nothing.
    pub fn forget(&mut self) {
        self.searches.clear();
    }

    pub fn answer(&self, task: &Task) -> Answer {
        let root = self.root();
        Answer::Move {
            choice: self.level.choose(&root, task.color, self.seed),
            win_rate: root.win_rate(task.color),
        }
    }

    /// What the searches have found so far, for the side to move.
    pub fn report(&self, task: &Task) -> Answer {
        let root = self.root();
        let sign = if task.color == Color::Black { 1.0 } else { -1.0 };
        let mut stats = root.moves[task.color as usize].clone();
        stats.sort_by_key(|stats| std::cmp::Reverse(stats.visits));
        let moves = stats.iter().map(|stats| MoveReport {
            mv: stats.mv,
            visits: stats.visits,
            win_rate: stats.win_rate.clamp(0.0, 1.0),
            lead: stats.lead,
            prior: stats.prior,
            variation: self.variation(stats.mv),
        });
        Answer::Report(Box::new(Report {
            moves: moves.collect(),
            visits: root.games,
            win_rate: root.win_rate(task.color),
            lead: sign * root.lead,
            ownership: root.ownership.iter().map(|owner| sign * owner).collect(),
        }))
    }

    /// The longest that any of the searches expects.
    fn variation(&self, mv: Move) -> Vec<Move> {
        let lines = self.searches.iter().map(|search| search.variation(mv, VARIATION));
        lines.max_by_key(Vec::len).unwrap_or_else(|| vec![mv])
    }

    fn root(&self) -> Root {
        let mut roots = self.searches.iter().map(Search::root);
        let mut root = roots.next().unwrap_or_default();
        roots.for_each(|other| root.merge(&other));
        root
    }

    fn catch_up(&mut self, task: &Task) {
        let simulations = self.level.simulations(size(&task.board)).div_ceil(self.threads as u32);
        let BoardChange::Turns(turns) = &task.since else { return self.start(task, simulations) };
        if self.searches.is_empty() || self.komi != task.komi {
            return self.start(task, simulations);
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
            self.start(task, simulations);
        }
    }

    fn start(&mut self, task: &Task, simulations: u32) {
        self.komi = task.komi;
        let komi = task.komi.in_quarters() as f32 / 4.0;
        let handicap = task.handicap;
        let settings =
            Settings { simulations, komi, handicap, ..Settings::new(self.level, size(&task.board)) };
        let mut seed = || {
            self.seed = self.seed.wrapping_add(1);
            self.seed
        };
        let seeds: Vec<u64> = (0..self.threads).map(|_| seed()).collect();
        self.searches =
            seeds.into_iter().map(|seed| Search::new(game(&task.board), settings, seed)).collect();
    }

    /// Searches until the end, if there is one, or until every search is complete. Returns whether it is.
    pub fn search(&mut self, end: Option<Instant>) -> bool {
        thread::scope(|scope| {
            let runs = self.searches.iter_mut().map(|search| {
                scope.spawn(move || {
                    loop {
                        let done = search.step(SLICE).is_done();
                        if done || end.is_some_and(|end| Instant::now() >= end) {
                            return done;
                        }
                    }
                })
            });
            let runs: Vec<_> = runs.collect();
            // A search that panicked has printed why; there is nothing to wait for.
            runs.into_iter().all(|run| run.join().unwrap_or(true))
        })
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

fn size(board: &Board) -> Size {
    match board {
        Board::Ordinary(position) => position.size(),
        Board::Simultaneous(position) => position.size(),
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
    use rules::go::{self, Rules, Size};

    fn task(board: Board, limit: Option<Duration>) -> Task {
        let since = BoardChange::Reset;
        Task { board, color: Color::Black, komi: Points::ZERO, handicap: 0, limit, interval: None, since }
    }

    fn best_move(search: &mut ParallelSearch, task: &Task) -> Answer {
        search.prepare(task);
        search.search(task.limit.map(|limit| Instant::now() + limit));
        search.answer(task)
    }

    #[test]
    fn the_same_seed_gives_the_same_move_on_two_cores() {
        let board = Board::Simultaneous(Position::new(Size::square(5).unwrap(), Variant::Red));
        let search = || best_move(&mut ParallelSearch::new(Level::Easy, 2, 7), &task(board.clone(), None));
        assert_eq!(search(), search());
    }

    #[test]
    fn without_time_it_still_moves() {
        let board = Board::Ordinary(go::Position::new(Size::NINETEEN).with_rules(Rules::CHINESE));
        let mut search = ParallelSearch::new(Level::Max, 1, 1);
        let answer = best_move(&mut search, &task(board, Some(Duration::ZERO)));
        assert!(matches!(answer, Answer::Move { choice: Move::Place(_), .. }), "{answer:?}");
    }

    #[test]
    fn the_tree_is_reused_for_the_next_move() {
        let size = Size::square(5).unwrap();
        let start = Position::new(size, Variant::Red);
        let mut search = ParallelSearch::new(Level::Medium, 1, 1);
        let first = task(Board::Simultaneous(start.clone()), None);
        best_move(&mut search, &first);
        let (black, white) = (search.searches[0].best(Color::Black), search.searches[0].best(Color::White));
        let next = Board::Simultaneous(start.turn(black, white).unwrap().position);
        let turns = vec![(Turn::Both { black, white }, next.clone())];
        search.catch_up(&Task { since: BoardChange::Turns(turns), ..task(next, None) });
        let known: u32 = search.searches[0].root().moves[0].iter().map(|choice| choice.visits).sum();
        assert!(known > 0);
    }
}

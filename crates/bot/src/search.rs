//! The search: decoupled UCT with RAVE. Each simulation descends the tree by the best arm of each side, finishes with a
//! playout and records the area score on the way back. Run in slices, so that the caller can stop at any time.

use fastrand::Rng;
use rules::go::{Color, Move};

use crate::board::{self, BLACK, Board, PASS, Vertex, WALL, WHITE};
use crate::game::Game;
use crate::pattern::Patterns;
use crate::playout::{MoveOrder, Playout};
use crate::prior::Candidates;
use crate::root::{MoveStats, Root};
use crate::score::AreaCounter;
use crate::settings::Settings;
use crate::tree::{Arm, ROOT, Tree};

/// Games before a position can be settled, and the share of them in which each point must keep its owner.
const MIN_GAMES_TO_SETTLE: u32 = 50;
const SETTLED_SHARE: f32 = 0.95;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub simulations: u32,
    pub of: u32,
}

impl Progress {
    pub fn is_done(self) -> bool {
        self.simulations >= self.of
    }
}

/// What was played: both moves of a simultaneous turn, or one move of ordinary Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Both { black: Move, white: Move },
    One(Move),
}

/// A search of one position. The board size is known only at run time, so it is not part of the type.
pub struct Search(Box<dyn AnySearch + Send>);

trait AnySearch {
    fn step(&mut self, simulations: u32) -> Progress;
    fn follow(&mut self, turn: Turn, game: &Game<'_>);
    fn root(&self) -> Root;
}

impl Search {
    pub fn new<'a>(position: impl Into<Game<'a>>, settings: Settings, seed: u64) -> Search {
        let game = position.into();
        Search(match board::vertex_count(game.size()) {
            0..=128 => Box::new(SizedSearch::<128>::new(&game, settings, seed)),
            129..=256 => Box::new(SizedSearch::<256>::new(&game, settings, seed)),
            257..=512 => Box::new(SizedSearch::<512>::new(&game, settings, seed)),
            _ => Box::new(SizedSearch::<4096>::new(&game, settings, seed)),
        })
    }

    /// Runs at most this many more simulations. Use small numbers to stay able to stop.
    pub fn step(&mut self, simulations: u32) -> Progress {
        self.0.step(simulations)
    }

    /// Continues from the position after `turn` and reuses what is known about it.
    pub fn follow<'a>(&mut self, turn: Turn, now: impl Into<Game<'a>>) {
        self.0.follow(turn, &now.into());
    }

    /// The results so far, to be merged with other searches of the same position.
    pub fn root(&self) -> Root {
        self.0.root()
    }

    /// The move to play for this side; a pass if it is not to move.
    pub fn best(&self, color: Color) -> Move {
        self.root().best(color)
    }
}

/// A search on boards of up to `N` cells.
pub(crate) struct SizedSearch<const N: usize> {
    settings: Settings,
    start: Board<N>,
    order: MoveOrder,
    last: [Vertex; 2],
    tree: Tree,
    simulations: u32,
    won_by_black: f32,
    rng: Rng,
    scratch: Scratch<N>,
}

/// Memory reused by every simulation.
struct Scratch<const N: usize> {
    board: Board<N>,
    path: Vec<(u32, [u16; 2])>,
    first: [u8; N],
    arms: [Vec<Arm>; 2],
    counter: AreaCounter<N>,
}

impl<const N: usize> SizedSearch<N> {
    fn new(game: &Game<'_>, settings: Settings, seed: u64) -> SizedSearch<N> {
        let start = game.board();
        let scratch = Scratch {
            board: start.clone(),
            path: Vec::new(),
            first: [0; N],
            arms: [Vec::new(), Vec::new()],
            counter: AreaCounter::new(),
        };
        let mut search = SizedSearch {
            order: game.order(settings.turn_model),
            settings,
            start,
            last: [PASS; 2],
            tree: Tree::default(),
            simulations: 0,
            won_by_black: 0.0,
            rng: Rng::with_seed(seed),
            scratch,
        };
        search.prepare_root(game);
        search
    }

    /// Makes a root with only the legal moves, repetition included.
    fn prepare_root(&mut self, game: &Game<'_>) {
        if self.tree.is_empty() {
            self.scratch.board.clone_from(&self.start);
            self.expand(self.order, self.last);
        }
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            let start = &self.start;
            let allowed = |at: Vertex| at == PASS || game.is_legal(color, start.point_of(at));
            self.tree.restrict_root(side, allowed);
        }
    }

    fn vertices(&self, turn: Turn) -> [Vertex; 2] {
        let vertex = |choice| match choice {
            Move::Place(point) if self.start.size().contains(point) => self.start.vertex_of(point),
            Move::Place(_) | Move::Pass => PASS,
        };
        match (turn, self.order) {
            (Turn::Both { black, white }, _) => [vertex(black), vertex(white)],
            (Turn::One(one), MoveOrder::Alternating(WHITE)) => [PASS, vertex(one)],
            (Turn::One(one), _) => [vertex(one), PASS],
        }
    }

    fn simulate(&mut self) {
        self.simulations += 1;
        self.scratch.board.clone_from(&self.start);
        self.scratch.path.clear();
        self.scratch.first.fill(0);
        let (order, last) = self.descend();
        if self.scratch.board.passes < 2 {
            let mut playout = Playout {
                board: &mut self.scratch.board,
                order,
                last,
                first: &mut self.scratch.first,
                policy: self.settings.tuning.policy,
                rng: &mut self.rng,
                patterns: Patterns::table(),
            };
            playout.finish();
        }
        let win_rate = self.win_rate();
        self.record(win_rate);
    }

    /// Descends to a position without a node, which may get one.
    fn descend(&mut self) -> (MoveOrder, [Vertex; 2]) {
        let (mut node, mut order, mut last) = (ROOT, self.order, self.last);
        loop {
            let chosen = [0, 1].map(|side| self.tree.choose(node, side, &self.settings.tuning.weights));
            let vertices = self.chosen_vertices(node, chosen);
            update_last(&mut last, order, vertices);
            order = advance(&mut self.scratch.board, order, vertices);
            self.scratch.path.push((node, chosen));
            if self.scratch.board.passes >= 2 {
                return (order, last);
            }
            match self.tree.child(node, chosen) {
                Some(child) => node = child,
                None => {
                    if self.tree.wants_child(node, chosen, &self.settings.tuning.weights) {
                        let child = self.expand(order, last);
                        self.tree.link(node, chosen, child);
                    }
                    return (order, last);
                }
            }
        }
    }

    fn chosen_vertices(&self, node: u32, chosen: [u16; 2]) -> [Vertex; 2] {
        let vertex =
            |side: usize| self.tree.arms(node, side).get(usize::from(chosen[side])).map_or(PASS, |a| a.at);
        [vertex(0), vertex(1)]
    }

    fn expand(&mut self, order: MoveOrder, last: [Vertex; 2]) -> u32 {
        let candidates = Candidates {
            board: &self.scratch.board,
            patterns: Patterns::table(),
            priors: &self.settings.tuning.priors,
            order,
            last,
        };
        let [black, white] = &mut self.scratch.arms;
        candidates.arms(BLACK, black);
        candidates.arms(WHITE, white);
        self.tree.add(black, white)
    }

    /// The result for Black, 0 to 1. The margin counts a little, so that the winner does not play pointless moves.
    fn win_rate(&mut self) -> f32 {
        let lead = self.scratch.counter.count(&self.scratch.board) as f32 - self.settings.komi;
        let won = if lead == 0.0 { 0.5 } else { f32::from(lead > 0.0) };
        self.won_by_black += won;
        let share = self.settings.tuning.margin;
        let margin = 0.5 + 0.5 * (lead / self.start.size().area() as f32).clamp(-1.0, 1.0);
        won * (1.0 - share) + margin * share
    }

    /// Whether nothing is left to play for: every point's present owner owns it at the end of nearly every game.
    fn is_settled(&self) -> bool {
        let counter = &self.scratch.counter;
        let mut now = AreaCounter::new();
        now.count(&self.start);
        let open = |at: &Vertex| self.start.what(*at) != WALL;
        let vertices = || self.start.size().points().map(|point| self.start.vertex_of(point)).filter(open);
        counter.boards() >= MIN_GAMES_TO_SETTLE
            && vertices().all(|at| counter.agreement(&now, at) >= SETTLED_SHARE)
    }

    fn record(&mut self, black: f32) {
        for (node, chosen) in self.scratch.path.iter().rev() {
            let vertices = [0, 1].map(|side| {
                self.tree.arms(*node, side).get(usize::from(chosen[side])).map_or(PASS, |arm| arm.at)
            });
            let first = &mut self.scratch.first;
            // Nodes nearer the root are earlier moves and override later ones.
            for vertex in vertices {
                first[usize::from(vertex)] = 0;
            }
            for (vertex, color) in vertices.into_iter().zip([BLACK, WHITE]) {
                first[usize::from(vertex)] |= color;
            }
            first[usize::from(PASS)] = 0;
            self.tree.record(*node, *chosen, black, first);
        }
    }
}

impl<const N: usize> AnySearch for SizedSearch<N> {
    fn step(&mut self, simulations: u32) -> Progress {
        let left = self.settings.simulations.saturating_sub(self.simulations);
        for _ in 0..simulations.min(left) {
            self.simulate();
        }
        Progress { simulations: self.simulations, of: self.settings.simulations }
    }

    fn follow(&mut self, turn: Turn, game: &Game<'_>) {
        let vertices = self.vertices(turn);
        let mut expected = self.start.clone();
        let mut reused = true;
        let mut order = self.order;
        for step in steps(turn, order, vertices) {
            // A simultaneous turn may be impossible as two moves: both on one point, for example.
            reused = reused && is_possible(&expected, step) && self.tree.descend(step);
            update_last(&mut self.last, order, step);
            order = if reused { advance(&mut expected, order, step) } else { next(order) };
        }
        let start = game.board();
        // The rules may have turned both points red; then the tree is useless.
        if !reused || !expected.has_same_cells(&start) {
            self.tree = Tree::default();
        }
        self.order = game.order(self.settings.turn_model);
        self.start = start;
        (self.simulations, self.won_by_black) = (0, 0.0);
        self.scratch.counter.clear();
        self.prepare_root(game);
    }

    fn root(&self) -> Root {
        let side = |side: usize| {
            let color = Color::BOTH[side];
            let stats = |arm: &Arm| MoveStats {
                mv: if arm.at == PASS { Move::Pass } else { Move::Place(self.start.point_of(arm.at)) },
                visits: arm.plays,
                win_rate: arm.wins / arm.visits,
            };
            let waits = matches!(self.order, MoveOrder::Alternating(mover) if mover != board::stone(color));
            if waits { Vec::new() } else { self.tree.arms(ROOT, side).iter().map(stats).collect() }
        };
        Root {
            moves: [side(0), side(1)],
            settled: self.is_settled(),
            games: self.simulations,
            won_by_black: self.won_by_black,
        }
    }
}

/// A turn as the steps of this move order: one step, or two where the search assumes alternating moves.
fn steps(turn: Turn, order: MoveOrder, [black, white]: [Vertex; 2]) -> Vec<[Vertex; 2]> {
    match (turn, order) {
        (Turn::Both { .. }, MoveOrder::Alternating(BLACK)) => vec![[black, PASS], [PASS, white]],
        (Turn::Both { .. }, MoveOrder::Alternating(_)) => vec![[PASS, white], [black, PASS]],
        _ => vec![[black, white]],
    }
}

fn is_possible<const N: usize>(board: &Board<N>, vertices: [Vertex; 2]) -> bool {
    vertices.into_iter().zip([BLACK, WHITE]).all(|(at, color)| at == PASS || board.is_legal(color, at))
}

/// Plays the chosen moves and returns who is next.
fn advance<const N: usize>(board: &mut Board<N>, order: MoveOrder, [black, white]: [Vertex; 2]) -> MoveOrder {
    match order {
        MoveOrder::Simultaneous => board.play_both(black, white),
        MoveOrder::Alternating(BLACK) => board.play(BLACK, black),
        MoveOrder::Alternating(_) => board.play(WHITE, white),
    }
    next(order)
}

fn next(order: MoveOrder) -> MoveOrder {
    match order {
        MoveOrder::Simultaneous => MoveOrder::Simultaneous,
        MoveOrder::Alternating(color) => MoveOrder::Alternating(WALL - color),
    }
}

/// With alternating moves, the waiting side keeps its last stone.
fn update_last(last: &mut [Vertex; 2], order: MoveOrder, [black, white]: [Vertex; 2]) {
    match order {
        MoveOrder::Simultaneous => *last = [black, white],
        MoveOrder::Alternating(BLACK) => last[0] = black,
        MoveOrder::Alternating(_) => last[1] = white,
    }
}

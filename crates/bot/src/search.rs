//! The search: decoupled UCT with RAVE. Each simulation descends the tree by the best arm of each side, finishes with a
//! playout and records the area score on the way back. Run in slices, so that the caller can stop at any time.

mod judging;
mod results;
mod turns;

use fastrand::Rng;
use rules::go::{Color, Move};

use crate::board::{self, BLACK, Board, PASS, Vertex, WHITE};
use crate::game::{Game, PointRules};
use crate::opening::Opening;
use crate::pattern::Patterns;
use crate::playout::{MoveOrder, Playout};
use crate::prior::Candidates;
use crate::root::{MoveStats, Root};
use crate::score::AreaCounter;
use crate::settings::Settings;
use crate::tree::{Arm, ROOT, Tree, Weights};
use judging::LOOK;
use turns::{advance, is_possible, next, steps, update_last};

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
    fn variation(&self, first: Move, length: usize) -> Vec<Move>;
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

    /// A search of `now`, the position after `turn`: what was played last is part of what a move is worth.
    pub fn after<'a>(
        before: impl Into<Game<'a>>,
        turn: Turn,
        now: impl Into<Game<'a>>,
        settings: Settings,
        seed: u64,
    ) -> Search {
        let mut search = Search::new(before, settings, seed);
        search.follow(turn, now);
        search
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

    /// The line that the search expects after this move, which comes first. Only where moves alternate.
    pub fn variation(&self, first: Move, length: usize) -> Vec<Move> {
        self.0.variation(first, length)
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
    weights: Weights,
    points: PointRules,
    /// For each side: the opponent has just passed.
    was_passed: [bool; 2],
    progress: Counts,
    rng: Rng,
    scratch: Scratch<N>,
}

/// What has been played since the position was set.
#[derive(Default)]
struct Counts {
    simulations: u32,
    /// Set when more simulations could not change the choice.
    enough_at: Option<u32>,
    won_by_black: f32,
    leads: f32,
    /// The game may be over: games that begin with a pass are played too.
    is_late: bool,
    /// Those games, and how many of them Black won, by the side that passed.
    judged: [u32; 2],
    judged_black: [f32; 2],
}

/// Memory reused by every simulation.
struct Scratch<const N: usize> {
    board: Board<N>,
    path: Vec<(u32, [u16; 2])>,
    first: [u8; N],
    arms: [Vec<Arm>; 2],
    counter: AreaCounter<N>,
    /// Of the games that begin with a pass of that side.
    passed: [AreaCounter<N>; 2],
    /// The stones that Black has placed more than White in this simulation.
    extra: i32,
}

impl<const N: usize> SizedSearch<N> {
    fn new(game: &Game<'_>, settings: Settings, seed: u64) -> SizedSearch<N> {
        let (start, order) = (game.board(), game.order(settings.turn_model));
        let scratch = Scratch {
            board: start.clone(),
            path: Vec::new(),
            first: [0; N],
            arms: [Vec::new(), Vec::new()],
            counter: AreaCounter::new(),
            passed: [AreaCounter::new(), AreaCounter::new()],
            extra: 0,
        };
        let mut search = SizedSearch {
            points: game.points(settings.komi, settings.handicap),
            was_passed: [game.was_passed(); 2],
            progress: Counts { is_late: game.was_passed(), ..Counts::default() },
            order,
            weights: settings.tuning.weights_for(order),
            settings,
            start,
            last: [PASS; 2],
            tree: Tree::default(),
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
        // Two sides that want the same few corners at once would only meet there.
        let alternates = self.order != MoveOrder::Simultaneous;
        let opening = if alternates && self.settings.tuning.opening {
            Opening::of(&self.start, self.last)
        } else {
            None
        };
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            let start = &self.start;
            let is_legal = |at: Vertex| at != PASS && game.is_legal(color, start.point_of(at));
            let fits = |at: Vertex| opening.as_ref().is_none_or(|opening| opening.allows(at));
            let any_fits = self.tree.arms(ROOT, side).iter().any(|arm| is_legal(arm.at) && fits(arm.at));
            self.tree.restrict_root(side, |at| at == PASS || is_legal(at) && (!any_fits || fits(at)));
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

    fn move_at(&self, at: Vertex) -> Move {
        if at == PASS { Move::Pass } else { Move::Place(self.start.point_of(at)) }
    }

    fn limit(&self) -> u32 {
        self.progress.enough_at.unwrap_or(self.settings.simulations)
    }

    fn is_waiting(&self, side: usize) -> bool {
        matches!(self.order, MoveOrder::Alternating(mover) if mover != board::stone(Color::BOTH[side]))
    }

    fn progress(&self) -> Progress {
        let simulations = self.progress.simulations;
        let left = self.left_to_judge();
        let of = if left > 0 { simulations.saturating_add(left).max(self.limit()) } else { self.limit() };
        Progress { simulations, of }
    }

    fn simulate_next(&mut self) {
        let done = self.progress.simulations;
        if done > 0 && (done.is_multiple_of(LOOK) || done == self.limit()) {
            self.look(self.limit().saturating_sub(done));
        }
        let judges = self.left_to_judge() > 0 && (done >= self.limit() || done % 4 == 3);
        let [black, white] = self.progress.judged;
        let side = if self.is_waiting(0) || !self.is_waiting(1) && white < black { 1 } else { 0 };
        self.simulate(judges.then_some(side));
    }

    /// `passes` prescribes a pass of that side.
    fn simulate(&mut self, passes: Option<usize>) {
        self.progress.simulations += 1;
        self.scratch.board.clone_from(&self.start);
        self.scratch.path.clear();
        self.scratch.first.fill(0);
        self.scratch.extra = 0;
        let (order, last) = self.descend(passes);
        // Stones that cannot live are dead although nobody has captured them: play on, as if neither had passed.
        if self.settings.tuning.play_on {
            self.scratch.board.passes = 0;
        }
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
        if let MoveOrder::Alternating(first) = order
            && playout.order != order
        {
            self.scratch.extra += if first == BLACK { 1 } else { -1 };
        }
        let result = self.result(passes);
        self.record(result);
    }

    /// Descends to a position without a node, which may get one.
    fn descend(&mut self, passes: Option<usize>) -> (MoveOrder, [Vertex; 2]) {
        let (mut node, mut order, mut last) = (ROOT, self.order, self.last);
        loop {
            let mut chosen = [0, 1].map(|side| self.tree.choose(node, side, &self.weights));
            if let Some(side) = passes.filter(|_| node == ROOT) {
                // A pass is the last arm.
                chosen[side] = (self.tree.arms(ROOT, side).len() as u16).saturating_sub(1);
            }
            let vertices = self.chosen_vertices(node, chosen);
            update_last(&mut last, order, vertices);
            self.scratch.extra += self.placed(order, vertices);
            order = advance(&mut self.scratch.board, order, vertices);
            self.scratch.path.push((node, chosen));
            if self.scratch.board.passes >= 2 {
                return (order, last);
            }
            match self.tree.child(node, chosen) {
                Some(child) => node = child,
                None => {
                    if self.tree.wants_child(node, chosen, &self.weights) {
                        let child = self.expand(order, last);
                        self.tree.link(node, chosen, child);
                    }
                    return (order, last);
                }
            }
        }
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
}

impl<const N: usize> AnySearch for SizedSearch<N> {
    fn step(&mut self, simulations: u32) -> Progress {
        for _ in 0..simulations {
            if self.progress().is_done() {
                break;
            }
            self.simulate_next();
        }
        self.progress()
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
        self.points = game.points(self.settings.komi, self.settings.handicap);
        self.was_passed = match turn {
            Turn::Both { black, white } => [white, black].map(|choice| choice == Move::Pass),
            Turn::One(_) => [game.was_passed(); 2],
        };
        self.progress = Counts { is_late: self.was_passed != [false; 2], ..Counts::default() };
        self.scratch.counter.clear();
        self.scratch.passed.iter_mut().for_each(AreaCounter::clear);
        self.prepare_root(game);
    }

    fn root(&self) -> Root {
        let stats = |arm: &Arm| MoveStats {
            mv: self.move_at(arm.at),
            visits: arm.plays,
            win_rate: arm.wins / arm.visits,
            lead: arm.leads / arm.plays.max(1) as f32,
            prior: arm.prior,
        };
        let side = |side: usize| match self.is_waiting(side) {
            true => Vec::new(),
            false => self.tree.arms(ROOT, side).iter().map(stats).collect(),
        };
        let games = self.games();
        let owner = |point| self.scratch.counter.owner(self.start.vertex_of(point));
        Root {
            moves: [side(0), side(1)],
            advice: [self.advice(0), self.advice(1)],
            games,
            won_by_black: self.progress.won_by_black,
            lead: self.progress.leads / games.max(1) as f32,
            ownership: self.start.size().points().map(owner).collect(),
        }
    }

    fn variation(&self, first: Move, length: usize) -> Vec<Move> {
        let MoveOrder::Alternating(mover) = self.order else { return vec![first] };
        let (mut side, mut node) = (usize::from(mover == WHITE), ROOT);
        let mut moves = vec![first];
        let mut index = self.tree.arms(ROOT, side).iter().position(|arm| self.move_at(arm.at) == first);
        while let (Some(chosen), true) = (index, moves.len() < length) {
            let pair = if side == 0 { [chosen as u16, 0] } else { [0, chosen as u16] };
            let Some(next) = self.tree.node_after(node, pair) else { break };
            (node, side) = (next, 1 - side);
            let played = self.tree.arms(node, side).iter().enumerate().filter(|(_, arm)| arm.plays > 0);
            let most = played.max_by_key(|(_, arm)| arm.plays);
            moves.extend(most.map(|(_, arm)| self.move_at(arm.at)));
            index = most.map(|(index, _)| index);
        }
        moves
    }
}

//! The search: down the tree by what promises most for each side, on to the end by a hasty playout, and back up with
//! the true area score. Decoupled UCT with RAVE; stepped in slices, so that whoever runs it can stop at any time.

use fastrand::Rng;
use rules::go::{Color, Move};

use crate::board::{self, At, BLACK, Board, PASS, WALL, WHITE};
use crate::game::Game;
use crate::playout::{Order, Playout};
use crate::prior::Candidates;
use crate::root::{Choice, Root};
use crate::score::Counter;
use crate::settings::Settings;
use crate::shape::Shapes;
use crate::tree::{Arm, ROOT, Tree};

/// Games to have seen before a position is called settled, and the share of them that must have left each point alone.
const SETTLED_BY: u32 = 50;
const CERTAIN: f32 = 0.95;

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

/// A search of one position. The board's size is known only when it starts, and is no part of its type.
pub struct Search(Box<dyn Seek + Send>);

trait Seek {
    fn step(&mut self, simulations: u32) -> Progress;
    fn follow(&mut self, turn: Turn, game: &Game<'_>);
    fn root(&self) -> Root;
}

impl Search {
    pub fn new<'a>(position: impl Into<Game<'a>>, settings: Settings, seed: u64) -> Search {
        let game = position.into();
        Search(match board::places(game.size()) {
            0..=128 => Box::new(Seeker::<128>::new(&game, settings, seed)),
            129..=256 => Box::new(Seeker::<256>::new(&game, settings, seed)),
            257..=512 => Box::new(Seeker::<512>::new(&game, settings, seed)),
            _ => Box::new(Seeker::<4096>::new(&game, settings, seed)),
        })
    }

    /// Plays at most so many simulations more. Small numbers keep the caller free to stop.
    pub fn step(&mut self, simulations: u32) -> Progress {
        self.0.step(simulations)
    }

    /// Goes on from the position after `turn`, with what was already found out about it.
    pub fn follow<'a>(&mut self, turn: Turn, now: impl Into<Game<'a>>) {
        self.0.follow(turn, &now.into());
    }

    /// What was found out about the moves at hand, to be put together with other searches of the same position.
    pub fn root(&self) -> Root {
        self.0.root()
    }

    /// The move to play for this side; a pass for one who is not to move.
    pub fn best(&self, color: Color) -> Move {
        self.root().best(color)
    }
}

/// A search on boards of up to `N` places.
pub(crate) struct Seeker<const N: usize> {
    settings: Settings,
    start: Board<N>,
    order: Order,
    last: [At; 2],
    tree: Tree,
    simulations: u32,
    won_by_black: f32,
    dice: Rng,
    scratch: Scratch<N>,
}

/// Memory used again for every simulation.
struct Scratch<const N: usize> {
    board: Board<N>,
    path: Vec<(u32, [u16; 2])>,
    first: [u8; N],
    arms: [Vec<Arm>; 2],
    counter: Counter<N>,
}

impl<const N: usize> Seeker<N> {
    fn new(game: &Game<'_>, settings: Settings, seed: u64) -> Seeker<N> {
        let start = game.board();
        let scratch = Scratch {
            board: start.clone(),
            path: Vec::new(),
            first: [0; N],
            arms: [Vec::new(), Vec::new()],
            counter: Counter::new(),
        };
        let mut seeker = Seeker {
            order: game.order(settings.manner),
            settings,
            start,
            last: [PASS; 2],
            tree: Tree::default(),
            simulations: 0,
            won_by_black: 0.0,
            dice: Rng::with_seed(seed),
            scratch,
        };
        seeker.plant(game);
        seeker
    }

    /// A root with only the moves that the rules allow, repetition included.
    fn plant(&mut self, game: &Game<'_>) {
        if self.tree.is_empty() {
            self.scratch.board.clone_from(&self.start);
            self.expand(self.order, self.last);
        }
        for (side, color) in Color::BOTH.into_iter().enumerate() {
            let start = &self.start;
            let allowed = |at: At| at == PASS || game.is_legal(color, start.point_of(at));
            self.tree.keep_at_root(side, allowed);
        }
    }

    fn places(&self, turn: Turn) -> [At; 2] {
        let place = |choice| match choice {
            Move::Place(point) if self.start.size().contains(point) => self.start.place_of(point),
            Move::Place(_) | Move::Pass => PASS,
        };
        match (turn, self.order) {
            (Turn::Both { black, white }, _) => [place(black), place(white)],
            (Turn::One(one), Order::Turns(WHITE)) => [PASS, place(one)],
            (Turn::One(one), _) => [place(one), PASS],
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
                habits: self.settings.tuning.habits,
                dice: &mut self.dice,
                shapes: Shapes::table(),
            };
            playout.finish();
        }
        let win_rate = self.win_rate();
        self.record(win_rate);
    }

    /// Down to a position without a node, which may get one.
    fn descend(&mut self) -> (Order, [At; 2]) {
        let (mut node, mut order, mut last) = (ROOT, self.order, self.last);
        loop {
            let chosen = [0, 1].map(|side| self.tree.choose(node, side, &self.settings.tuning.weights));
            let places = self.chosen_places(node, chosen);
            note_last(&mut last, order, places);
            order = advance(&mut self.scratch.board, order, places);
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

    fn chosen_places(&self, node: u32, chosen: [u16; 2]) -> [At; 2] {
        let place =
            |side: usize| self.tree.arms(node, side).get(usize::from(chosen[side])).map_or(PASS, |a| a.at);
        [place(0), place(1)]
    }

    fn expand(&mut self, order: Order, last: [At; 2]) -> u32 {
        let candidates = Candidates {
            board: &self.scratch.board,
            shapes: Shapes::table(),
            priors: &self.settings.tuning.priors,
            order,
            last,
        };
        let [black, white] = &mut self.scratch.arms;
        candidates.arms(BLACK, black);
        candidates.arms(WHITE, white);
        self.tree.add(black, white)
    }

    /// The game's result for Black, 0 to 1; by how much counts a little, so that the winner does not dawdle.
    fn win_rate(&mut self) -> f32 {
        let lead = self.scratch.counter.count(&self.scratch.board) as f32 - self.settings.komi;
        let won = if lead == 0.0 { 0.5 } else { f32::from(lead > 0.0) };
        self.won_by_black += won;
        let share = self.settings.tuning.margin;
        let margin = 0.5 + 0.5 * (lead / self.start.size().area() as f32).clamp(-1.0, 1.0);
        won * (1.0 - share) + margin * share
    }

    /// Whether nothing can be won any more: whose each point is now, it is at the end of nearly every game.
    fn is_settled(&self) -> bool {
        let counter = &self.scratch.counter;
        let mut now = Counter::new();
        now.count(&self.start);
        let open = |at: &At| self.start.what(*at) != WALL;
        let places = || self.start.size().points().map(|point| self.start.place_of(point)).filter(open);
        counter.boards() >= SETTLED_BY && places().all(|at| counter.agreement(&now, at) >= CERTAIN)
    }

    fn record(&mut self, black: f32) {
        for (node, chosen) in self.scratch.path.iter().rev() {
            let places = [0, 1].map(|side| {
                self.tree.arms(*node, side).get(usize::from(chosen[side])).map_or(PASS, |arm| arm.at)
            });
            let first = &mut self.scratch.first;
            // Nearer the root is earlier: it overrides what came later.
            for place in places {
                first[usize::from(place)] = 0;
            }
            for (place, color) in places.into_iter().zip([BLACK, WHITE]) {
                first[usize::from(place)] |= color;
            }
            first[usize::from(PASS)] = 0;
            self.tree.record(*node, *chosen, black, first);
        }
    }
}

impl<const N: usize> Seek for Seeker<N> {
    fn step(&mut self, simulations: u32) -> Progress {
        let left = self.settings.simulations.saturating_sub(self.simulations);
        for _ in 0..simulations.min(left) {
            self.simulate();
        }
        Progress { simulations: self.simulations, of: self.settings.simulations }
    }

    fn follow(&mut self, turn: Turn, game: &Game<'_>) {
        let places = self.places(turn);
        let mut expected = self.start.clone();
        let mut kept = true;
        let mut order = self.order;
        for step in steps(turn, order, places) {
            // What was one turn of both may be impossible as two moves: both on one point, say.
            kept = kept && is_possible(&expected, step) && self.tree.descend(step);
            note_last(&mut self.last, order, step);
            order = if kept { advance(&mut expected, order, step) } else { next(order) };
        }
        let start = game.board();
        // The rules may have turned both points red; then nothing found holds any more.
        if !kept || !expected.looks_like(&start) {
            self.tree = Tree::default();
        }
        self.order = game.order(self.settings.manner);
        self.start = start;
        (self.simulations, self.won_by_black) = (0, 0.0);
        self.scratch.counter.forget();
        self.plant(game);
    }

    fn root(&self) -> Root {
        let side = |side: usize| {
            let color = Color::BOTH[side];
            let choice = |arm: &Arm| Choice {
                choice: if arm.at == PASS { Move::Pass } else { Move::Place(self.start.point_of(arm.at)) },
                visits: arm.plays,
                win_rate: arm.wins / arm.visits,
            };
            let waits = matches!(self.order, Order::Turns(mover) if mover != board::stone(color));
            if waits { Vec::new() } else { self.tree.arms(ROOT, side).iter().map(choice).collect() }
        };
        Root {
            choices: [side(0), side(1)],
            settled: self.is_settled(),
            games: self.simulations,
            won_by_black: self.won_by_black,
        }
    }
}

/// A turn as this order of moves has it: at once, or a turn of both as two moves where one thinks that they alternate.
fn steps(turn: Turn, order: Order, [black, white]: [At; 2]) -> Vec<[At; 2]> {
    match (turn, order) {
        (Turn::Both { .. }, Order::Turns(BLACK)) => vec![[black, PASS], [PASS, white]],
        (Turn::Both { .. }, Order::Turns(_)) => vec![[PASS, white], [black, PASS]],
        _ => vec![[black, white]],
    }
}

fn is_possible<const N: usize>(board: &Board<N>, places: [At; 2]) -> bool {
    places.into_iter().zip([BLACK, WHITE]).all(|(at, color)| at == PASS || board.is_legal(color, at))
}

/// Plays the chosen moves and says who is next.
fn advance<const N: usize>(board: &mut Board<N>, order: Order, [black, white]: [At; 2]) -> Order {
    match order {
        Order::Together => board.play_both(black, white),
        Order::Turns(BLACK) => board.play(BLACK, black),
        Order::Turns(_) => board.play(WHITE, white),
    }
    next(order)
}

fn next(order: Order) -> Order {
    match order {
        Order::Together => Order::Together,
        Order::Turns(color) => Order::Turns(WALL - color),
    }
}

/// When moves alternate, the side that waits keeps its last stone in mind.
fn note_last(last: &mut [At; 2], order: Order, [black, white]: [At; 2]) {
    match order {
        Order::Together => *last = [black, white],
        Order::Turns(BLACK) => last[0] = black,
        Order::Turns(_) => last[1] = white,
    }
}

//! The search: decoupled UCT with RAVE. Each simulation descends the tree by the best arm of each side, finishes with a
//! playout and records the area score on the way back. Run in slices, so that the caller can stop at any time.

use fastrand::Rng;
use rules::go::{Color, Move};

use crate::board::{self, BLACK, Board, PASS, Vertex, WALL, WHITE};
use crate::ending::Ending;
use crate::game::{Game, PointRules};
use crate::opening::Opening;
use crate::pattern::Patterns;
use crate::playout::{MoveOrder, Playout};
use crate::prior::Candidates;
use crate::root::{Advice, MoveStats, Root};
use crate::score::AreaCounter;
use crate::settings::Settings;
use crate::tree::{Arm, GameResult, ROOT, Tree};

/// Simulations between two looks at whether the game is ending and the choice is clear.
const LOOK: u32 = 64;
/// Games that begin with a pass of one side, played at the end of a game to see what a pass costs.
const JUDGING: u32 = 128;
/// Games before they say anything.
const MIN_GAMES: u32 = 50;
/// The mean share of games in which a group or a region must keep its owner for the bot to pass first. After the
/// opponent has passed, who thinks that the game is over, less is enough.
const SETTLED: f32 = 0.8;
const SETTLED_AFTER_PASS: f32 = 0.5;
/// A pass that loses this many more games than the search lost shows that a move is needed.
const NEEDED: f32 = 0.1;
/// With fewer games won than this, a finished game is not prolonged after the opponent has passed.
const HOPE: f32 = 0.35;

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
        let start = game.board();
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
            order: game.order(settings.turn_model),
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
        let opening = if alternates { Opening::of(&self.start, self.last) } else { None };
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

    /// Games that begin with a pass, still to be played.
    fn left_to_judge(&self) -> u32 {
        let left = |side: usize| {
            if self.is_waiting(side) { 0 } else { JUDGING - self.progress.judged[side].min(JUDGING) }
        };
        if self.progress.is_late { left(0) + left(1) } else { 0 }
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

    fn look(&mut self, left: u32) {
        if !self.progress.is_late && self.progress.simulations >= MIN_GAMES {
            let ending = Ending::of(&self.start, &self.scratch.counter);
            self.progress.is_late = ending.is_settled(&self.start, SETTLED_AFTER_PASS);
        }
        let decided = |side: usize| self.is_waiting(side) || self.tree.is_decided(ROOT, side, left);
        if left > 0 && decided(0) && decided(1) {
            self.progress.enough_at = Some(self.progress.simulations);
        }
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
        self.scratch.board.passes = 0;
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
            let mut chosen = [0, 1].map(|side| self.tree.choose(node, side, &self.settings.tuning.weights));
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
                    if self.tree.wants_child(node, chosen, &self.settings.tuning.weights) {
                        let child = self.expand(order, last);
                        self.tree.link(node, chosen, child);
                    }
                    return (order, last);
                }
            }
        }
    }

    /// Black's stone, or White's as a negative one; a pass, if it costs one.
    fn placed(&self, order: MoveOrder, [black, white]: [Vertex; 2]) -> i32 {
        let cost = |at: Vertex| i32::from(at != PASS || self.points.pass_stones);
        match order {
            MoveOrder::Simultaneous => 0,
            MoveOrder::Alternating(BLACK) => cost(black),
            MoveOrder::Alternating(_) => -cost(white),
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

    /// The margin counts a little, so that the winner does not play pointless moves.
    fn result(&mut self, passes: Option<usize>) -> GameResult {
        let scratch = &mut self.scratch;
        let area = match passes {
            Some(side) => scratch.passed[side].count(&scratch.board),
            None => scratch.counter.count(&scratch.board),
        };
        let extra = if self.points.territory { scratch.extra } else { 0 };
        let lead = (area - extra) as f32 - self.points.white;
        let won = if lead == 0.0 { 0.5 } else { f32::from(lead > 0.0) };
        match passes {
            Some(side) => {
                self.progress.judged[side] += 1;
                self.progress.judged_black[side] += won;
            }
            None => {
                self.progress.won_by_black += won;
                self.progress.leads += lead;
            }
        }
        let share = self.settings.tuning.margin;
        let margin = 0.5 + 0.5 * (lead / self.start.size().area() as f32).clamp(-1.0, 1.0);
        GameResult { black: won * (1.0 - share) + margin * share, lead, prescribed: passes.is_some() }
    }

    /// The games in which the first move was the search's own choice.
    fn games(&self) -> u32 {
        self.progress.simulations - self.progress.judged[0] - self.progress.judged[1]
    }

    /// What is still worth a move for this side, from the games that began with its pass.
    fn advice(&self, side: usize) -> Advice {
        let judged = self.progress.judged[side];
        if judged < MIN_GAMES || self.games() == 0 || self.is_waiting(side) {
            return Advice::All;
        }
        let share = |won: f32, of: u32| if side == 0 { won / of as f32 } else { 1.0 - won / of as f32 };
        let pass = share(self.progress.judged_black[side], judged);
        let search = share(self.progress.won_by_black, self.games());
        if search - pass > NEEDED && (search > HOPE || !self.was_passed[side]) {
            return Advice::All;
        }
        self.advice_at_the_end(side, &Ending::of(&self.start, &self.scratch.passed[side]))
    }

    fn advice_at_the_end(&self, side: usize, ending: &Ending<N>) -> Advice {
        let own = if side == 0 { 1 } else { -1 };
        let worst = ending.lead(&self.start, SETTLED_AFTER_PASS, -own) as f32 - self.points.white;
        let was_passed = self.was_passed[side];
        if was_passed && worst * f32::from(own) > 0.0 {
            return Advice::Only(Vec::new());
        }
        let sure = if was_passed { SETTLED_AFTER_PASS } else { SETTLED };
        let worthwhile = |wanted: &dyn Fn(Vertex) -> bool| {
            let arms = self.tree.arms(ROOT, side).iter().filter(|arm| arm.at != PASS && arm.wins > 0.0);
            let moves = arms.filter(|arm| wanted(arm.at));
            Advice::Only(moves.map(|arm| Move::Place(self.start.point_of(arm.at))).collect())
        };
        // An opponent without a living stone has not begun to lose.
        let is_settled =
            (was_passed || ending.has_living(&self.start, -own)) && ending.is_settled(&self.start, sure);
        if is_settled {
            let territory = self.points.territory;
            return worthwhile(&|at| {
                !territory && ending.neutral.contains(&at) && !self.is_self_atari(side, at)
            });
        }
        if self.points.territory && was_passed {
            let wasted =
                |at| ending.owner(at) == own && ending.sure(at) >= sure || ending.neutral.contains(&at);
            return worthwhile(&|at| !wasted(at));
        }
        Advice::All
    }

    fn is_self_atari(&self, side: usize, at: Vertex) -> bool {
        let candidates = Candidates {
            board: &self.start,
            patterns: Patterns::table(),
            priors: &self.settings.tuning.priors,
            order: self.order,
            last: self.last,
        };
        candidates.is_self_atari(board::stone(Color::BOTH[side]), at)
    }

    fn record(&mut self, result: GameResult) {
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
            self.tree.record(*node, *chosen, result, first);
        }
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

//! Playouts: a game played to its end by a fast policy. It saves and captures groups in atari near the last stones,
//! prefers the patterns of `pattern`, never fills its own eyes, and otherwise plays randomly.

use fastrand::Rng;

use crate::board::{BLACK, Board, EMPTY, PASS, PointClass, Vertex, WALL, WHITE};
use crate::pattern::Patterns;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveOrder {
    Simultaneous,
    /// This colour is next.
    Alternating(u8),
}

/// How often, out of 256 times, a playout looks for each kind of move.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutPolicy {
    pub save: u8,
    pub take: u8,
    pub pattern: u8,
    /// How often a random move into atari is refused while there are others. Where both move at once this and the next
    /// play no part: they did not help there.
    pub self_atari: u8,
    /// Does not save what a ladder catches.
    pub ladder: bool,
}

impl PlayoutPolicy {
    /// Random moves, except into the player's own eyes.
    pub const NONE: PlayoutPolicy =
        PlayoutPolicy { save: 0, take: 0, pattern: 0, self_atari: 0, ladder: false };
}

/// A few candidate moves.
#[derive(Default)]
struct MoveList {
    moves: [Vertex; 16],
    count: usize,
}

impl MoveList {
    fn add(&mut self, at: Vertex) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = at;
            self.count += 1;
        }
    }

    fn pick(&self, rng: &mut Rng) -> Option<Vertex> {
        if self.count == 0 { None } else { Some(self.moves[below(rng, self.count)]) }
    }
}

/// A random number below `n`; fast, and even enough.
fn below(rng: &mut Rng, n: usize) -> usize {
    ((u64::from(rng.u32(..)) * n as u64) >> 32) as usize
}

/// A game in progress: the board, the last stone of each side, and who played first on each point.
pub(crate) struct Playout<'a, const N: usize> {
    pub(crate) board: &'a mut Board<N>,
    pub(crate) order: MoveOrder,
    pub(crate) last: [Vertex; 2],
    /// For each cell, the colours that played there first (both after a collision): bits of `BLACK` and `WHITE`.
    pub(crate) first: &'a mut [u8; N],
    pub(crate) policy: PlayoutPolicy,
    pub(crate) rng: &'a mut Rng,
    pub(crate) patterns: &'static Patterns,
}

impl<const N: usize> Playout<'_, N> {
    /// Plays until both pass, or until the game is far too long.
    pub(crate) fn finish(&mut self) {
        let area = self.board.size().area();
        match self.order {
            MoveOrder::Simultaneous => {
                for _ in 0..2 * area {
                    if self.board.passes >= 2 {
                        return;
                    }
                    self.play_both();
                }
            }
            MoveOrder::Alternating(_) => {
                for _ in 0..3 * area {
                    if self.board.passes >= 2 {
                        return;
                    }
                    self.play_one();
                }
            }
        }
    }

    fn play_both(&mut self) {
        let black = self.choose(BLACK);
        let white = self.choose(WHITE);
        self.board.play_both(black, white);
        mark_both_first(self.first, black, white);
        self.last = [black, white];
    }

    fn play_one(&mut self) {
        let MoveOrder::Alternating(color) = self.order else { return };
        let at = self.choose(color);
        self.board.play(color, at);
        mark_first(self.first, at, color);
        self.last[usize::from(color == WHITE)] = at;
        self.order = MoveOrder::Alternating(WALL - color);
    }

    #[inline(always)]
    fn choose(&mut self, color: u8) -> Vertex {
        let random = self.rng.u64(..);
        let [save, take, pattern] = [0, 8, 16].map(|shift| (random >> shift & 255) as u8);
        if (save < self.policy.save) | (take < self.policy.take)
            && let Some(at) = self.atari_move(color, save < self.policy.save, take < self.policy.take)
        {
            return at;
        }
        if pattern < self.policy.pattern
            && let Some(at) = self.pattern_move(color)
        {
            return at;
        }
        self.random_move(color, random >> 32)
    }

    /// Saves or captures a group in atari beside one of the last stones.
    fn atari_move(&mut self, color: u8, save: bool, take: bool) -> Option<Vertex> {
        let mut moves = MoveList::default();
        for last in self.last {
            if last == PASS {
                continue;
            }
            let [up, left, right, down] = self.board.beside(last);
            for near in [last, up, left, right, down] {
                let what = self.board.what(near);
                if what == EMPTY || what == WALL {
                    continue;
                }
                let Some(liberty) = self.board.atari(near) else { continue };
                let wanted = if what == color { save && self.saves(color, near, liberty) } else { take };
                if wanted && self.board.is_legal(color, liberty) {
                    moves.add(liberty);
                }
            }
        }
        moves.pick(self.rng)
    }

    fn saves(&self, color: u8, group: Vertex, liberty: Vertex) -> bool {
        self.escapes(color, liberty)
            && (!self.policy.ladder || !self.alternates() || self.board.is_saved_by(group, liberty))
    }

    /// Whether a stone on a group's last liberty gains liberties, connects to a safe group or captures.
    fn escapes(&self, color: u8, liberty: Vertex) -> bool {
        let around = self.board.around(liberty);
        around.count_beside(EMPTY) >= 2
            || self.board.beside(liberty).into_iter().any(|near| match self.board.what(near) {
                EMPTY | WALL => false,
                what => (what == color) != self.board.atari(near).is_some(),
            })
    }

    /// A move that matches a pattern beside the last stones.
    fn pattern_move(&mut self, color: u8) -> Option<Vertex> {
        let mut moves = MoveList::default();
        for last in self.last {
            if last == PASS {
                continue;
            }
            for near in self.board.ring(last) {
                if self.board.what(near) == EMPTY
                    && self.patterns.matches(self.board.around(near))
                    && self.board.is_legal(color, near)
                    && !self.is_self_atari(color, near)
                {
                    moves.add(near);
                }
            }
        }
        moves.pick(self.rng)
    }

    /// Whether the stone could be captured immediately; approximate, without counting liberties.
    fn is_self_atari(&self, color: u8, at: Vertex) -> bool {
        let around = self.board.around(at);
        around.count_beside(EMPTY) <= 1
            && !self.board.beside(at).into_iter().any(|near| match self.board.what(near) {
                EMPTY | WALL => false,
                what => (what == color) != self.board.atari(near).is_some(),
            })
    }

    fn random_move(&mut self, color: u8, random: u64) -> Vertex {
        let count = self.board.active().len();
        let (mut eye, mut found, mut refused) = (PASS, PASS, PASS);
        let mut next = ((random * count as u64) >> 32) as usize;
        for _ in 0..count {
            let at = self.board.active()[next];
            match self.board.classify(self.patterns, color, at) {
                PointClass::Sensible if self.refuses(color, at) => refused = at,
                PointClass::Sensible => {
                    found = at;
                    break;
                }
                PointClass::Eye => eye = at,
                PointClass::Illegal => {}
            }
            next = if next + 1 < count { next + 1 } else { 0 };
        }
        if eye != PASS {
            self.board.deactivate(eye);
        }
        match (found, refused) {
            (PASS, PASS) => self.among_inactive(color),
            (PASS, at) | (at, _) => at,
        }
    }

    fn alternates(&self) -> bool {
        self.order != MoveOrder::Simultaneous
    }

    /// Whether a random move is left for later because it puts more than one stone into atari.
    fn refuses(&mut self, color: u8, at: Vertex) -> bool {
        self.policy.self_atari > 0
            && self.alternates()
            && self.board.around(at).count_beside(EMPTY) < 2
            && self.board.around(at).has_beside(color)
            && self.board.is_self_atari(color, at)
            && self.rng.u8(..) < self.policy.self_atari
    }

    /// Points that are no longer eyes, or enemy eyes of groups in atari.
    fn among_inactive(&self, color: u8) -> Vertex {
        let sensible = |at: &&Vertex| self.board.classify(self.patterns, color, **at) == PointClass::Sensible;
        self.board.inactive().iter().find(sensible).copied().unwrap_or(PASS)
    }
}

/// Stores who played first on each point; after a collision, both.
fn mark_both_first<const N: usize>(first: &mut [u8; N], black: Vertex, white: Vertex) {
    if black == white {
        mark_first(first, black, BLACK | WHITE);
    } else {
        mark_first(first, black, BLACK);
        mark_first(first, white, WHITE);
    }
}

fn mark_first<const N: usize>(first: &mut [u8; N], at: Vertex, colors: u8) {
    let first = &mut first[usize::from(at) & (N - 1)];
    // Branch-free.
    *first |= colors * u8::from(*first == 0);
}

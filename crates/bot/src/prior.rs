//! Prior knowledge about moves, expressed as games already won and lost.

use crate::board::{BLACK, Board, EMPTY, PASS, Vertex, WALL, WHITE};
use crate::pattern::Patterns;
use crate::playout::MoveOrder;
use crate::tree::Arm;

/// Games credited for each kind of move.
#[derive(Clone, Copy, Debug)]
pub struct Priors {
    pub even: f32,
    pub capture: f32,
    pub capture_many: f32,
    pub save: f32,
    pub pattern: f32,
    pub near: [f32; 3],
    pub self_atari: f32,
    pub edge: f32,
    /// Games counted as lost on a point that the opponent wants as much.
    pub collision: f32,
    pub pass: f32,
    /// A stone that begins a ladder. With 0, liberties are not counted and ladders are not read; where both move at once
    /// neither, because nobody has to answer there.
    pub ladder: f32,
}

/// The moves of one side to search, a pass included, with their priors.
pub(crate) struct Candidates<'a, const N: usize> {
    pub(crate) board: &'a Board<N>,
    pub(crate) patterns: &'static Patterns,
    pub(crate) priors: &'a Priors,
    pub(crate) order: MoveOrder,
    pub(crate) last: [Vertex; 2],
}

impl<const N: usize> Candidates<'_, N> {
    pub(crate) fn arms(&self, color: u8, into: &mut Vec<Arm>) {
        into.clear();
        if let MoveOrder::Alternating(mover) = self.order
            && mover != color
        {
            into.push(Arm::new(PASS, 1.0, 0.5));
            return;
        }
        for at in self.board.empties() {
            if !self.board.is_eye(self.patterns, color, at) && self.board.is_legal(color, at) {
                let [visits, wins] = self.prior(color, at);
                into.push(Arm::new(at, visits, wins));
            }
        }
        into.push(Arm::new(PASS, self.priors.even + self.priors.pass, self.priors.even / 2.0));
    }

    /// Games played and games won.
    fn prior(&self, color: u8, at: Vertex) -> [f32; 2] {
        let mut sum = [self.priors.even, self.priors.even / 2.0];
        let mut good = |games: f32| sum = [sum[0] + games, sum[1] + games];
        let captured = self.captured(color, at);
        match captured {
            0 => {}
            1 => good(self.priors.capture),
            _ => good(self.priors.capture_many),
        }
        if self.saves(color, at) {
            good(self.priors.save);
        }
        if self.patterns.matches(self.board.around(at)) {
            good(self.priors.pattern);
        }
        if let Some(games) = self.priors.near.get(self.distance(at)) {
            good(*games);
        }
        if self.reads() && self.begins_ladder(color, at) {
            good(self.priors.ladder);
        }
        let mut bad = |games: f32| sum[0] += games;
        if captured == 0 && self.is_self_atari(color, at) {
            bad(self.priors.self_atari);
        }
        if self.is_lonely_edge(at) {
            bad(self.priors.edge);
        }
        if self.order == MoveOrder::Simultaneous && self.is_contested(color, at) {
            bad(self.priors.collision);
        }
        sum
    }

    fn reads(&self) -> bool {
        self.priors.ladder > 0.0 && self.order != MoveOrder::Simultaneous
    }

    /// The number of enemy stones that would be captured.
    fn captured(&self, color: u8, at: Vertex) -> u16 {
        let enemy = |near: &Vertex| self.board.what(*near) == WALL - color;
        let in_atari = |near: &Vertex| self.board.atari(*near).is_some();
        self.board.beside(at).into_iter().filter(enemy).filter(in_atari).map(|n| self.board.stones(n)).sum()
    }

    fn saves(&self, color: u8, at: Vertex) -> bool {
        if self.reads() {
            let endangered =
                |near: &Vertex| self.board.what(*near) == color && self.board.atari(*near).is_some();
            return self
                .board
                .beside(at)
                .iter()
                .filter(|n| endangered(n))
                .any(|n| self.board.is_saved_by(*n, at));
        }
        let own = |near: &Vertex| self.board.what(*near) == color;
        self.board.beside(at).iter().filter(|n| own(n)).any(|n| self.board.atari(*n).is_some())
            && !self.is_self_atari(color, at)
    }

    /// Whether the stone puts a group with two liberties into atari that then cannot escape.
    fn begins_ladder(&self, color: u8, at: Vertex) -> bool {
        let hunted = |near: &Vertex| {
            self.board.what(*near) == WALL - color
                && self.board.atari(*near).is_none()
                && self.board.few_liberties(*near).count() == 2
        };
        self.board
            .beside(at)
            .iter()
            .filter(|near| hunted(near))
            .any(|near| self.board.begins_ladder(at, *near))
    }

    pub(crate) fn is_self_atari(&self, color: u8, at: Vertex) -> bool {
        if self.reads() {
            return self.board.is_self_atari(color, at);
        }
        let around = self.board.around(at);
        if around.count_beside(EMPTY) >= 2 {
            return false;
        }
        !self.board.beside(at).into_iter().any(|near| match self.board.what(near) {
            EMPTY | WALL => false,
            what => (what == color) != self.board.atari(near).is_some(),
        })
    }

    /// The distance from the nearest of the last stones.
    fn distance(&self, at: Vertex) -> usize {
        let from = |last: Vertex| {
            let (one, other) = (self.board.point_of(at), self.board.point_of(last));
            let (dx, dy) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
            usize::from(dx) + usize::from(dy) + usize::from(dx.max(dy))
        };
        let nearest = self.last.into_iter().filter(|last| *last != PASS).map(from).min();
        nearest.map_or(usize::MAX, |distance| (distance / 2).saturating_sub(1))
    }

    /// First or second line with no stones nearby: too early to play there.
    fn is_lonely_edge(&self, at: Vertex) -> bool {
        let around = self.board.around(at);
        around.has_beside(WALL)
            && !around.has_beside(BLACK)
            && !around.has_beside(WHITE)
            && self.board.ring(at).into_iter().all(|near| matches!(self.board.what(near), EMPTY | WALL))
    }

    /// Whether the opponent wants this point at least as much, because it would capture here.
    fn is_contested(&self, color: u8, at: Vertex) -> bool {
        self.board
            .beside(at)
            .into_iter()
            .any(|near| self.board.what(near) == color && self.board.atari(near).is_some())
    }
}

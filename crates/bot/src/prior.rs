//! What a player expects of a move before trying it, as games already won and lost.

use crate::board::{At, BLACK, Board, EMPTY, PASS, WALL, WHITE};
use crate::playout::Order;
use crate::shape::Shapes;
use crate::tree::Arm;

/// Games credited for each kind of move.
#[derive(Clone, Copy, Debug)]
pub struct Priors {
    pub even: f32,
    pub take: f32,
    pub take_many: f32,
    pub save: f32,
    pub fight: f32,
    pub near: [f32; 3],
    pub self_atari: f32,
    pub edge: f32,
    /// Games taken as lost on a point that the other side wants as much.
    pub collision: f32,
    pub pass: f32,
}

/// The moves of one side worth looking at, a pass among them, with their priors.
pub(crate) struct Candidates<'a, const N: usize> {
    pub(crate) board: &'a Board<N>,
    pub(crate) shapes: &'static Shapes,
    pub(crate) priors: &'a Priors,
    pub(crate) order: Order,
    pub(crate) last: [At; 2],
}

impl<const N: usize> Candidates<'_, N> {
    pub(crate) fn arms(&self, color: u8, into: &mut Vec<Arm>) {
        into.clear();
        if let Order::Turns(mover) = self.order
            && mover != color
        {
            into.push(arm(PASS, [1.0, 0.5]));
            return;
        }
        for at in self.board.empties() {
            if !self.board.is_eye(self.shapes, color, at) && self.board.is_legal(color, at) {
                into.push(arm(at, self.expect(color, at)));
            }
        }
        into.push(arm(PASS, [self.priors.even + self.priors.pass, self.priors.even / 2.0]));
    }

    /// Games played and games won.
    fn expect(&self, color: u8, at: At) -> [f32; 2] {
        let mut sum = [self.priors.even, self.priors.even / 2.0];
        let mut good = |games: f32| sum = [sum[0] + games, sum[1] + games];
        let taken = self.taken(color, at);
        match taken {
            0 => {}
            1 => good(self.priors.take),
            _ => good(self.priors.take_many),
        }
        if self.saves(color, at) {
            good(self.priors.save);
        }
        if self.shapes.fight(self.board.around(at)) {
            good(self.priors.fight);
        }
        if let Some(games) = self.priors.near.get(self.distance(at)) {
            good(*games);
        }
        let mut bad = |games: f32| sum[0] += games;
        if taken == 0 && self.is_self_atari(color, at) {
            bad(self.priors.self_atari);
        }
        if self.is_lonely_edge(at) {
            bad(self.priors.edge);
        }
        if self.order == Order::Together && self.is_contested(color, at) {
            bad(self.priors.collision);
        }
        sum
    }

    /// Enemy stones that would lose their last liberty.
    fn taken(&self, color: u8, at: At) -> u16 {
        let enemy = |near: &At| self.board.what(*near) == WALL - color;
        let in_atari = |near: &At| self.board.atari(*near).is_some();
        self.board.beside(at).into_iter().filter(enemy).filter(in_atari).map(|n| self.board.stones(n)).sum()
    }

    fn saves(&self, color: u8, at: At) -> bool {
        let own = |near: &At| self.board.what(*near) == color;
        self.board.beside(at).iter().filter(|n| own(n)).any(|n| self.board.atari(*n).is_some())
            && !self.is_self_atari(color, at)
    }

    fn is_self_atari(&self, color: u8, at: At) -> bool {
        let around = self.board.around(at);
        if around.count_beside(EMPTY) >= 2 {
            return false;
        }
        !self.board.beside(at).into_iter().any(|near| match self.board.what(near) {
            EMPTY | WALL => false,
            what => (what == color) != self.board.atari(near).is_some(),
        })
    }

    /// 0, 1, 2 … from the nearest of the last stones.
    fn distance(&self, at: At) -> usize {
        let from = |last: At| {
            let (one, other) = (self.board.point_of(at), self.board.point_of(last));
            let (dx, dy) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
            usize::from(dx) + usize::from(dy) + usize::from(dx.max(dy))
        };
        let nearest = self.last.into_iter().filter(|last| *last != PASS).map(from).min();
        nearest.map_or(usize::MAX, |distance| (distance / 2).saturating_sub(1))
    }

    /// First or second line with nothing about: too early for it.
    fn is_lonely_edge(&self, at: At) -> bool {
        let around = self.board.around(at);
        around.has_beside(WALL)
            && !around.has_beside(BLACK)
            && !around.has_beside(WHITE)
            && self.board.ring(at).into_iter().all(|near| matches!(self.board.what(near), EMPTY | WALL))
    }

    /// The other side wants this point at least as much: it would take something here.
    fn is_contested(&self, color: u8, at: At) -> bool {
        self.board
            .beside(at)
            .into_iter()
            .any(|near| self.board.what(near) == color && self.board.atari(near).is_some())
    }
}

fn arm(at: At, [visits, wins]: [f32; 2]) -> Arm {
    Arm { at, plays: 0, visits, wins, rave_visits: 0.0, rave_wins: 0.0 }
}

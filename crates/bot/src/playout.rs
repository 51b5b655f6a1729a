//! A game played on to its end by two hasty players: they answer an atari, take what they can, like fighting shapes
//! near the last stones, never fill their own eyes, and otherwise play anywhere.

use fastrand::Rng;

use crate::board::{At, BLACK, Board, EMPTY, Judgement, PASS, WALL, WHITE};
use crate::shape::Shapes;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Together,
    /// One after the other; this one next.
    Turns(u8),
}

/// How often, of 256 times, a hasty player looks for each kind of move.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    pub save: u8,
    pub take: u8,
    pub fight: u8,
}

impl Habits {
    /// Anywhere but into one's own eyes.
    pub const NONE: Habits = Habits { save: 0, take: 0, fight: 0 };
}

/// Some moves to choose from.
#[derive(Default)]
struct Few {
    moves: [At; 16],
    count: usize,
}

impl Few {
    fn add(&mut self, at: At) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = at;
            self.count += 1;
        }
    }

    fn pick(&self, dice: &mut Rng) -> Option<At> {
        if self.count == 0 { None } else { Some(self.moves[below(dice, self.count)]) }
    }
}

/// A number below `n`, quickly and evenly enough.
fn below(dice: &mut Rng, n: usize) -> usize {
    ((u64::from(dice.u32(..)) * n as u64) >> 32) as usize
}

/// A game in progress: the board, the last stone of each side, and who was first on each point.
pub(crate) struct Playout<'a, const N: usize> {
    pub(crate) board: &'a mut Board<N>,
    pub(crate) order: Order,
    pub(crate) last: [At; 2],
    /// For each place the colours that were first there (both after a collision): bits of `BLACK` and `WHITE`.
    pub(crate) first: &'a mut [u8; N],
    pub(crate) habits: Habits,
    pub(crate) dice: &'a mut Rng,
    pub(crate) shapes: &'static Shapes,
}

impl<const N: usize> Playout<'_, N> {
    /// To the end of the game: everybody passes, or it has gone on for far too long.
    pub(crate) fn finish(&mut self) {
        let area = self.board.size().area();
        match self.order {
            Order::Together => {
                for _ in 0..2 * area {
                    if self.board.passes >= 2 {
                        return;
                    }
                    self.both();
                }
            }
            Order::Turns(_) => {
                for _ in 0..3 * area {
                    if self.board.passes >= 2 {
                        return;
                    }
                    self.one();
                }
            }
        }
    }

    fn both(&mut self) {
        let black = self.choose(BLACK);
        let white = self.choose(WHITE);
        self.board.play_both(black, white);
        note(self.first, black, white);
        self.last = [black, white];
    }

    fn one(&mut self) {
        let Order::Turns(color) = self.order else { return };
        let at = self.choose(color);
        self.board.play(color, at);
        note_one(self.first, at, color);
        self.last[usize::from(color == WHITE)] = at;
        self.order = Order::Turns(WALL - color);
    }

    #[inline(always)]
    fn choose(&mut self, color: u8) -> At {
        let ask = self.dice.u64(..);
        let [save, take, fight] = [0, 8, 16].map(|shift| (ask >> shift & 255) as u8);
        if (save < self.habits.save) | (take < self.habits.take)
            && let Some(at) = self.answer(color, save < self.habits.save, take < self.habits.take)
        {
            return at;
        }
        if fight < self.habits.fight
            && let Some(at) = self.fight(color)
        {
            return at;
        }
        self.anywhere(color, ask >> 32)
    }

    /// A group in atari that touches one of the last stones: out with it, or away with it.
    fn answer(&mut self, color: u8, save: bool, take: bool) -> Option<At> {
        let mut few = Few::default();
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
                let wanted = if what == color { save && self.escapes(color, liberty) } else { take };
                if wanted && self.board.is_legal(color, liberty) {
                    few.add(liberty);
                }
            }
        }
        few.pick(self.dice)
    }

    /// A stone on a group's last liberty helps if it finds room, friends with room, or takes something.
    fn escapes(&self, color: u8, liberty: At) -> bool {
        let around = self.board.around(liberty);
        around.count_beside(EMPTY) >= 2
            || self.board.beside(liberty).into_iter().any(|near| match self.board.what(near) {
                EMPTY | WALL => false,
                what => (what == color) != self.board.atari(near).is_some(),
            })
    }

    /// A fighting shape beside the last stones.
    fn fight(&mut self, color: u8) -> Option<At> {
        let mut few = Few::default();
        for last in self.last {
            if last == PASS {
                continue;
            }
            for near in self.board.ring(last) {
                if self.board.what(near) == EMPTY
                    && self.shapes.fight(self.board.around(near))
                    && self.board.is_legal(color, near)
                    && !self.is_self_atari(color, near)
                {
                    few.add(near);
                }
            }
        }
        few.pick(self.dice)
    }

    /// A stone that could be taken at once, as far as can be told without counting: no room and no strong friend.
    fn is_self_atari(&self, color: u8, at: At) -> bool {
        let around = self.board.around(at);
        around.count_beside(EMPTY) <= 1
            && !self.board.beside(at).into_iter().any(|near| match self.board.what(near) {
                EMPTY | WALL => false,
                what => (what == color) != self.board.atari(near).is_some(),
            })
    }

    fn anywhere(&mut self, color: u8, ask: u64) -> At {
        let awake = self.board.awake();
        let (mut eye, mut found) = (PASS, PASS);
        let mut next = ((ask * awake.len() as u64) >> 32) as usize;
        for _ in 0..awake.len() {
            let at = awake[next];
            match self.board.judge(self.shapes, color, at) {
                Judgement::Sensible => {
                    found = at;
                    break;
                }
                Judgement::Eye => eye = at,
                Judgement::Not => {}
            }
            next = if next + 1 < awake.len() { next + 1 } else { 0 };
        }
        if eye != PASS {
            self.board.put_to_sleep(eye);
        }
        if found != PASS { found } else { self.among_sleepers(color) }
    }

    /// Eyes that are none any more, or enemy eyes of groups in atari.
    fn among_sleepers(&self, color: u8) -> At {
        let sensible = |at: &&At| self.board.judge(self.shapes, color, **at) == Judgement::Sensible;
        self.board.asleep().iter().find(sensible).copied().unwrap_or(PASS)
    }
}

/// Remembers who was first on each point; after a collision both were.
fn note<const N: usize>(first: &mut [u8; N], black: At, white: At) {
    if black == white {
        note_one(first, black, BLACK | WHITE);
    } else {
        note_one(first, black, BLACK);
        note_one(first, white, WHITE);
    }
}

fn note_one<const N: usize>(first: &mut [u8; N], at: At, colors: u8) {
    let first = &mut first[usize::from(at) & (N - 1)];
    // Computed rather than asked.
    *first |= colors * u8::from(*first == 0);
}

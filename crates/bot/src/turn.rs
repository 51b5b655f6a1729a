//! Playing moves on the fast board: one stone at a time in ordinary Go, two at once in simultaneous Go.

use crate::board::{BLACK, Board, EMPTY, PASS, Vertex, WALL, WHITE};

impl<const N: usize> Board<N> {
    /// Plays a stone of ordinary Go: captures first, then removes its own group if that has no liberty.
    pub(crate) fn play(&mut self, color: u8, at: Vertex) {
        self.barred = PASS;
        if at == PASS {
            self.passes += 1;
            return;
        }
        self.passes = 0;
        let around = self.around(at);
        let alone = !around.has_beside(EMPTY) && !around.has_beside(color);
        if !self.put(at, color) {
            return;
        }
        let (taken, last) = self.take_beside(at, WALL - color);
        if alone && taken == 1 {
            self.barred = last;
        }
        if self.is_dead(at) {
            self.remove(at);
        }
    }

    /// Captures adjacent groups of this colour without liberties. Returns the number of stones and one of them.
    fn take_beside(&mut self, at: Vertex, color: u8) -> (u16, Vertex) {
        let (mut taken, mut last) = (0, PASS);
        for near in self.beside(at) {
            if (self.what(near) == color) & self.group(near).is_dead() {
                taken += self.stones(near);
                last = near;
                self.remove(near);
            }
        }
        (taken, last)
    }

    /// Plays both stones of a simultaneous turn; a collision turns red.
    pub(crate) fn play_both(&mut self, black: Vertex, white: Vertex) {
        self.barred = PASS;
        if black == white {
            self.collide(black);
            return;
        }
        self.passes = 0;
        let some_died = (black != PASS && self.put(black, BLACK)) | (white != PASS && self.put(white, WHITE));
        if some_died {
            self.remove_dead_near(black, white);
        }
    }

    fn collide(&mut self, at: Vertex) {
        if at == PASS {
            self.passes += 2;
            return;
        }
        self.passes = 0;
        if self.void {
            self.barred = at;
            return;
        }
        if self.wall(at) {
            self.remove_dead_near(at, PASS);
        }
    }

    /// Only groups that touch a new stone can have lost their last liberty. All are found before any is removed.
    fn remove_dead_near(&mut self, black: Vertex, white: Vertex) {
        let touched = |at: Vertex| {
            let [up, left, right, down] = self.beside(at);
            [at, up, left, right, down].map(|near| if self.is_dead(near) { near } else { PASS })
        };
        let dead = [touched(black), touched(white)];
        for at in dead.into_iter().flatten() {
            // Two of them may belong to the same group.
            if at != PASS && self.what(at) != EMPTY {
                self.remove(at);
            }
        }
    }
}

//! Groups with few liberties: which these are, whether a stone puts its own group into atari, and ladders.

use crate::board::{Board, EMPTY, Vertex, WALL};

/// How many liberties are told apart; groups with as many have at least that.
const MANY: usize = 3;
/// Stones of a ladder; longer than any on 19x19.
const MAX_LADDER: u32 = 120;

/// The first liberties of a group, each once.
#[derive(Clone, Copy, Default)]
pub(crate) struct FewLiberties {
    points: [Vertex; MANY],
    count: usize,
}

impl FewLiberties {
    fn add(&mut self, at: Vertex) {
        if self.count < MANY && !self.points[..self.count].contains(&at) {
            self.points[self.count] = at;
            self.count += 1;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn points(&self) -> &[Vertex] {
        &self.points[..self.count]
    }
}

impl<const N: usize> Board<N> {
    pub(crate) fn few_liberties(&self, group: Vertex) -> FewLiberties {
        let mut few = FewLiberties::default();
        self.add_liberties(group, 0, &mut few);
        few
    }

    /// All but `except`.
    fn add_liberties(&self, group: Vertex, except: Vertex, few: &mut FewLiberties) {
        let mut stone = group;
        loop {
            for near in self.beside(stone) {
                if self.what(near) == EMPTY && near != except {
                    few.add(near);
                }
            }
            stone = self.next_stone(stone);
            if stone == group || few.count >= MANY {
                return;
            }
        }
    }

    /// The liberties of the group that a stone here belongs to. None if it captures.
    pub(crate) fn liberties_after(&self, color: u8, at: Vertex) -> Option<FewLiberties> {
        let mut few = FewLiberties::default();
        for near in self.beside(at) {
            match self.what(near) {
                EMPTY => few.add(near),
                WALL => {}
                own if own == color => self.add_liberties(near, at, &mut few),
                _ if self.atari(near).is_some() => return None,
                _ => {}
            }
        }
        Some(few)
    }

    pub(crate) fn is_self_atari(&self, color: u8, at: Vertex) -> bool {
        self.around(at).count_beside(EMPTY) < 2
            && self.liberties_after(color, at).is_some_and(|few| few.count() < 2)
    }

    /// Whether a group in atari, whose owner moves next, is caught wherever it extends. The attacker always leaves the
    /// smaller extension; it does not look for better moves.
    pub(crate) fn is_caught(&self, prey: Vertex) -> bool {
        let mut board = self.clone();
        let color = board.what(prey);
        for _ in 0..MAX_LADDER {
            let Some(liberty) = board.atari(prey) else { return false };
            if board.can_capture_around(prey) {
                return false;
            }
            if !board.is_legal(color, liberty) {
                return true;
            }
            board.play(color, liberty);
            let few = board.few_liberties(prey);
            let &[one, other] = few.points() else { return few.count() < 2 };
            let at = board.hunting_move(color, one, other);
            if !board.is_legal(WALL - color, at) {
                return false;
            }
            board.play(WALL - color, at);
        }
        false
    }

    /// Of two liberties the one that leaves the smaller extension on the other.
    fn hunting_move(&self, prey: u8, one: Vertex, other: Vertex) -> Vertex {
        let gain = |extension: Vertex| self.around(extension).count_beside(EMPTY);
        let joins = |extension: Vertex| {
            let own = |near: &Vertex| self.what(*near) == prey;
            let friends = self.beside(extension).into_iter().filter(own);
            friends.map(|near| self.few_liberties(near).count()).max().unwrap_or(0) as u32
        };
        let worth = |extension: Vertex| gain(extension).max(joins(extension).saturating_sub(1));
        if worth(one) <= worth(other) && self.is_legal(WALL - prey, other) { other } else { one }
    }

    /// Whether an enemy group beside this one is in atari.
    fn can_capture_around(&self, group: Vertex) -> bool {
        let enemy = WALL - self.what(group);
        let mut stone = group;
        loop {
            let near = self.beside(stone).into_iter();
            if near.filter(|at| self.what(*at) == enemy).any(|at| self.atari(at).is_some()) {
                return true;
            }
            stone = self.next_stone(stone);
            if stone == group {
                return false;
            }
        }
    }

    /// Whether the last liberty saves a group in atari: it captures, or gains enough liberties and is not caught in a
    /// ladder.
    pub(crate) fn is_saved_by(&self, group: Vertex, liberty: Vertex) -> bool {
        match self.liberties_after(self.what(group), liberty) {
            None => true,
            Some(few) => few.count() > 2 || few.count() == 2 && !self.is_caught(group),
        }
    }

    /// Whether a stone on one of the two liberties of an enemy group begins a ladder that works.
    pub(crate) fn begins_ladder(&self, at: Vertex, prey: Vertex) -> bool {
        let mut board = self.clone();
        let hunter = WALL - board.what(prey);
        board.play(hunter, at);
        board.what(prey) != EMPTY && board.is_caught(prey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BLACK, WHITE, stone};
    use crate::game::Game;
    use proptest::prelude::*;
    use rules::go::{Color, Move, Point, Position, Rules, Size};

    /// `X` Black, `O` White.
    fn board(picture: &str) -> Board<128> {
        let rows: Vec<Vec<&str>> = picture.lines().map(|line| line.split_whitespace().collect()).collect();
        let rows: Vec<_> = rows.into_iter().filter(|row: &Vec<&str>| !row.is_empty()).collect();
        let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
        let color = |at: Point| match rows[usize::from(at.y)][usize::from(at.x)] {
            "X" => Some(Color::Black),
            "O" => Some(Color::White),
            _ => None,
        };
        Game::from(&Position::new(size).set_up(size.points().map(|at| (at, color(at))))).board()
    }

    const LADDER: [&str; 9] = [
        ". . . . . . . . .",
        ". . X . . . . . .",
        ". X O X . . . . .",
        ". . O . . . . . .",
        ". . X . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];

    #[test]
    fn a_ladder_is_read_to_its_end() {
        let mut begun = board(&LADDER.join("\n"));
        let at = |x, y| begun.vertex_of(Point::new(x, y));
        let (prey, left, right, edge) = (at(2, 2), at(1, 3), at(3, 3), at(6, 6));
        assert!(begun.begins_ladder(left, prey));
        begun.put(left, BLACK);
        assert_eq!((begun.atari(prey), begun.is_caught(prey)), (Some(right), true));
        assert!(!begun.is_saved_by(prey, right));
        begun.put(edge, WHITE);
        assert!(!begun.is_caught(prey), "the white stone breaks the ladder");
        assert!(begun.is_saved_by(prey, right));
    }

    #[test]
    fn a_group_that_can_capture_is_not_caught() {
        let mut board = board(&LADDER.join("\n"));
        let at = |x, y| board.vertex_of(Point::new(x, y));
        let (prey, left) = (at(2, 2), at(1, 3));
        let around = [at(0, 2), at(1, 1)];
        board.put(left, BLACK);
        assert!(board.is_caught(prey));
        around.into_iter().for_each(|near| _ = board.put(near, WHITE));
        assert!(board.is_caught(prey), "the black stones at its side have two liberties");
        board.wall(board.vertex_of(Point::new(0, 3)));
        assert!(!board.is_caught(prey), "with a red stone below they are in atari themselves");
    }

    fn games() -> impl Strategy<Value = (u32, u32, Vec<u16>)> {
        (2..8_u32, 2..8_u32, prop::collection::vec(any::<u16>(), 0..80))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn liberties_are_counted_as_the_rules_count_them((width, height, random) in games()) {
            let size = Size::new(width, height).unwrap();
            let mut position = Position::new(size).with_rules(Rules::CHINESE);
            for random in random {
                let color = position.to_play();
                let legal: Vec<Point> =
                    size.points().filter(|at| position.is_legal(color, Move::Place(*at))).collect();
                let board = Game::from(&position).board::<128>();
                for at in size.points().filter(|at| position.get(*at).is_some()) {
                    let few = board.few_liberties(board.vertex_of(at));
                    prop_assert_eq!(few.count(), position.liberties(at).len().min(MANY));
                }
                for at in &legal {
                    let next = position.play(Move::Place(*at)).unwrap();
                    let captures = !position.captured_by(color, *at).is_empty();
                    let alone = next.liberties(*at).len() < 2 && !captures;
                    prop_assert_eq!(board.is_self_atari(stone(color), board.vertex_of(*at)), alone, "{:?}", at);
                }
                let choice = if legal.is_empty() { Move::Pass } else { Move::Place(legal[usize::from(random) % legal.len()]) };
                position = position.play(choice).unwrap();
            }
        }
    }
}

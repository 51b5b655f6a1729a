//! The board of an ordinary or a simultaneous game.

use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Count, Marking, Move, Point, Points, Position, Rules, Score, Size};

#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    Ordinary(Position),
    Simultaneous(simultaneous::Position),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    One { color: Color, choice: Move },
    Both { black: Move, white: Move },
}

impl Board {
    pub(super) fn empty(size: Size, simultaneous: Option<Variant>, rules: Rules) -> Board {
        match simultaneous {
            Some(variant) => Board::Simultaneous(simultaneous::Position::new(size, variant)),
            None => Board::Ordinary(Position::new(size).with_rules(rules)),
        }
    }

    /// Simultaneous Go has its own rules.
    pub(super) fn with_rules(self, rules: Rules) -> Board {
        match self {
            Board::Ordinary(position) => Board::Ordinary(position.with_rules(rules)),
            both => both,
        }
    }

    pub fn size(&self) -> Size {
        match self {
            Board::Ordinary(position) => position.size(),
            Board::Simultaneous(position) => position.size(),
        }
    }

    pub(super) fn variant(&self) -> Option<Variant> {
        match self {
            Board::Ordinary(_) => None,
            Board::Simultaneous(position) => Some(position.variant()),
        }
    }

    pub(super) fn at(&self, at: Point) -> Cell {
        match self {
            Board::Ordinary(position) => position.get(at).map_or(Cell::Empty, Cell::Stone),
            Board::Simultaneous(position) => position.at(at),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.size().points().all(|at| self.at(at) == Cell::Empty)
    }

    /// Black where both move at once.
    pub(super) fn to_play(&self) -> Color {
        match self {
            Board::Ordinary(position) => position.to_play(),
            Board::Simultaneous(_) => Color::Black,
        }
    }

    /// No more moves. In ordinary Go a pass can always be answered.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Board::Ordinary(_) => false,
            Board::Simultaneous(position) => position.end().is_some(),
        }
    }

    /// The same board with this side to move.
    pub(super) fn for_color(self, color: Color) -> Board {
        match self {
            Board::Ordinary(position) => Board::Ordinary(position.with_to_play(color)),
            both => both,
        }
    }

    pub(super) fn is_in_turn(&self, turn: Turn) -> bool {
        match (self, turn) {
            (Board::Ordinary(position), Turn::One { color, .. }) => position.to_play() == color,
            _ => true,
        }
    }

    pub(super) fn allows(&self, color: Color, choice: Move) -> bool {
        match self {
            Board::Ordinary(position) => position.is_legal(color, choice),
            Board::Simultaneous(position) => position.legal(color, choice).is_ok(),
        }
    }

    /// None if a move is illegal. GTP allows the same side to move twice in ordinary Go.
    pub(super) fn after(&self, turn: Turn) -> Option<Board> {
        match (self, turn) {
            (Board::Ordinary(position), Turn::One { color, choice }) => {
                position.play_as(color, choice).ok().map(Board::Ordinary)
            }
            (Board::Simultaneous(position), Turn::Both { black, white }) => {
                position.turn(black, white).ok().map(|outcome| Board::Simultaneous(outcome.position))
            }
            _ => None,
        }
    }

    pub(super) fn with_handicap(&self, points: &[Point]) -> Option<Board> {
        match self {
            Board::Ordinary(position) => {
                let stones = points.iter().map(|at| (*at, Some(Color::Black)));
                Some(Board::Ordinary(position.set_up(stones).with_to_play(Color::White)))
            }
            Board::Simultaneous(position) => {
                let cell = |at| if points.contains(&at) { Cell::Stone(Color::Black) } else { Cell::Empty };
                let board = simultaneous::Position::set_up(position.size(), position.variant(), cell)?;
                Some(Board::Simultaneous(board))
            }
        }
    }

    /// The score with these stones removed.
    pub(super) fn score(&self, dead: &[Point], komi: Points, handicap: u32) -> Score {
        match self {
            Board::Ordinary(position) => {
                let mut marking = Marking::default();
                for at in dead {
                    if !marking.is_dead(*at) && position.get(*at).is_some() {
                        marking.toggle(position.board(), *at);
                    }
                }
                Count::of(position, &marking).score(position.rules(), komi, handicap)
            }
            Board::Simultaneous(position) => {
                Score { black: Points::halves(position.area(dead).lead(0)), white: komi }
            }
        }
    }

    /// The stones, group by group, in board order.
    pub(super) fn groups(&self) -> Vec<Vec<Point>> {
        let size = self.size();
        let mut seen = vec![false; size.area()];
        let mut groups = Vec::new();
        for at in size.points() {
            if self.at(at).color().is_none() || std::mem::replace(&mut seen[size.index(at)], true) {
                continue;
            }
            let mut group = vec![at];
            let mut next = 0;
            while let Some(stone) = group.get(next).copied() {
                next += 1;
                let same = size.neighbours(stone).filter(|near| self.at(*near) == self.at(at));
                for near in same.collect::<Vec<_>>() {
                    if !std::mem::replace(&mut seen[size.index(near)], true) {
                        group.push(near);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }
}

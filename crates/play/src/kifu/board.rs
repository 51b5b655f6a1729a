//! The board of a simultaneous or alternating game, and its count.

use std::collections::BTreeSet;

use rules::go::simultaneous::{self, Cell};
use rules::go::{Color, Count, Marking, Outcome, Point, Points, Position, Score, Size, handicap_points};

use crate::protocol::{Hex, PositionHash, Settings};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    Simultaneous(simultaneous::Position),
    Alternating(Position),
}

/// A count with these stones dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub score: Score,
    pub result: Outcome,
    /// The owner of each point; stones on the board count in area scoring only.
    pub territory: Vec<(Point, Color)>,
}

impl Board {
    pub fn new(settings: &Settings) -> Board {
        let size = settings.size();
        match settings.game.variant() {
            Some(variant) => Board::Simultaneous(simultaneous::Position::new(size, variant)),
            None => {
                let position = Position::new(size).with_rules(settings.game.rules());
                Board::Alternating(match handicap_points(size, u32::from(settings.handicap)) {
                    Some(stones) => {
                        let stones = stones.into_iter().map(|at| (at, Some(Color::Black)));
                        position.set_up(stones).with_to_play(Color::White)
                    }
                    None => position,
                })
            }
        }
    }

    pub fn size(&self) -> Size {
        match self {
            Board::Simultaneous(position) => position.size(),
            Board::Alternating(position) => position.size(),
        }
    }

    pub fn at(&self, at: Point) -> Cell {
        match self {
            Board::Simultaneous(position) => position.at(at),
            Board::Alternating(position) => position.get(at).map_or(Cell::Empty, Cell::Stone),
        }
    }

    pub fn hash(&self) -> PositionHash {
        let hash = match self {
            Board::Simultaneous(position) => position.hash(),
            Board::Alternating(position) => position.hash(),
        };
        Hex(hash.to_be_bytes())
    }

    /// Stones of this colour that were removed.
    pub fn lost(&self, color: Color) -> u32 {
        match self {
            Board::Simultaneous(position) => position.lost(color),
            Board::Alternating(position) => position.prisoners(color.other()),
        }
    }

    /// `.XO#`, row by row.
    pub fn picture(&self) -> String {
        self.size().points().map(|at| self.at(at).symbol()).collect()
    }

    /// The stones of all groups that contain any of these points, each once, row by row. Empty points are ignored.
    pub fn groups(&self, of: &[Point]) -> Vec<Point> {
        let mut found: BTreeSet<Point> = BTreeSet::new();
        let mut next: Vec<Point> = of.to_vec();
        while let Some(at) = next.pop() {
            let Some(color) = self.at(at).color() else { continue };
            if found.insert(at) {
                let same = |near: &Point| self.at(*near).color() == Some(color);
                next.extend(self.size().neighbours(at).filter(same));
            }
        }
        let mut found: Vec<Point> = found.into_iter().collect();
        found.sort_by_key(|at| (at.y, at.x));
        found
    }

    pub fn count(&self, dead: &[Point], komi: Points, handicap: u32) -> Counted {
        let (score, territory) = match self {
            Board::Simultaneous(position) => {
                let area = position.area(dead);
                let [black, white] = Color::BOTH.map(|color| Points::from(area.points(color)));
                let owned = |at: Point| Some((at, area.owner(at)?));
                (Score { black, white: white + komi }, position.size().points().filter_map(owned).collect())
            }
            Board::Alternating(position) => {
                let mut marking = Marking::default();
                for at in dead {
                    if position.get(*at).is_some() && !marking.is_dead(*at) {
                        marking.toggle(position.board(), *at);
                    }
                }
                let count = Count::of(position, &marking);
                (count.score(position.rules(), komi, handicap), count.territory().to_vec())
            }
        };
        Counted { score, result: score.outcome(), territory }
    }
}

//! Counting: players mark dead groups, the board determines who owns each point, and the rules decide what counts.
//! Nothing is guessed: stones that are not marked are alive.

use std::collections::BTreeSet;

use super::{Board, Color, Outcome, Point, Points, Position, Rules, Scoring};

/// What the players agreed on before counting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    dead: BTreeSet<Point>,
    neutral: BTreeSet<Point>,
}

impl Marking {
    pub fn is_dead(&self, at: Point) -> bool {
        self.dead.contains(&at)
    }

    pub fn dead(&self) -> impl Iterator<Item = Point> {
        self.dead.iter().copied()
    }

    /// On a stone: marks its group as dead, or as alive again. On an empty point: makes the region neutral
    /// (eyes in seki, by Japanese rules), or countable again.
    pub fn toggle(&mut self, board: &Board, at: Point) {
        let group = if board.get(at).is_some() { board.group(at) } else { self.region(board, at).0 };
        let marked = if board.get(at).is_some() { &mut self.dead } else { &mut self.neutral };
        if group.iter().any(|p| marked.contains(p)) {
            marked.retain(|p| !group.contains(p));
        } else {
            marked.extend(group);
        }
    }

    fn is_open(&self, board: &Board, at: Point) -> bool {
        board.get(at).is_none() || self.is_dead(at)
    }

    /// Connected empty points and dead stones, and the colours of the living stones around them.
    fn region(&self, board: &Board, from: Point) -> (Vec<Point>, BTreeSet<Color>) {
        let mut points = Vec::new();
        let mut around = BTreeSet::new();
        let mut seen = BTreeSet::from([from]);
        let mut next: Vec<Point> = board.size().contains(from).then_some(from).into_iter().collect();
        while let Some(at) = next.pop() {
            points.push(at);
            for p in board.size().neighbours(at) {
                match board.get(p).filter(|_| !self.is_dead(p)) {
                    Some(living) => around.extend([living]),
                    None if seen.insert(p) => next.push(p),
                    None => {}
                }
            }
        }
        (points, around)
    }
}

/// A counted board, before rules decide what is worth a point. The pairs are Black's and White's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The owner of each empty point or dead stone, row by row.
    territory: Vec<(Point, Color)>,
    /// Living stones.
    stones: [u32; 2],
    /// The stones that each side captured during the game, plus the opponent's dead stones.
    prisoners: [u32; 2],
}

impl Count {
    pub fn of(position: &Position, marking: &Marking) -> Count {
        let board = position.board();
        let mut territory = Vec::new();
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        for at in board.size().points().filter(|at| marking.is_open(board, *at)) {
            if seen.contains(&at) {
                continue;
            }
            let (points, around) = marking.region(board, at);
            seen.extend(&points);
            let neutral = points.iter().any(|p| marking.neutral.contains(p));
            if let (false, 1, Some(owner)) = (neutral, around.len(), around.first()) {
                territory.extend(points.into_iter().map(|p| (p, *owner)));
            }
        }
        territory.sort_by_key(|(at, _)| (at.y, at.x));
        let dead = |color| whole(board.stones(color).filter(|at| marking.is_dead(*at)).count());
        let stones = Color::BOTH.map(|color| whole(board.count(color)) - dead(color));
        let prisoners =
            Color::BOTH.map(|color| position.prisoners(color).saturating_add(dead(color.other())));
        Count { territory, stones, prisoners }
    }

    pub fn territory(&self) -> &[(Point, Color)] {
        &self.territory
    }

    pub fn surrounded(&self, color: Color) -> u32 {
        whole(self.territory.iter().filter(|(_, owner)| *owner == color).count())
    }

    pub fn stones(&self, color: Color) -> u32 {
        self.stones[color as usize]
    }

    pub fn prisoners(&self, taker: Color) -> u32 {
        self.prisoners[taker as usize]
    }

    /// The score of both sides under these rules. Komi and compensation go to White.
    pub fn score(&self, rules: Rules, komi: Points, handicap_stones: u32) -> Score {
        let counted = |color| match rules.scoring {
            Scoring::Area => self.surrounded(color) + self.stones(color),
            Scoring::Territory => self.surrounded(color).saturating_add(self.prisoners(color)),
        };
        let given = komi + Points::from(rules.compensation.points(handicap_stones));
        let [black, white] = Color::BOTH.map(|color| Points::from(counted(color)));
        Score { black, white: white + given }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub black: Points,
    pub white: Points,
}

impl Score {
    /// By how much this player is ahead; negative if behind.
    pub fn lead(self, color: Color) -> Points {
        match color {
            Color::Black => self.black - self.white,
            Color::White => self.white - self.black,
        }
    }

    pub fn outcome(self) -> Outcome {
        let ahead = self.lead(Color::Black);
        match ahead.cmp(&Points::ZERO) {
            std::cmp::Ordering::Greater => Outcome::Won(Color::Black, Some(ahead)),
            std::cmp::Ordering::Less => Outcome::Won(Color::White, Some(-ahead)),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

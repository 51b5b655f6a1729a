//! The results of one or more searches for the moves at the root.

use rules::go::{Color, Move};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    pub mv: Move,
    pub visits: u32,
    /// The share of games won by the side that plays it, 0 to 1.
    pub win_rate: f32,
}

/// The moves of each side; empty for a side that is not to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Root {
    pub moves: [Vec<MoveStats>; 2],
    /// Nothing is left to play for: time to pass.
    pub settled: bool,
    /// Games played since the position was set, and how many of them Black won; a draw is half a win.
    pub games: u32,
    pub won_by_black: f32,
}

impl Root {
    /// Adds the results of another search of the same position.
    pub fn merge(&mut self, other: &Root) {
        self.settled &= other.settled;
        self.games = self.games.saturating_add(other.games);
        self.won_by_black += other.won_by_black;
        for (mine, theirs) in self.moves.iter_mut().zip(&other.moves) {
            for their in theirs {
                match mine.iter_mut().find(|stats| stats.mv == their.mv) {
                    Some(stats) => stats.merge(their),
                    None => mine.push(*their),
                }
            }
        }
    }

    /// The most visited move, which is the most robust choice; a pass when nothing is left to play for.
    pub fn best(&self, color: Color) -> Move {
        if self.settled {
            return Move::Pass;
        }
        let moves = &self.moves[color as usize];
        moves.iter().max_by_key(|stats| stats.visits).map_or(Move::Pass, |stats| stats.mv)
    }

    /// Whether this many more visits cannot make another move the most visited.
    pub fn is_decided(&self, color: Color, more: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for stats in &self.moves[color as usize] {
            second = second.max(first.min(stats.visits));
            first = first.max(stats.visits);
        }
        first - second > more
    }

    /// The share of all games won by this side. One game more is counted as won and one as lost, so that a few games
    /// say little.
    pub fn win_rate(&self, color: Color) -> f32 {
        let games = self.games as f32;
        let won = match color {
            Color::Black => self.won_by_black,
            Color::White => games - self.won_by_black,
        };
        (won + 1.0) / (games + 2.0)
    }
}

impl MoveStats {
    fn merge(&mut self, other: &MoveStats) {
        let visits = self.visits.saturating_add(other.visits);
        let weight = if visits == 0 { 0.5 } else { other.visits as f32 / visits as f32 };
        self.win_rate += (other.win_rate - self.win_rate) * weight;
        self.visits = visits;
    }
}

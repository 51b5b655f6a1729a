//! The results of one or more searches for the moves at the root.

use rules::go::{Color, Move};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    pub mv: Move,
    pub visits: u32,
    /// The share of games won by the side that plays it, 0 to 1.
    pub win_rate: f32,
    /// The mean lead at the end of these games, for the side that plays it.
    pub lead: f32,
    /// The win rate that was expected before the first game.
    pub prior: f32,
}

/// Which moves are still worth considering.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Advice {
    #[default]
    All,
    /// Nothing is left to play for but these points; none of them: time to pass.
    Only(Vec<Move>),
}

/// The moves of each side; empty for a side that is not to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Root {
    pub moves: [Vec<MoveStats>; 2],
    /// At the end of a game, for each side.
    pub advice: [Advice; 2],
    /// Games played since the position was set, and how many of them Black won; a draw is half a win.
    pub games: u32,
    pub won_by_black: f32,
    /// Black's mean lead, komi included.
    pub lead: f32,
    /// Row by row, the owner at the end of these games: from 1 (always Black) to -1 (always White).
    pub ownership: Vec<f32>,
}

impl Advice {
    /// Only what both advise to leave out is left out.
    fn merge(&mut self, other: &Advice) {
        match (&mut *self, other) {
            (Advice::Only(mine), Advice::Only(theirs)) => mine.extend(theirs),
            _ => *self = Advice::All,
        }
    }

    fn allows(&self, mv: Move) -> bool {
        match self {
            Advice::All => true,
            Advice::Only(moves) => moves.contains(&mv),
        }
    }
}

impl Root {
    /// Adds the results of another search of the same position.
    pub fn merge(&mut self, other: &Root) {
        for (mine, theirs) in self.advice.iter_mut().zip(&other.advice) {
            mine.merge(theirs);
        }
        let weight = other.games as f32 / (self.games.saturating_add(other.games)).max(1) as f32;
        self.games = self.games.saturating_add(other.games);
        self.won_by_black += other.won_by_black;
        self.lead += (other.lead - self.lead) * weight;
        for (mine, theirs) in self.ownership.iter_mut().zip(&other.ownership) {
            *mine += (theirs - *mine) * weight;
        }
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
        self.candidates(color).max_by_key(|stats| stats.visits).map_or(Move::Pass, |stats| stats.mv)
    }

    /// The moves that are still worth considering.
    pub(crate) fn candidates(&self, color: Color) -> impl Iterator<Item = &MoveStats> {
        let advice = &self.advice[color as usize];
        self.moves[color as usize].iter().filter(|stats| advice.allows(stats.mv))
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

    /// Whether both sides have nothing left to play for.
    pub fn is_settled(&self) -> bool {
        let waits = |side: usize| self.moves[side].is_empty();
        (0..2).all(|side| waits(side) || self.advice[side] == Advice::Only(Vec::new()))
    }
}

impl MoveStats {
    fn merge(&mut self, other: &MoveStats) {
        let visits = self.visits.saturating_add(other.visits);
        let weight = if visits == 0 { 0.5 } else { other.visits as f32 / visits as f32 };
        self.win_rate += (other.win_rate - self.win_rate) * weight;
        self.lead += (other.lead - self.lead) * weight;
        self.visits = visits;
    }
}

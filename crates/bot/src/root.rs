//! What one search, or several together, found out about the moves at hand.

use rules::go::{Color, Move};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub choice: Move,
    pub visits: u32,
    /// The share of games won, 0 to 1, for the side that chooses.
    pub win_rate: f32,
}

/// For each side its moves; none for a side that is not to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Root {
    pub choices: [Vec<Choice>; 2],
    /// Nothing can be won any more: time to pass.
    pub settled: bool,
    /// Games played since the position was set, and how many of them Black won; a draw is half a win.
    pub games: u32,
    pub won_by_black: f32,
}

impl Root {
    /// Adds what another search of the same position found.
    pub fn merge(&mut self, other: &Root) {
        self.settled &= other.settled;
        self.games = self.games.saturating_add(other.games);
        self.won_by_black += other.won_by_black;
        for (mine, theirs) in self.choices.iter_mut().zip(&other.choices) {
            for their in theirs {
                match mine.iter_mut().find(|choice| choice.choice == their.choice) {
                    Some(choice) => choice.merge(their),
                    None => mine.push(*their),
                }
            }
        }
    }

    /// The most visited move, the steadiest judgement of what is best; a pass when nothing is left to play for.
    pub fn best(&self, color: Color) -> Move {
        if self.settled {
            return Move::Pass;
        }
        let choices = &self.choices[color as usize];
        choices.iter().max_by_key(|choice| choice.visits).map_or(Move::Pass, |choice| choice.choice)
    }

    /// Whether so many more visits could not make another move the most visited.
    pub fn is_decided(&self, color: Color, more: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for choice in &self.choices[color as usize] {
            second = second.max(first.min(choice.visits));
            first = first.max(choice.visits);
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

impl Choice {
    fn merge(&mut self, other: &Choice) {
        let visits = self.visits.saturating_add(other.visits);
        let weight = if visits == 0 { 0.5 } else { other.visits as f32 / visits as f32 };
        self.win_rate += (other.win_rate - self.win_rate) * weight;
        self.visits = visits;
    }
}

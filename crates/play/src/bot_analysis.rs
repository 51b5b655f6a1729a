//! The bot as an engine that analyses: its search of a position goes on for as long as the host steps it, and can be asked
//! for a report at any time.

use analysis::{Effort, EngineName, Evaluation, Line, Report};
use bot::{Game, GameHistory, MoveStats, Root, Search, Settings, Turn};
use rules::go::{Color, Move, Position, Size};

/// Moves of a line at most.
const LINE: usize = 16;
/// Some exploration, so that the second and third moves are known too.
const EXPLORE: f32 = 0.1;
/// The mean of a few playouts says little: as many games with the lead of the whole search are added to a move's own.
const FEW: f32 = 100.0;

pub struct BotAnalysis {
    search: Search,
    size: Size,
    to_play: Color,
    simulations: u32,
}

impl BotAnalysis {
    /// `None` if a move of the game is illegal, or the game is simultaneous Go. `komi`: White's points.
    pub fn new(history: &GameHistory, komi: f32, handicap: u32, seed: u64) -> Option<BotAnalysis> {
        let now = history.position()?;
        let Game::Ordinary(position) = now.game() else { return None };
        let settings = settings(komi, handicap);
        let mut before = history.clone();
        let search = match before.turns.pop() {
            Some(turn @ Turn::One(_)) => {
                Search::after(before.position()?.game(), turn, now.game(), settings, seed)
            }
            _ => Search::new(now.game(), settings, seed),
        };
        Some(BotAnalysis { search, size: history.size, to_play: position.to_play(), simulations: 0 })
    }

    /// Of a position alone: what was played before does not matter.
    pub fn of(position: &Position, komi: f32, handicap: u32, seed: u64) -> BotAnalysis {
        let search = Search::new(position, settings(komi, handicap), seed);
        BotAnalysis { search, size: position.size(), to_play: position.to_play(), simulations: 0 }
    }

    pub fn engine() -> EngineName {
        EngineName { name: "Tabiya bot".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }

    /// Simulations so far.
    pub fn step(&mut self, simulations: u32) -> u32 {
        self.simulations = self.search.step(simulations).simulations;
        self.simulations
    }

    /// The best moves after this time, at most `lines`.
    pub fn report(&self, lines: usize, millis: u64) -> Report {
        let root = self.search.root();
        let nodes = u64::from(self.simulations);
        Report {
            depth: 0,
            nodes,
            nodes_per_second: (nodes * 1000).checked_div(millis).unwrap_or(0),
            millis,
            lines: self.best(&root).into_iter().take(lines).map(|stats| self.line(&root, stats)).collect(),
            ownership: root.ownership.iter().map(|owner| (owner * 100.0).round() as i8).collect(),
        }
    }

    /// The moves that were tried, the one to play first and the others by their visits.
    fn best<'r>(&self, root: &'r Root) -> Vec<&'r MoveStats> {
        let best = root.best(self.to_play);
        let tried = root.moves[self.to_play as usize].iter().filter(|stats| stats.visits > 0);
        let mut tried: Vec<&MoveStats> = tried.collect();
        tried.sort_by_key(|stats| (stats.mv != best, std::cmp::Reverse(stats.visits)));
        tried
    }

    fn line(&self, root: &Root, stats: &MoveStats) -> Line {
        let win_rate = stats.win_rate.clamp(0.0, 1.0);
        let whole = if self.to_play == Color::Black { root.lead } else { -root.lead };
        let visits = stats.visits as f32;
        let lead = (stats.lead * visits + whole * FEW) / (visits + FEW);
        let evaluation = Evaluation::of_points(win_rate, lead, Effort::Visits(stats.visits));
        let moves = self.search.variation(stats.mv, LINE);
        Line {
            evaluation: match self.to_play {
                Color::Black => evaluation,
                Color::White => evaluation.reversed(),
            },
            moves: moves.into_iter().map(|mv| move_name(mv, self.size)).collect(),
        }
    }
}

fn settings(komi: f32, handicap: u32) -> Settings {
    let mut settings = Settings { komi, handicap, ..Settings::with_simulations(u32::MAX) };
    settings.tuning.weights.explore = EXPLORE;
    settings.tuning.stop_early = false;
    settings
}

/// `D4`, `pass`.
pub fn move_name(mv: Move, size: Size) -> String {
    match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use analysis::Native;
    use bot::MoveOrder;
    use rules::go::{Point, Rules};

    use super::*;

    fn nine(stones: &[(&str, Color)], first: Color, moves: &[&str]) -> GameHistory {
        let size = Size::new(9, 9).unwrap();
        let at = |name: &str| Point::from_name(name, size).unwrap();
        let turn = |name: &&str| match *name {
            "pass" => Turn::One(Move::Pass),
            name => Turn::One(Move::Place(at(name))),
        };
        GameHistory {
            size,
            stones: stones.iter().map(|(name, color)| (at(name), *color)).collect(),
            order: MoveOrder::Alternating { first, rules: Rules::CHINESE },
            turns: moves.iter().map(turn).collect(),
        }
    }

    fn report(history: &GameHistory, komi: f32, lines: usize) -> Report {
        let mut analysis = BotAnalysis::new(history, komi, 0, 7).unwrap();
        while analysis.step(64) < 1500 {}
        analysis.report(lines, 500)
    }

    fn points(line: &Line) -> f32 {
        let Native::Points(points) = line.evaluation.native else { panic!("not points") };
        points
    }

    /// A row of Black's stones in atari, which either side wants to play first.
    fn in_atari(first: Color) -> GameHistory {
        let black = ["D5", "E5", "F5", "G5"].map(|name| (name, Color::Black));
        let white = ["D4", "E4", "F4", "G4", "D6", "E6", "F6", "G6", "C5"].map(|name| (name, Color::White));
        nine(&[&black[..], &white[..]].concat(), first, &[])
    }

    #[test]
    fn values_are_blacks_whoever_moves() {
        for first in Color::BOTH {
            let report = report(&in_atari(first), 0.5, 3);
            let best = &report.lines[0].evaluation;
            assert!(best.expected < 0.5 && points(&report.lines[0]) < 0.0, "White is ahead: {best:?}");
            let Effort::Visits(visits) = best.effort else { panic!("no visits") };
            assert!(visits > 10, "{visits} of {:?}", report.lines);
        }
    }

    #[test]
    fn a_report_has_as_many_lines_as_wanted_and_counts_its_visits() {
        let report = report(&nine(&[], Color::Black, &["E5", "C5"]), 6.5, 2);
        assert_eq!((report.lines.len(), report.nodes, report.ownership.len()), (2, 1536, 81));
        assert_eq!(report.nodes_per_second, 3072);
        assert!(report.lines[0].moves.len() > 1, "{:?}", report.lines[0].moves);
    }

    #[test]
    fn komi_decides_an_even_game() {
        let history = nine(&[], Color::Black, &["E5", "E3"]);
        let lead = |komi| points(&report(&history, komi, 1).lines[0]);
        assert!(lead(-20.0) > lead(20.0) + 20.0);
    }

    #[test]
    fn the_dead_belong_to_their_captor() {
        let report = report(&in_atari(Color::White), 0.5, 1);
        // E5, in the middle of the fifth row.
        assert!(report.ownership[4 * 9 + 4] < -60, "{}", report.ownership[4 * 9 + 4]);
    }

    #[test]
    fn a_game_with_an_illegal_move_cannot_be_searched() {
        assert!(BotAnalysis::new(&nine(&[], Color::Black, &["E5", "E5"]), 0.0, 0, 1).is_none());
    }
}

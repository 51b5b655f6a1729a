//! The built-in bot on a thread of its own, searching in slices so that it can be stopped at any time.

use std::time::{Duration, Instant};

use bot::{Level, Playouts, Search, Settings, Tuning, Turn};
use rules::go::{Move, Point, Points, Position};

/// Simulations between two checks of the stop flag.
const SLICE: u32 = 32;
/// Playouts before stones are reported as dead.
const DEAD_STONE_PLAYOUTS: u32 = 512;

/// A position to think about.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Replies with an older id are ignored.
    pub id: u32,
    pub question: Question,
    pub position: Position,
    /// The position before, and the move that led from it to this one.
    pub before: Option<(Position, Move)>,
    pub komi: Points,
    pub handicap: u32,
    pub level: Level,
    /// With a time limit, the move is chosen after this time at the latest.
    pub limit: Option<Duration>,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Move,
    DeadStones,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BotReply {
    pub id: u32,
    pub answer: Answer,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move, and the share of games that the best move wins.
    Move { best: Move, win_rate: f32 },
    /// A proposal that the player may correct.
    Dead(Vec<Point>),
}

impl Job {
    /// None if it was stopped.
    pub fn think(&self, is_stopped: impl Fn() -> bool) -> Option<BotReply> {
        let answer = match self.question {
            Question::Move => self.best_move(is_stopped)?,
            Question::DeadStones => Answer::Dead(self.dead_stones(is_stopped)?),
        };
        Some(BotReply { id: self.id, answer })
    }

    fn best_move(&self, is_stopped: impl Fn() -> bool) -> Option<Answer> {
        let settings = Settings {
            komi: self.komi.in_quarters() as f32 / 4.0,
            handicap: self.handicap,
            ..Settings::new(self.level, self.position.size())
        };
        let mut search = match &self.before {
            Some((before, mv)) => Search::after(before, Turn::One(*mv), &self.position, settings, self.seed),
            None => Search::new(&self.position, settings, self.seed),
        };
        let end = self.limit.map(|limit| Instant::now() + limit);
        while !search.step(SLICE).is_done() && end.is_none_or(|end| Instant::now() < end) {
            if is_stopped() {
                return None;
            }
        }
        let (root, color) = (search.root(), self.position.to_play());
        Some(Answer::Move {
            best: self.level.choose(&root, color, self.seed),
            win_rate: root.win_rate(color),
        })
    }

    fn dead_stones(&self, is_stopped: impl Fn() -> bool) -> Option<Vec<Point>> {
        let mut playouts = Playouts::new(&self.position, Tuning::default().policy, self.seed);
        for _ in 0..DEAD_STONE_PLAYOUTS / SLICE {
            if is_stopped() {
                return None;
            }
            for _ in 0..SLICE {
                playouts.play();
            }
        }
        Some(playouts.dead())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::{Color, Point, Size};

    fn job() -> Job {
        // Black can capture two white stones in atari.
        let size = Size::square(5).unwrap();
        let stones = |names: &[&str], color: Color| -> Vec<(Point, Option<Color>)> {
            names.iter().map(|name| (Point::from_name(name, size).unwrap(), Some(color))).collect()
        };
        let black = stones(&["B5", "C4", "C3", "B2", "A4"], Color::Black);
        let white = stones(&["B4", "B3"], Color::White);
        let position = Position::new(size).set_up(black.into_iter().chain(white));
        Job {
            id: 7,
            question: Question::Move,
            position,
            before: None,
            komi: Points::ZERO,
            handicap: 0,
            level: Level::Hard,
            limit: None,
            seed: 1,
        }
    }

    #[test]
    fn the_bot_captures_stones_in_atari() {
        let reply = job().think(|| false).unwrap();
        let size = Size::square(5).unwrap();
        let expected = Move::Place(Point::from_name("A3", size).unwrap());
        assert_eq!(reply.id, 7);
        assert!(
            matches!(reply.answer, Answer::Move { best, win_rate } if best == expected && win_rate > 0.8)
        );
    }

    #[test]
    fn a_hopeless_stone_is_proposed_as_dead() {
        // Black has everything but one white stone in the corner.
        let size = Size::square(7).unwrap();
        let wall = size.points().filter(|at| at.y == 3 || at.x == 3);
        let stones = wall.map(|at| (at, Some(Color::Black))).chain([(Point::new(0, 0), Some(Color::White))]);
        let position = Position::new(size).set_up(stones);
        let reply = Job { question: Question::DeadStones, position, ..job() }.think(|| false).unwrap();
        assert_eq!(reply.answer, Answer::Dead(vec![Point::new(0, 0)]));
    }

    #[test]
    fn a_stopped_job_gives_no_reply() {
        assert_eq!(job().think(|| true), None);
        assert_eq!(Job { question: Question::DeadStones, ..job() }.think(|| true), None);
    }
}

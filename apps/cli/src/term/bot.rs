//! The built-in opponent on a thread of its own, thinking in slices so that it can be stopped at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use bot::{Level, Search, Settings};
use rules::go::{Move, Points, Position};

/// Simulations between two looks at whether anybody still wants the answer.
const SLICE: u32 = 32;
/// At level 1; each level doubles it.
const FEWEST: u32 = 40;

/// A position to think about.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Answers to other tickets are not wanted any more.
    pub ticket: u32,
    pub position: Position,
    pub komi: Points,
    /// 1 to 10.
    pub level: u8,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    pub ticket: u32,
    pub mv: Move,
}

#[derive(Default)]
pub struct Thinker {
    stop: Arc<AtomicBool>,
}

impl Thinker {
    /// What was thought about before is dropped.
    pub fn think(&mut self, job: Job, tell: impl FnOnce(Thought) + Send + 'static) {
        self.stop();
        let stop = self.stop.clone();
        thread::spawn(move || {
            if let Some(thought) = job.think(|| stop.load(Ordering::Relaxed)) {
                tell(thought);
            }
        });
    }

    pub fn stop(&mut self) {
        std::mem::take(&mut self.stop).store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Job {
    /// Nothing, if it was stopped.
    fn think(&self, is_stopped: impl Fn() -> bool) -> Option<Thought> {
        let settings = Settings {
            simulations: FEWEST << self.level.clamp(1, 10).saturating_sub(1),
            komi: self.komi.in_quarters() as f32 / 4.0,
            ..Settings::new(Level::Easy)
        };
        let mut search = Search::new(&self.position, settings, self.seed);
        while !search.step(SLICE).is_done() {
            if is_stopped() {
                return None;
            }
        }
        Some(Thought { ticket: self.ticket, mv: search.best(self.position.to_play()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::{Color, Point, Size};

    fn job() -> Job {
        // Black's only move that takes: two white stones in atari.
        let size = Size::square(5).unwrap();
        let stones = |names: &[&str], color: Color| -> Vec<(Point, Option<Color>)> {
            names.iter().map(|name| (Point::from_name(name, size).unwrap(), Some(color))).collect()
        };
        let black = stones(&["B5", "C4", "C3", "B2", "A4"], Color::Black);
        let white = stones(&["B4", "B3"], Color::White);
        let position = Position::new(size).set_up(black.into_iter().chain(white));
        Job { ticket: 7, position, komi: Points::ZERO, level: 3, seed: 1 }
    }

    #[test]
    fn what_hangs_is_taken() {
        let thought = job().think(|| false).unwrap();
        let size = Size::square(5).unwrap();
        assert_eq!(thought, Thought { ticket: 7, mv: Move::Place(Point::from_name("A3", size).unwrap()) });
    }

    #[test]
    fn one_that_is_stopped_says_nothing() {
        assert_eq!(job().think(|| true), None);
    }
}

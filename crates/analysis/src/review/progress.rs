//! How far a review is, and how long it will take: from the time that the searches of this run have taken.

use std::time::Duration;

use moment::Moment;

use super::known::Known;
use super::verdict::suspects;
use super::{Game, Pass, Plan};
use crate::Limit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Searches, of which the deeper ones are estimated while the sweep goes on.
    pub done: usize,
    pub of: usize,
    /// None until a search has been timed.
    pub remaining: Option<Duration>,
}

#[derive(Clone, Debug)]
pub(super) struct Timing {
    /// Since when the engine works on what it has.
    since: Option<Moment>,
    sweep: Spent,
    deeper: Spent,
    /// How much longer a deeper search takes, as long as none was timed.
    expected_factor: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    time: Duration,
    searches: u32,
}

impl Spent {
    fn mean(self) -> Option<Duration> {
        self.time.checked_div(self.searches)
    }
}

impl Timing {
    pub fn new(plan: &Plan) -> Timing {
        let expected_factor = match (plan.sweep, plan.deeper) {
            (Limit::Nodes(sweep), Limit::Nodes(deeper)) | (Limit::Millis(sweep), Limit::Millis(deeper)) => {
                deeper as f64 / sweep.max(1) as f64
            }
            _ => 1.0,
        };
        Timing { since: None, sweep: Spent::default(), deeper: Spent::default(), expected_factor }
    }

    /// Time that passes from now on is not the engine's.
    pub fn pause(&mut self) {
        self.since = None;
    }

    pub fn asked(&mut self, now: Moment) {
        self.since.get_or_insert(now);
    }

    /// Several searches may run at once, so what counts is the time between answers.
    pub fn answered(&mut self, now: Moment, pass: Pass) {
        let Some(since) = self.since.replace(now) else { return };
        let spent = match pass {
            Pass::Sweep => &mut self.sweep,
            Pass::Deeper => &mut self.deeper,
        };
        spent.time = spent.time.saturating_add(now.since(since));
        spent.searches += 1;
    }

    pub fn progress(&self, known: &[Known], game: &Game) -> Progress {
        let searched = |pass| known.iter().filter(|known| known.found(pass).is_some()).count();
        let sweep_left = known.iter().filter(|known| known.is_open(Pass::Sweep)).count();
        let deeper_left = deeper_left(known, game);
        let done = searched(Pass::Sweep) + searched(Pass::Deeper);
        let sweep_mean = self.sweep.mean();
        let deeper_mean =
            self.deeper.mean().or_else(|| sweep_mean.map(|mean| saturating_mul(mean, self.expected_factor)));
        let sweep_mean =
            sweep_mean.or_else(|| deeper_mean.map(|mean| saturating_mul(mean, 1.0 / self.expected_factor)));
        let remaining = sweep_mean.zip(deeper_mean).map(|(sweep, deeper)| {
            saturating_mul(sweep, sweep_left as f64)
                .saturating_add(saturating_mul(deeper, deeper_left as f64))
        });
        Progress { done, of: done + sweep_left + deeper_left, remaining }
    }
}

/// During the sweep as many as the moves judged so far let expect.
fn deeper_left(known: &[Known], game: &Game) -> usize {
    let mut wanted = vec![false; known.len()];
    for step in suspects(game, known) {
        wanted.iter_mut().skip(step).take(2).for_each(|wanted| *wanted = true);
    }
    let left = |(known, wanted): &(&Known, bool)| *wanted && known.is_open(Pass::Deeper);
    let found = known.iter().zip(wanted).filter(left).count();
    let swept = known.iter().filter(|known| !known.is_open(Pass::Sweep)).count();
    (found * known.len()).checked_div(swept).unwrap_or(0)
}

fn saturating_mul(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

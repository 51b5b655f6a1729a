//! The review of a whole game: a cheap sweep over all positions, backwards because that fills the engine's table, then a
//! deeper look with two lines at the moves that seem to have lost something, the worst first.
//!
//!     let mut review = Review::new(game, plan);
//!     review.handle(now, Input::Start)                                     // Output::Ask(question), …
//!     review.handle(now, Input::Answer { question, lines, source })        // Output::Ask(next), … Output::Done
//!     review.report()                                                      // at any time
//!
//! The machine knows no rules: moves are texts, and positions are numbered from the start of the game. What was answered
//! stays known, so a review that was stopped, or whose engine is gone, goes on with `Start`.

mod game;
mod known;
mod progress;
mod report;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::BTreeSet;

use moment::Moment;
use serde::{Deserialize, Serialize};

pub use game::{Accuracy, Game, Given, Phase, Player, Step};
pub use progress::Progress;
pub use report::{PlayerReport, Report, ReviewedMove};
pub use verdict::Verdict;

use crate::{Limit, Line};
use known::{Found, Known};
use progress::Timing;

/// How thoroughly a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Of each position.
    pub sweep: Limit,
    /// Of the positions before and after a suspect move.
    pub deeper: Limit,
    /// How many questions the engine gets at once.
    pub at_once: usize,
}

impl Plan {
    /// The deeper look takes this many times as long as the sweep.
    const FACTOR: u64 = 4;

    /// With one question at a time.
    pub fn with_sweep(sweep: Limit) -> Plan {
        let deeper = match sweep {
            Limit::Nodes(nodes) => Limit::Nodes(nodes.saturating_mul(Plan::FACTOR)),
            Limit::Millis(millis) => Limit::Millis(millis.saturating_mul(Plan::FACTOR)),
            Limit::Depth(depth) => Limit::Depth(depth.saturating_add(4)),
            Limit::None => Limit::None,
        };
        Plan { sweep, deeper, at_once: 1 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pass {
    Sweep,
    Deeper,
}

impl Pass {
    /// How many lines are compared: more cost strength, so the sweep has one.
    pub fn lines(self) -> usize {
        match self {
            Pass::Sweep => 1,
            Pass::Deeper => 2,
        }
    }
}

/// One search: a position by its number, from the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Question {
    pub position: usize,
    pub pass: Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Engine,
    /// It was searched earlier, so it says nothing about how long searches take.
    Stored,
}

#[derive(Debug)]
pub enum Input {
    /// Begins, or goes on.
    Start,
    /// The best lines, the best first. None: the engine cannot search this position.
    Answer { question: Question, lines: Vec<Line>, source: Source },
    /// What is being searched is no longer of interest.
    Stop,
    /// Questions that it has not answered are asked again after `Start`.
    EngineGone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Ask(Question),
    /// Everything is answered.
    Done,
}

#[derive(Clone, Debug)]
pub struct Review {
    game: Game,
    plan: Plan,
    known: Vec<Known>,
    /// In the hands of the engine.
    asked: BTreeSet<Question>,
    is_running: bool,
    timing: Timing,
}

impl Review {
    pub fn new(game: Game, plan: Plan) -> Review {
        let known = (0..game.positions()).map(|position| Known::new(game.given(position))).collect();
        let timing = Timing::new(&plan);
        Review { game, plan, known, asked: BTreeSet::new(), is_running: false, timing }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Start => {
                self.timing.pause();
                self.is_running = true;
            }
            Input::Answer { question, lines, source } => self.answer(now, question, lines, source),
            Input::Stop | Input::EngineGone => {
                self.is_running = false;
                self.asked.clear();
                self.timing.pause();
            }
        }
        self.next(now)
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn limit(&self, pass: Pass) -> Limit {
        match pass {
            Pass::Sweep => self.plan.sweep,
            Pass::Deeper => self.plan.deeper,
        }
    }

    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whether nothing is left to be asked.
    pub fn is_complete(&self) -> bool {
        self.open_questions().is_empty()
    }

    pub fn progress(&self) -> Progress {
        self.timing.progress(&self.known, &self.game)
    }

    pub fn report(&self) -> Report {
        report::report(&self.game, &self.known)
    }

    /// An answer that comes late, after a stop or from an engine that is gone, is as good as any other; the first one
    /// counts.
    fn answer(&mut self, now: Moment, question: Question, lines: Vec<Line>, source: Source) {
        let was_asked = self.asked.remove(&question);
        let Some(known) = self.known.get_mut(question.position) else { return };
        if known.add(question.pass, Found::new(lines)) && was_asked && source == Source::Engine {
            self.timing.answered(now, question.pass);
        }
        if self.asked.is_empty() {
            self.timing.pause();
        }
    }

    fn next(&mut self, now: Moment) -> Vec<Output> {
        if !self.is_running {
            return Vec::new();
        }
        let open = self.open_questions();
        if open.is_empty() {
            self.is_running = false;
            self.asked.clear();
            return vec![Output::Done];
        }
        let free = self.plan.at_once.max(1).saturating_sub(self.asked.len());
        let new: Vec<Question> = open.into_iter().filter(|q| !self.asked.contains(q)).take(free).collect();
        if !new.is_empty() {
            self.asked.extend(&new);
            self.timing.asked(now);
        }
        new.into_iter().map(Output::Ask).collect()
    }

    /// Without an answer, in the order in which they are asked. The deeper look begins once the sweep is complete.
    fn open_questions(&self) -> Vec<Question> {
        let is_open = |question: &Question| {
            self.known.get(question.position).is_some_and(|known| known.is_open(question.pass))
        };
        let sweep = (0..self.known.len()).rev().map(|position| Question { position, pass: Pass::Sweep });
        let open: Vec<Question> = sweep.filter(is_open).collect();
        if !open.is_empty() {
            return open;
        }
        let mut seen = BTreeSet::new();
        let deeper = verdict::suspects(&self.game, &self.known)
            .into_iter()
            .flat_map(|step| [step + 1, step].map(|position| Question { position, pass: Pass::Deeper }));
        deeper.filter(|question| is_open(question) && seen.insert(*question)).collect()
    }
}

//! The loop of a review: questions go to the store first, then to the engine.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use analysis::Line;
use analysis::review::{Input, Output, Question, Review, Source};
use moment::Moment;

use super::store::{self, Store};
use super::{Analyst, AnalystEvent};

/// How often `on_progress` is called at least.
const TICK: Duration = Duration::from_millis(100);
/// After this many questions in a row without an answer the engine is given up.
const MAX_FAILURES: u32 = 3;

/// What a review needs to know about its game.
pub struct Job<'a> {
    /// The position of a question and its rules, as a key. None: it is not stored.
    pub key: &'a dyn Fn(Question) -> Option<(String, String)>,
    /// Whether stored lines can be played there.
    pub are_legal: &'a dyn Fn(Question, &[Line]) -> bool,
    pub store: &'a Store,
}

/// Why a review ended early. What it knows, it keeps.
#[derive(Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// By `on_progress`.
    Stopped,
    EngineGone {
        why: String,
    },
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interrupted::Stopped => f.write_str("stopped"),
            Interrupted::EngineGone { why } => f.write_str(why),
        }
    }
}

/// Runs until everything is answered. Returns the warnings: positions without an answer, and a store that failed.
pub fn run(
    review: &mut Review,
    analyst: &mut dyn Analyst,
    job: &Job<'_>,
    on_progress: &mut dyn FnMut(&Review) -> ControlFlow<()>,
) -> Result<Vec<String>, Interrupted> {
    let mut running = Running { analyst, job, started: Instant::now(), failures: 0, warnings: Vec::new() };
    let ended = running.run(review, on_progress);
    if ended.is_err() {
        review.handle(running.now(), Input::Stop);
    }
    ended.map(|()| running.warnings)
}

struct Running<'a, 'j> {
    analyst: &'a mut dyn Analyst,
    job: &'a Job<'j>,
    started: Instant,
    failures: u32,
    warnings: Vec<String>,
}

impl Running<'_, '_> {
    fn now(&self) -> Moment {
        Moment::ORIGIN + self.started.elapsed()
    }

    fn run(
        &mut self,
        review: &mut Review,
        on_progress: &mut dyn FnMut(&Review) -> ControlFlow<()>,
    ) -> Result<(), Interrupted> {
        let mut outputs: VecDeque<Output> = review.handle(self.now(), Input::Start).into();
        loop {
            if on_progress(review).is_break() {
                return Err(Interrupted::Stopped);
            }
            let input = match outputs.pop_front() {
                Some(Output::Done) => return Ok(()),
                Some(Output::Ask(question)) => self.ask(review, question)?,
                None => self.wait(review)?,
            };
            if let Some(input) = input {
                outputs.extend(review.handle(self.now(), input));
            }
        }
    }

    /// The answer, if it is known already.
    fn ask(&mut self, review: &Review, question: Question) -> Result<Option<Input>, Interrupted> {
        if let Some(key) = self.key(review, question)
            && let Some(lines) = self.job.store.find(&key)
            && (self.job.are_legal)(question, &lines)
        {
            return Ok(Some(Input::Answer { question, lines, source: Source::Stored }));
        }
        match self.analyst.ask(question) {
            Ok(()) => Ok(None),
            // That is not the engine's fault.
            Err(why) => {
                self.warn(format!("position {}: {why}", question.position));
                Ok(Some(Input::Answer { question, lines: Vec::new(), source: Source::Engine }))
            }
        }
    }

    fn key(&self, review: &Review, question: Question) -> Option<library::EvaluationKey> {
        let position = (self.job.key)(question)?;
        Some(store::key(position, &self.analyst.engine(), review.limit(question.pass), question.pass))
    }

    fn wait(&mut self, review: &Review) -> Result<Option<Input>, Interrupted> {
        match self.analyst.wait(TICK) {
            Some(event) => self.event(review, event).map(Some),
            None => Ok(None),
        }
    }

    fn event(&mut self, review: &Review, event: AnalystEvent) -> Result<Input, Interrupted> {
        match event {
            AnalystEvent::Answer { question, lines } => {
                self.failures = 0;
                let stored = self.key(review, question).map(|key| self.job.store.store(&key, &lines));
                if let Some(Err(error)) = stored {
                    self.warn(format!("evaluations are not stored: {error}"));
                }
                Ok(Input::Answer { question, lines, source: Source::Engine })
            }
            AnalystEvent::Failed { question, why } => {
                self.failures += 1;
                if self.failures >= MAX_FAILURES {
                    return Err(Interrupted::EngineGone { why });
                }
                self.warn(format!("position {}: {why}", question.position));
                Ok(Input::Answer { question, lines: Vec::new(), source: Source::Engine })
            }
            AnalystEvent::Gone { why } => Err(Interrupted::EngineGone { why }),
        }
    }

    /// Each once.
    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

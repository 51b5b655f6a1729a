//! Puzzles one after the other against a countdown. Pausing stops every clock; the end is reported once, and nothing
//! follows it.

use std::sync::Arc;
use std::time::Duration;

use moment::Moment;
use serde::{Deserialize, Serialize};

use crate::attempt::{Attempt, AttemptInput, AttemptOutput, Help, Outcome, Settings};
use crate::puzzle::{Board, Puzzle, Side};
use crate::session_puzzles::SessionPuzzles;
use crate::status::Status;
use crate::totals::Totals;

/// The stored result of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedAttempt {
    /// The puzzle's number in its set.
    pub puzzle: usize,
    pub right: bool,
    pub think: Duration,
    pub mistakes: u32,
    pub hints: u32,
    /// Not in data of earlier versions.
    #[serde(default, skip_serializing_if = "Help::is_none")]
    pub help: Help,
}

impl FinishedAttempt {
    pub fn new(puzzle: usize, outcome: Outcome) -> FinishedAttempt {
        let Outcome { right, think, mistakes, hints, help } = outcome;
        FinishedAttempt { puzzle, right, think, mistakes, hints, help }
    }

    /// Whether the player tried to solve the puzzle, or only skipped it.
    pub fn is_tried(&self) -> bool {
        self.help != Help::Skipped || self.mistakes > 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    Timeout,
    Manual,
    /// No puzzle of the session is left.
    AllSolved,
}

impl EndReason {
    /// The name in events for embedding pages.
    pub fn name(self) -> &'static str {
        match self {
            EndReason::Timeout => "timeout",
            EndReason::Manual => "manual",
            EndReason::AllSolved => "all_solved",
        }
    }

    fn status(self) -> Status {
        match self {
            EndReason::Timeout => Status::TimeIsUp,
            EndReason::Manual => Status::Stopped,
            EndReason::AllSolved => Status::AllSolved,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub totals: Totals,
    /// How long the session ran, without pauses.
    pub duration: Duration,
}

#[derive(Clone, Debug)]
pub enum SessionInput<B: Board> {
    Start,
    /// For the puzzle on the board.
    Puzzle(AttemptInput<B>),
    Next,
    /// Repeats the puzzle just done.
    Retry,
    Pause,
    Resume,
    Stop,
    Wake,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SessionOutput<B: Board> {
    PuzzleStart { puzzle: usize, number: usize, total: usize, solver: Side },
    Puzzle(AttemptOutput<B>),
    PuzzleDone(FinishedAttempt),
    TimeLeft { seconds: u64 },
    Ended { reason: EndReason, status: Status, summary: Summary },
}

#[derive(Clone, Debug)]
pub struct Session<B: Board> {
    puzzles: SessionPuzzles<B>,
    settings: SessionSettings,
    next: usize,
    attempt: Option<Attempt<B>>,
    /// The attempt on the board when the session ended.
    last_attempt: Option<Box<Attempt<B>>>,
    attempts: Vec<FinishedAttempt>,
    left: Duration,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Ready,
    /// The countdown was last brought up to date at `since`. After a puzzle, the next comes at `next_at`.
    Running {
        since: Moment,
        next_at: Option<Moment>,
    },
    /// `next_in` is the rest of the wait for the next puzzle.
    Paused {
        next_in: Option<Duration>,
    },
    Over,
}

/// The settings of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionSettings {
    pub attempt: Settings,
    pub length: Duration,
    /// After a right answer the next puzzle starts automatically after this time, unless the author says something about
    /// the last move.
    pub next_after: Option<Duration>,
}

impl Default for SessionSettings {
    fn default() -> SessionSettings {
        SessionSettings { attempt: Settings::default(), length: SESSION_LENGTH, next_after: None }
    }
}

type Outputs<B> = Vec<SessionOutput<B>>;

pub const SESSION_LENGTH: Duration = Duration::from_secs(600);

impl<B: Board> Session<B> {
    /// Puzzles with their numbers in the set, in the order in which they come.
    pub fn new(puzzles: Vec<(usize, Arc<Puzzle<B>>)>, settings: SessionSettings) -> Session<B> {
        Session::of(puzzles.into(), settings)
    }

    /// The same with puzzles that may be read when they are asked.
    pub fn of(puzzles: SessionPuzzles<B>, settings: SessionSettings) -> Session<B> {
        Session {
            puzzles,
            settings,
            next: 0,
            attempt: None,
            last_attempt: None,
            attempts: Vec::new(),
            left: settings.length,
            phase: Phase::Ready,
        }
    }

    pub fn attempt(&self) -> Option<&Attempt<B>> {
        self.attempt.as_ref()
    }

    /// The attempt on the board, even if the session has ended.
    pub fn shown_attempt(&self) -> Option<&Attempt<B>> {
        self.attempt.as_ref().or(self.last_attempt.as_deref())
    }

    pub fn attempts(&self) -> &[FinishedAttempt] {
        &self.attempts
    }

    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    pub fn is_paused(&self) -> bool {
        matches!(self.phase, Phase::Paused { .. })
    }

    /// Puzzles whose last attempt was not right, to be tried again.
    pub fn failed(&self) -> Vec<usize> {
        let last = |puzzle: &usize| self.attempts.iter().rev().find(|attempt| attempt.puzzle == *puzzle);
        self.puzzles.numbers().filter(|number| last(number).is_some_and(|attempt| !attempt.right)).collect()
    }

    pub fn time_left(&self, now: Moment) -> Duration {
        let running = match self.phase {
            Phase::Running { since, .. } => now.since(since),
            _ => Duration::ZERO,
        };
        self.left.saturating_sub(running)
    }

    /// The next full second of the countdown, the deadline of the attempt, or the next puzzle.
    pub fn deadline(&self) -> Option<Moment> {
        let puzzle = self.attempt.as_ref().and_then(Attempt::deadline);
        let Phase::Running { since, next_at } = self.phase else { return puzzle };
        let part = Duration::from_nanos(u64::from(self.left.subsec_nanos()));
        let tick = since + if part.is_zero() { Duration::from_secs(1) } else { part };
        let tick = (!self.left.is_zero()).then_some(tick);
        tick.into_iter().chain(puzzle).chain(next_at).min()
    }

    pub fn summary(&self, now: Moment) -> Summary {
        let duration = self.settings.length.saturating_sub(self.time_left(now));
        Summary { totals: Totals::of(self.attempts.iter()), duration }
    }

    pub fn handle(&mut self, now: Moment, input: SessionInput<B>) -> Outputs<B> {
        let mut out = self.count_down(now);
        out.extend(match (self.phase, input) {
            (Phase::Over, _) => return Vec::new(),
            (_, SessionInput::Stop) => vec![self.end(now, EndReason::Manual)],
            (Phase::Ready, SessionInput::Start) => {
                self.phase = Phase::Running { since: now, next_at: None };
                self.next_puzzle(now)
            }
            (Phase::Paused { next_in }, SessionInput::Resume) => self.resume(now, next_in),
            (Phase::Running { next_at, .. }, input) => self.advance(now, input, next_at),
            (Phase::Ready | Phase::Paused { .. }, _) => Vec::new(),
        });
        out.extend(self.time_out(now));
        out
    }

    fn advance(&mut self, now: Moment, input: SessionInput<B>, next_at: Option<Moment>) -> Outputs<B> {
        match input {
            SessionInput::Pause => self.pause(now, next_at),
            SessionInput::Puzzle(input) => self.attempt_input(now, input),
            SessionInput::Next if self.is_between() => self.next_puzzle(now),
            SessionInput::Retry if self.is_between() => {
                self.next = self.next.saturating_sub(1);
                self.next_puzzle(now)
            }
            SessionInput::Wake if next_at.is_some_and(|at| at <= now) => self.next_puzzle(now),
            SessionInput::Wake => self.attempt_input(now, AttemptInput::Wake),
            _ => Vec::new(),
        }
    }

    fn pause(&mut self, now: Moment, next_at: Option<Moment>) -> Outputs<B> {
        let next_in = next_at.map(|at| at.since(now));
        self.phase = Phase::Paused { next_in };
        self.attempt_input(now, AttemptInput::Pause)
    }

    fn resume(&mut self, now: Moment, next_in: Option<Duration>) -> Outputs<B> {
        self.phase = Phase::Running { since: now, next_at: next_in.map(|rest| now + rest) };
        self.attempt_input(now, AttemptInput::Resume)
    }

    fn is_between(&self) -> bool {
        self.attempt.as_ref().is_some_and(Attempt::is_done)
    }

    /// Subtracts the elapsed time from the countdown and reports each full second.
    fn count_down(&mut self, now: Moment) -> Outputs<B> {
        let Phase::Running { since, next_at } = self.phase else { return Vec::new() };
        let before = seconds_shown(self.left);
        self.left = self.time_left(now);
        self.phase = Phase::Running { since: now.max(since), next_at };
        let seconds = seconds_shown(self.left);
        if seconds == before { Vec::new() } else { vec![SessionOutput::TimeLeft { seconds }] }
    }

    fn next_puzzle(&mut self, now: Moment) -> Outputs<B> {
        let Some((puzzle, tree)) = self.puzzles.get(self.next) else {
            return vec![self.end(now, EndReason::AllSolved)];
        };
        self.next += 1;
        self.wait_for_next(None);
        let solver = tree.solver();
        self.attempt = Some(Attempt::new(tree, self.settings.attempt));
        let start =
            SessionOutput::PuzzleStart { puzzle, number: self.next, total: self.puzzles.len(), solver };
        std::iter::once(start).chain(self.attempt_input(now, AttemptInput::Start)).collect()
    }

    fn attempt_input(&mut self, now: Moment, input: AttemptInput<B>) -> Outputs<B> {
        let Some(attempt) = &mut self.attempt else { return Vec::new() };
        let mut out = Vec::new();
        for output in attempt.handle(now, input) {
            let done = match &output {
                AttemptOutput::Done(outcome) => Some(*outcome),
                _ => None,
            };
            out.push(SessionOutput::Puzzle(output));
            if let Some(outcome) = done {
                out.extend(self.puzzle_done(now, outcome));
                break;
            }
        }
        out
    }

    fn puzzle_done(&mut self, now: Moment, outcome: Outcome) -> Outputs<B> {
        let Some(puzzle) = self.next.checked_sub(1).and_then(|n| self.puzzles.number(n)) else {
            return Vec::new();
        };
        let attempted = FinishedAttempt::new(puzzle, outcome);
        self.attempts.push(attempted);
        let mut out = vec![SessionOutput::PuzzleDone(attempted)];
        if self.next >= self.puzzles.len() && self.failed().is_empty() {
            out.push(self.end(now, EndReason::AllSolved));
        } else if attempted.right && !self.has_new_words() {
            self.wait_for_next(self.settings.next_after.map(|wait| now + wait));
        }
        out
    }

    /// The player reads the author's last words before the next puzzle.
    fn has_new_words(&self) -> bool {
        self.attempt.as_ref().is_some_and(Attempt::has_new_words)
    }

    fn wait_for_next(&mut self, at: Option<Moment>) {
        if let Phase::Running { next_at, .. } = &mut self.phase {
            *next_at = at;
        }
    }

    /// A line that is playing automatically ends first.
    fn time_out(&mut self, now: Moment) -> Option<SessionOutput<B>> {
        let is_automatic = self.attempt.as_ref().is_some_and(Attempt::is_automatic);
        let is_running = matches!(self.phase, Phase::Running { .. });
        let is_due = self.left.is_zero() && is_running && !is_automatic;
        is_due.then(|| self.end(now, EndReason::Timeout))
    }

    fn end(&mut self, now: Moment, reason: EndReason) -> SessionOutput<B> {
        let summary = self.summary(now);
        (self.phase, self.last_attempt) = (Phase::Over, self.attempt.take().map(Box::new));
        SessionOutput::Ended { reason, status: reason.status(), summary }
    }
}

/// A countdown shows 10:00 until the first second is over.
fn seconds_shown(left: Duration) -> u64 {
    left.as_millis().div_ceil(1000) as u64
}

/// The middle time, or the mean of the two middle ones.
pub fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    let middle = times.len() / 2;
    match (times.len() % 2, times.get(middle)) {
        (1, Some(time)) => *time,
        // Stored times may be damaged, and too long to add.
        (_, Some(time)) => time.saturating_add(times[middle - 1]) / 2,
        (_, None) => Duration::ZERO,
    }
}

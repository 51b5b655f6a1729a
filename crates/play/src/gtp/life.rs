//! The process behind the conversation: started, lost, started again at most three times, given up.

use super::conversation::{Conversation, Effort, MOST_RESTARTS, Output, Question, State};
use super::step::{Role, Step};
use super::transcript::Speaker;
use super::wire::Reader;
use crate::Moment;

impl Conversation {
    pub(super) fn start(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.transcript.note(Speaker::Event, why);
        self.run += 1;
        self.state = State::Starting;
        self.reader = Reader::default();
        self.waiting = None;
        self.told = None;
        self.steps = Step::introduction().into();
        if let Some(question) = &mut self.question {
            question.begun = false;
            question.effort = Effort::Difference;
        }
        let mut out = vec![Output::Start { run: self.run }];
        out.append(&mut self.go_on(now));
        out
    }

    pub(super) fn ended(&mut self, now: Moment, why: String) -> Vec<Output> {
        if matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        // The last answer may be whole but for its blank line.
        let mut out = match self.reader.end() {
            Some(reply) => self.reply(now, reply),
            None => Vec::new(),
        };
        out.retain(|output| !matches!(output, Output::Write(_)));
        out.append(&mut self.restart_or_die(now, why));
        out
    }

    pub(super) fn restart_or_die(&mut self, now: Moment, why: String) -> Vec<Output> {
        self.transcript.note(Speaker::Event, &why);
        match self.restarts_left.checked_sub(1) {
            Some(left) => {
                self.restarts_left = left;
                self.start(now, "started again")
            }
            None => self.die(why),
        }
    }

    pub(super) fn die(&mut self, why: String) -> Vec<Output> {
        self.question = None;
        self.waiting = None;
        self.steps.clear();
        self.typed.clear();
        self.state = State::Dead { why: why.clone() };
        vec![Output::Stop, Output::Died { why }]
    }

    pub(super) fn revive(&mut self, now: Moment) -> Vec<Output> {
        self.restarts_left = MOST_RESTARTS;
        match self.state {
            State::Dead { .. } => self.start(now, "started"),
            _ => Vec::new(),
        }
    }

    pub(super) fn quit(&mut self) -> Vec<Output> {
        let alive = !matches!(self.state, State::Dead { .. });
        self.die("ended".to_owned());
        let farewell = alive.then(|| Output::Write(b"quit\n".to_vec()));
        farewell.into_iter().chain([Output::Stop]).collect()
    }

    pub(super) fn wake(&mut self, now: Moment) -> Vec<Output> {
        let Some(waiting) = &self.waiting else { return Vec::new() };
        let forgotten = waiting.quiet_since.map(|since| since + waiting.step.pause());
        if forgotten.is_some_and(|moment| moment <= now) {
            return self.reader.end().map(|reply| self.reply(now, reply)).unwrap_or_default();
        }
        if waiting.until > now {
            return Vec::new();
        }
        let why =
            format!("no answer to “{}” in {} seconds", waiting.step.text, waiting.step.patience().as_secs());
        match waiting.step.role {
            Role::DeadStones | Role::FinalScore => self.score_took_too_long(now, &why),
            _ => self.restart_or_die(now, why),
        }
    }

    /// Not the engine's fault: the count of an unfinished game can be long. Nobody waits for it any more.
    pub(super) fn score_took_too_long(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.question = self.question.take().map(|question| Question { begun: true, ..question });
        let mut out = self.finish_question();
        out.append(&mut self.start(now, why));
        out
    }
}

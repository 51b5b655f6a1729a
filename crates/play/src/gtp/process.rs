//! The engine's process: started, restarted at most three times after it ended, then given up.

use moment::Moment;

use super::command::{Command, Purpose};
use super::conversation::{Conversation, HELD, Ids, MAX_RESTARTS, Output, PendingQuery, State, SyncMethod};
use super::reply_reader::{Reader, Reply};
use super::transcript::Speaker;

impl Conversation {
    pub(super) fn start(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.transcript.note(Speaker::Event, why);
        self.run += 1;
        self.state = State::Starting;
        self.reader = Reader::default();
        self.ids = Ids::Unknown;
        self.awaited = None;
        self.engine_game = None;
        self.commands_to_send = Command::introduction().into();
        if let Some(pending) = &mut self.pending {
            pending.begun = false;
            pending.method = SyncMethod::Difference;
        }
        let mut out = vec![Output::Start { run: self.run }];
        out.append(&mut self.send_next(now));
        out
    }

    pub(super) fn ended(&mut self, now: Moment, why: String) -> Vec<Output> {
        if matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        // The last reply may be complete except for its blank line.
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
        self.pending = None;
        self.awaited = None;
        self.commands_to_send.clear();
        self.typed.clear();
        self.state = State::Dead { why: why.clone() };
        vec![Output::Stop, Output::Died { why }]
    }

    pub(super) fn revive(&mut self, now: Moment) -> Vec<Output> {
        self.restarts_left = MAX_RESTARTS;
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
        if let Some(reply) = self.take_held(now) {
            return self.reply(now, reply);
        }
        let Some(awaited) = &mut self.awaited else { return Vec::new() };
        let reply_ends = awaited.unended_since.map(|since| since + awaited.command.pause());
        if reply_ends.is_some_and(|moment| moment <= now) {
            awaited.unended_since = None;
            return self.reader.end().map(|reply| self.reply(now, reply)).unwrap_or_default();
        }
        let Some(awaited) = self.awaited.as_ref().filter(|awaited| awaited.until <= now) else {
            return Vec::new();
        };
        let why = format!(
            "no answer to “{}” in {} seconds",
            awaited.command.text,
            self.timeout(&awaited.command).as_secs()
        );
        match awaited.command.purpose {
            Purpose::DeadStones | Purpose::FinalScore => self.score_took_too_long(now, &why),
            _ => self.restart_or_die(now, why),
        }
    }

    /// No reply with an id has followed: this engine omits them.
    fn take_held(&mut self, now: Moment) -> Option<Reply> {
        match std::mem::replace(&mut self.ids, Ids::Unknown) {
            Ids::Held { reply, since } if since + HELD <= now => {
                self.ids = Ids::Omitted;
                Some(reply)
            }
            ids => {
                self.ids = ids;
                None
            }
        }
    }

    /// Counting an unfinished game can take long; that is not a failure of the engine. The query ends without an answer.
    pub(super) fn score_took_too_long(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.pending = self.pending.take().map(|pending| PendingQuery { begun: true, ..pending });
        let mut out = self.finish_query();
        out.append(&mut self.start(now, why));
        out
    }
}

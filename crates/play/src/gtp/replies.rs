//! What the engine's replies and errors mean.

use moment::Moment;
use rules::go::{Color, Point, Size};

use super::command::{Command, Purpose};
use super::conversation::{AwaitedReply, Conversation, Ids, Output, SyncMethod};
use super::game::EngineMove;
use super::reply_reader::{Received, Reply};
use super::transcript::Speaker;

impl Conversation {
    pub(super) fn read(&mut self, now: Moment, bytes: &[u8]) -> Vec<Output> {
        let mut out = Vec::new();
        for received in self.reader.read(bytes) {
            match received {
                Received::Noise(line) => self.transcript.note(Speaker::EngineNoise, &line),
                Received::Reply(reply) => out.append(&mut self.reply(now, reply)),
            }
        }
        let unended = self.reader.unended();
        if let Some(awaited) = &mut self.awaited {
            awaited.unended_since = unended.filter(|id| id.is_none_or(|id| id == awaited.id)).map(|_| now);
        }
        out
    }

    pub(super) fn reply(&mut self, now: Moment, reply: Reply) -> Vec<Output> {
        match (&self.ids, reply.id) {
            (_, Some(_)) => self.ids = Ids::Repeated,
            (Ids::Unknown, None) if self.awaited.is_some() => {
                self.ids = Ids::Held { reply, since: now };
                return Vec::new();
            }
            _ => {}
        }
        let without_id = reply.id.is_none() && matches!(self.ids, Ids::Omitted);
        let is_answer = |awaited: &mut AwaitedReply| reply.id == Some(awaited.id) || without_id;
        let Some(awaited) = self.awaited.take_if(is_answer) else {
            self.transcript.note(Speaker::EngineNoise, &reply.text);
            return Vec::new();
        };
        let mark = if reply.ok { '=' } else { '?' };
        self.transcript.note(Speaker::Engine, &format!("{mark} {}", reply.text));
        let mut out = match reply.ok {
            true => self.answered(awaited.command.purpose, reply.text),
            false => self.refused(&awaited.command, &reply.text),
        };
        out.append(&mut self.send_next(now));
        out
    }

    pub(super) fn answered(&mut self, purpose: Purpose, text: String) -> Vec<Output> {
        match purpose {
            Purpose::Name => self.name = text,
            Purpose::Version => self.version = text,
            Purpose::Commands => self.commands_listed(&text),
            Purpose::Genmove(color) => return self.engine_moved(color, &text),
            Purpose::DeadStones => self.note_dead(&text),
            Purpose::FinalScore => self.note_score(text),
            // A typed command may have changed the engine's board.
            Purpose::Console => self.engine_game = None,
            Purpose::Optional | Purpose::BoardSize | Purpose::Position => {}
        }
        Vec::new()
    }

    pub(super) fn commands_listed(&mut self, list: &str) {
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        let time = || self.time.map_or_else(Command::no_time_limit, Command::time_limit);
        let time = self.supports("time_settings").then(time);
        self.commands_to_send.extend(time);
        let level = self.level.filter(|_| self.supports("level"));
        self.commands_to_send.extend(level.map(Command::level));
    }

    pub(super) fn engine_moved(&mut self, color: Color, text: &str) -> Vec<Output> {
        self.pending = None;
        let size = self.engine_game.as_ref().map_or(Size::NINETEEN, |engine_game| engine_game.size);
        let answer = EngineMove::read(text, size);
        match (&answer, &mut self.engine_game) {
            (EngineMove::Move(mv), Some(engine_game)) => engine_game.moves.push((color, *mv)),
            _ => self.engine_game = None,
        }
        vec![Output::Moved { color, answer }]
    }

    pub(super) fn note_dead(&mut self, text: &str) {
        let Some(pending) = &mut self.pending else { return };
        let size = pending.query.game().size;
        pending.dead =
            Some(text.split_whitespace().filter_map(|name| Point::from_name(name, size)).collect());
    }

    pub(super) fn note_score(&mut self, text: String) {
        if let Some(pending) = &mut self.pending {
            pending.score = Some(text);
        }
    }

    pub(super) fn refused(&mut self, command: &Command, why: &str) -> Vec<Output> {
        match command.purpose {
            Purpose::Position | Purpose::Genmove(_) => self.resync(command, why),
            Purpose::BoardSize => self.fail_query(format!("the engine does not play on this board: {why}")),
            Purpose::Console => self.answered(Purpose::Console, String::new()),
            Purpose::Name
            | Purpose::Version
            | Purpose::Optional
            | Purpose::DeadStones
            | Purpose::FinalScore => Vec::new(),
            Purpose::Commands => {
                self.commands_listed("");
                Vec::new()
            }
        }
    }

    /// The engine's board differs from what we assumed: send the game again by the next method.
    pub(super) fn resync(&mut self, command: &Command, why: &str) -> Vec<Output> {
        self.commands_to_send.clear();
        self.engine_game = None;
        let Some(pending) = &mut self.pending else { return Vec::new() };
        pending.begun = false;
        pending.method = match pending.method {
            SyncMethod::Difference => SyncMethod::Everything,
            SyncMethod::Everything => SyncMethod::StonesOnly,
            SyncMethod::StonesOnly => {
                return self.fail_query(format!("the engine refused “{}”: {why}", command.text));
            }
        };
        Vec::new()
    }

    pub(super) fn fail_query(&mut self, why: String) -> Vec<Output> {
        self.commands_to_send.clear();
        self.engine_game = None;
        self.pending = None;
        self.transcript.note(Speaker::Event, &why);
        vec![Output::Unable { why }]
    }
}

//! What an answer means, and what a refusal does.

use rules::go::{Color, Point, Size};

use super::conversation::{Conversation, Effort, Output};
use super::game::Said;
use super::step::{Role, Step};
use super::transcript::Speaker;
use super::wire::{Heard, Reply};
use crate::Moment;

impl Conversation {
    pub(super) fn read(&mut self, now: Moment, bytes: &[u8]) -> Vec<Output> {
        let mut out = Vec::new();
        for heard in self.reader.read(bytes) {
            match heard {
                Heard::Noise(line) => self.transcript.note(Speaker::Aside, &line),
                Heard::Reply(reply) => out.append(&mut self.reply(now, reply)),
            }
        }
        let unended = self.reader.unended();
        if let Some(waiting) = &mut self.waiting {
            waiting.quiet_since = (unended == Some(waiting.id)).then_some(now);
        }
        out
    }

    pub(super) fn reply(&mut self, now: Moment, reply: Reply) -> Vec<Output> {
        let Some(waiting) = self.waiting.take_if(|waiting| reply.id == Some(waiting.id)) else {
            self.transcript.note(Speaker::Aside, &reply.text);
            return Vec::new();
        };
        let mark = if reply.ok { '=' } else { '?' };
        self.transcript.note(Speaker::Engine, &format!("{mark} {}", reply.text));
        let mut out = match reply.ok {
            true => self.answered(waiting.step.role, reply.text),
            false => self.refused(&waiting.step, &reply.text),
        };
        out.append(&mut self.go_on(now));
        out
    }

    pub(super) fn answered(&mut self, role: Role, text: String) -> Vec<Output> {
        match role {
            Role::Name => self.name = text,
            Role::Version => self.version = text,
            Role::Commands => self.introduced(&text),
            Role::Genmove(color) => return self.moved(color, &text),
            Role::DeadStones => self.note_dead(&text),
            Role::FinalScore => self.note_score(text),
            // Whatever was typed may have changed the engine's board.
            Role::Console => self.told = None,
            Role::Wish | Role::BoardSize | Role::Follow => {}
        }
        Vec::new()
    }

    pub(super) fn introduced(&mut self, list: &str) {
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        self.steps.extend(self.knows("time_settings").then(Step::no_time_limit));
        let level = self.level.filter(|_| self.knows("level"));
        self.steps.extend(level.map(Step::level));
    }

    pub(super) fn moved(&mut self, color: Color, text: &str) -> Vec<Output> {
        self.question = None;
        let size = self.told.as_ref().map_or(Size::NINETEEN, |told| told.size);
        let said = Said::read(text, size);
        match (&said, &mut self.told) {
            (Said::Move(mv), Some(told)) => told.moves.push((color, *mv)),
            _ => self.told = None,
        }
        vec![Output::Moved { color, said }]
    }

    pub(super) fn note_dead(&mut self, text: &str) {
        let Some(question) = &mut self.question else { return };
        let size = question.ask.game().size;
        question.dead =
            Some(text.split_whitespace().filter_map(|name| Point::from_name(name, size)).collect());
    }

    pub(super) fn note_score(&mut self, text: String) {
        if let Some(question) = &mut self.question {
            question.score = Some(text);
        }
    }

    pub(super) fn refused(&mut self, step: &Step, why: &str) -> Vec<Output> {
        match step.role {
            Role::Follow | Role::Genmove(_) => self.out_of_step(step, why),
            Role::BoardSize => self.unable(format!("the engine does not play on this board: {why}")),
            Role::Console => self.answered(Role::Console, String::new()),
            Role::Name | Role::Version | Role::Wish | Role::DeadStones | Role::FinalScore => Vec::new(),
            Role::Commands => {
                self.introduced("");
                Vec::new()
            }
        }
    }

    /// The engine has another game on its board than we thought: tell it again, the next way.
    pub(super) fn out_of_step(&mut self, step: &Step, why: &str) -> Vec<Output> {
        self.steps.clear();
        self.told = None;
        let Some(question) = &mut self.question else { return Vec::new() };
        question.begun = false;
        question.effort = match question.effort {
            Effort::Difference => Effort::Everything,
            Effort::Everything => Effort::StonesOnly,
            Effort::StonesOnly => return self.unable(format!("the engine refused “{}”: {why}", step.text)),
        };
        Vec::new()
    }

    pub(super) fn unable(&mut self, why: String) -> Vec<Output> {
        self.steps.clear();
        self.told = None;
        self.question = None;
        self.transcript.note(Speaker::Event, &why);
        vec![Output::Unable { why }]
    }
}

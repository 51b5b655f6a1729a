//! Who sits across: nobody but another person, an engine in a process, or the bot on a thread.

use play::Moment;
use play::gtp::{self, Conversation};
use play::room::Room;

use crate::term::app::Effect;

pub enum Rival {
    Nobody,
    Engine(Box<Conversation>),
}

impl Rival {
    pub fn ask(
        &mut self,
        now: Moment,
        ask: gtp::Ask,
        _room: &Room,
        _effects: &mut Vec<Effect>,
    ) -> Vec<gtp::Output> {
        match self {
            Rival::Nobody => Vec::new(),
            Rival::Engine(conversation) => conversation.handle(now, gtp::Input::Ask(ask)),
        }
    }

    pub fn cancel(&mut self, now: Moment, _effects: &mut Vec<Effect>) -> Vec<gtp::Output> {
        self.engine(now, gtp::Input::Cancel)
    }

    pub fn distrust(&mut self, now: Moment) -> Vec<gtp::Output> {
        self.engine(now, gtp::Input::Distrust)
    }

    pub fn engine(&mut self, now: Moment, input: gtp::Input<'_>) -> Vec<gtp::Output> {
        match self {
            Rival::Engine(conversation) => conversation.handle(now, input),
            _ => Vec::new(),
        }
    }

    pub fn deadline(&self) -> Option<Moment> {
        match self {
            Rival::Engine(conversation) => conversation.deadline(),
            _ => None,
        }
    }

    pub fn conversation(&self) -> Option<&Conversation> {
        match self {
            Rival::Engine(conversation) => Some(conversation),
            _ => None,
        }
    }
}

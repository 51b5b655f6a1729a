//! Who sits across: nobody but another person, an engine in a process, or the bot on a thread.

use play::Moment;
use play::gtp::{self, Conversation};
use play::room::Room;

use crate::term::app::Effect;
use crate::term::bot::{Answer, Job, Question, Thought};

pub enum Rival {
    Nobody,
    Engine(Box<Conversation>),
    Bot(Bot),
}

/// The built-in opponent, as far as the game is concerned.
pub struct Bot {
    pub level: u8,
    pub seed: u64,
    /// Of the last question; answers to others come too late.
    ticket: u32,
}

impl Bot {
    pub fn new(level: u8, seed: u64) -> Bot {
        Bot { level, seed, ticket: 0 }
    }

    fn ask(&mut self, question: Question, room: &Room) -> Effect {
        self.ticket += 1;
        Effect::Think(Box::new(Job {
            ticket: self.ticket,
            question,
            position: room.position().clone(),
            komi: room.komi(),
            level: self.level,
            seed: self.seed.wrapping_add(self.ticket.into()),
        }))
    }
}

impl Rival {
    pub fn ask(
        &mut self,
        now: Moment,
        ask: gtp::Ask,
        room: &Room,
        effects: &mut Vec<Effect>,
    ) -> Vec<gtp::Output> {
        match (self, ask) {
            (Rival::Nobody, _) => Vec::new(),
            (Rival::Engine(conversation), ask) => conversation.handle(now, gtp::Input::Ask(ask)),
            (Rival::Bot(bot), ask) => {
                let question = match ask {
                    gtp::Ask::Move { .. } => Question::Move,
                    gtp::Ask::Score { .. } => Question::DeadStones,
                };
                effects.push(bot.ask(question, room));
                Vec::new()
            }
        }
    }

    pub fn cancel(&mut self, now: Moment, effects: &mut Vec<Effect>) -> Vec<gtp::Output> {
        if let Rival::Bot(bot) = self {
            bot.ticket += 1;
            effects.push(Effect::StopThinking);
        }
        self.engine(now, gtp::Input::Cancel)
    }

    /// The bot's answer, if it is still wanted.
    pub fn thought(&self, thought: Thought, room: &Room) -> Option<gtp::Output> {
        match self {
            Rival::Bot(bot) if bot.ticket == thought.ticket => Some(match thought.answer {
                Answer::Move(mv) => {
                    let color = room.position().to_play();
                    gtp::Output::Moved { color, said: gtp::Said::Move(mv) }
                }
                Answer::Dead(dead) => gtp::Output::Scored { dead: Some(dead), score: None },
            }),
            _ => None,
        }
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

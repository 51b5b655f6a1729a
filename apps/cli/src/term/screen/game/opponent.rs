//! The opponent: another person at the same keyboard, an engine in a process, or the bot on a thread.

use bot::Level;
use moment::Moment;
use play::automatic_player::MoveAnswer;
use play::gtp::{self, Conversation};
use play::local_game::{Input, LocalGame};

use crate::term::app::Effect;
use crate::term::bot::{Answer, BotReply, Job, Question};

pub enum Opponent {
    /// Another person at the same keyboard.
    Human,
    Engine(Box<Conversation>),
    Bot(Bot),
}

/// The built-in bot's side of the game.
pub struct Bot {
    pub level: Level,
    pub seed: u64,
    /// The id of the last job; replies with other ids are too late.
    job_id: u32,
}

impl Bot {
    pub fn new(level: Level, seed: u64) -> Bot {
        Bot { level, seed, job_id: 0 }
    }

    fn ask(&mut self, now: Moment, question: Question, local_game: &LocalGame) -> Effect {
        self.job_id += 1;
        Effect::Think(Box::new(Job {
            id: self.job_id,
            question,
            position: local_game.position().clone(),
            before: local_game.last_move(),
            komi: local_game.komi(),
            handicap: local_game.handicap(),
            level: self.level,
            limit: local_game.thinking_time(now),
            seed: self.seed.wrapping_add(self.job_id.into()),
        }))
    }
}

impl Opponent {
    pub fn ask(
        &mut self,
        now: Moment,
        ask: gtp::Query,
        local_game: &LocalGame,
        effects: &mut Vec<Effect>,
    ) -> Vec<gtp::Output> {
        match (self, ask) {
            (Opponent::Human, _) => Vec::new(),
            (Opponent::Engine(conversation), ask) => {
                for time in local_game.time_left(now) {
                    conversation.handle(now, time);
                }
                conversation.handle(now, gtp::Input::Query(ask))
            }
            (Opponent::Bot(bot), ask) => {
                let question = match ask {
                    gtp::Query::Move { .. } => Question::Move,
                    gtp::Query::Score { .. } => Question::DeadStones,
                };
                effects.push(bot.ask(now, question, local_game));
                Vec::new()
            }
        }
    }

    pub fn cancel(&mut self, now: Moment, effects: &mut Vec<Effect>) -> Vec<gtp::Output> {
        if let Opponent::Bot(bot) = self {
            bot.job_id += 1;
            effects.push(Effect::StopThinking);
        }
        self.engine(now, gtp::Input::Cancel)
    }

    /// The bot's reply, unless it is too late.
    pub fn reply(&self, reply: BotReply) -> Option<Input> {
        match self {
            Opponent::Bot(bot) if bot.job_id == reply.id => Some(match reply.answer {
                Answer::Move { best, win_rate } => Input::EngineMoved(MoveAnswer::Search { best, win_rate }),
                Answer::Dead(dead) => Input::EngineScored { dead: Some(dead), score: None },
            }),
            _ => None,
        }
    }

    pub fn resync(&mut self, now: Moment) -> Vec<gtp::Output> {
        self.engine(now, gtp::Input::Resync)
    }

    pub fn engine(&mut self, now: Moment, input: gtp::Input<'_>) -> Vec<gtp::Output> {
        match self {
            Opponent::Engine(conversation) => conversation.handle(now, input),
            _ => Vec::new(),
        }
    }

    pub fn deadline(&self) -> Option<Moment> {
        match self {
            Opponent::Engine(conversation) => conversation.deadline(),
            _ => None,
        }
    }

    pub fn conversation(&self) -> Option<&Conversation> {
        match self {
            Opponent::Engine(conversation) => Some(conversation),
            _ => None,
        }
    }
}

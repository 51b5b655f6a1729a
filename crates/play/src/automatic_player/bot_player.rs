//! The built-in bot as an automatic player: what it has to think about and what it does with the answer, the same in a page
//! and at a host, in simultaneous games and in alternating ones. The program around it runs `bot::Work`.
//!
//!     while let Some(task) = bot.next_task(&client) { .. }    // Act: do it now. Think: run the job, then `answered`

use bot::{Answer, GameHistory, Job, Level, MoveOrder, Question, Turn};
use rules::go::{Color, handicap_points};
use sha2::{Digest as _, Sha256};

use super::{AutomaticPlayer, MoveAnswer, NextStep, Task};
use crate::client::{Action, Client};
use crate::kifu::{Event, Kifu};
use crate::protocol::{Hex, Nonce, Token};

/// Playouts to find the dead stones.
const JUDGING: u32 = 400;

/// What the bot does next.
#[derive(Clone, Debug, PartialEq)]
pub enum BotTask {
    Act(Action),
    Think(Job),
}

/// Seeds and nonces follow from a secret and the turn: after a restart the bot finds the same move again, and proves the
/// commitment that it made before.
#[derive(Clone, Debug)]
pub struct BotPlayer {
    level: Level,
    secret: Token,
    player: AutomaticPlayer,
}

impl BotPlayer {
    pub fn new(level: Level, secret: Token) -> BotPlayer {
        BotPlayer { level, secret, player: AutomaticPlayer::default() }
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// The name under which it plays.
    pub fn name(level: Level) -> &'static str {
        match level {
            Level::Beginner => "Bot, beginner",
            Level::Easy => "Bot, easy",
            Level::Medium => "Bot, medium",
            Level::Hard => "Bot, hard",
            Level::Strong => "Bot, strong",
            Level::Max => "Bot, strongest",
        }
    }

    /// The next thing to do, each once.
    pub fn next_task(&mut self, client: &Client) -> Option<BotTask> {
        let question = match self.player.next_task(client)? {
            Task::Act(action) => return Some(BotTask::Act(action)),
            Task::ChooseMove(color) => Question::Move { color, level: self.level },
            Task::FindDead => Question::Dead { playouts: JUDGING },
        };
        let kifu = client.kifu()?;
        let komi = kifu.settings().komi();
        let [a, b, c, d, e, f, g, h, ..] = self.derived(b"seed", kifu);
        let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        Some(BotTask::Think(Job { question, game: history(kifu), komi, seed }))
    }

    /// What follows from the answer; nothing from one that comes too late.
    pub fn answered(&mut self, client: &Client, answer: Answer) -> Option<Action> {
        match answer {
            Answer::Move { best, win_rate } => {
                let nonce: Nonce = Hex(self.derived(b"nonce", client.kifu()?));
                let answer = MoveAnswer::Search { best, win_rate };
                match self.player.move_chosen(client, &answer, nonce)? {
                    NextStep::Act(action) => Some(action),
                    NextStep::AskAgain | NextStep::GiveUp => None,
                }
            }
            Answer::Dead(dead) | Answer::Estimate { dead, .. } => {
                self.player.dead_found(client, &dead);
                None
            }
        }
    }

    /// Asks every question again.
    pub fn restart(&mut self) {
        self.player.restart();
    }

    fn derived(&self, what: &[u8], kifu: &Kifu) -> [u8; 32] {
        let hash = Sha256::new()
            .chain_update(b"tabiya/bot/1\0")
            .chain_update(what)
            .chain_update(self.secret.0)
            .chain_update(kifu.id().0)
            .chain_update(kifu.next().to_be_bytes())
            .finalize();
        hash.into()
    }
}

fn history(kifu: &Kifu) -> GameHistory {
    let settings = kifu.settings();
    let handicap = handicap_points(settings.size(), u32::from(settings.handicap)).unwrap_or_default();
    let first = if handicap.is_empty() { Color::Black } else { Color::White };
    let order = match settings.game.variant() {
        Some(variant) => MoveOrder::Simultaneous(variant),
        None => MoveOrder::Alternating { first, rules: settings.game.rules() },
    };
    let turn = |event: &Event| match event {
        Event::Turn { black_move, white_move } => {
            Some(Turn::Both { black: black_move.mv, white: white_move.mv })
        }
        Event::Move { mv, .. } => Some(Turn::One(*mv)),
        Event::TakenBack { .. } | Event::Resumed | Event::Ended { .. } => None,
    };
    let turns = kifu.played().into_iter().filter_map(turn).collect();
    let stones = handicap.into_iter().map(|at| (at, Color::Black)).collect();
    GameHistory { size: settings.size(), stones, order, turns }
}

//! The engine of a session for Go: the built-in bot, or a program.

use analysis::{EngineName, Limit};
use play::review::go::MainLine;
use server::engine::CommandLine;
use server::review::{Analyst, BotAnalyst, GtpAnalyst, KatagoAnalyst};

use super::ReviewArgs;
use crate::failure::Failure;

pub enum GoEngine {
    Bot(Box<BotAnalyst>),
    Katago(Box<KatagoAnalyst>),
    Gtp(Box<GtpAnalyst>),
}

/// Whether the command starts KataGo's analysis engine: `katago analysis -model …`.
pub fn is_katago_analysis(command: &CommandLine) -> bool {
    command.has_arg("analysis")
}

impl GoEngine {
    pub fn start(args: &ReviewArgs, game: MainLine, limits: [Limit; 2]) -> Result<GoEngine, Failure> {
        let Some(command) = args.engine.clone() else {
            return Ok(GoEngine::Bot(Box::new(BotAnalyst::new(args.threads(), game, limits))));
        };
        let name = command.name();
        let failed = |why| Failure::Message(format!("{name}: {why}"));
        if !is_katago_analysis(&command) {
            let engine = GtpAnalyst::start(command, args.patience, game, limits).map_err(failed)?;
            return Ok(GoEngine::Gtp(Box::new(engine)));
        }
        let katago = KatagoAnalyst::start(command, args.patience, game, limits).map_err(failed)?;
        Ok(GoEngine::Katago(Box::new(katago)))
    }

    pub fn next_game(&mut self, game: MainLine) {
        match self {
            GoEngine::Bot(bot) => bot.next_game(game),
            GoEngine::Katago(katago) => katago.next_game(game),
            GoEngine::Gtp(engine) => engine.next_game(game),
        }
    }

    pub fn analyst(&mut self) -> &mut dyn Analyst {
        match self {
            GoEngine::Bot(bot) => bot.as_mut(),
            GoEngine::Katago(katago) => katago.as_mut(),
            GoEngine::Gtp(engine) => engine.as_mut(),
        }
    }

    pub fn name(&self) -> EngineName {
        match self {
            GoEngine::Bot(bot) => bot.engine(),
            GoEngine::Katago(katago) => katago.engine(),
            GoEngine::Gtp(engine) => engine.engine(),
        }
    }
}

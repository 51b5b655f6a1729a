//! Command line arguments of `tabiya term`.

use std::path::PathBuf;

use super::app::StartOptions;
use super::config::{ColorChoice, GameChoice, OpponentChoice, RulesChoice, read_komi};
use super::engine::CommandLine;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct TermArgs {
    /// A game record to review
    file: Option<PathBuf>,
    /// Board size
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=52))]
    boardsize: Option<u8>,
    /// The colour you play
    #[arg(long, value_enum)]
    color: Option<Side>,
    /// Strength of the opponent
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u8).range(1..=10))]
    difficulty: Option<u8>,
    /// Komi for White
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_hyphen_values = true)]
    komi: Option<String>,
    /// Rules of a new game
    #[arg(long, value_enum)]
    rules: Option<RulesChoice>,
    /// Start a game right away
    #[arg(long)]
    play: bool,
    /// Show only the board
    #[arg(long)]
    focus: bool,
    /// Your opponent: gnugo, bot (the built-in one), friend (at the same keyboard), or the command line of a
    /// GTP engine
    #[arg(long, value_name = "CMD", value_parser = engine)]
    engine: Option<String>,
    /// Use lines of text instead of a full screen, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Black,
    White,
}

fn komi(text: &str) -> Result<String, String> {
    read_komi(text).map(|_| text.to_owned()).map_err(str::to_owned)
}

fn engine(text: &str) -> Result<String, String> {
    let command = CommandLine::parse(text).map(|_| text.to_owned());
    command.ok_or_else(|| "not a valid command: is a quotation mark missing?".to_owned())
}

impl TermArgs {
    /// Arguments override the saved settings.
    pub fn override_settings(&self, choice: &mut GameChoice) {
        choice.size = self.boardsize.unwrap_or(choice.size);
        choice.level = self.difficulty.unwrap_or(choice.level);
        choice.komi = self.komi.clone().unwrap_or_else(|| choice.komi.clone());
        choice.rules = self.rules.unwrap_or(choice.rules);
        choice.color = match self.color {
            Some(Side::Black) => ColorChoice::Black,
            Some(Side::White) => ColorChoice::White,
            None => choice.color,
        };
        match self.engine.as_deref() {
            None => {}
            Some("gnugo") => choice.opponent = OpponentChoice::GnuGo,
            Some("bot") => choice.opponent = OpponentChoice::Bot,
            Some("friend") => choice.opponent = OpponentChoice::Friend,
            Some(command) => {
                command.clone_into(&mut choice.engine);
                choice.opponent = OpponentChoice::Engine;
            }
        }
    }

    pub fn start_options(&self) -> StartOptions {
        StartOptions { file: self.file.clone(), play: self.play, focus: self.focus }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        term: TermArgs,
    }

    fn choice(text: &str) -> Option<GameChoice> {
        let words = shlex::split(text).unwrap();
        let line = Line::try_parse_from(std::iter::once("term".to_owned()).chain(words)).ok()?;
        let mut choice = GameChoice::default();
        line.term.override_settings(&mut choice);
        Some(choice)
    }

    #[test]
    fn the_opponent_is_named_or_is_a_command() {
        for (line, opponent, command) in [
            ("", OpponentChoice::GnuGo, ""),
            ("--engine bot", OpponentChoice::Bot, ""),
            ("--engine gnugo", OpponentChoice::GnuGo, ""),
            ("--engine friend", OpponentChoice::Friend, ""),
            ("--engine ./bot", OpponentChoice::Engine, "./bot"),
            ("--engine 'gnugo --mode gtp'", OpponentChoice::Engine, "gnugo --mode gtp"),
        ] {
            let choice = choice(line).unwrap();
            assert_eq!((choice.opponent, choice.engine.as_str()), (opponent, command), "{line}");
        }
    }

    #[test]
    fn invalid_arguments_are_refused() {
        for line in [
            "--engine \"katago 'open\"",
            "--engine ''",
            "--komi 6,5",
            "--boardsize 53",
            "--difficulty 11",
            "--rules ing",
        ] {
            assert_eq!(choice(line), None, "{line}");
        }
        assert_eq!(choice("--rules chinese").unwrap().rules, RulesChoice::Chinese);
        assert_eq!(choice("--komi -0.50").unwrap().komi, "-0.50");
    }
}

//! Command line arguments of `tabiya term`.

use std::path::PathBuf;

use super::app::StartOptions;
use super::config::{ColorChoice, Config, GameChoice, OpponentChoice, RulesChoice, read_komi, read_time};
use super::engine::CommandLine;
use bot::Level;
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
    /// Strength of GNU Go or another engine
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u8).range(1..=10))]
    difficulty: Option<u8>,
    /// Strength of the built-in bot: beginner, easy, medium, hard, strong or max
    #[arg(long, value_name = "LEVEL", value_parser = crate::gtp::level)]
    level: Option<Level>,
    /// Komi for White
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_hyphen_values = true)]
    komi: Option<String>,
    /// Rules of a new game
    #[arg(long, value_enum)]
    rules: Option<RulesChoice>,
    /// Handicap stones of Black
    #[arg(long, value_name = "STONES", value_parser = clap::value_parser!(u8).range(0..=9))]
    handicap: Option<u8>,
    /// Time limit: minutes, with byo-yomi (10+3x30) or more seconds for each move (5+8); none for no limit
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<String>,
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
    /// Seconds that an engine may think about a move before it is started again
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_timeout: Option<u64>,
    /// Use lines of text instead of a full screen, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Black,
    White,
    Random,
}

fn time(text: &str) -> Result<String, String> {
    match text {
        "none" => Ok(String::new()),
        text => read_time(text).map(|()| text.to_owned()).map_err(str::to_owned),
    }
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
    pub fn override_settings(&self, config: &mut Config) {
        config.engine.timeout = self.engine_timeout.or(config.engine.timeout);
        self.override_game(&mut config.game);
    }

    fn override_game(&self, choice: &mut GameChoice) {
        choice.size = self.boardsize.unwrap_or(choice.size);
        if let Some(number) = self.difficulty {
            choice.level = number;
            // As in earlier versions, the number is the bot's too.
            choice.bot = None;
        }
        choice.bot = self.level.map(|level| level.name().to_owned()).or(choice.bot.take());
        // Komi follows rules and handicap unless it was typed.
        let follows = choice.has_usual_komi();
        choice.rules = self.rules.unwrap_or(choice.rules);
        choice.handicap = self.handicap.unwrap_or(choice.handicap);
        match &self.komi {
            Some(komi) => choice.komi.clone_from(komi),
            None if follows => choice.rules.usual_komi(choice.handicap).clone_into(&mut choice.komi),
            None => {}
        }
        choice.time = self.time.clone().unwrap_or_else(|| choice.time.clone());
        choice.color = match self.color {
            Some(Side::Black) => ColorChoice::Black,
            Some(Side::White) => ColorChoice::White,
            Some(Side::Random) => ColorChoice::Random,
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

/// One setting by the name of its option, as plain mode sets it.
pub fn set(config: &mut Config, name: &str, value: &str) -> Result<(), String> {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        term: TermArgs,
    }
    let option = match name {
        "size" => "boardsize",
        "colour" => "color",
        "level" => "difficulty",
        "opponent" => "engine",
        name => name,
    };
    match (option, value) {
        ("record", "on") => config.game.record = true,
        ("record", "off") => config.game.record = false,
        ("boardsize" | "color" | "difficulty" | "komi" | "rules" | "handicap" | "time" | "engine", value) => {
            let words = ["set".to_owned(), format!("--{option}={value}")];
            let line = <Line as clap::Parser>::try_parse_from(words).map_err(|error| first_line(&error))?;
            line.term.override_settings(config);
        }
        _ => return Err(format!("“{name}” is no setting. Type help games.")),
    }
    Ok(())
}

fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
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
        line.term.override_game(&mut choice);
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
            "--level strongest",
            "--rules ing",
            "--handicap 10",
            "--time ten",
            "--color red",
        ] {
            assert_eq!(choice(line), None, "{line}");
        }
        assert_eq!(choice("--rules chinese").unwrap().rules, RulesChoice::Chinese);
        assert_eq!(choice("--level strong").unwrap().bot_level(), Level::Strong);
        assert_eq!(choice("--difficulty 10").unwrap().bot_level(), Level::Max);
        assert_eq!(choice("--komi -0.50").unwrap().komi, "-0.50");
    }

    #[test]
    fn komi_follows_rules_and_handicap_unless_it_is_given() {
        for (line, komi) in [
            ("", "6.5"),
            ("--rules chinese", "7.5"),
            ("--handicap 4", "0.5"),
            ("--handicap 4 --komi 5.5", "5.5"),
        ] {
            assert_eq!(choice(line).unwrap().komi, komi, "{line}");
        }
        let choice = choice("--time 10+3x30 --color random").unwrap();
        assert_eq!((choice.time.as_str(), choice.color), ("10+3x30", ColorChoice::Random));
    }
}

//! What can be said to `tabiya term`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rules::go::Points;

use super::app::Wanted;
use super::config::{ColorChoice, GameChoice, Opponent};

#[derive(Args)]
pub struct TermArgs {
    /// A record to look at
    file: Option<PathBuf>,
    /// Lines of the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=52))]
    boardsize: Option<u8>,
    /// The colour you play
    #[arg(long, value_enum)]
    color: Option<Side>,
    /// Strength of the opponent
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u8).range(1..=10))]
    difficulty: Option<u8>,
    /// Points that White gets
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_hyphen_values = true)]
    komi: Option<String>,
    /// Begin to play at once
    #[arg(long)]
    play: bool,
    /// Show only the board
    #[arg(long)]
    focus: bool,
    /// A GTP engine to play against, as a command line
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Lines of text instead of a screen, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Black,
    White,
}

fn komi(text: &str) -> Result<String, String> {
    match Points::parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("a komi is a number like 6.5".to_owned()),
    }
}

impl TermArgs {
    /// What is said here goes before what is remembered.
    pub fn change(&self, choice: &mut GameChoice) {
        choice.size = self.boardsize.unwrap_or(choice.size);
        choice.level = self.difficulty.unwrap_or(choice.level);
        choice.komi = self.komi.clone().unwrap_or_else(|| choice.komi.clone());
        choice.color = match self.color {
            Some(Side::Black) => ColorChoice::Black,
            Some(Side::White) => ColorChoice::White,
            None => choice.color,
        };
        if let Some(command) = &self.engine {
            choice.engine.clone_from(command);
            choice.opponent = Opponent::Engine;
        }
    }

    pub fn wanted(&self) -> Wanted {
        Wanted { file: self.file.clone(), play: self.play, focus: self.focus }
    }
}

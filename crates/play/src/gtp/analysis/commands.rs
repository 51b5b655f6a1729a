//! A position as commands.

use analysis::Limit;
use rules::go::{Color, Size};

use super::info::Dialect;

/// Between two reports, in hundredths of a second.
const INTERVAL: u32 = 20;

/// A position to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    pub size: Size,
    pub komi: f64,
    /// In KataGo's words.
    pub rules: String,
    /// On the board before the first move, then the moves: colour and vertex.
    pub stones: Vec<(Color, String)>,
    pub moves: Vec<(Color, String)>,
    pub to_play: Color,
    pub limit: Limit,
}

/// What the reply to a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Name,
    Version,
    Commands,
    /// A refusal does not matter.
    Optional,
    /// A refusal means that the position cannot be analysed.
    Position,
    Analyze,
}

/// What sets up the position and begins its analysis, for an engine with these commands.
pub(super) fn commands(ask: &Ask, dialect: Dialect, known: &[String]) -> Vec<(Purpose, String)> {
    let knows = |command: &str| known.iter().any(|one| one == command);
    let letter = |color: &Color| if *color == Color::Black { "B" } else { "W" };
    let mut all: Vec<(Purpose, String)> = Vec::new();
    let mut add = |purpose, text: String| all.push((purpose, text));
    match ask.size.is_square() {
        true => add(Purpose::Position, format!("boardsize {}", ask.size.width())),
        false => {
            let (width, height) = (ask.size.width(), ask.size.height());
            add(Purpose::Position, format!("rectangular_boardsize {width} {height}"));
        }
    }
    add(Purpose::Position, "clear_board".to_owned());
    if knows("kata-set-rules") {
        add(Purpose::Optional, format!("kata-set-rules {}", ask.rules));
    }
    add(Purpose::Optional, format!("komi {}", ask.komi));
    let stone = |(color, at): &(Color, String)| format!("{} {at}", letter(color));
    if knows("set_position") && !ask.stones.is_empty() {
        let stones: Vec<String> = ask.stones.iter().map(stone).collect();
        add(Purpose::Position, format!("set_position {}", stones.join(" ")));
    } else {
        ask.stones.iter().for_each(|one| add(Purpose::Position, format!("play {}", stone(one))));
    }
    ask.moves.iter().for_each(|one| add(Purpose::Position, format!("play {}", stone(one))));
    let command = if dialect == Dialect::Kata { "kata-analyze" } else { "lz-analyze" };
    add(Purpose::Analyze, format!("{command} {} {INTERVAL}", letter(&ask.to_play)));
    all
}

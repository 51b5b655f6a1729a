//! The match as a `.mat` file, which gnubg and eXtreme Gammon read. The player at the top is on the left, as in gnubg.

use std::fmt::Write;

use record::backgammon::Action;
use rules::backgammon::{Cube, Side};

use super::table::{BackgammonTable, PlayedGame};

/// Where the right player's column begins after the number of the row.
const COLUMN: usize = 31;

impl BackgammonTable {
    /// `date` is like `2026.11.19`; empty if unknown.
    pub fn mat(&self, date: &str) -> String {
        let mut text = String::new();
        if !date.is_empty() {
            let _ = writeln!(text, "; [EventDate \"{date}\"]\n");
        }
        let _ = writeln!(text, " {} point match", self.settings().length);
        let begun = self.games().iter().filter(|game| !game.actions.is_empty());
        for (n, game) in begun.enumerate() {
            let _ = writeln!(text, "\n Game {}", n + 1);
            let [left, right] = [&self.settings().opponent, &self.settings().name].map(|name| plain(name));
            let left = format!("{left} : {}", game.score.top);
            let _ = writeln!(text, " {left:<width$}{right} : {}", game.score.bottom, width = COLUMN + 4);
            rows(&mut text, game);
        }
        text
    }
}

/// A name that cannot be mistaken for the rest of its line.
fn plain(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control() && !matches!(c, ':' | ';')).collect();
    let name = name.trim();
    if name.is_empty() { "?".to_owned() } else { name.to_owned() }
}

fn rows(text: &mut String, game: &PlayedGame) {
    let mut cube = Cube::default().value();
    let mut cells: Vec<(Side, String)> = Vec::new();
    for (side, action) in &game.actions {
        let cell = match action {
            Action::Roll { dice, play } if play.is_empty() => format!("{dice}:"),
            Action::Roll { dice, play } => format!("{dice}: {play}"),
            Action::Double | Action::Beaver | Action::Raccoon => {
                cube *= 2;
                format!(" Doubles => {cube}")
            }
            Action::Take => " Takes".to_owned(),
            Action::Pass => " Drops".to_owned(),
        };
        cells.push((*side, cell));
    }
    let mut cells = cells.into_iter().peekable();
    let mut row = 0;
    while cells.peek().is_some() {
        row += 1;
        let left = cells.next_if(|(side, _)| *side == Side::Top).map(|(_, cell)| cell).unwrap_or_default();
        let right =
            cells.next_if(|(side, _)| *side == Side::Bottom).map(|(_, cell)| cell).unwrap_or_default();
        let line = format!("{row:3}) {left:<COLUMN$}{right}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(won) = game.won {
        let indent = if won.side == Side::Top { 6 } else { COLUMN + 6 };
        let points = if won.points == 1 { "point" } else { "points" };
        let _ = writeln!(text, "{:indent$}Wins {} {points}", "", won.points);
    }
}

//! A short game in the terminal for the README: set up, played, taken back, planned, counted.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use crate::place::program;
use crate::still::{Still, film};
use crate::terminal::Terminal;

/// What is pressed, what the screen says then, and for how many seconds that is shown.
const STORY: &[(&[&str], &str, f64)] = &[
    (&[], "New game", 2.0),
    (&["p"], "Move 1: Black", 0.8),
    (&["E5", "Enter"], "Move 3: Black", 0.9),
    (&["G7", "Enter"], "Move 5: Black", 0.9),
    (&["C6", "Enter"], "Move 7: Black", 0.9),
    (&["D3", "Enter"], "Move 9: Black", 0.9),
    (&["G4", "Enter"], "Move 11: Black", 1.4),
    (&["u"], "Move 9: Black", 1.2),
    (&["t"], "Tree", 0.8),
    (&["E7", "Enter"], "Move 11: Black", 1.4),
    (&["a"], "Planning: move 11", 1.0),
    (&["B3", "Enter"], "Planning: move 12", 0.8),
    (&["B7", "Enter"], "Planning: move 13", 1.2),
    (&["a"], "Move 11: Black", 1.2),
    (&["s"], "The opponent says", 3.0),
];

/// The same moves every time, because the engine's dice are thrown.
pub fn terminal_film(to: &Path) -> Result<()> {
    let gnu_go = program("gnugo").unwrap_or_else(|| "gnugo".into());
    let engine = format!("'{} --mode gtp --level 5 --seed 7'", gnu_go.display());
    let terminal = Terminal::started(&format!("--boardsize 9 --engine {engine}"))?;
    let mut stills = Vec::new();
    for (keys, says, seconds) in STORY {
        keys.iter().try_for_each(|key| terminal.keys(&[key]))?;
        terminal.shows(says)?;
        // The last of the picture may still be on its way.
        sleep(Duration::from_millis(200));
        stills.push((Still::read(&terminal.coloured()?), *seconds));
    }
    Ok(std::fs::write(to, film(&stills))?)
}

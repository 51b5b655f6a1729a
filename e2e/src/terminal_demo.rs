//! Records a short game in the terminal as an animated SVG for the README.

use std::path::Path;

use anyhow::Result;

use crate::paths::program;
use crate::terminal::Terminal;
use crate::terminal_svg::{Frame, animated_svg};

/// Keys to press, what the screen then shows, and for how many seconds the frame stays.
const SCRIPT: &[(&[&str], &str, f64)] = &[
    (&[], "New game", 2.0),
    (&["p"], "Move 1: Black", 0.8),
    (&["E5", "Enter"], "Move 3: Black", 0.9),
    (&["G7", "Enter"], "Move 5: Black", 0.9),
    (&["C6", "Enter"], "Move 7: Black", 0.9),
    (&["D3", "Enter"], "Move 9: Black", 0.9),
    (&["G4", "Enter"], "Move 11: Black", 1.4),
    (&["u"], "Move 9: Black", 1.2),
    (&["t", "Enter"], "Tree", 0.8),
    (&["E7", "Enter"], "Move 11: Black", 1.4),
    (&["a", "Enter"], "Planning: move 11", 1.0),
    (&["B3", "Enter"], "Planning: move 12", 0.8),
    (&["B7", "Enter"], "Planning: move 13", 1.2),
    (&["a", "Enter"], "Move 11: Black", 1.2),
    (&["s", "Enter"], "Opponent's count", 3.0),
];

/// The engine's seed is fixed, so that the game is the same every time.
pub fn write_terminal_demo(to: &Path) -> Result<()> {
    let gnu_go = program("gnugo").unwrap_or_else(|| "gnugo".into());
    let engine = format!("'{} --mode gtp --level 5 --seed 7'", gnu_go.display());
    let terminal = Terminal::started(&format!("--boardsize 9 --engine {engine}"))?;
    let mut frames = Vec::new();
    for (keys, shown, seconds) in SCRIPT {
        keys.iter().try_for_each(|key| terminal.keys(&[key]))?;
        terminal.wait_for(shown)?;
        frames.push((Frame::parse(&terminal.settled_screen()?), *seconds));
    }
    Ok(std::fs::write(to, animated_svg(&frames))?)
}

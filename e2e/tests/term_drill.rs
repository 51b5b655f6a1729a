//! Puzzles in a real terminal: chess moves, an automatic refutation, and Go points.

use std::fs;

use anyhow::Result;
use e2e::Terminal;
use tempfile::TempDir;

const CHESS: &str = "1. e4 (1. f3? e5) *\n\n[FEN \"8/5P1k/8/6K1/8/8/8/8 w - - 0 1\"]\n\n1. f8=R *\n";
const GO: &str = "(;GM[1]SZ[9]AB[cc][dc]AW[cd][dd]PL[B](;B[ee]C[RIGHT])(;B[aa];W[bb]))";

fn drilling(name: &str, content: &str) -> Result<(TempDir, Terminal)> {
    let folder = TempDir::new()?;
    let file = folder.path().join(name);
    fs::write(&file, content)?;
    let terminal = Terminal::running(&format!("drill {}", file.display()))?;
    Ok((folder, terminal))
}

#[test]
fn chess_puzzles_are_solved_by_typing_moves() -> Result<()> {
    let (_folder, terminal) = drilling("puzzles.pgn", CHESS)?;
    terminal.wait_for("Your turn")?;
    terminal.steps(&[
        ("f 3 Enter", "This move is a mistake"),
        ("Space", "Your turn"),
        ("e 4 Enter", "Done, with mistakes"),
        ("Space", "Your turn"),
        ("f 8 = R Enter", "Solved"),
        ("Space", "All puzzles done"),
        ("Enter", "ended with 0"),
    ])
}

#[test]
fn go_problems_are_solved_by_typing_points() -> Result<()> {
    let (_folder, terminal) = drilling("problems.sgf", GO)?;
    terminal.wait_for("Your turn")?;
    terminal.keys(&["E", "5", "Enter"])?;
    terminal.wait_for("All puzzles done")?;
    Ok(())
}

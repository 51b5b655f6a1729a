//! Puzzles in a real terminal: chess moves, an automatic refutation, and Go points.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use e2e::{Studio, Terminal};
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

/// Two terminals of one user at once.
#[test]
fn two_terminals_share_the_history_and_lose_nothing() -> Result<()> {
    let home = TempDir::new()?;
    let file = home.path().join("puzzles.pgn");
    fs::write(&file, "1. e4 *\n\n1. d4 *\n\n1. c4 *\n")?;
    let command = |args: &[&str]| {
        let mut command = Command::new(Studio::binary());
        command
            .args(["drill", "--plain"])
            .args(args)
            .arg(&file)
            .env("XDG_DATA_HOME", home.path().join("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    };
    let in_order = ["--from", "1"];
    let (mut first, mut second) = (command(&in_order)?, command(&in_order)?);
    let answer = |one: &mut Child, line: &str| -> Result<()> {
        let input = one.stdin.as_mut().context("no input")?;
        Ok(input.write_all(line.as_bytes())?)
    };
    answer(&mut first, "e4\n")?;
    answer(&mut second, "e4\nnext\nd4\n")?;
    answer(&mut first, "next\nd4\nquit\n")?;
    answer(&mut second, "quit\n")?;
    for one in [first, second] {
        let output = one.wait_with_output()?;
        let text = String::from_utf8(output.stdout)?;
        ensure!(output.status.success() && text.contains("2 of 2 correct"), "{text}");
    }
    let history = fs::read_to_string(home.path().join("data/tabiya/training/history.jsonl"))?;
    ensure!(history.matches("\"attempt\"").count() == 4, "{history}");
    let mut third = command(&[])?;
    answer(&mut third, "c4\n")?;
    let text = String::from_utf8(third.wait_with_output()?.stdout)?;
    ensure!(text.contains("Solved"), "the puzzle that nobody has solved comes first: {text}");
    Ok(())
}

#[test]
fn go_problems_are_solved_by_typing_points() -> Result<()> {
    let (_folder, terminal) = drilling("problems.sgf", GO)?;
    terminal.wait_for("Your turn")?;
    terminal.keys(&["E", "5", "Enter"])?;
    terminal.wait_for("All puzzles done")?;
    Ok(())
}

//! `tabiya match` with the real bot and the real GNU Go.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use e2e::Studio;
use serde_json::Value;

#[test]
fn the_bot_and_gnu_go_play_a_match_with_a_table_and_records() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games");
    let output = Command::new(Studio::binary())
        .args([
            "match",
            "tabiya gtp --level easy --threads 1",
            "gnugo:1",
            "--games",
            "2",
            "--size",
            "5",
            "-o",
        ])
        .arg(&games)
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    ensure!(text.contains("Elo of the first: ") && text.contains("GNU Go 3.8 (gnugo:1)"), "{text}");
    let [first, second] = ["0001.sgf", "0002.sgf"].map(|name| fs::read_to_string(games.join(name)));
    let (first, second) = (first?, second?);
    ensure!(first.contains("PW[GNU Go") && second.contains("PB[GNU Go"), "colours alternate: {second}");
    ensure!(first.contains("RE[") && first.contains("RU[Chinese]") && first.contains(";B["), "{first}");
    Ok(())
}

#[test]
fn an_engine_that_does_not_start_forfeits() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(Studio::binary())
        .args(["match", "/no/such/engine", "gnugo:1", "--games", "1", "--size", "5", "--json", "-o"])
        .arg(folder.path())
        .output()?;
    let answer: Value = serde_json::from_slice(&output.stdout).context("no JSON")?;
    ensure!((answer["lost"].as_u64(), answer["won"].as_u64()) == (Some(1), Some(0)), "{answer}");
    ensure!(answer["games"][0]["incident"].as_str().is_some_and(|why| why.contains("cannot be started")));
    Ok(())
}

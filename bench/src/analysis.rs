//! `tabiya review` beside the engine alone: the same commands, in the same order, without us. And the same review again,
//! when everything is stored.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use e2e::Studio;
use serde_json::json;

/// Thirty moves of each side.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 \
    7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 \
    17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 \
    25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 *\n";
const NODES: &str = "200000";
const MAX_OVERHEAD: f64 = 1.1;
const MAX_STORED_SECONDS: f64 = 1.0;

pub fn run(json: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let game = folder.path().join("game.pgn");
    fs::write(&game, GAME)?;
    let log = folder.path().join("log");
    let engine = folder.path().join("engine.sh");
    fs::write(&engine, format!("tee {} | stockfish\n", log.display()))?;
    let (review, searches) = (reviewed(folder.path(), &game, &engine)?, searches(&log)?);
    let alone = replayed(&log)?;
    let stored = reviewed(folder.path(), &game, &engine)?;
    println!("{searches} searches of {NODES} nodes or more, one thread; seconds");
    println!("{:32} {review:>8.2}", "tabiya review");
    println!("{:32} {alone:>8.2}", "the engine alone");
    println!("{:32} {:>8.3} (bar: {MAX_OVERHEAD})", "ratio", review / alone);
    println!("{:32} {stored:>8.2} (bar: {MAX_STORED_SECONDS})", "again, everything stored");
    if json {
        crate::write_json("analysis", &json!({ "review": review, "engine": alone, "stored": stored }))?;
    }
    ensure!(
        review / alone <= MAX_OVERHEAD,
        "the review takes more than {MAX_OVERHEAD} times as long as its engine"
    );
    ensure!(stored < MAX_STORED_SECONDS, "a stored review takes more than {MAX_STORED_SECONDS} s");
    Ok(())
}

/// How long it takes.
fn reviewed(home: &Path, game: &Path, engine: &Path) -> Result<f64> {
    let begun = Instant::now();
    let done = Command::new(Studio::binary())
        .arg("review")
        .arg(game)
        .args(["--threads", "1", "--visits", NODES, "--engine"])
        .arg(format!("sh {}", engine.display()))
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env("PATH", engine_path())
        .stdout(Stdio::null())
        .status()?;
    ensure!(done.success(), "the review failed");
    Ok(begun.elapsed().as_secs_f64())
}

/// Debian keeps games out of PATH.
fn engine_path() -> String {
    format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default())
}

fn searches(log: &Path) -> Result<usize> {
    Ok(fs::read_to_string(log)?.lines().filter(|line| line.starts_with("go ")).count())
}

/// The same commands, each after the answer to the one before. Returns how long the engine takes for them.
fn replayed(log: &Path) -> Result<f64> {
    let begun = Instant::now();
    let mut engine = Command::new("stockfish")
        .env("PATH", engine_path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("Stockfish is needed: apt install stockfish")?;
    let mut stdin = engine.stdin.take().context("no input")?;
    let mut lines = BufReader::new(engine.stdout.take().context("no output")?).lines();
    for command in fs::read_to_string(log)?.lines() {
        writeln!(stdin, "{command}")?;
        let answer = match command.split(' ').next() {
            Some("uci") => "uciok",
            Some("isready") => "readyok",
            Some("go") => "bestmove",
            _ => continue,
        };
        loop {
            let line = lines.next().context("the engine ended")??;
            if line.starts_with(answer) {
                break;
            }
        }
    }
    drop(stdin);
    engine.wait()?;
    Ok(begun.elapsed().as_secs_f64())
}

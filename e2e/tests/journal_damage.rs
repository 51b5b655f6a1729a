//! The journal of a real host after a real game: every changed bit is noticed, and `tabiya check --journal` names it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Result, ensure};
use e2e::{FlipCounts, Host, Player, Studio, flip_bits, until_both};
use serde_json::Value;
use tempfile::TempDir;

/// A host that has played a game, and its journal.
async fn played(folder: &TempDir) -> Result<(u16, Vec<u8>)> {
    let mut host = Host::start(folder.path())?;
    let room = host.room_address();
    let mut players = [Player::sit(&room, "Ann").await?, Player::sit(&room, "Ben").await?];
    while !players.iter().all(|player| player.client.is_over()) {
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
    }
    host.kill()?;
    Ok((room.port, fs::read(journal(folder, room.port))?))
}

fn journal(folder: &TempDir, port: u16) -> std::path::PathBuf {
    folder.path().join(format!("rooms-{port}.jsonl"))
}

fn check(path: &Path, more: &[&str]) -> Result<Output> {
    Ok(Command::new(Studio::binary()).args(["check", "--journal"]).arg(path).args(more).output()?)
}

#[tokio::test]
async fn no_changed_bit_loses_anything_silently() -> Result<()> {
    let folder = TempDir::new()?;
    let (_, bytes) = played(&folder).await?;
    let counts = tokio::task::spawn_blocking(move || flip_bits(&bytes, 1000, 20)).await??;
    println!("{counts}");
    ensure!(counts == FlipCounts { flips: 1000, reported: 1000, read: 0, lost: 0 }, "{counts}");
    Ok(())
}

#[tokio::test]
async fn a_host_says_what_is_damaged_keeps_the_file_and_continues() -> Result<()> {
    let folder = TempDir::new()?;
    let (port, mut bytes) = played(&folder).await?;
    let path = journal(&folder, port);
    let whole = check(&path, &[])?;
    ensure!(whole.status.code() == Some(0), "{whole:?}");
    // In the middle of the game.
    let line = bytes.iter().filter(|byte| **byte == b'\n').count() / 2;
    let offset: usize = bytes.split_inclusive(|byte| *byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
    bytes[offset + 30] ^= 2;
    fs::write(&path, &bytes)?;
    let checked = check(&path, &["--json"])?;
    let report: Value = serde_json::from_slice(&checked.stdout)?;
    ensure!(checked.status.code() == Some(3) && fs::read(&path)? == bytes, "{checked:?}");
    let stopped = &report["stopped"];
    ensure!(
        stopped["line"] == line && stopped["offset"] == offset && stopped["kind"] == "damaged",
        "{report}"
    );
    ensure!(report["rooms"][0]["unfinished"] == true && report["games"] == 1, "{report}");

    let errors = folder.path().join("errors");
    let host = Host::start_with_errors(port, folder.path(), &errors)?;
    let said = fs::read_to_string(&errors)?;
    let kept = folder.path().join(format!("rooms-{port}.jsonl.damaged"));
    ensure!(said.contains(&format!("line {line} ")) && said.contains(&kept.display().to_string()), "{said}");
    ensure!(fs::read(&kept)? == bytes);
    let room = host.room_address();
    let mut players = [Player::sit(&room, "Ann").await?, Player::sit(&room, "Ben").await?];
    until_both(&mut players, "the game is there", |client| client.kifu().is_some()).await?;
    while !players.iter().all(|player| player.client.is_over()) {
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
    }
    ensure!(players.iter().all(|player| player.client.violation().is_none()));
    Ok(())
}

#[test]
fn a_missing_journal_is_an_error() -> Result<()> {
    let missing = check(Path::new("none/rooms.jsonl"), &[])?;
    ensure!(missing.status.code() == Some(1), "{missing:?}");
    ensure!(String::from_utf8_lossy(&missing.stderr).contains("none/rooms.jsonl"), "{missing:?}");
    Ok(())
}

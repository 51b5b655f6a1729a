//! The real `tabiya library add`, killed while it works: the library stays usable, and the next update completes it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e::Studio;
use serde_json::Value;

const FILES: usize = 90;
const IN_A_FILE: usize = 150;

fn write_games(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for file in 0..FILES {
        let mut text = String::new();
        for game in 0..IN_A_FILE {
            let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
            let (x, y) = (letter(file + game), letter(game / 7));
            let _ = write!(text, "(;GM[1]SZ[19]PB[P{game}]PW[Q{file}];B[{x}{y}];W[{y}q];B[qq];W[{x}b])");
        }
        fs::write(folder.join(format!("{file}.sgf")), text)?;
    }
    Ok(())
}

fn library(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(Studio::binary());
    command.arg("library").args(args).env("HOME", home).env("XDG_DATA_HOME", home.join("data"));
    command
}

fn library_json(home: &Path, args: &[&str]) -> Result<Value> {
    let output = library(home, args).output()?;
    ensure!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn count(home: &Path) -> Result<u64> {
    library_json(home, &["list", "--limit", "1", "--json"])?["total"].as_u64().context("no total")
}

#[test]
fn a_library_killed_while_reading_is_usable_and_continues() -> Result<()> {
    let home = tempfile::tempdir()?;
    let games = home.path().join("games");
    write_games(&games)?;
    let all = (FILES * IN_A_FILE) as u64;
    let path = games.to_str().context("a name")?;
    let begun = Instant::now();
    library(home.path(), &["add", path]).stdout(Stdio::null()).status()?;
    let whole = begun.elapsed();
    ensure!(count(home.path())? == all);
    let mut halves = 0;
    for part in 1..=9 {
        fs::remove_dir_all(home.path().join("data"))?;
        let mut adding = library(home.path(), &["add", path]).stdout(Stdio::null()).spawn()?;
        std::thread::sleep(whole * part / 10);
        adding.kill()?;
        adding.wait()?;
        let left = count(home.path())?;
        halves += u32::from(left > 0 && left < all);
        // What was read can be searched, and the next update adds the rest.
        library_json(home.path(), &["search", &format!("{path}/3.sgf"), "--at", "move:2", "--json"])?;
        let done = library_json(home.path(), &["update", "--json"])?;
        let folders = library_json(home.path(), &["folders", "--json"])?;
        // Killed before the folder was stored: there is nothing to continue.
        let noted = folders.as_array().is_some_and(|all| all.iter().any(|folder| folder["path"] == path));
        if noted {
            ensure!(count(home.path())? == all, "killed after {part}/10: {left} were left, then {done}");
            let found =
                library_json(home.path(), &["search", &format!("{path}/3.sgf"), "--at", "move:2", "--json"])?;
            ensure!(found["total"].as_u64() > Some(0), "its positions are lost");
        }
    }
    ensure!(halves > 0, "it was never killed in the middle");
    Ok(())
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_after_the_current_game_and_explains_how_to_continue() -> Result<()> {
    let home = tempfile::tempdir()?;
    let games = home.path().join("games");
    write_games(&games)?;
    let path = games.to_str().context("a name")?;
    let adding = library(home.path(), &["add", path]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    std::thread::sleep(Duration::from_millis(400));
    Command::new("kill").args(["-INT", &adding.id().to_string()]).status()?;
    let output = adding.wait_with_output()?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    // A fast machine may be done by then.
    if !output.status.success() {
        ensure!(words.contains("`tabiya library update` reads the rest"), "{words}");
    }
    library_json(home.path(), &["update", "--json"])?;
    ensure!(count(home.path())? == (FILES * IN_A_FILE) as u64);
    Ok(())
}

//! The files of the studio and of a host: other accounts can read none of them, even where new files are open to everybody.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use api::access::KEY_HEADER;
use e2e::http::ask;
use e2e::{Studio, file_with};
use tempfile::TempDir;

/// Everything below this folder, with the folder itself.
fn everything(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = vec![folder.to_owned()];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => all.extend(everything(&entry.path())?),
            false => all.push(entry.path()),
        }
    }
    Ok(all)
}

fn mode(path: &Path) -> Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o777)
}

/// `tabiya` in a shell whose new files everybody may read and write.
fn open_to_everybody() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "umask 000; exec \"$0\" \"$@\""]).arg(Studio::binary());
    command
}

#[test]
fn every_file_of_a_used_studio_is_private() -> Result<()> {
    let home = TempDir::new()?;
    let (games, game) = file_with("game.sgf", "(;GM[1]SZ[9]PB[Ann])")?;
    let (config, data) = (home.path().join(".config/tabiya"), home.path().join(".local/share/tabiya"));
    // Earlier versions created these.
    for old in [config.join("term.toml"), data.join("history/old.sgf"), data.join("rooms.jsonl")] {
        fs::create_dir_all(old.parent().unwrap_or(&old))?;
        fs::write(&old, "")?;
        fs::set_permissions(&old, fs::Permissions::from_mode(0o644))?;
    }
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755))?;
    let studio = Studio::run(open_to_everybody().args(["--no-open", "--port", "0"]).arg(&game), home.path())?;
    let room = r#"{"title":"x","settings":{"game":"red","boardSize":9,"komi":0,"time":null,"lossOnTime":true,"hostColor":"black"}}"#;
    let folder = format!("{{\"path\":{:?}}}", games.path());
    for (line, body, status) in [
        ("POST /api/rooms", room, 201),
        ("PUT /api/cards/settings", "pips = true\n", 204),
        ("POST /api/library/folders", folder.as_str(), 200),
        // The answer names the copy of the old version.
        ("PUT /api/opened/0", "(;GM[1]SZ[9]PB[Ann]PW[Ben])", 200),
    ] {
        let answer = ask(studio.host(), line, &[(KEY_HEADER, studio.key())], body.as_bytes())?;
        ensure!(answer.status == status, "{line}: {} {}", answer.status, answer.text());
    }
    let all = [everything(&config)?, everything(&data)?].concat();
    for name in ["cards.toml", "library.db", "library.db-wal", "rooms.jsonl", "rooms.lock", "old.sgf"] {
        ensure!(all.iter().any(|path| path.ends_with(name)), "{name} is not in {all:?}");
    }
    for path in &all {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        ensure!(mode(path)? == expected, "{} has {:o}", path.display(), mode(path)?);
    }
    // The user's own record stays as open as it was.
    ensure!(mode(&game)? != 0o600, "{:o}", mode(&game)?);
    Ok(())
}

#[test]
fn a_record_saved_to_a_new_path_follows_the_umask_of_the_user() -> Result<()> {
    let (folder, game) = file_with("game.sgf", "(;GM[1]SZ[9])")?;
    for (umask, expected) in [("000", 0o666), ("022", 0o644), ("077", 0o600)] {
        let copy = folder.path().join(umask);
        let script = format!("umask {umask}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(Studio::binary()).arg("fmt").arg(&game).arg("-o").arg(&copy);
        ensure!(command.status()?.success());
        ensure!(mode(&copy)? == expected, "{umask}: {:o}", mode(&copy)?);
    }
    Ok(())
}

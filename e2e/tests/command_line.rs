//! What the command line says when it is used wrongly.

use std::process::Command;

use anyhow::{Result, ensure};

/// Runs the program and returns its exit code with what it printed on standard error.
fn refused(args: &[&str]) -> Result<(Option<i32>, String)> {
    let home = tempfile::tempdir()?;
    let output = Command::new(e2e::Studio::binary()).args(args).env("HOME", home.path()).output()?;
    Ok((output.status.code(), String::from_utf8(output.stderr)?))
}

#[test]
fn every_usage_error_begins_with_the_programs_name() -> Result<()> {
    for args in [
        &["deck"][..],
        &["deck", "--nope"],
        &["draw"],
        &["id", "--to", "fen"],
        &["match"],
        &["deck", "--options", "99", "x.txt"],
        &["host", "--port", "many"],
    ] {
        let (code, text) = refused(args)?;
        ensure!(code == Some(2) && text.starts_with("tabiya: "), "{args:?}: {code:?} {text}");
        ensure!(!text.contains("error: "), "{args:?}: {text}");
    }
    Ok(())
}

#[test]
fn an_unknown_player_is_answered_with_the_names_in_the_file() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let export = folder.path().join("export.txt");
    // Only the first position: one without names could be anybody's.
    let first = e2e::XG_EXPORT.split("\n\nXGID=").next().unwrap_or_default();
    std::fs::write(&export, first.replace("X:A   O:B", "X:Ada   O:Bob"))?;
    let (export, package) = (export.display().to_string(), folder.path().join("deck.apkg"));
    let (code, text) =
        refused(&["deck", &export, "--player", "Nobody", "-o", &package.display().to_string()])?;
    ensure!(text.contains("no decision is by “Nobody”; the players are Ada"), "{text}");
    ensure!(code == Some(2) && !package.exists(), "{code:?}");
    Ok(())
}

#[test]
fn a_file_that_cannot_be_written_is_named_as_the_user_named_it() -> Result<()> {
    let folder = tempfile::Builder::new().prefix("decks").tempdir()?;
    let export = folder.path().join("export.txt");
    std::fs::write(&export, e2e::XG_EXPORT)?;
    for package in ["missing/deck.apkg", "export.txt/deck.apkg"] {
        let package = folder.path().join(package).display().to_string();
        let (code, text) = refused(&["deck", &export.display().to_string(), "-o", &package])?;
        let last = text.lines().last().unwrap_or_default();
        ensure!(code == Some(1) && last.starts_with(&format!("tabiya: {package}: ")), "{code:?} {text}");
        ensure!(!text.contains(".tmp"), "{text}");
    }
    Ok(())
}

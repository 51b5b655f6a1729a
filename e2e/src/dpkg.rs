//! Installs packages with dpkg into an empty root.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

/// An empty root whose package database says that everything of this machine is installed.
pub fn empty_root() -> Result<TempDir> {
    let root = TempDir::new()?;
    let database = root.path().join("var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(database.join(folder))?;
    }
    fs::copy("/var/lib/dpkg/status", database.join("status"))?;
    fs::write(database.join("available"), "")?;
    Ok(root)
}

pub fn dpkg(root: &Path) -> Command {
    let mut dpkg = Command::new("dpkg");
    dpkg.arg(format!("--root={}", root.display())).arg("--force-not-root").arg("--force-script-chrootless");
    dpkg.arg(format!("--log={}", root.join("dpkg.log").display()));
    // Container images configure dpkg to leave out manuals.
    dpkg.arg("--path-include=*");
    dpkg
}

/// Its standard output, if it succeeds.
pub fn stdout_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let stdout = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(
        output.status.success(),
        "{command:?} ended with {}: {stdout}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(stdout)
}

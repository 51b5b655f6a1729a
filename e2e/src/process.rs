//! Processes that the tests start.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};
use std::thread;

use anyhow::{Context, Result, ensure};

/// A process that is killed when its owner is dropped.
pub struct KillOnDrop(pub Child);

impl KillOnDrop {
    /// As a crash would: no signal handler runs.
    pub fn kill(&mut self) -> Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        drop(self.kill());
    }
}

/// `-STOP` is a machine that sleeps, until `-CONT`.
pub fn signal(process: u32, signal: &str) -> Result<()> {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status()?;
    ensure!(sent.success(), "process {process} takes no signal");
    Ok(())
}

pub fn first_line(process: &mut KillOnDrop) -> Result<String> {
    let mut line = String::new();
    let output = process.0.stdout.take().context("it has no output")?;
    let mut output = BufReader::new(output);
    output.read_line(&mut line)?;
    ensure!(!line.is_empty(), "it ended at once");
    // Keep reading, or the process would block on a full pipe.
    thread::spawn(move || drop(output.read_to_end(&mut Vec::new())));
    Ok(line.trim().to_owned())
}

/// Zombies do not count: they hold no resources.
pub fn is_alive(pid: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

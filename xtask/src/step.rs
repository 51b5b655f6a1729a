//! Steps print what they do and how long it took; commands that fail print what to do.

use std::ffi::OsStr;
use std::fmt::Display;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

pub fn step<T>(what: impl Display, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("── {what}");
    let begun = Instant::now();
    let done = work();
    let took = begun.elapsed().as_secs_f32();
    match &done {
        Ok(_) => println!("   {what}: {took:.1} s"),
        Err(_) => println!("   {what}: FAILED after {took:.1} s"),
    }
    done
}

/// Runs the command with inherited output; `advice` says what to do when it fails.
pub fn run(command: &mut Command, advice: &str) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("cannot start {shown}\n   {advice}"))?;
    if !status.success() {
        bail!("{shown} ended with {status}\n   To do: {advice}");
    }
    Ok(())
}

/// The command's output, if it succeeds.
pub fn output(program: impl AsRef<OsStr>, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

//! A Go engine that speaks GTP, in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::paths::program;
use crate::process::KillOnDrop;

pub struct GtpEngine {
    _process: KillOnDrop,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GtpEngine {
    pub fn start(program: &Path, args: &[&str]) -> Result<GtpEngine> {
        let mut command = Command::new(program);
        let spawned = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut process = KillOnDrop(spawned);
        let input = process.0.stdin.take().context("no input")?;
        let output = BufReader::new(process.0.stdout.take().context("no output")?);
        Ok(GtpEngine { _process: process, input, output })
    }

    pub fn gnugo(args: &[&str]) -> Result<GtpEngine> {
        let program = program("gnugo").context("GNU Go is missing: `cargo xtask setup` installs it")?;
        GtpEngine::start(&program, &[&["--mode", "gtp"], args].concat())
    }

    /// Writes bytes that need not be a command.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.input.write_all(bytes)?;
        Ok(self.input.flush()?)
    }

    /// The answer with its mark.
    pub fn raw(&mut self, command: &str) -> Result<String> {
        self.write(format!("{command}\n").as_bytes())?;
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "the engine has gone after {command:?}");
            match line.trim_end() {
                "" if lines.is_empty() => {}
                "" => return Ok(lines.join("\n")),
                line => lines.push(line.to_owned()),
            }
        }
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.output.read_line(&mut line)? > 0, "the engine has gone");
        Ok(line.trim_end().to_owned())
    }

    pub fn ask(&mut self, command: &str) -> Result<String> {
        let reply = self.raw(command)?;
        let text = reply.strip_prefix('=').with_context(|| format!("to {command:?}: {reply}"))?;
        Ok(text.trim().to_owned())
    }
}

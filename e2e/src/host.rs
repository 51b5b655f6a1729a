//! The real `tabiya host` on a free port; it can be killed and restarted on the same port.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::paths::free_port;
use crate::player::RoomAddress;
use crate::process::{KillOnDrop, signal};
use crate::studio::Studio;

pub struct Host {
    process: KillOnDrop,
    port: u16,
    room: String,
}

impl Host {
    /// On a port that is free now.
    pub fn start(keep: &Path) -> Result<Host> {
        let port = free_port()?;
        Host::start_at(port, keep)
    }

    pub fn start_at(port: u16, keep: &Path) -> Result<Host> {
        Host::start_with(&mut Host::command(port, keep))
    }

    /// Writes its error messages to this file.
    pub fn start_with_errors(port: u16, keep: &Path, errors: &Path) -> Result<Host> {
        Host::start_with(Host::command(port, keep).stderr(File::create(errors)?))
    }

    fn command(port: u16, keep: &Path) -> Command {
        let mut command = Command::new(Studio::binary());
        command
            .args(["host", "--no-mdns", "--name", "Test", "--port", &port.to_string(), "--keep"])
            .arg(keep);
        command
    }

    /// With any command that ends up as a host.
    pub fn start_with(command: &mut Command) -> Result<Host> {
        let mut process = command
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)
            .context("cannot start the host: `cargo xtask test` builds it")?;
        let output = process.0.stdout.take().context("the host has no output")?;
        for line in BufReader::new(output).lines() {
            if let Some((address, room)) = line?.split_once("/play?room=") {
                let port = address.rsplit(':').next().unwrap_or_default().parse()?;
                return Ok(Host { process, port, room: room.trim().to_owned() });
            }
        }
        bail!("the host prints no room")
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn room(&self) -> &str {
        &self.room
    }

    pub fn room_address(&self) -> RoomAddress {
        RoomAddress { port: self.port, room: self.room.clone() }
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// As a paused virtual machine: it does nothing until it is thawed.
    pub fn freeze(&self) -> Result<()> {
        signal(self.pid(), "-STOP")
    }

    pub fn thaw(&self) -> Result<()> {
        signal(self.pid(), "-CONT")
    }

    /// As a crash would: no signal handler runs.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }
}

//! The real `tabiya host` on a free port; it can be killed and restarted on the same port.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::paths::free_port;
use crate::player::RoomAddress;
use crate::process::KillOnDrop;
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
        let mut process = Command::new(Studio::binary())
            .args(["host", "--no-mdns", "--name", "Test", "--port", &port.to_string(), "--keep"])
            .arg(keep)
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)
            .context("cannot start the host: `cargo xtask test` builds it")?;
        let output = process.0.stdout.take().context("the host has no output")?;
        let mut room = None;
        for line in BufReader::new(output).lines() {
            if let Some((_, id)) = line?.split_once("?room=") {
                room = Some(id.trim().to_owned());
                break;
            }
        }
        let room = room.context("the host prints no room")?;
        Ok(Host { process, port, room })
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

    /// As a crash would: no signal handler runs.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }
}

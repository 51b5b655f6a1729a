//! Paths of the workspace and of programs on this machine, and free ports.

use std::env;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::{Context, Result, ensure};

pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A program on PATH or in /usr/games, where Debian puts engines.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}

/// The Python with the referees that `cargo xtask setup` installs.
pub fn python() -> Result<PathBuf> {
    installed("TABIYA_PYTHON", "target/referees/bin/python")
}

/// The script that checks a page for accessibility.
pub fn axe_script() -> Result<PathBuf> {
    installed("TABIYA_AXE", "target/npm/node_modules/axe-core/axe.min.js")
}

/// xtask sets the variable; otherwise the usual path is taken. A test fails without it.
fn installed(name: &str, usual: &str) -> Result<PathBuf> {
    let path = env::var_os(name).map_or_else(|| workspace().join(usual), PathBuf::from);
    ensure!(path.is_file(), "{} is not there: `cargo xtask setup` installs it", path.display());
    Ok(path)
}

/// A port for a program that is about to start. It lies below the system's ephemeral ports, so no other program gets it
/// in between; each process starts its search elsewhere.
pub fn free_port() -> Result<u16> {
    const FROM: u16 = 20_000;
    const PORTS: u16 = 12_000;
    static TRIED: AtomicU16 = AtomicU16::new(0);
    let own = u16::try_from(process::id().wrapping_mul(31) % u32::from(PORTS))?;
    (0..PORTS)
        .map(|_| FROM + (own + TRIED.fetch_add(1, Ordering::Relaxed) % PORTS) % PORTS)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .context("every port is taken")
}

//! Where things are on this machine.

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

/// The folder of real players' files, if it is there. Prints a line if it is not, so that a skipped proof shows.
pub fn corpus(kind: &str) -> Option<PathBuf> {
    let folder =
        env::var_os("TABIYA_CORPUS").map_or_else(|| workspace().join("../shared/corpus"), PathBuf::from);
    let found = folder.join(kind);
    if found.is_dir() {
        return Some(found);
    }
    println!("skipped: there is no corpus of {kind} files here");
    None
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

/// xtask names it; by hand it is in its usual place. A proof without it fails: it proves nothing.
fn installed(name: &str, usual: &str) -> Result<PathBuf> {
    let path = env::var_os(name).map_or_else(|| workspace().join(usual), PathBuf::from);
    ensure!(path.is_file(), "{} is not there: `cargo xtask setup` installs it", path.display());
    Ok(path)
}

/// A port for a program that is yet to start. From below those that the system hands out itself, so that no other program
/// is given it in between; where the search begins is each process's own.
pub(crate) fn free_port() -> Result<u16> {
    const FROM: u16 = 20_000;
    const PORTS: u16 = 12_000;
    static TRIED: AtomicU16 = AtomicU16::new(0);
    let own = u16::try_from(process::id().wrapping_mul(31) % u32::from(PORTS))?;
    (0..PORTS)
        .map(|_| FROM + (own + TRIED.fetch_add(1, Ordering::Relaxed) % PORTS) % PORTS)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .context("every port is taken")
}

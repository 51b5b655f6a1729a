//! The desktop program beside the same studio in a browser: how long until a file is on the screen, how much memory both
//! then use, and the installed size of the package.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context, Result, ensure};
use e2e::{Studio, UserSession, desktop_binary, program};
use serde_json::json;

const RUNS: usize = 5;
const IDLE: Duration = Duration::from_secs(5);
const MAX_INSTALLED: u64 = 25_000_000;
const GAME: &str = "(;GM[1]SZ[19]PB[Ann]PW[Ben];B[pd];W[dp];B[pp];W[dd])";

/// One start: the time until the file's name is in the window's title, and the memory of all processes when idle.
struct Sample {
    start: Duration,
    /// Proportional set size of all processes, in bytes.
    memory: u64,
    /// Resident set size: shared pages count in every process that has them.
    resident: u64,
}

pub fn run(json: bool) -> Result<()> {
    let desktop = median(in_window)?;
    let browser = median(in_browser)?;
    let installed = installed_size()?;
    println!("idle, every process   start    memory, shared pages by share    resident");
    for (name, Sample { start, memory, resident }) in
        [("desktop program", &desktop), ("browser studio", &browser)]
    {
        let [memory, resident] = [memory, resident].map(|bytes| *bytes as f64 / 1e6);
        println!("{name:<18} {:>6.2} s {memory:>19.0} MB {resident:>19.0} MB", start.as_secs_f64());
    }
    let start = desktop.start.as_secs_f64() / browser.start.as_secs_f64();
    let [memory, resident] = [(desktop.memory, browser.memory), (desktop.resident, browser.resident)]
        .map(|(desktop, browser)| desktop as f64 / browser as f64);
    println!("desktop to browser {start:>6.2}   {memory:>19.2}    {resident:>19.2}");
    println!("installed: {:.1} MB (target {} MB)", installed as f64 / 1e6, MAX_INSTALLED / 1_000_000);
    if json {
        let of = |seen: &Sample| json!({ "start_s": seen.start.as_secs_f64(), "memory": seen.memory, "resident": seen.resident });
        let figures = json!({ "desktop": of(&desktop), "browser": of(&browser), "installed": installed });
        crate::write_json("desktop", &figures)?;
    }
    ensure!(installed < MAX_INSTALLED, "the installed package is too large");
    Ok(())
}

/// The first start of all fills caches and is not counted.
fn median(once: fn(&UserSession, &Path) -> Result<Started>) -> Result<Sample> {
    let session = UserSession::start()?;
    let file = session.file("game.sgf", GAME)?;
    measure(&session, once, &file)?;
    let all = (0..RUNS).map(|_| measure(&session, once, &file)).collect::<Result<Vec<Sample>>>()?;
    Ok(Sample {
        start: middle(&all, |seen| seen.start),
        memory: middle(&all, |seen| seen.memory),
        resident: middle(&all, |seen| seen.resident),
    })
}

fn middle<T: Ord + Copy>(all: &[Sample], of: fn(&Sample) -> T) -> T {
    let mut figures: Vec<T> = all.iter().map(of).collect();
    figures.sort_unstable();
    figures[RUNS / 2]
}

/// Ended when it is dropped.
struct Started {
    process: Child,
    _studio: Option<Studio>,
}

fn measure(
    session: &UserSession,
    once: fn(&UserSession, &Path) -> Result<Started>,
    file: &Path,
) -> Result<Sample> {
    let others = session.members();
    let begun = Instant::now();
    let mut started = once(session, file)?;
    while session.xdotool(&["search", "--onlyvisible", "--name", "game.sgf"])?.is_empty() {
        ensure!(begun.elapsed() < Duration::from_secs(60), "the file was never shown");
    }
    let start = begun.elapsed();
    thread::sleep(IDLE);
    let mut members: BTreeSet<u32> = session.members().into_iter().collect();
    members.retain(|pid| !others.contains(pid));
    members.extend(descendants(started.process.id()));
    let studio = started._studio.as_ref().map(Studio::pid);
    let total = |key| members.iter().copied().chain(studio).map(|pid| memory_of(pid, key)).sum();
    let (memory, resident) = (total("Pss:"), total("Rss:"));
    for pid in members {
        drop(Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status());
    }
    started.process.wait()?;
    Ok(Sample { start, memory, resident })
}

fn in_window(session: &UserSession, file: &Path) -> Result<Started> {
    let process = session.command(desktop_binary()).arg(file).spawn()?;
    Ok(Started { process, _studio: None })
}

/// A window without tabs, as near to a program as a browser comes.
fn in_browser(session: &UserSession, file: &Path) -> Result<Started> {
    let studio = Studio::start_with(&[file])?;
    let chromium = program("chromium").context("no chromium")?;
    let process = session
        .command(chromium)
        .args(["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--disable-quic"])
        .arg(format!("--user-data-dir={}", session.home().join("chromium").display()))
        .arg(format!("--app={}", studio.printed_address()))
        .spawn()?;
    Ok(Started { process, _studio: Some(studio) })
}

/// A process and its descendants. Chromium's processes overwrite their environment, so `members` does not find them.
fn descendants(first: u32) -> Vec<u32> {
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let all: Vec<(u32, u32)> = pids.filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let (mut found, mut next) = (vec![first], 0);
    while let Some(&one) = found.get(next) {
        found.extend(all.iter().filter(|(_, parent)| *parent == one).map(|(pid, _)| *pid));
        next += 1;
    }
    found
}

/// Bytes that smaps_rollup lists under this key.
fn memory_of(pid: u32, key: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() * 1024
}

fn installed_size() -> Result<u64> {
    let package =
        env::var_os("TABIYA_DEB").map(PathBuf::from).context("`cargo xtask bench desktop` packs it")?;
    let output = Command::new("dpkg-deb").arg("--field").arg(package).arg("Installed-Size").output()?;
    let kilobytes: u64 = String::from_utf8_lossy(&output.stdout).trim().parse()?;
    Ok(kilobytes * 1024)
}

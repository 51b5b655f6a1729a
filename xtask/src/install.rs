//! Installs external tools. In order of preference: what is already there, rustup, Debian packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use anyhow::{Result, bail};

use crate::paths::{program, target};
use crate::step::{output, run, step};
use crate::wasm;

/// A program from a Debian package.
pub struct Tool {
    pub label: &'static str,
    pub program: &'static str,
    pub packages: &'static [&'static str],
}

pub const CHROMIUM: Tool =
    Tool { label: "Chromium", program: "chromium", packages: &["chromium", "fonts-dejavu-core"] };
pub const CHROMEDRIVER: Tool =
    Tool { label: "chromedriver", program: "chromedriver", packages: &["chromium-driver"] };
pub const GNU_GO: Tool = Tool { label: "GNU Go", program: "gnugo", packages: &["gnugo"] };
const STOCKFISH: Tool = Tool { label: "Stockfish", program: "stockfish", packages: &["stockfish"] };
const GNU_BACKGAMMON: Tool = Tool { label: "GNU Backgammon", program: "gnubg", packages: &["gnubg"] };
pub const TMUX: Tool = Tool { label: "tmux", program: "tmux", packages: &["tmux"] };
pub const CXX: Tool = Tool { label: "C++ compiler", program: "g++", packages: &["g++"] };
pub const STRACE: Tool = Tool { label: "strace", program: "strace", packages: &["strace"] };
const OPENSSL: Tool = Tool { label: "openssl", program: "openssl", packages: &["openssl"] };
const IP: Tool = Tool { label: "network namespaces", program: "ip", packages: &["iproute2"] };
const TASKSET: Tool = Tool { label: "taskset", program: "taskset", packages: &["util-linux"] };
/// The next six test what our package installs: completions, manuals, a desktop entry.
const ZSH: Tool = Tool { label: "zsh", program: "zsh", packages: &["zsh"] };
const FISH: Tool = Tool { label: "fish", program: "fish", packages: &["fish"] };
const MAN: Tool = Tool { label: "man", program: "man", packages: &["man-db"] };
const STRIP: Tool = Tool { label: "strip", program: "strip", packages: &["binutils"] };
const DESKTOP_FILES: Tool =
    Tool { label: "desktop files", program: "desktop-file-validate", packages: &["desktop-file-utils"] };
const XDG_OPEN: Tool = Tool { label: "xdg-open", program: "xdg-open", packages: &["xdg-utils"] };
const NODE: Tool = Tool { label: "Node", program: "node", packages: &["nodejs"] };
const NPM: Tool = Tool { label: "npm", program: "npm", packages: &["npm"] };
const PYTHON: Tool = Tool { label: "Python", program: "python3", packages: &["python3", "python3-venv"] };

/// Reference implementations from PyPI: python-chess checks PGN, anki checks our packages, genanki is the peer for their
/// speed.
const REFEREES: &[&str] = &["chess==1.11.2", "anki==26.9.3", "genanki==0.13.1"];
const AXE: &str = "axe-core@4.14.0";
/// The WebSocket library of Node servers: the peer in `bench rooms`.
const WS: &str = "ws@8.18.3";

/// A version that builds with this workspace's oldest supported compiler.
const NEXTEST: &str = "0.9.143";

pub fn everything() -> Result<()> {
    step("required tools", || {
        tools()?;
        install_all(&[
            &CHROMIUM,
            &CHROMEDRIVER,
            &GNU_GO,
            &GNU_BACKGAMMON,
            &STOCKFISH,
            &TMUX,
            &STRACE,
            &OPENSSL,
            &IP,
            &NPM,
        ])?;
        install_all(&[&ZSH, &FISH, &MAN, &STRIP, &XDG_OPEN, &DESKTOP_FILES])?;
        axe()?;
        referees()
    })
}

/// What every build and test needs.
pub fn tools() -> Result<()> {
    components()?;
    nextest()?;
    let route = wasm::route()?;
    println!("   WASM: {route}");
    Ok(())
}

/// The folder of npm packages.
pub fn npm_folder() -> PathBuf {
    target().join("npm")
}

/// The accessibility checker, once installed.
pub fn axe_script() -> PathBuf {
    npm_folder().join("node_modules/axe-core/axe.min.js")
}

fn axe() -> Result<()> {
    if !axe_script().is_file() {
        from_npm(AXE)?;
    }
    println!("   accessibility check: {}", axe_script().display());
    Ok(())
}

/// Installs the peer of `bench rooms`.
pub fn node_host() -> Result<()> {
    install_all(&[&NODE, &NPM, &TASKSET])?;
    if !npm_folder().join("node_modules/ws/package.json").is_file() {
        from_npm(WS)?;
    }
    Ok(())
}

fn from_npm(package: &str) -> Result<()> {
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(npm_folder()).arg(package);
    run(&mut npm, "see npm's output above")
}

/// The Python with the reference implementations.
pub fn python() -> PathBuf {
    target().join("referees/bin/python")
}

fn referees() -> Result<()> {
    install(&PYTHON)?;
    let home = target().join("referees");
    // The list is written last, so an unfinished environment is made again.
    let done = home.join("installed");
    let list = REFEREES.join("\n");
    if fs::read_to_string(&done).ok().as_deref() != Some(list.as_str()) {
        if !makes_venv(&home) {
            packages(&["python3-venv"])?;
            if !makes_venv(&home) {
                bail!("python3 -m venv {} failed", home.display());
            }
        }
        let mut pip = Command::new(python());
        run(pip.args(["-m", "pip", "install", "--quiet"]).args(REFEREES), "see pip's output above")?;
        fs::write(&done, list)?;
    }
    println!("   referees: {} in {}", REFEREES.join(", "), home.display());
    Ok(())
}

/// Fails where Debian's python3-venv is not installed.
fn makes_venv(home: &Path) -> bool {
    Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(home)
        .status()
        .is_ok_and(|status| status.success())
}

pub fn install(tool: &Tool) -> Result<()> {
    install_all(&[tool])
}

/// Installs all missing tools with one run of apt-get, which is slow to start.
pub fn install_all(tools: &[&Tool]) -> Result<()> {
    let is_missing = |tool: &&&Tool| program(tool.program).is_none();
    let missing: Vec<&Tool> = tools.iter().filter(is_missing).copied().collect();
    let names: Vec<&str> = missing.iter().flat_map(|tool| tool.packages).copied().collect();
    if !names.is_empty() {
        packages(&names)?;
    }
    for tool in tools {
        let Some(found) = program(tool.program) else {
            bail!("{} is missing after installing {}", tool.program, tool.packages.join(" "));
        };
        let from = if missing.iter().any(|one| one.program == tool.program) { ", from Debian" } else { "" };
        println!("   {}: {}{from}", tool.label, found.display());
    }
    Ok(())
}

/// Installs Debian packages as root; for other users the error contains the command to run.
pub fn packages(names: &[&str]) -> Result<()> {
    let list = names.join(" ");
    if program("apt-get").is_none() {
        bail!(
            "{list} is missing, and there is no apt-get here: install the equivalent packages and try again"
        );
    }
    if output("id", &["-u"]).as_deref() != Some("0") {
        bail!("{list} is missing. Run:  sudo apt-get install {list}");
    }
    refresh_package_lists();
    println!("   installing {list}");
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends"]).args(names);
    run(&mut apt, "see apt-get's output above; try again later if the mirror did not answer")
}

fn refresh_package_lists() {
    static ONCE: Once = Once::new();
    // Ignore a failure: the present lists may be recent enough.
    ONCE.call_once(|| drop(Command::new("apt-get").args(["update", "--quiet=2"]).status()));
}

fn components() -> Result<()> {
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output("cargo", &[probe, "--version"]).is_none() {
            let mut rustup = Command::new("rustup");
            run(rustup.args(["component", "add", component]), "add the component to your Rust toolchain")?;
        }
    }
    Ok(())
}

fn nextest() -> Result<()> {
    if let Some(version) = output("cargo", &["nextest", "--version"]) {
        println!("   nextest: {}", version.lines().next().unwrap_or_default());
        return Ok(());
    }
    println!("   installing cargo-nextest {NEXTEST} (takes some minutes, once)");
    let mut cargo = Command::new("cargo");
    cargo.args(["install", "--locked", "--quiet", "cargo-nextest", "--version", NEXTEST]);
    run(&mut cargo, "install cargo-nextest manually")
}

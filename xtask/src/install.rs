//! What the tasks need from outside, and how it gets here: what is there already, then rustup, then Debian.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use anyhow::{Result, bail};

use crate::place::{program, target};
use crate::step::{output, run, step};
use crate::wasm;

/// Something from a Debian package.
pub struct Need {
    pub what: &'static str,
    pub program: &'static str,
    pub packages: &'static [&'static str],
}

pub const CHROMIUM: Need =
    Need { what: "Chromium", program: "chromium", packages: &["chromium", "fonts-dejavu-core"] };
pub const CHROMEDRIVER: Need =
    Need { what: "its driver", program: "chromedriver", packages: &["chromium-driver"] };
pub const GNU_GO: Need = Need { what: "GNU Go", program: "gnugo", packages: &["gnugo"] };
const GNU_BACKGAMMON: Need = Need { what: "GNU Backgammon", program: "gnubg", packages: &["gnubg"] };
pub const TMUX: Need = Need { what: "tmux", program: "tmux", packages: &["tmux"] };
const IP: Need = Need { what: "network namespaces", program: "ip", packages: &["iproute2"] };
const TASKSET: Need = Need { what: "taskset", program: "taskset", packages: &["util-linux"] };
/// For what a package brings to a system: completions, manuals, a desktop entry.
const ZSH: Need = Need { what: "zsh", program: "zsh", packages: &["zsh"] };
const FISH: Need = Need { what: "fish", program: "fish", packages: &["fish"] };
const MAN: Need = Need { what: "man", program: "man", packages: &["man-db"] };
const STRIP: Need = Need { what: "strip", program: "strip", packages: &["binutils"] };
const DESKTOP_FILES: Need =
    Need { what: "desktop files", program: "desktop-file-validate", packages: &["desktop-file-utils"] };
const XDG_OPEN: Need = Need { what: "xdg-open", program: "xdg-open", packages: &["xdg-utils"] };
const NODE: Need = Need { what: "Node", program: "node", packages: &["nodejs"] };
const NPM: Need = Need { what: "npm", program: "npm", packages: &["npm"] };
const PYTHON: Need = Need { what: "Python", program: "python3", packages: &["python3", "python3-venv"] };

/// Referees from PyPI, and what each one judges: python-chess PGN, anki our packages, genanki how fast they are made.
const REFEREES: &[&str] = &["chess==1.11.2", "anki==26.9.3", "genanki==0.13.1"];
const AXE: &str = "axe-core@4.14.0";
/// What hosts made with Node use for sockets: the peer of our rooms.
const WS: &str = "ws@8.18.3";

/// The version that is known to build with this workspace's oldest compiler.
const NEXTEST: &str = "0.9.143";

pub fn everything() -> Result<()> {
    step("what the project needs", || {
        tools()?;
        install_all(&[&CHROMIUM, &CHROMEDRIVER, &GNU_GO, &GNU_BACKGAMMON, &TMUX, &IP, &NPM])?;
        install_all(&[&ZSH, &FISH, &MAN, &STRIP, &XDG_OPEN, &DESKTOP_FILES])?;
        axe()?;
        referees()
    })
}

/// What builds and tests need, whatever is built.
pub fn tools() -> Result<()> {
    components()?;
    nextest()?;
    let route = wasm::route()?;
    println!("   WASM: {route}");
    Ok(())
}

/// Where packages from npm are.
pub fn npm_folder() -> PathBuf {
    target().join("npm")
}

/// Where the accessibility check lies, once installed.
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

/// The peer that rooms are measured beside.
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
    run(&mut npm, "see what npm said above")
}

/// The Python that has the referees.
pub fn python() -> PathBuf {
    target().join("referees/bin/python")
}

fn referees() -> Result<()> {
    install(&PYTHON)?;
    let home = target().join("referees");
    // The list is written last, so an environment that was made by halves is made again.
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
        run(pip.args(["-m", "pip", "install", "--quiet"]).args(REFEREES), "see what pip said above")?;
        fs::write(&done, list)?;
    }
    println!("   referees: {} in {}", REFEREES.join(", "), home.display());
    Ok(())
}

/// Debian splits off the part of Python that this needs, so it may fail the first time.
fn makes_venv(home: &Path) -> bool {
    Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(home)
        .status()
        .is_ok_and(|status| status.success())
}

pub fn install(need: &Need) -> Result<()> {
    install_all(&[need])
}

/// What is missing comes in one go: apt-get takes its time for each.
pub fn install_all(needs: &[&Need]) -> Result<()> {
    let is_missing = |need: &&&Need| program(need.program).is_none();
    let missing: Vec<&Need> = needs.iter().filter(is_missing).copied().collect();
    let names: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    if !names.is_empty() {
        packages(&names)?;
    }
    for need in needs {
        let Some(found) = program(need.program) else {
            bail!("{} is not there after installing {}", need.program, need.packages.join(" "));
        };
        let from = if missing.iter().any(|one| one.program == need.program) { ", from Debian" } else { "" };
        println!("   {}: {}{from}", need.what, found.display());
    }
    Ok(())
}

/// Debian packages, as root; anybody else gets the command to type.
pub fn packages(names: &[&str]) -> Result<()> {
    let list = names.join(" ");
    if program("apt-get").is_none() {
        bail!("this needs {list}, and there is no apt-get here: install the like of it and try again");
    }
    if output("id", &["-u"]).as_deref() != Some("0") {
        bail!("this needs {list}. Type:  sudo apt-get install {list}");
    }
    refresh_package_lists();
    println!("   installing {list}");
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends"]).args(names);
    run(&mut apt, "see what apt-get said above; a later try may find the mirror awake")
}

fn refresh_package_lists() {
    static ONCE: Once = Once::new();
    // A failure here is no failure yet: the lists that are there may do.
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
    println!("   installing cargo-nextest {NEXTEST} (some minutes, once)");
    let mut cargo = Command::new("cargo");
    cargo.args(["install", "--locked", "--quiet", "cargo-nextest", "--version", NEXTEST]);
    run(&mut cargo, "install cargo-nextest by hand")
}

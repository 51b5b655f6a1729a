//! What the tasks need from outside, and how it gets here: what is there already, then rustup, then Debian.

use std::process::Command;
use std::sync::Once;

use anyhow::{Result, bail};

use crate::place::program;
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

/// The version that is known to build with this workspace's oldest compiler.
const NEXTEST: &str = "0.9.143";

pub fn everything() -> Result<()> {
    step("what the project needs", || {
        components()?;
        nextest()?;
        let route = wasm::route()?;
        println!("   WASM: {route}");
        [CHROMIUM, CHROMEDRIVER, GNU_GO].iter().try_for_each(install)
    })
}

/// For everything that the tests drive.
pub fn for_tests() -> Result<()> {
    everything()
}

pub fn install(need: &Need) -> Result<()> {
    if let Some(found) = program(need.program) {
        println!("   {}: {}", need.what, found.display());
        return Ok(());
    }
    packages(need.packages)?;
    match program(need.program) {
        Some(found) => println!("   {}: {}, installed from Debian", need.what, found.display()),
        None => bail!("{} is not there after installing {}", need.program, need.packages.join(" ")),
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

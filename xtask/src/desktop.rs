//! The desktop program: what it needs, and how it is built, run, proved and packed.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::install::{self, Need, install_all, packages};
use crate::place::{program, root, target};
use crate::step::{output, run, step};
use crate::{clean_root, deb, dist, icons, page};

const PKG_CONFIG: Need = Need { what: "pkg-config", program: "pkg-config", packages: &["pkg-config"] };

/// What the proofs need beside the program.
const FOR_PROOFS: &[Need] = &[
    Need { what: "a screen that nobody sees", program: "Xvfb", packages: &["xvfb"] },
    Need { what: "a session bus", program: "dbus-daemon", packages: &["dbus"] },
    Need { what: "dbus-send", program: "dbus-send", packages: &["dbus-bin"] },
    Need { what: "WebKit's driver", program: "WebKitWebDriver", packages: &["webkit2gtk-driver"] },
    Need { what: "xdotool", program: "xdotool", packages: &["xdotool"] },
    Need { what: "xdg-open", program: "xdg-open", packages: &["xdg-utils"] },
    Need { what: "gio", program: "gio", packages: &["libglib2.0-bin"] },
    Need { what: "kinds of files", program: "update-mime-database", packages: &["shared-mime-info"] },
    Need { what: "desktop files", program: "update-desktop-database", packages: &["desktop-file-utils"] },
    Need { what: "strip", program: "strip", packages: &["binutils"] },
    Need { what: "pictures of the screen", program: "import", packages: &["imagemagick"] },
];

/// The proofs of this program; all others are built and run without it.
const OUR_PROOFS: &[&str] =
    &["--package=proof", "--features=desktop", "--test=desktop_window", "--test=desktop_package"];

/// How much care the compiler takes.
#[derive(Clone, Copy, PartialEq)]
pub enum Build {
    Release,
    Quick,
}

impl Build {
    pub fn binary(self) -> PathBuf {
        let folder = if self == Build::Release { "release" } else { "debug" };
        target().join(folder).join("tabiya-desktop")
    }
}

/// Builds everything for real use and opens the window.
pub fn open(args: &[String]) -> Result<()> {
    release()?;
    run(Command::new(Build::Release.binary()).args(args), "read the message above")
}

/// Builds everything and packs it.
pub fn pack(quick: bool) -> Result<()> {
    let how = if quick { Build::Quick } else { Build::Release };
    match how {
        Build::Release => release()?,
        Build::Quick => {
            libraries()?;
            build(how)?;
        }
    }
    let package = deb::pack(how)?;
    println!("   {}", package.display());
    Ok(())
}

/// The page first, because the program carries it.
pub fn release() -> Result<()> {
    libraries()?;
    page::build(page::Profile::Shipped)?;
    build(Build::Release)
}

pub fn draw_icons() -> Result<()> {
    step("icons", icons::draw)
}

fn build(how: Build) -> Result<()> {
    let mut cargo = cargo();
    cargo.args(["build", "--locked", "--package", "desktop"]);
    if how == Build::Release {
        cargo.arg("--release");
    }
    run(&mut cargo, "mend what the compiler says above")
}

/// WebKit and GTK, to compile against.
pub fn libraries() -> Result<()> {
    install_all(&[&PKG_CONFIG])?;
    if !has_libraries() {
        packages(&["libwebkit2gtk-4.1-dev"])?;
    }
    println!("   WebKit: {}", output("pkg-config", &["--modversion", "webkit2gtk-4.1"]).unwrap_or_default());
    Ok(())
}

fn has_libraries() -> bool {
    program("pkg-config").is_some() && output("pkg-config", &["--exists", "webkit2gtk-4.1"]).is_some()
}

/// With whatever page was built before.
pub fn prove() -> Result<()> {
    step("what the desktop program needs", || {
        libraries()?;
        install_all(&FOR_PROOFS.iter().collect::<Vec<_>>())
    })?;
    step("the desktop program", || {
        lints()?;
        build(Build::Quick)?;
        let mut nextest = cargo();
        nextest.args(["nextest", "run", "--locked", "--package", "desktop"]);
        run(&mut nextest, "mend the tests named above")
    })?;
    step("proofs: the window, the package", proofs)
}

fn lints() -> Result<()> {
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked", "--package", "desktop", "--all-targets"]);
    run(clippy.args(["--quiet", "--", "--deny", "warnings"]), "mend what clippy says above")?;
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked"]).args(OUR_PROOFS);
    run(clippy.args(["--quiet", "--", "--deny", "warnings"]), "mend what clippy says above")
}

fn proofs() -> Result<()> {
    let package = deb::pack(Build::Quick)?;
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked", "--no-fail-fast"]).args(OUR_PROOFS);
    nextest.env("TABIYA_DESKTOP", Build::Quick.binary()).env("TABIYA_DEB", package);
    nextest.env("TABIYA_SHOTS", root().join("target/screenshots"));
    run(&mut nextest, "mend the proofs named above; pictures of failures are in target/screenshots")
}

/// With whatever page was built before.
pub fn prove_in_clean_root() -> Result<()> {
    libraries()?;
    build(Build::Quick)?;
    clean_root::prove(&dist::deb(&dist::quickly()?), &deb::pack(Build::Quick)?)
}

/// What the measurement of the program needs: it, its package, the studio beside it, and the means to look at both.
pub fn for_bench() -> Result<PathBuf> {
    install_all(&FOR_PROOFS.iter().chain([&install::CHROMIUM]).collect::<Vec<_>>())?;
    release()?;
    deb::pack(Build::Release)
}

fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target());
    cargo
}

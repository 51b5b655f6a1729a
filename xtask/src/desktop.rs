//! Builds, runs, tests and packages the desktop program.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::install::{self, Tool, install_all, packages};
use crate::native::{Build, cargo};
use crate::paths::{program, root};
use crate::step::{output, run, step};
use crate::{clean_root, desktop_package, dist, icons, native, page};

const PKG_CONFIG: Tool = Tool { label: "pkg-config", program: "pkg-config", packages: &["pkg-config"] };

/// What the tests need apart from the program.
const TEST_TOOLS: &[Tool] = &[
    Tool { label: "virtual screen", program: "Xvfb", packages: &["xvfb"] },
    Tool { label: "session bus", program: "dbus-daemon", packages: &["dbus"] },
    Tool { label: "dbus-send", program: "dbus-send", packages: &["dbus-bin"] },
    Tool { label: "WebKitWebDriver", program: "WebKitWebDriver", packages: &["webkit2gtk-driver"] },
    Tool { label: "xdotool", program: "xdotool", packages: &["xdotool"] },
    Tool { label: "xdg-open", program: "xdg-open", packages: &["xdg-utils"] },
    Tool { label: "gio", program: "gio", packages: &["libglib2.0-bin"] },
    Tool { label: "MIME database", program: "update-mime-database", packages: &["shared-mime-info"] },
    Tool { label: "desktop database", program: "update-desktop-database", packages: &["desktop-file-utils"] },
    Tool { label: "strip", program: "strip", packages: &["binutils"] },
    Tool { label: "ImageMagick", program: "import", packages: &["imagemagick"] },
];

/// Selects this program's end-to-end tests; all others are built and run without it.
const DESKTOP_TESTS: &[&str] =
    &["--package=e2e", "--features=desktop", "--test=desktop_window", "--test=desktop_package"];

const PROGRAM: &str = "tabiya-desktop";

/// Builds the release version and opens the window.
pub fn open(args: &[String]) -> Result<()> {
    release()?;
    run(Command::new(Build::Release.program(PROGRAM)).args(args), "see the error above")
}

/// Builds everything and makes the package.
pub fn pack(quick: bool) -> Result<()> {
    let how = if quick { Build::Debug } else { Build::Release };
    if quick {
        libraries()?;
        build(how)?;
    } else {
        release()?;
    }
    let package = desktop_package::pack(how)?;
    println!("   {}", package.display());
    Ok(())
}

/// The page comes first, because the program embeds it.
pub fn release() -> Result<()> {
    libraries()?;
    page::build(page::Profile::Release)?;
    build(Build::Release)
}

pub fn draw_icons() -> Result<()> {
    step("icons", icons::draw_all)
}

fn build(build: Build) -> Result<()> {
    native::build("desktop", build)
}

/// Installs the development files of WebKit and GTK.
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

/// Tests with the page that was built last.
pub fn test() -> Result<()> {
    step("required tools", || {
        libraries()?;
        install_all(&TEST_TOOLS.iter().collect::<Vec<_>>())
    })?;
    step("desktop program", || {
        lint()?;
        build(Build::Debug)?;
        let mut nextest = cargo();
        nextest.args(["nextest", "run", "--locked", "--package", "desktop"]);
        run(&mut nextest, "fix the tests listed above")
    })?;
    step("end-to-end tests", end_to_end_tests)
}

fn lint() -> Result<()> {
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked", "--package", "desktop", "--all-targets"]);
    run(clippy.args(["--quiet", "--", "--deny", "warnings"]), "fix what clippy reports above")?;
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked"]).args(DESKTOP_TESTS);
    run(clippy.args(["--quiet", "--", "--deny", "warnings"]), "fix what clippy reports above")
}

fn end_to_end_tests() -> Result<()> {
    let package = desktop_package::pack(Build::Debug)?;
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked", "--no-fail-fast"]).args(DESKTOP_TESTS);
    nextest.env("TABIYA_DESKTOP", Build::Debug.program(PROGRAM)).env("TABIYA_DEB", package);
    nextest.env("TABIYA_SHOTS", root().join("target/screenshots"));
    run(&mut nextest, "fix the tests listed above; screenshots of failures are in target/screenshots")
}

/// Tests both packages with the page that was built last.
pub fn test_in_clean_root() -> Result<()> {
    libraries()?;
    build(Build::Debug)?;
    clean_root::test(&dist::package_path(&dist::pack_debug()?), &desktop_package::pack(Build::Debug)?)
}

/// Prepares `bench desktop`: builds the program and its package, and installs the tools. Gives the package.
pub fn for_bench() -> Result<PathBuf> {
    install_all(&TEST_TOOLS.iter().chain([&install::CHROMIUM]).collect::<Vec<_>>())?;
    release()?;
    desktop_package::pack(Build::Release)
}

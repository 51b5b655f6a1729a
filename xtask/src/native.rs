//! Native builds of our programs.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::paths::{root, target};
use crate::step::run;

const FIX: &str = "fix what the compiler reports above";

#[derive(Clone, Copy, PartialEq)]
pub enum Build {
    /// What packages contain and benchmarks measure.
    Release,
    /// Optimised, but compiled in about half the time: `cargo xtask run`.
    Local,
    /// What tests drive.
    Debug,
}

impl Build {
    fn profile(self) -> &'static str {
        match self {
            Build::Release => "release",
            Build::Local => "local",
            Build::Debug => "dev",
        }
    }

    /// The program of this name, once it is built.
    pub fn program(self, name: &str) -> PathBuf {
        let folder = if self == Build::Debug { "debug" } else { self.profile() };
        target().join(folder).join(name)
    }
}

/// All packages but the desktop program, which needs WebKit. Lints, tests and the program that tests drive select the
/// same packages: others would give dependencies other features, and compile them again.
pub const WORKSPACE: [&str; 3] = ["--workspace", "--exclude", "desktop"];

pub fn build(package: &str, build: Build) -> Result<()> {
    let mut cargo = cargo();
    cargo.args(["build", "--locked", "--package", package, "--profile", build.profile()]);
    run(&mut cargo, FIX)
}

/// The program of this name for tests.
pub fn build_debug(name: &str) -> Result<()> {
    let mut cargo = cargo();
    cargo.args(["build", "--locked"]).args(WORKSPACE).args(["--bin", name]);
    run(&mut cargo, FIX)
}

/// Cargo in the workspace, with its target folder.
pub fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target());
    if env::var_os("CI").is_some() {
        // A fresh clone compiles each crate once: what is stored for the next time takes gigabytes and is never read.
        cargo.env("CARGO_INCREMENTAL", "0");
    }
    cargo
}

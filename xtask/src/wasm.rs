//! Chooses the compiler for WASM on this machine, and its settings.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::install::packages;
use crate::paths::{root, wasm_target};
use crate::step::output;

const TARGET: &str = "wasm32-unknown-unknown";

pub enum Route {
    /// The toolchain has the target's standard library.
    Toolchain,
    /// Debian's rustc with the sources of its standard library, which cargo builds too.
    Debian { linker: PathBuf },
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Toolchain => write!(f, "the Rust toolchain's own {TARGET}"),
            Route::Debian { .. } => write!(f, "Debian's rustc-web, with std built from its sources"),
        }
    }
}

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// In order of preference: the present toolchain, rustup, Debian.
pub fn route() -> Result<Route> {
    if toolchain_has_target() {
        return Ok(Route::Toolchain);
    }
    if !debian_has_sources() {
        if rustup_adds_target() {
            return Ok(Route::Toolchain);
        }
        packages(&["rustc-web", "rust-web-src", "lld"])?;
    }
    Ok(Route::Debian { linker: rust_lld()? })
}

fn toolchain_has_target() -> bool {
    output("rustc", &["--print", "target-libdir", "--target", TARGET])
        .is_some_and(|dir| has_std(Path::new(&dir)))
}

fn has_std(dir: &Path) -> bool {
    let Ok(files) = dir.read_dir() else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd"))
}

fn rustup_adds_target() -> bool {
    println!("   asking rustup for {TARGET}");
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    added.is_ok_and(|status| status.success()) && toolchain_has_target()
}

fn debian_has_sources() -> bool {
    output(DEBIAN_RUSTC, &["--print", "sysroot"]).is_some_and(|sysroot| {
        Path::new(&sysroot).join("lib/rustlib/src/rust/library/std/Cargo.toml").is_file()
    })
}

fn rust_lld() -> Result<PathBuf> {
    let sysroot = output("rustc", &["--print", "sysroot"]).context("rustc does not print its sysroot")?;
    let lld = Path::new(&sysroot).join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    Ok(if lld.is_file() { lld } else { PathBuf::from("/usr/bin/wasm-ld") })
}

impl Route {
    /// `cargo build` for WASM; the caller adds packages and profile.
    pub fn cargo_build(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(root()).env("CARGO_TARGET_DIR", wasm_target());
        cargo.args(["build", "--locked", "--target", TARGET]);
        if let Route::Debian { linker } = self {
            cargo
                .env("RUSTC", DEBIAN_RUSTC)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                .arg("-Zbuild-std=std,panic_abort");
        }
        cargo
    }
}

/// The program that cargo built with that profile.
pub fn built(name: &str, profile: &str) -> PathBuf {
    wasm_target().join(TARGET).join(profile).join(format!("{name}.wasm"))
}

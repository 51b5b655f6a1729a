//! Measurements: release builds, one run, ratios.

use std::process::Command;

use anyhow::Result;

use crate::page::Profile;
use crate::place::{dist, root, target};
use crate::{desktop, embed, install, step, studio};

pub fn run(name: &str, args: &[String]) -> Result<()> {
    // The studio's own size and speed are measured on what users get.
    if matches!(name, "size" | "page" | "page-chess" | "page-large" | "term") {
        studio::build()?;
    }
    if name == "size" {
        embed::build(Profile::Shipped)?;
    }
    if name == "rooms" {
        install::node_host()?;
        studio::build_binary()?;
    }
    let mut bench = Command::new("cargo");
    if name == "desktop" {
        bench.env("TABIYA_DEB", desktop::for_bench()?);
        bench.env("TABIYA_DESKTOP", desktop::Build::Release.binary());
        studio::build_binary()?;
    }
    bench.current_dir(root()).env("CARGO_TARGET_DIR", target());
    bench.env("TABIYA", studio::binary()).env("TABIYA_DIST", dist());
    bench.env("TABIYA_EMBED", embed::folder());
    bench.env("TABIYA_PYTHON", install::python()).env("TABIYA_NPM", install::npm_folder());
    bench.args(["run", "--locked", "--release", "--quiet", "--package", "bench", "--", name]).args(args);
    step::run(&mut bench, "see what the measurement said above")
}

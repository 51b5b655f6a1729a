//! Runs benchmarks on release builds.

use anyhow::Result;

use crate::native::{self, Build};
use crate::page::Profile;
use crate::paths::dist;
use crate::{desktop, embed, install, step, studio};

pub fn run(name: &str, args: &[String]) -> Result<()> {
    // Size and speed of the studio are measured on the release build.
    if matches!(name, "size" | "page" | "page-chess" | "page-large" | "term") {
        studio::build(Build::Release)?;
    }
    if name == "size" {
        embed::build(Profile::Release)?;
    }
    if name == "rooms" {
        install::node_host()?;
        studio::build_binary(Build::Release)?;
    }
    if matches!(name, "show" | "analysis") {
        studio::build_binary(Build::Release)?;
    }
    let mut bench = native::cargo();
    if name == "desktop" {
        bench.env("TABIYA_DEB", desktop::for_bench()?);
        bench.env("TABIYA_DESKTOP", Build::Release.program("tabiya-desktop"));
        studio::build_binary(Build::Release)?;
    }
    bench.env("TABIYA", Build::Release.program("tabiya")).env("TABIYA_DIST", dist());
    bench.env("TABIYA_EMBED", embed::folder());
    bench.env("TABIYA_PYTHON", install::python()).env("TABIYA_NPM", install::npm_folder());
    bench.args(["run", "--locked", "--release", "--quiet", "--package", "bench", "--", name]).args(args);
    step::run(&mut bench, "see the benchmark's output above")
}

//! All checks, in the order in which a mistake is cheapest to find.

use anyhow::Result;

use crate::native::{Build, WORKSPACE, cargo};
use crate::paths::{corpus as corpus_folder, root};
use crate::step::{run, step};
use crate::{dependencies, desktop, dist, embed, install, page, wasm};

/// The crates without I/O. They must also compile for the browser.
const CORE_CRATES: &[&str] = &[
    "analysis",
    "api",
    "i18n",
    "moment",
    "rules",
    "record",
    "play",
    "bot",
    "drill",
    "study",
    "diagram",
    "flashcards",
    "catalogue",
];

pub fn everything() -> Result<()> {
    step("all tests", || {
        install::everything()?;
        step("format", check_format)?;
        step("dependencies", dependencies::check)?;
        step("lints", lint)?;
        page::build(page::Profile::Quick)?;
        embed::build(page::Profile::Quick)?;
        step("core crates for WASM", core_crates_for_wasm)?;
        step("unit and property tests", unit_tests)?;
        step("end-to-end tests", || end_to_end_tests("package(e2e)"))
    })
}

pub fn desktop() -> Result<()> {
    step("desktop tests", || {
        install::tools()?;
        page::build(page::Profile::Quick)?;
        desktop::test()
    })
}

pub fn corpus() -> Result<()> {
    step("corpus tests", || end_to_end_tests("package(e2e) and binary(/corpus/)"))
}

fn check_format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]), "run cargo fmt --all")
}

fn lint() -> Result<()> {
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked"]).args(WORKSPACE).args(["--features", "xtask/icons"]);
    clippy.args(["--all-targets", "--quiet", "--", "--deny", "warnings"]);
    run(&mut clippy, "fix what clippy reports above")
}

fn core_crates_for_wasm() -> Result<()> {
    let mut build = wasm::route()?.cargo_build();
    build.args(["--lib", "--profile", "page-quick"]);
    for name in CORE_CRATES.iter().filter(|name| root().join("crates").join(name).exists()) {
        build.args(["--package", name]);
    }
    run(&mut build, "a core crate uses something that browsers do not have: see above")
}

fn unit_tests() -> Result<()> {
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked"]).args(WORKSPACE).args(["--no-fail-fast"]);
    nextest.args(["--filterset", "not package(e2e)"]);
    run(&mut nextest, "fix the tests listed above; `cargo nextest run NAME` runs one of them")
}

/// These tests drive the real binary, so it is built and packaged first.
fn end_to_end_tests(selection: &str) -> Result<()> {
    let packages = dist::pack_debug()?;
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked"]).args(WORKSPACE).args(["--no-fail-fast"]);
    nextest.args(["--filterset", selection]);
    nextest.env("TABIYA_PACKAGES", packages);
    nextest
        .env("TABIYA", Build::Debug.program("tabiya"))
        .env("TABIYA_SHOTS", root().join("target/screenshots"));
    nextest.env("TABIYA_EMBED", embed::folder());
    nextest.env("TABIYA_PYTHON", install::python()).env("TABIYA_AXE", install::axe_script());
    if let Some(folder) = corpus_folder() {
        nextest.env("TABIYA_CORPUS", folder);
    }
    run(&mut nextest, "fix the tests listed above; screenshots of failures are in target/screenshots")
}

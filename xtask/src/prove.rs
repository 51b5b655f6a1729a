//! Everything that has to hold, in the order in which a mistake is cheapest to find.

use std::process::Command;

use anyhow::Result;

use crate::place::{corpus as corpus_folder, root, target};
use crate::step::{run, step};
use crate::{desktop, dist, embed, install, page, wasm};

/// The crates that decide and must therefore run in the browser as well.
const QUIET: &[&str] =
    &["words", "rules", "record", "play", "bot", "drill", "study", "diagram", "flashcards", "catalogue"];

pub fn everything() -> Result<()> {
    step("everything", || {
        install::everything()?;
        step("format", format)?;
        step("lints", lints)?;
        page::build(page::Profile::Quick)?;
        embed::build(page::Profile::Quick)?;
        step("the quiet crates for WASM", quiet_for_wasm)?;
        step("unit and property tests", unit_tests)?;
        step("proofs: browser, engines, real files", || proofs(&[]))
    })
}

pub fn desktop() -> Result<()> {
    step("the desktop", || {
        install::tools()?;
        page::build(page::Profile::Quick)?;
        desktop::prove()
    })
}

pub fn corpus() -> Result<()> {
    if corpus_folder().is_none() {
        println!("There is no ../shared/corpus here: nothing to prove.");
        return Ok(());
    }
    step("real files", || proofs(&["--filterset", "binary(/corpus/)"]))
}

fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]), "cargo fmt --all")
}

fn lints() -> Result<()> {
    let mut clippy = cargo();
    clippy.args([
        "clippy",
        "--locked",
        "--workspace",
        // It needs WebKit and is linted with its proofs.
        "--exclude",
        "desktop",
        "--all-targets",
        "--quiet",
        "--",
        "--deny",
        "warnings",
    ]);
    run(&mut clippy, "mend what clippy says above")
}

fn quiet_for_wasm() -> Result<()> {
    let mut build = wasm::route()?.cargo_build();
    build.args(["--lib", "--profile", "page-quick"]);
    for name in QUIET.iter().filter(|name| root().join("crates").join(name).exists()) {
        build.args(["--package", name]);
    }
    run(&mut build, "a quiet crate uses something that browsers do not have: see above")
}

fn unit_tests() -> Result<()> {
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked", "--workspace", "--exclude", "proof", "--exclude", "desktop"]);
    nextest.arg("--no-fail-fast");
    run(&mut nextest, "mend the tests named above; `cargo nextest run NAME` runs one again")
}

/// The proofs drive the real binary, so that is built first, and packed.
fn proofs(selection: &[&str]) -> Result<()> {
    let packages = dist::quickly()?;
    let mut nextest = cargo();
    nextest.args(["nextest", "run", "--locked", "--package", "proof", "--no-fail-fast"]).args(selection);
    nextest.env("TABIYA_PACKAGES", packages);
    nextest
        .env("TABIYA", target().join("debug/tabiya"))
        .env("TABIYA_SHOTS", root().join("target/screenshots"));
    nextest.env("TABIYA_EMBED", embed::folder());
    nextest.env("TABIYA_PYTHON", install::python()).env("TABIYA_AXE", install::axe_script());
    if let Some(folder) = corpus_folder() {
        nextest.env("TABIYA_CORPUS", folder);
    }
    run(&mut nextest, "mend the proofs named above; screenshots of failures are in target/screenshots")
}

fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target());
    cargo
}

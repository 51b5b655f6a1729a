//! The studio itself: built for real use and opened.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::page;
use crate::place::{root, target};
use crate::step;

pub fn run(args: &[String]) -> Result<()> {
    build()?;
    step::run(Command::new(binary()).args(args), "read the message above")
}

/// The page first, because the binary carries it.
pub fn build() -> Result<()> {
    page::build(page::Profile::Shipped)?;
    build_binary()
}

/// With whatever page was built before.
pub fn build_binary() -> Result<()> {
    compile(&["--release"])
}

/// What the proofs drive: the same, with less care.
pub fn build_quickly() -> Result<()> {
    compile(&[])
}

fn compile(how: &[&str]) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target());
    cargo.args(["build", "--locked", "--package", "tabiya"]).args(how);
    step::run(&mut cargo, "mend what the compiler says above")
}

pub fn binary() -> PathBuf {
    target().join("release/tabiya")
}

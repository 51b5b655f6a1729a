//! `cargo xtask torture`: the release build, killed, damaged, starved and flooded.

use anyhow::Result;

use crate::install::{STRACE, install};
use crate::native::{self, Build};
use crate::paths::target;
use crate::{step, studio};

pub fn run(args: &[String]) -> Result<()> {
    install(&STRACE)?;
    studio::build_binary(Build::Release)?;
    let mut torture = native::cargo();
    torture.env("TABIYA", Build::Release.program("tabiya")).env("TABIYA_TARGET", target());
    torture
        .args(["run", "--locked", "--release", "--quiet", "--package", "e2e", "--bin", "torture", "--"])
        .args(args);
    step::run(&mut torture, "see the table above")
}

//! Builds the studio and runs it.

use std::process::Command;

use anyhow::Result;

use crate::native::{self, Build};
use crate::{page, step};

const PROGRAM: &str = "tabiya";

pub fn run(args: &[String]) -> Result<()> {
    build(Build::Local)?;
    step::run(Command::new(Build::Local.program(PROGRAM)).args(args), "see the error above")
}

/// The page comes first, because the binary embeds it.
pub fn build(build: Build) -> Result<()> {
    page::build(match build {
        Build::Release => page::Profile::Release,
        Build::Local => page::Profile::Local,
        Build::Debug => page::Profile::Quick,
    })?;
    build_binary(build)
}

/// Embeds the page that was built last.
pub fn build_binary(build: Build) -> Result<()> {
    match build {
        Build::Debug => native::build_debug(PROGRAM),
        _ => native::build(PROGRAM, build),
    }
}

//! Pictures of the real page, taken by the proofs' browser, and of the real terminal, by tmux.

use std::process::Command;

use anyhow::Result;

use crate::install::{CHROMEDRIVER, CHROMIUM, GNU_GO, TMUX, install};
use crate::place::{root, target};
use crate::{step, studio};

pub fn screenshots() -> Result<()> {
    install(&CHROMIUM)?;
    install(&CHROMEDRIVER)?;
    install(&GNU_GO)?;
    install(&TMUX)?;
    studio::build()?;
    let mut shots = Command::new("cargo");
    shots.current_dir(root()).env("CARGO_TARGET_DIR", target()).env("TABIYA", studio::binary());
    shots.args(["run", "--locked", "--quiet", "--package", "proof", "--bin", "screenshots"]);
    step::step("pictures into docs/", || step::run(&mut shots, "see what the browser said above"))
}

//! Takes the pictures of docs/pictures: the real page in Chromium, the real terminal in tmux.

use anyhow::Result;

use crate::install::{CHROMEDRIVER, CHROMIUM, GNU_GO, TMUX, install};
use crate::native::{self, Build};
use crate::{step, studio};

pub fn take() -> Result<()> {
    install(&CHROMIUM)?;
    install(&CHROMEDRIVER)?;
    install(&GNU_GO)?;
    install(&TMUX)?;
    studio::build(Build::Local)?;
    let mut shots = native::cargo();
    shots.env("TABIYA", Build::Local.program("tabiya"));
    shots.args(["run", "--locked", "--quiet", "--package", "e2e", "--bin", "screenshots"]);
    step::step("screenshots", || step::run(&mut shots, "see the error above"))
}

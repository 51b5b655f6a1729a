//! What the proofs under `tests/` share: the real studio, a real browser, engines, the folder of real files.

mod browser;
mod place;
mod studio;

pub use browser::{Page, Screen, in_browser};
pub use place::{axe_script, corpus, program, python, workspace};
pub use studio::Studio;

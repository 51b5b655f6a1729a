//! What the proofs under `tests/` share: the real studio, a real browser, engines, the folder of real files.

mod browser;
mod place;
mod studio;

pub use browser::{Page, Screen, in_browser};
pub use place::{corpus, program, workspace};
pub use studio::Studio;

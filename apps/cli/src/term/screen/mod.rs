//! What each screen knows and does with keys. No drawing, no files, no processes.

pub mod colours;
pub mod game;
pub mod history;
pub mod setup;

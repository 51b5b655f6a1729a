//! The state of each screen and its handling of keys. No drawing, no I/O.

pub mod colours;
pub mod game;
pub mod history;
pub mod review;
pub mod setup;

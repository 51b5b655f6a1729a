//! The studio page: a small frame, and rooms that are loaded when they are first entered.
//! It turns events into inputs and positions into pixels; what is legal and what it looks like is decided elsewhere.
//!
//! The frame and every room are WASM bundles of their own, each a few lines in `src/bin`; this library is what they
//! share, and a bundle carries only what it uses of it. They meet in `between`, and nowhere else.
//!
//! To add a room: a folder here with a function `open(host)` that calls `room::open`, a file in `src/bin` that exports
//! it, its name in `Page::is_room`, and a row in the table of `xtask/src/bundles.rs`. A worker is a bundle as well; see
//! `thinker`.

mod between;
mod board;
mod bridge;
mod canvas;
mod cards;
pub mod chess;
mod controls;
mod frame;
mod handoff;
mod icons;
mod keys;
mod keys_help;
mod language;
mod pages;
mod pane;
mod play;
mod room;
mod route;
mod settings;
mod sheet;
mod storage;
mod study;
pub mod thinker;
mod train;

pub use bridge::script;
pub use cards::open as open_cards;
pub use frame::open as open_frame;
pub use play::open as open_play;
pub use study::open as open_study;
pub use train::open as open_train;

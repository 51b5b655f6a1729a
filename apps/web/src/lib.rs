//! The studio page: a small frame, and rooms that are loaded when they are first entered.
//! It turns events into inputs and positions into pixels; what is legal and what it looks like is decided elsewhere.
//!
//! The frame and every room are WASM bundles of their own, each a few lines in `src/bin`; this library is what they
//! share, and a bundle carries only what it uses of it. They meet in `between`, and nowhere else.
//!
//! To add a room: a folder here with a function `open(host)` that calls `room::open`, a file in `src/bin` that exports
//! it, its name in `Page`, and a row in the table of `xtask/src/bundles.rs`. A worker is a bundle as well; see
//! `thinker`.

// The elements for other pages are a small part of it.
#![cfg_attr(not(feature = "studio"), allow(dead_code))]

#[cfg(feature = "studio")]
mod between;
#[cfg(feature = "studio")]
mod board;
#[cfg(feature = "studio")]
mod bridge;
#[cfg(feature = "studio")]
mod canvas;
#[cfg(feature = "studio")]
mod cards;
pub mod chess;
#[cfg(feature = "studio")]
mod controls;
#[cfg(feature = "studio")]
mod frame;
#[cfg(feature = "studio")]
mod handoff;
#[cfg(feature = "studio")]
mod home;
#[cfg(feature = "studio")]
mod http;
#[cfg(feature = "studio")]
mod icons;
#[cfg(feature = "studio")]
mod keys;
#[cfg(feature = "studio")]
mod keys_help;
mod language;
#[cfg(feature = "studio")]
mod library;
#[cfg(feature = "studio")]
mod opening;
#[cfg(feature = "studio")]
mod own_keys;
#[cfg(feature = "studio")]
mod pages;
#[cfg(feature = "studio")]
mod pane;
#[cfg(feature = "studio")]
mod play;
#[cfg(feature = "studio")]
mod preferences;
#[cfg(feature = "studio")]
mod recent;
#[cfg(feature = "studio")]
mod room;
#[cfg(feature = "studio")]
mod route;
pub mod script;
#[cfg(feature = "studio")]
mod settings;
#[cfg(feature = "studio")]
mod sheet;
mod storage;
#[cfg(feature = "studio")]
mod study;
#[cfg(feature = "studio")]
pub mod thinker;
#[cfg(feature = "studio")]
mod train;
#[cfg(feature = "studio")]
mod when;

#[cfg(feature = "studio")]
pub use cards::open as open_cards;
#[cfg(feature = "studio")]
pub use frame::open as open_frame;
#[cfg(feature = "studio")]
pub use home::open as open_home;
#[cfg(feature = "studio")]
pub use library::open as open_library;
#[cfg(feature = "studio")]
pub use play::open as open_play;
#[cfg(feature = "studio")]
pub use preferences::open as open_settings;
#[cfg(feature = "studio")]
pub use study::open as open_study;
#[cfg(feature = "studio")]
pub use train::open as open_train;

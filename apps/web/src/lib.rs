//! The studio's page: a small frame, and pages that are loaded when they are first visited.
//! It turns events into inputs and positions into pixels; rules and pictures come from the core crates.
//!
//! The frame and every page are separate WASM bundles, each a few lines in `src/bin`; this library is what they share,
//! and a bundle contains only the parts it uses. They communicate through `page_events` and nothing else.
//!
//! To add a page: a folder here with a function `open(host)` that calls `page_mount::open`, a file in `src/bin` that
//! exports it, its name in `Page`, and a row in the table of `xtask/src/bundles.rs`. A worker is a bundle as well; see
//! `bot_worker`.

// The embeddable elements use only a small part of it.
#![cfg_attr(not(feature = "studio"), allow(dead_code))]

#[cfg(feature = "studio")]
mod backgammon_board;
#[cfg(feature = "studio")]
mod backgammon_loss;
#[cfg(feature = "studio")]
mod backgammon_names;
#[cfg(feature = "studio")]
mod board;
#[cfg(feature = "studio")]
mod board_styles;
#[cfg(feature = "studio")]
pub mod bot_worker;
#[cfg(feature = "studio")]
mod bridge;
#[cfg(feature = "studio")]
mod canvas;
#[cfg(feature = "studio")]
mod cards;
pub mod chess;
#[cfg(feature = "studio")]
mod client;
#[cfg(feature = "studio")]
mod controls;
#[cfg(feature = "studio")]
mod custom_keys;
#[cfg(feature = "studio")]
mod dates;
#[cfg(feature = "studio")]
mod dialog;
mod element_size;
#[cfg(feature = "studio")]
mod foreign_text;
#[cfg(feature = "studio")]
mod frame;
#[cfg(feature = "studio")]
mod handoff;
#[cfg(feature = "studio")]
mod home;
#[cfg(feature = "studio")]
mod icons;
pub mod js;
#[cfg(feature = "studio")]
mod keys;
#[cfg(feature = "studio")]
mod keys_help;
mod language;
#[cfg(feature = "studio")]
mod library;
#[cfg(feature = "studio")]
mod live_games;
pub mod notation;
#[cfg(feature = "studio")]
mod opening;
#[cfg(feature = "studio")]
mod page_events;
#[cfg(feature = "studio")]
mod page_mount;
#[cfg(feature = "studio")]
mod pages;
#[cfg(feature = "studio")]
mod play;
#[cfg(feature = "studio")]
mod print_sheet;
#[cfg(feature = "studio")]
mod recent;
#[cfg(feature = "studio")]
mod route;
#[cfg(feature = "studio")]
mod settings;
#[cfg(feature = "studio")]
mod settings_page;
mod storage;
#[cfg(feature = "studio")]
mod study;
#[cfg(feature = "studio")]
mod tab_title;
pub mod timer;
#[cfg(feature = "studio")]
mod train;

#[cfg(feature = "studio")]
pub use self::{
    cards::open as open_cards, frame::open as open_frame, home::open as open_home,
    library::open as open_library, play::open as open_play, settings_page::open as open_settings,
    study::open as open_study, train::open as open_train,
};

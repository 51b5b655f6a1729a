//! What the player chooses before a session: its length, its order and which puzzles it asks.

use api::engines::Engine;
use drill::{Order, Settings};
use leptos::prelude::*;
use web_sys::js_sys::Math;

use crate::storage;

const ASK_ENGINE: &str = "tabiya.train.engine";

#[derive(Clone, Copy)]
pub struct SessionOptions {
    /// 0 is a session without a time limit.
    pub minutes: RwSignal<u64>,
    pub shuffle: RwSignal<bool>,
    pub only_failed: RwSignal<bool>,
    /// A move that the file does not have is judged by this engine, if it is installed and wanted.
    pub engine: RwSignal<Option<Engine>>,
    pub ask_engine: RwSignal<bool>,
    /// The number of the first puzzle from 1. With 1, puzzles that were never solved come first.
    pub start_at: RwSignal<usize>,
}

impl SessionOptions {
    pub fn new(minutes: u64) -> SessionOptions {
        SessionOptions {
            minutes: RwSignal::new(minutes),
            shuffle: RwSignal::new(false),
            only_failed: RwSignal::new(false),
            engine: RwSignal::new(None),
            ask_engine: RwSignal::new(storage::get(ASK_ENGINE).as_deref() != Some("off")),
            start_at: RwSignal::new(1),
        }
    }

    pub fn attempt(self) -> Settings {
        let ask_engine = self.ask_engine.get_untracked() && self.engine.with_untracked(is_installed);
        Settings { ask_engine, ..Settings::default() }
    }

    pub fn set_ask_engine(self, is_on: bool) {
        self.ask_engine.set(is_on);
        let _ = storage::set(ASK_ENGINE, if is_on { "on" } else { "off" });
    }

    pub fn order(self) -> Order {
        let from = self.start_at.get_untracked().saturating_sub(1);
        let seed = || (Math::random() * u64::MAX as f64) as u64;
        Order { from: (from > 0).then_some(from), shuffle: self.shuffle.get_untracked().then(seed) }
    }
}

pub fn is_installed(engine: &Option<Engine>) -> bool {
    engine.as_ref().is_some_and(|engine| engine.path.is_some())
}

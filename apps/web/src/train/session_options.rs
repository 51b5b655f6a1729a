//! What the player chooses before a session: its length, its order and which puzzles it asks.

use drill::Order;
use leptos::prelude::*;
use web_sys::js_sys::Math;

#[derive(Clone, Copy)]
pub struct SessionOptions {
    /// 0 is a session without a time limit.
    pub minutes: RwSignal<u64>,
    pub shuffle: RwSignal<bool>,
    pub only_failed: RwSignal<bool>,
    /// The number of the first puzzle from 1. With 1, puzzles that were never solved come first.
    pub start_at: RwSignal<usize>,
}

impl SessionOptions {
    pub fn new(minutes: u64) -> SessionOptions {
        SessionOptions {
            minutes: RwSignal::new(minutes),
            shuffle: RwSignal::new(false),
            only_failed: RwSignal::new(false),
            start_at: RwSignal::new(1),
        }
    }

    pub fn order(self) -> Order {
        let from = self.start_at.get_untracked().saturating_sub(1);
        let seed = || (Math::random() * u64::MAX as f64) as u64;
        Order { from: (from > 0).then_some(from), shuffle: self.shuffle.get_untracked().then(seed) }
    }
}

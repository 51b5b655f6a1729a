//! The mouse wheel over a board: one notch is one step through the game.

use leptos::ev::WheelEvent;
use leptos::prelude::*;
use study::Command;

use super::page_state::PageState;

/// The distance that makes one step.
const NOTCH: f64 = 60.0;

#[derive(Clone, Copy)]
pub struct Wheel {
    page_state: PageState,
    turned: StoredValue<f64>,
}

impl Wheel {
    pub fn new(page_state: PageState) -> Wheel {
        Wheel { page_state, turned: StoredValue::new(0.0) }
    }

    pub fn turn(self, event: &WheelEvent) {
        // With Ctrl the browser zooms.
        if event.ctrl_key() {
            return;
        }
        event.prevent_default();
        let by_line = event.delta_mode() != WheelEvent::DOM_DELTA_PIXEL;
        let turned = self.turned.get_value() + event.delta_y() * if by_line { NOTCH } else { 1.0 };
        let steps = (turned / NOTCH).trunc();
        // A notch is one step, whatever distance the wheel reports.
        self.turned.set_value(if steps == 0.0 { turned } else { 0.0 });
        if steps >= 1.0 {
            self.page_state.command(Command::Next);
        } else if steps <= -1.0 {
            self.page_state.command(Command::Previous);
        }
    }
}

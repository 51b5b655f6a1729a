//! A finger that is drawn across the board: to the left shows the next move, to the right the one before.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use study::Command;

use super::page_state::PageState;

/// Shorter movements are taps, in pixels.
const SHORTEST: f64 = 48.0;

#[derive(Clone, Copy)]
pub struct Swipe {
    page_state: PageState,
    from: StoredValue<Option<(f64, f64)>>,
}

impl Swipe {
    pub fn new(page_state: PageState) -> Swipe {
        Swipe { page_state, from: StoredValue::new(None) }
    }

    pub fn begin(self, event: &PointerEvent) {
        let is_finger = event.pointer_type() == "touch" && event.is_primary();
        self.from.set_value(is_finger.then(|| place(event)));
    }

    /// Whether the finger was drawn far enough; then a move is shown.
    pub fn ends(self, event: &PointerEvent) -> bool {
        let Some((x, y)) = self.from.try_update_value(Option::take).flatten() else { return false };
        let to = place(event);
        match command((to.0 - x, to.1 - y)) {
            Some(command) => self.page_state.command(command),
            None => return false,
        }
        true
    }
}

fn place(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// Clearly across, not up or down.
fn command((x, y): (f64, f64)) -> Option<Command> {
    if x.abs() < SHORTEST || x.abs() < 2.0 * y.abs() {
        return None;
    }
    Some(if x < 0.0 { Command::Next } else { Command::Previous })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_movement_across_is_a_step() {
        for (by, step) in [
            ((-80.0, 10.0), Some(Command::Next)),
            ((60.0, -20.0), Some(Command::Previous)),
            ((30.0, 0.0), None),
            ((-60.0, 50.0), None),
            ((0.0, 200.0), None),
        ] {
            assert_eq!(command(by), step, "{by:?}");
        }
    }
}

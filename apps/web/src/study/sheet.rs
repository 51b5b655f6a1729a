//! On a phone, the moves and the comment are in a sheet at the bottom that can be pulled over the board; elsewhere they are
//! parts of the side panel.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use crate::language;

/// The share of the window that is covered.
const LOW: f64 = 0.0;
const HALF: f64 = 0.5;
const HIGH: f64 = 0.85;
/// A shorter pull is a tap.
const SHORTEST: f64 = 0.02;

#[derive(Clone, Copy)]
struct Pull {
    sheet: NodeRef<html::Div>,
    height: RwSignal<f64>,
    /// Where the finger went down, and the height then.
    from: StoredValue<Option<(f64, f64)>>,
}

impl Pull {
    fn begin(self, event: &PointerEvent) {
        // Without it the movement ends at the edge of the handle.
        let _ = event_target::<web_sys::Element>(event).set_pointer_capture(event.pointer_id());
        let own = self.sheet.get_untracked().map(|sheet| sheet.get_bounding_client_rect().height());
        let height = own.unwrap_or_default() / window_height();
        self.from.set_value(Some((f64::from(event.client_y()), height)));
    }

    fn moved(self, event: &PointerEvent) {
        if let Some((from, before)) = self.from.get_value() {
            let by = (from - f64::from(event.client_y())) / window_height();
            if by.abs() >= SHORTEST {
                self.height.set((before + by).clamp(LOW, HIGH));
            }
        }
    }

    fn end(self, event: &PointerEvent) {
        let Some((from, _)) = self.from.try_update_value(Option::take).flatten() else { return };
        let is_tap = ((from - f64::from(event.client_y())) / window_height()).abs() < SHORTEST;
        self.height.update(|height| *height = if is_tap { next(*height) } else { nearest(*height) });
    }

    fn key(self, press: &KeyboardEvent) {
        let change = match press.key().as_str() {
            "Enter" | " " => next,
            "ArrowUp" => higher,
            "ArrowDown" => lower,
            _ => return,
        };
        press.prevent_default();
        press.stop_propagation();
        self.height.update(|height| *height = change(*height));
    }
}

fn window_height() -> f64 {
    window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(1.0).max(1.0)
}

#[component]
pub fn Sheet(children: Children) -> impl IntoView {
    let sheet = NodeRef::<html::Div>::new();
    let height = RwSignal::new(LOW);
    let pull = Pull { sheet, height, from: StoredValue::new(None) };
    view! {
        <div class="sheet" node_ref=sheet style=("--pulled", move || format!("{:.3}", height.get()))>
            <button
                class="sheet-handle"
                type="button"
                aria-label=language::here().go_study().pull_sheet
                aria-expanded=move || (height.get() > LOW).to_string()
                on:pointerdown=move |event| pull.begin(&event)
                on:pointermove=move |event| pull.moved(&event)
                on:pointerup=move |event| pull.end(&event)
                on:pointercancel=move |event| pull.end(&event)
                on:keydown=move |press| pull.key(&press)
            ></button>
            {children()}
        </div>
    }
}

fn nearest(height: f64) -> f64 {
    match height {
        height if height < 0.4 => LOW,
        height if height < 0.7 => HALF,
        _ => HIGH,
    }
}

fn higher(height: f64) -> f64 {
    if height < HALF { HALF } else { HIGH }
}

fn lower(height: f64) -> f64 {
    if height > HALF { HALF } else { LOW }
}

/// One tap after another opens it and closes it again.
fn next(height: f64) -> f64 {
    if height >= HIGH { LOW } else { higher(height) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_open_it_step_by_step_and_then_close_it() {
        let mut height = LOW;
        let steps = [0; 4].map(|_| {
            height = next(height);
            height
        });
        assert_eq!(steps, [HALF, HIGH, LOW, HALF]);
        assert_eq!([0.1, 0.45, 0.8].map(nearest), [LOW, HALF, HIGH]);
        assert_eq!((lower(HIGH), lower(HALF), lower(LOW)), (HALF, LOW, LOW));
    }
}

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

#[component]
pub fn Sheet(children: Children) -> impl IntoView {
    let words = language::here().go_study();
    let height = RwSignal::new(LOW);
    // Where the finger went down, and the height then.
    let pulled = StoredValue::new(None::<(f64, f64)>);
    let sheet = NodeRef::<html::Div>::new();
    let window_height =
        || window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(1.0).max(1.0);
    let shown_height = move || {
        let own = sheet.get_untracked().map(|sheet| sheet.get_bounding_client_rect().height());
        own.unwrap_or_default() / window_height()
    };
    let down = move |event: PointerEvent| {
        let handle = event_target::<web_sys::Element>(&event);
        // Without it the movement ends at the edge of the handle.
        let _ = handle.set_pointer_capture(event.pointer_id());
        pulled.set_value(Some((f64::from(event.client_y()), shown_height())));
    };
    let moved = move |event: PointerEvent| {
        if let Some((from, before)) = pulled.get_value() {
            let by = (from - f64::from(event.client_y())) / window_height();
            height.set((before + by).clamp(LOW, HIGH));
        }
    };
    let up = move |_: PointerEvent| {
        if let Some((_, before)) = pulled.try_update_value(Option::take).flatten() {
            let now = height.get_untracked();
            height.set(if (now - before).abs() < 0.02 { next(now) } else { nearest(now) });
        }
    };
    let key = move |press: KeyboardEvent| {
        let to = match press.key().as_str() {
            "Enter" | " " => next(height.get_untracked()),
            "ArrowUp" => higher(height.get_untracked()),
            "ArrowDown" => lower(height.get_untracked()),
            _ => return,
        };
        press.prevent_default();
        press.stop_propagation();
        height.set(to);
    };
    view! {
        <div class="sheet" node_ref=sheet style=("--pulled", move || format!("{:.3}", height.get()))>
            <button
                class="sheet-handle"
                type="button"
                aria-label=words.pull_sheet
                aria-expanded=move || (height.get() > LOW).to_string()
                on:pointerdown=down
                on:pointermove=moved
                on:pointerup=up
                on:pointercancel=up
                on:keydown=key
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

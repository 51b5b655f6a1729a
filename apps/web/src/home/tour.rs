//! The tour: it points at the real controls, one after another, and leaves them usable. Offered until it is taken or
//! skipped.

use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{DomRect, Element, HtmlElement};

use super::messages::{self, TourStep};
use crate::js::{call, object};
use crate::page_mount::PageVisibility;
use crate::{dialog, language, storage};

const TOUR: &str = "tabiya.tour";
/// Between the control and the ring, and between the ring and the card, in pixels.
const GAP: f64 = 6.0;

#[component]
pub fn Invitation() -> impl IntoView {
    let words = language::home();
    let offered = RwSignal::new(storage::get(TOUR).is_none());
    let step = RwSignal::new(None::<usize>);
    let end = move || {
        // Without storage it is offered again next time.
        let _ = storage::set(TOUR, "seen");
        offered.set(false);
        step.set(None);
    };
    view! {
        <Show when=move || offered.get()>
            <section class="panel invitation" aria-label=words.tour>
                <p><strong>{words.new_here}</strong>" "{words.tour_text}</p>
                <div class="invitation-row">
                    <button class="button" on:click=move |_| step.set(Some(0))>{words.tour}</button>
                    <button class="button subtle" on:click=move |_| end()>{words.skip}</button>
                </div>
            </section>
        </Show>
        <Show when=move || step.get().is_some()>
            <Tour step end />
        </Show>
    }
}

/// Where the ring and the card are, in pixels of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Places {
    ring: Area,
    card: (f64, f64),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// The card goes below its target, or above where there is no room, and stays inside the window.
fn places(target: Area, card: (f64, f64), window: (f64, f64)) -> Places {
    let ring = Area {
        left: target.left - GAP,
        top: target.top - GAP,
        width: target.width + 2.0 * GAP,
        height: target.height + 2.0 * GAP,
    };
    let below = ring.top + ring.height + GAP;
    let above = ring.top - GAP - card.1;
    let top = if below + card.1 <= window.1 || above < 0.0 { below } else { above };
    let inside = |at: f64, size: f64, most: f64| at.min(most - size - GAP).max(GAP);
    Places { ring, card: (inside(ring.left, card.0, window.0), inside(top, card.1, window.1)) }
}

fn target_of(step: TourStep) -> Option<Element> {
    document().query_selector(step.target).ok().flatten()
}

/// Measures and moves, after the browser has drawn the step.
fn place(step: TourStep, card: Option<web_sys::HtmlDivElement>) -> Option<Places> {
    let (target, card) = (target_of(step)?.get_bounding_client_rect(), card?.get_bounding_client_rect());
    let size =
        |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64()).unwrap_or_default();
    let window_size = (size(window().inner_width()), size(window().inner_height()));
    Some(places(area(&target), (card.width(), card.height()), window_size))
}

fn area(rect: &DomRect) -> Area {
    Area { left: rect.left(), top: rect.top(), width: rect.width(), height: rect.height() }
}

fn scroll_to(step: TourStep) {
    if let Some(target) = target_of(step) {
        let _ = call(&target, "scrollIntoView", &[&object(&[("block", &"center".into())])]);
    }
}

#[component]
fn Tour(step: RwSignal<Option<usize>>, end: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let steps = messages::steps();
    let count = steps.len();
    let steps = StoredValue::new(steps);
    let at = Memo::new(move |_| step.get().unwrap_or(0).min(count - 1));
    let current = Memo::new(move |_| steps.with_value(|steps| steps[at.get()]));
    let card = NodeRef::<html::Div>::new();
    let placed = follow_target(current, card);
    let go_on = move || match at.get_untracked() + 1 {
        next if next < count => step.set(Some(next)),
        _ => end(),
    };
    let go_back = move || step.set(Some(at.get_untracked().saturating_sub(1)));
    take_keys(go_on, go_back, end);
    on_cleanup(focus_content);
    let pixels = |value: f64| format!("{value}px");
    view! {
        <div
            class="tour-ring"
            aria-hidden="true"
            style:left=move || pixels(placed.get().ring.left)
            style:top=move || pixels(placed.get().ring.top)
            style:width=move || pixels(placed.get().ring.width)
            style:height=move || pixels(placed.get().ring.height)
        ></div>
        <div
            class="panel tour-card"
            role="dialog"
            aria-labelledby="tour-title"
            aria-describedby="tour-text"
            style:left=move || pixels(placed.get().card.0)
            style:top=move || pixels(placed.get().card.1)
            node_ref=card
        >
            <h2 id="tour-title">{move || current.get().title}</h2>
            <p id="tour-text" class="tour-text" aria-live="polite">{move || current.get().text}</p>
            <TourButtons at count go_on go_back end />
        </div>
    }
}

/// Measures again for each step, and when the page moves.
fn follow_target(current: Memo<TourStep>, card: NodeRef<html::Div>) -> RwSignal<Places> {
    let placed = RwSignal::new(Places::default());
    let move_there = move || {
        let found = current.try_get_untracked().and_then(|step| place(step, card.get_untracked()));
        let _ = placed.try_set(found.unwrap_or_default());
    };
    Effect::new(move |_| {
        if card.get().is_some() {
            scroll_to(current.get());
            request_animation_frame(move_there);
        }
    });
    for moved in ["scroll", "resize"] {
        let handle = window_event_listener(ev::Custom::<web_sys::Event>::new(moved), move |_| move_there());
        on_cleanup(move || handle.remove());
    }
    placed
}

#[component]
fn TourButtons(
    at: Memo<usize>,
    count: usize,
    go_on: impl Fn() + Copy + Send + Sync + 'static,
    go_back: impl Fn() + Copy + Send + Sync + 'static,
    end: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let words = language::home();
    let next = NodeRef::<html::Button>::new();
    Effect::new(move |_| drop(next.get().map(|button| button.focus())));
    let is_last = move || at.get() + 1 == count;
    view! {
        <div class="tour-row">
            <span class="muted">{move || messages::step(at.get() + 1, count)}</span>
            <Show when=move || !is_last()>
                <button class="button subtle" on:click=move |_| end()>{words.skip}</button>
            </Show>
            <button class="button" disabled=move || at.get() == 0 on:click=move |_| go_back()>{words.back}</button>
            <button class="button main" node_ref=next on:click=move |_| go_on()>
                {move || if is_last() { words.tour_end } else { words.next }}
            </button>
        </div>
    }
}

/// Arrows step and Escape ends, wherever the focus is: the page behind stays usable.
fn take_keys(go_on: impl Fn() + 'static, go_back: impl Fn() + 'static, end: impl Fn() + 'static) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.shift_key();
        if held || !shown.now() || dialog::is_open() || crate::keys_help::is_writing(&press) {
            return;
        }
        match press.key().as_str() {
            "ArrowRight" => go_on(),
            "ArrowLeft" => go_back(),
            "Escape" => end(),
            _ => return,
        }
        press.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// The button that had the focus is gone with the invitation.
fn focus_content() {
    use wasm_bindgen::JsCast;
    let content = document().get_element_by_id("content");
    let _ = content.and_then(|content| content.dyn_into::<HtmlElement>().ok()).map(|content| content.focus());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_is_beside_its_target_and_inside_the_window() {
        let area = |left, top, width, height| Area { left, top, width, height };
        let window = (390.0, 844.0);
        let card = (340.0, 180.0);
        let below = places(area(20.0, 100.0, 60.0, 40.0), card, window);
        assert_eq!((below.ring, below.card), (area(14.0, 94.0, 72.0, 52.0), (14.0, 152.0)));
        let above = places(area(320.0, 790.0, 60.0, 50.0), card, window);
        assert_eq!(above.card, (44.0, 598.0), "at the bottom right");
        let large = places(area(0.0, 10.0, 390.0, 820.0), card, window);
        assert!(large.card.1 + card.1 <= window.1, "{large:?}");
    }
}

//! A button that opens a popup below it, which closes when it loses the focus.

use leptos::ev::{self, FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

use crate::icons::Icon;

#[component]
pub fn DropDown(
    icon: Icon,
    label: &'static str,
    /// `menu` or `dialog`, for `aria-haspopup`.
    kind: &'static str,
    open: RwSignal<bool>,
    children: ChildrenFn,
) -> impl IntoView {
    let whole = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let is_outside = move |target: Option<Node>| {
        whole.get_untracked().is_some_and(|whole| !whole.contains(target.as_ref()))
    };
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        if open.get_untracked() && is_outside(event.target().and_then(|it| it.dyn_into().ok())) {
            open.set(false);
        }
    });
    on_cleanup(move || pressed.remove());
    let left = move |event: FocusEvent| {
        let to: Option<Node> = event.related_target().and_then(|it| it.dyn_into().ok());
        if to.is_some() && is_outside(to) {
            open.set(false);
        }
    };
    let key = move |press: KeyboardEvent| match press.key().as_str() {
        "Escape" if open.get_untracked() => {
            press.prevent_default();
            press.stop_propagation();
            open.set(false);
            let _ = button.get_untracked().map(|button| button.focus());
        }
        "ArrowDown" if open.get_untracked() => step(&press, whole, 1),
        "ArrowUp" if open.get_untracked() => step(&press, whole, -1),
        _ => {}
    };
    let children = StoredValue::new(children);
    view! {
        <div class="drop-down" node_ref=whole on:keydown=key on:focusout=left>
            <button
                class="tool"
                title=label
                aria-label=label
                aria-haspopup=kind
                aria-expanded=move || open.get().to_string()
                node_ref=button
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {icon.draw()}
            </button>
            <Show when=move || open.get()>{children.with_value(|children| children())}</Show>
        </div>
    }
}

/// Focuses the next entry, wrapping around.
fn step(press: &KeyboardEvent, whole: NodeRef<html::Div>, by: i64) {
    let Some(whole) = whole.get_untracked() else { return };
    let Ok(entries) = whole.query_selector_all("[role^=menuitem]:not([disabled])") else { return };
    let count = i64::from(entries.length());
    let active = document().active_element();
    let is_active = |n: &i64| {
        let entry = entries.item(*n as u32);
        entry.is_some() && entry.as_ref() == active.as_ref().map(AsRef::<Node>::as_ref)
    };
    let from = (0..count).find(is_active);
    let to = match from {
        Some(from) => (from + by).rem_euclid(count.max(1)),
        None if by > 0 => 0,
        None => count - 1,
    };
    press.prevent_default();
    press.stop_propagation();
    let entry = entries.item(to as u32).and_then(|entry| entry.dyn_into::<HtmlElement>().ok());
    let _ = entry.map(|entry| entry.focus());
}

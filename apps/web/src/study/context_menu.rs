//! A menu at the pointer, on a move or on the board: it opens where it fits, is used with the arrow keys, and closes on Esc
//! and on a press elsewhere.

use leptos::ev::{self, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, Node};

use crate::js;

/// Where a menu opens in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuCorner {
    pub x: f64,
    pub y: f64,
    /// By a finger that is still down and may be over an entry.
    pub by_touch: bool,
}

impl MenuCorner {
    /// Where the right button was pressed.
    pub fn of(event: &MouseEvent) -> MenuCorner {
        let pointer = event.dyn_ref::<web_sys::PointerEvent>().map(web_sys::PointerEvent::pointer_type);
        let by_touch = pointer.is_some_and(|pointer| pointer == "touch");
        MenuCorner { x: f64::from(event.client_x()), y: f64::from(event.client_y()), by_touch }
    }
}

/// The space between the menu and the edge of the window.
const EDGE: f64 = 8.0;

#[component]
pub fn ContextMenu(
    corner: MenuCorner,
    label: String,
    /// Esc and Tab: the focus goes back.
    close: impl Fn() + Copy + 'static,
    /// A press elsewhere: the focus goes there.
    leave: impl Fn() + Copy + Send + Sync + 'static,
    children: Children,
) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(list) = list.get() {
            put(&list, corner);
            step(&list, 1);
        }
    });
    close_when_left(list, leave);
    let is_lifted = StoredValue::new(!corner.by_touch);
    // Lifting the finger that opened the menu is not a choice. Keys click without a pointer.
    let first_click = move |click: MouseEvent| {
        if click.detail() > 0 && !is_lifted.get_value() {
            click.prevent_default();
            click.stop_propagation();
        }
    };
    view! {
        <div
            class="drop menu move-menu"
            role="menu"
            popover="manual"
            aria-label=label
            node_ref=list
            on:pointerdown=move |_| is_lifted.set_value(true)
            on:click:capture=first_click
            on:keydown=move |press| key(&press, list, close)
            on:contextmenu=|event| event.prevent_default()
        >
            {children()}
        </div>
    }
}

#[component]
pub fn MenuItem(#[prop(into)] name: String, can: bool, choose: impl Fn() + 'static) -> impl IntoView {
    view! {
        <button
            type="button"
            class="menu-entry"
            role="menuitem"
            tabindex="-1"
            disabled=!can
            on:click=move |_| choose()
        >
            {name}
        </button>
    }
}

/// Opens the menu where it fits: the part of the page around it may be too small.
fn put(menu: &HtmlElement, place: MenuCorner) {
    let _ = js::call(menu, "showPopover", &[]);
    let inside =
        |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64()).unwrap_or(0.0);
    let (width, height) = (inside(window().inner_width()), inside(window().inner_height()));
    let own = menu.get_bounding_client_rect();
    let fit = |at: f64, own: f64, whole: f64| at.min(whole - own - EDGE).max(EDGE);
    for (side, at) in
        [("left", fit(place.x, own.width(), width)), ("top", fit(place.y, own.height(), height))]
    {
        let _ = menu.style().set_property(side, &format!("{at}px"));
    }
}

/// A press anywhere else closes the menu, and so does another size of the window.
fn close_when_left(list: NodeRef<html::Div>, leave: impl Fn() + Copy + Send + Sync + 'static) {
    let is_outside = move |event: &web_sys::Event| {
        let target: Option<Node> = event.target().and_then(|target| target.dyn_into().ok());
        list.get_untracked().is_some_and(|list| !list.contains(target.as_ref()))
    };
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        if is_outside(&event) {
            leave();
        }
    });
    // It would stand where nothing is any more.
    let resized = window_event_listener(ev::resize, move |_| leave());
    on_cleanup(move || {
        pressed.remove();
        resized.remove();
    });
}

fn key(press: &KeyboardEvent, list: NodeRef<html::Div>, close: impl Fn()) {
    let Some(list) = list.get_untracked() else { return };
    match press.key().as_str() {
        "Escape" | "Tab" => close(),
        "ArrowDown" | "ArrowRight" => step(&list, 1),
        "ArrowUp" | "ArrowLeft" => step(&list, -1),
        _ => return,
    }
    press.prevent_default();
    press.stop_propagation();
}

/// Focuses the next entry, wrapping around.
fn step(list: &HtmlElement, by: i64) {
    let Ok(entries) = list.query_selector_all("[role^=menuitem]:not([disabled])") else { return };
    let count = i64::from(entries.length());
    let active = document().active_element();
    let is_active = |n: &i64| {
        entries
            .item(*n as u32)
            .is_some_and(|entry| active.as_ref().is_some_and(|active| entry.is_same_node(Some(active))))
    };
    let to = match (0..count).find(is_active) {
        Some(from) => (from + by).rem_euclid(count.max(1)),
        None if by > 0 => 0,
        None => count - 1,
    };
    let entry = entries.item(to as u32).and_then(|entry| entry.dyn_into::<HtmlElement>().ok());
    let _ = entry.map(|entry| entry.focus());
}

//! Clicks, long presses and keys on the moves.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

use leptos::prelude::{TimeoutHandle, set_timeout_with_handle};
use record::NodeId;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent, PointerEvent};

use super::view::Inner;
use crate::chess::Listener;

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotationEvent {
    GoTo(NodeId),
    /// The variation with that first move is folded or unfolded.
    Fold(NodeId),
    /// All variations of a move are unfolded.
    Unfold(NodeId),
    /// A menu for the move at that place of the window.
    Menu {
        node: NodeId,
        x: f64,
        y: f64,
        /// By a finger that is still down.
        by_touch: bool,
    },
}

/// A finger that rests this long asks for the menu.
const LONG_PRESS: Duration = Duration::from_millis(500);
/// A finger that moves further scrolls, in pixels.
const STILL: i32 = 8;

#[derive(Default)]
pub struct Press {
    timer: Option<TimeoutHandle>,
    at: (i32, i32),
    /// The menu was opened by the finger that is still down: lifting it is not a click.
    opened_menu: bool,
}

impl Press {
    fn end(&mut self) {
        if let Some(timer) = self.timer.take() {
            timer.clear();
        }
    }
}

pub fn listen(inner: &Rc<Inner>) -> Vec<Listener> {
    let on = |name, act: fn(&Rc<Inner>, &Event)| {
        let weak: Weak<Inner> = Rc::downgrade(inner);
        Listener::new(&inner.pane, name, move |event| {
            if let Some(inner) = weak.upgrade() {
                act(&inner, &event);
            }
        })
    };
    vec![
        on("scroll", |inner, _| inner.scrolled()),
        on("wheel", |inner, _| inner.leave_current()),
        on("click", click),
        on("contextmenu", context_menu),
        on("keydown", key),
        on("pointerdown", press),
        on("pointermove", moved),
        on("pointerup", |inner, _| inner.press.borrow_mut().end()),
        on("pointercancel", |inner, _| inner.press.borrow_mut().end()),
    ]
}

/// The nearest element around the target that has this attribute, and the node that it names.
fn node_at(inner: &Inner, event: &Event, attribute: &str) -> Option<(Element, NodeId)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let found = target.closest(&format!("[{attribute}]")).ok()??;
    let node = found.get_attribute(attribute)?.parse().ok()?;
    Some((found, inner.node(node)?))
}

fn click(inner: &Rc<Inner>, event: &Event) {
    if std::mem::take(&mut inner.press.borrow_mut().opened_menu) {
        return;
    }
    let wanted = [
        node_at(inner, event, "data-unfold").map(|(_, node)| NotationEvent::Unfold(node)),
        node_at(inner, event, "data-fold").map(|(_, node)| NotationEvent::Fold(node)),
        node_at(inner, event, "data-node").map(|(_, node)| NotationEvent::GoTo(node)),
    ];
    if let Some(event) = wanted.into_iter().flatten().next() {
        inner.send(event);
    }
}

fn context_menu(inner: &Rc<Inner>, event: &Event) {
    let (Some((button, node)), Some(mouse)) =
        (node_at(inner, event, "data-node"), event.dyn_ref::<MouseEvent>())
    else {
        return;
    };
    event.prevent_default();
    inner.press.borrow_mut().end();
    // From the keyboard the event has no place of its own.
    match (mouse.client_x(), mouse.client_y()) {
        (0, 0) => menu_below(inner, &button, node),
        (x, y) => {
            let by_touch =
                event.dyn_ref::<PointerEvent>().is_some_and(|pointer| pointer.pointer_type() == "touch");
            inner.send(NotationEvent::Menu { node, x: x.into(), y: y.into(), by_touch });
        }
    }
}

fn menu_below(inner: &Inner, button: &Element, node: NodeId) {
    let place = button.get_bounding_client_rect();
    inner.send(NotationEvent::Menu { node, x: place.left(), y: place.bottom(), by_touch: false });
}

fn key(inner: &Rc<Inner>, event: &Event) {
    let Some(press) = event.dyn_ref::<KeyboardEvent>() else { return };
    let asks = press.key() == "ContextMenu" || press.key() == "F10" && press.shift_key();
    if let Some((button, node)) = node_at(inner, event, "data-node").filter(|_| asks) {
        event.prevent_default();
        menu_below(inner, &button, node);
    }
}

fn press(inner: &Rc<Inner>, event: &Event) {
    // On the scroll bar, or the first touch of a swipe.
    inner.leave_current();
    let mut held = inner.press.borrow_mut();
    held.end();
    *held = Press::default();
    let pointer = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.pointer_type() == "touch");
    let (Some(pointer), Some((_, node))) = (pointer, node_at(inner, event, "data-node")) else { return };
    held.at = (pointer.client_x(), pointer.client_y());
    let ((x, y), weak) = (held.at, Rc::downgrade(inner));
    let open = move || {
        if let Some(inner) = weak.upgrade() {
            inner.press.borrow_mut().opened_menu = true;
            inner.send(NotationEvent::Menu { node, x: x.into(), y: y.into(), by_touch: true });
        }
    };
    held.timer = set_timeout_with_handle(open, LONG_PRESS).ok();
}

fn moved(inner: &Rc<Inner>, event: &Event) {
    let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
    let mut held = inner.press.borrow_mut();
    let (x, y) = held.at;
    if (pointer.client_x() - x).abs().max((pointer.client_y() - y).abs()) > STILL {
        held.end();
    }
}

/// The state of a finger on the pane.
pub type PressCell = RefCell<Press>;

//! Events between the frame and the pages. Each is a WASM program with its own memory; they share only the document,
//! so they communicate by DOM events on the window or on a page's element.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEvent {
    /// To a page's element: it was shown or hidden; see its attribute `hidden`.
    VisibilityChanged,
    /// To a page's element: show the list of keys.
    ShowKeys,
    /// To the window: a setting has changed.
    SettingsChanged,
    /// To the window: the address has changed through `history`, for which browsers fire no event.
    Navigated,
    /// To the window: a record is waiting for Study.
    RecordWaiting,
    /// To the window: the desktop program has a request for Study.
    ShellRequestWaiting,
    /// To the window: a file is waiting for Cards.
    CardsWaiting,
    /// To the window: a file of puzzles is waiting for Train.
    PuzzlesWaiting,
    /// To the window: the commands available in Study have changed, for the menus of the desktop program.
    CommandsChanged,
    /// To the window: the studio has refused a request, because this page does not have its key.
    KeyRefused,
}

impl PageEvent {
    fn name(self) -> &'static str {
        match self {
            PageEvent::VisibilityChanged => "tabiya-shown",
            PageEvent::ShowKeys => "tabiya-keys",
            PageEvent::SettingsChanged => "tabiya-settings",
            PageEvent::Navigated => "tabiya-went",
            PageEvent::RecordWaiting => "tabiya-record",
            PageEvent::ShellRequestWaiting => "tabiya-order",
            PageEvent::CardsWaiting => "tabiya-cards",
            PageEvent::PuzzlesWaiting => "tabiya-puzzles",
            PageEvent::CommandsChanged => "tabiya-rows",
            PageEvent::KeyRefused => "tabiya-key-refused",
        }
    }
}

/// Synchronous: all listeners have run when this returns.
pub fn dispatch(target: &EventTarget, event: PageEvent) {
    // Fails only for an invalid event name.
    if let Ok(event) = Event::new(event.name()) {
        let _ = target.dispatch_event(&event);
    }
}

/// The listener is never removed: pages stay mounted until the document is closed.
pub fn on(target: &EventTarget, event: PageEvent, act: impl FnMut() + 'static) {
    on_browser_event(target, event.name(), act);
}

/// The same for one of the browser's own events.
pub fn on_browser_event(target: &EventTarget, name: &str, act: impl FnMut() + 'static) {
    let act = Closure::<dyn FnMut()>::new(act).into_js_value();
    let _ = target.add_event_listener_with_callback(name, act.unchecked_ref());
}

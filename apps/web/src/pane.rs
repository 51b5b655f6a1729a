//! How much room an element has, kept current.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::Array;
use web_sys::{ResizeObserver, ResizeObserverEntry};

/// Width and height in pixels; nothing until the element is on the page. Known before it is painted.
pub fn room_in(pane: NodeRef<html::Div>) -> Signal<(f64, f64)> {
    let room = RwSignal::new((0.0, 0.0));
    let note = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() else { return };
        let space = entry.content_rect();
        room.set((space.width(), space.height()));
    });
    // Fails on no browser that can run the page.
    let Ok(observer) = ResizeObserver::new(note.as_ref().unchecked_ref()) else { return room.into() };
    let watch = StoredValue::new_local((observer, note));
    Effect::new(move |_| {
        if let Some(pane) = pane.get() {
            room.set((f64::from(pane.client_width()), f64::from(pane.client_height())));
            watch.with_value(|(observer, _)| observer.observe(&pane));
        }
    });
    on_cleanup(move || {
        let _ = watch.try_with_value(|(observer, _)| observer.disconnect());
    });
    room.into()
}

//! The size of an element, kept up to date by a `ResizeObserver`.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::Array;
use web_sys::{ResizeObserver, ResizeObserverEntry};

/// Width and height of the content box in pixels; zero until the element is in the document. Set before the first paint.
pub fn available_size(element: NodeRef<html::Div>) -> Signal<(f64, f64)> {
    let size = RwSignal::new((0.0, 0.0));
    let resized = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() else { return };
        let content = entry.content_rect();
        size.set((content.width(), content.height()));
    });
    // Fails on no browser that can run the page.
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else { return size.into() };
    let observer = StoredValue::new_local((observer, resized));
    Effect::new(move |_| {
        if let Some(element) = element.get() {
            size.set((f64::from(element.client_width()), f64::from(element.client_height())));
            observer.with_value(|(observer, _)| observer.observe(&element));
        }
    });
    on_cleanup(move || {
        let _ = observer.try_with_value(|(observer, _)| observer.disconnect());
    });
    size.into()
}

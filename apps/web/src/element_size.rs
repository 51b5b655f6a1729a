//! The size of an element, kept up to date by a `ResizeObserver`.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::Array;
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

/// Width and height of the content box in pixels; zero until the element is in the document. Set before the first paint.
pub fn available_size(element: NodeRef<html::Div>) -> Signal<(f64, f64)> {
    let size = RwSignal::new((0.0, 0.0));
    let observer = StoredValue::new_local(None);
    Effect::new(move |_| {
        if let Some(element) = element.get() {
            size.set((f64::from(element.client_width()), f64::from(element.client_height())));
            observer.set_value(SizeObserver::new(&element, move |width, height| size.set((width, height))));
        }
    });
    on_cleanup(move || drop(observer.try_set_value(None)));
    size.into()
}

/// Reports the size of an element's content box at first and whenever it changes, until it is dropped.
pub struct SizeObserver {
    observer: ResizeObserver,
    _report: Closure<dyn FnMut(Array)>,
}

impl SizeObserver {
    /// Fails on no browser that can run the page.
    pub fn new(element: &Element, mut changed: impl FnMut(f64, f64) + 'static) -> Option<SizeObserver> {
        let report = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            if let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() {
                let content = entry.content_rect();
                changed(content.width(), content.height());
            }
        });
        let observer = ResizeObserver::new(report.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(SizeObserver { observer, _report: report })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

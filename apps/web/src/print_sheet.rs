//! The printed page: built just before the browser prints, and removed afterwards.

use i18n::visible;
use leptos::ev;
use leptos::prelude::*;

use crate::page_mount::PageVisibility;

/// Listens until the view is gone. `sheet` is the page as HTML; without one the page is printed as it is seen.
pub fn listen(sheet: impl Fn() -> Option<String> + 'static) {
    let shown = PageVisibility::here();
    let before = window_event_listener(ev::Custom::<web_sys::Event>::new("beforeprint"), move |_| {
        if shown.now() {
            remove();
            sheet().iter().for_each(|sheet| add(sheet));
        }
    });
    let after = window_event_listener(ev::Custom::<web_sys::Event>::new("afterprint"), |_| remove());
    on_cleanup(move || {
        before.remove();
        after.remove();
        remove();
    });
}

fn add(sheet: &str) {
    let Some(body) = document().body() else { return };
    let Ok(section) = document().create_element("section") else { return };
    section.set_class_name("print-sheet");
    section.set_inner_html(sheet);
    let _ = body.append_child(&section);
}

fn remove() {
    if let Ok(Some(sheet)) = document().query_selector(".print-sheet") {
        sheet.remove();
    }
}

/// Text of a file is not read as HTML.
pub fn escape(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

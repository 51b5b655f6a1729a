//! Navigation: the path in the address bar as a signal, and moving between pages without reloading the document.

use leptos::ev::{self, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, UrlSearchParams};

use crate::page_events::{self, PageEvent};

/// The current path, without what follows a `?` or `#`.
pub fn path() -> ReadSignal<String> {
    let (path, set) = signal(current());
    let update = move || {
        if path.get_untracked() != current() {
            set.set(current());
        }
    };
    on_navigation(update);
    path
}

/// Calls `act` after every change of the address, by the browser's buttons or by the page.
pub fn on_navigation(act: impl Fn() + Copy + 'static) {
    page_events::on_browser_event(&window(), "popstate", act);
    page_events::on(&window(), PageEvent::Navigated, act);
}

fn current() -> String {
    window().location().pathname().unwrap_or_default()
}

/// A parameter of the address.
pub fn query(name: &str) -> Option<String> {
    let search = window().location().search().unwrap_or_default();
    UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get(name))
}

/// Navigates to a path of the studio, such as `/study`. Adds no history entry where that is the current address.
pub fn go(to: &str) {
    let location = window().location();
    let here =
        [location.pathname(), location.search(), location.hash()].map(Result::unwrap_or_default).concat();
    if here == to {
        return;
    }
    let pushed =
        window().history().and_then(|history| history.push_state_with_url(&JsValue::NULL, "", Some(to)));
    if pushed.is_ok() {
        window().scroll_to_with_x_and_y(0.0, 0.0);
        page_events::dispatch(&window(), PageEvent::Navigated);
    } else {
        // Browsers limit how often a page may call pushState; loading the document works always.
        let _ = location.assign(to);
    }
}

/// Changes the address without a new entry in the history and without an event.
pub fn replace(to: &str) {
    let history = window().history();
    // Browsers limit how often a page may do that; the address stays as it is then.
    let _ = history.and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(to)));
}

/// Clicks on links to pages of the studio navigate without reloading the document.
pub fn follow_links() {
    let handle = window_event_listener(ev::click, |click: MouseEvent| {
        if let Some(to) = page_link(&click) {
            click.prevent_default();
            go(&to);
        }
    });
    on_cleanup(move || handle.remove());
}

/// The target of a plain click on a link. With a modifier key or another button the browser opens a tab or window.
fn page_link(click: &MouseEvent) -> Option<String> {
    let held = click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key();
    if click.default_prevented() || click.button() != 0 || held {
        return None;
    }
    let link = click.target()?.dyn_into::<Element>().ok()?.closest("a[href]").ok()??;
    let other = link.has_attribute("target") || link.has_attribute("download");
    link.get_attribute("href").filter(|to| !other && is_page(to))
}

/// Not a file, another host or a fragment of this page.
fn is_page(to: &str) -> bool {
    let path = to.split(['?', '#']).next().unwrap_or_default();
    path.starts_with('/') && !path.starts_with("//") && !path.contains('.') && !api::is_api_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_pages_of_the_studio_are_followed() {
        for (to, expected) in [
            ("/", true),
            ("/study", true),
            ("/play?room=4711", true),
            ("/nowhere", true),
            ("", false),
            ("#content", false),
            ("//evil.example/study", false),
            ("https://example.org/", false),
            ("/assets/style.css", false),
            ("/api/opened", false),
            ("blob:http://127.0.0.1/1", false),
        ] {
            assert_eq!(is_page(to), expected, "{to}");
        }
    }
}

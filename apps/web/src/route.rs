//! Where one is: the path in the address bar as a signal, and going elsewhere without loading the page anew.

use leptos::ev::{self, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use crate::between::{self, Word};

/// The current path, without what follows a `?` or `#`.
pub fn path() -> ReadSignal<String> {
    let (path, set) = signal(current());
    let note = move || {
        if path.get_untracked() != current() {
            set.set(current());
        }
    };
    between::listen(&window(), "popstate", note);
    between::hear(&window(), Word::Went, note);
    path
}

fn current() -> String {
    window().location().pathname().unwrap_or_default()
}

/// To another place of the studio, such as `/study`. Where one is already, no step is added to the way back.
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
        between::tell(&window(), Word::Went);
    } else {
        // A browser that limits how often a page may do this: the long way leads there as well.
        let _ = location.assign(to);
    }
}

/// Links to places of the studio, wherever on the page they are, lead there without loading it anew.
pub fn follow_links() {
    let handle = window_event_listener(ev::click, |click: MouseEvent| {
        if let Some(to) = place_of(&click) {
            click.prevent_default();
            go(&to);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Held keys and other buttons ask for a new tab or window, which is the browser's.
fn place_of(click: &MouseEvent) -> Option<String> {
    let held = click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key();
    if click.default_prevented() || click.button() != 0 || held {
        return None;
    }
    let link = click.target()?.dyn_into::<Element>().ok()?.closest("a[href]").ok()??;
    let other = link.has_attribute("target") || link.has_attribute("download");
    link.get_attribute("href").filter(|to| !other && is_place(to))
}

/// Not a file, not another host, not a spot on this page.
fn is_place(to: &str) -> bool {
    let path = to.split(['?', '#']).next().unwrap_or_default();
    path.starts_with('/') && !path.starts_with("//") && !path.contains('.') && !path.starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_of_the_studio_are_gone_to() {
        for (to, place) in [
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
            assert_eq!(is_place(to), place, "{to}");
        }
    }
}

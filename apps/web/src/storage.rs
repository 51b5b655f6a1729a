//! What this browser keeps for us between visits. A browser may refuse (private windows, blocked site data): then
//! nothing is found, and keeping says so.

use web_sys::Storage;

/// The browser would not keep it; it holds until the page is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Whether this browser keeps anything for us at all.
pub fn is_allowed() -> bool {
    shelf().is_ok()
}

pub fn find(key: &str) -> Option<String> {
    shelf().ok()?.get_item(key).ok()?
}

pub fn keep(key: &str, value: &str) -> Result<(), Refused> {
    shelf()?.set_item(key, value).map_err(|_| Refused)
}

pub fn forget(key: &str) {
    // A browser that keeps nothing has nothing to forget.
    let _ = shelf().map(|shelf| shelf.remove_item(key));
}

/// What everything is kept under, in no order.
pub fn keys() -> Vec<String> {
    let Ok(shelf) = shelf() else { return Vec::new() };
    let count = shelf.length().unwrap_or_default();
    (0..count).filter_map(|n| shelf.key(n).ok().flatten()).collect()
}

fn shelf() -> Result<Storage, Refused> {
    leptos::prelude::window().local_storage().ok().flatten().ok_or(Refused)
}

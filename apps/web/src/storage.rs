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

fn shelf() -> Result<Storage, Refused> {
    leptos::prelude::window().local_storage().ok().flatten().ok_or(Refused)
}

//! `localStorage`. A browser may refuse it (private windows, blocked site data): then every key is absent and `set`
//! fails.

use web_sys::Storage;

/// The browser did not store the value; it lasts until the page is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageError;

/// Whether this browser lets us store anything.
pub fn is_available() -> bool {
    local_storage().is_ok()
}

pub fn get(key: &str) -> Option<String> {
    local_storage().ok()?.get_item(key).ok()?
}

pub fn set(key: &str, value: &str) -> Result<(), StorageError> {
    local_storage()?.set_item(key, value).map_err(|_| StorageError)
}

pub fn remove(key: &str) {
    // Without storage there is nothing to remove.
    let _ = local_storage().map(|storage| storage.remove_item(key));
}

/// All keys, in no order.
pub fn keys() -> Vec<String> {
    let Ok(storage) = local_storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    (0..count).filter_map(|n| storage.key(n).ok().flatten()).collect()
}

fn local_storage() -> Result<Storage, StorageError> {
    leptos::prelude::window().local_storage().ok().flatten().ok_or(StorageError)
}

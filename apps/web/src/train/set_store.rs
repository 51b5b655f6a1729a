//! The sets stored in this browser, with their progress.

use drill::{Day, Progress};
use web_sys::js_sys::Date;

use crate::storage;

const TEXT: &str = "tabiya.train.text.";
const PROGRESS: &str = "tabiya.train.progress.";
/// Larger sets would fill the storage; they are opened from their file each time.
const MAX_TEXT_BYTES: usize = 1_500_000;

/// Every stored set with its id, sorted by name.
pub fn known() -> Vec<(String, Progress)> {
    let ids = storage::keys().into_iter().filter_map(|key| Some(key.strip_prefix(PROGRESS)?.to_owned()));
    let mut sets: Vec<(String, Progress)> = ids.filter_map(|id| Some((id.clone(), progress(&id)?))).collect();
    sets.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    sets
}

pub fn progress(id: &str) -> Option<Progress> {
    serde_json::from_str(&storage::get(&format!("{PROGRESS}{id}"))?).ok()
}

pub fn text(id: &str) -> Option<String> {
    storage::get(&format!("{TEXT}{id}"))
}

/// Returns whether it was stored.
pub fn store(id: &str, progress: &Progress) -> bool {
    let Ok(text) = serde_json::to_string(progress) else { return false };
    storage::set(&format!("{PROGRESS}{id}"), &text).is_ok()
}

/// Whether the text of a set of this size is stored.
pub fn fits_in_storage(bytes: &[u8]) -> bool {
    bytes.len() <= MAX_TEXT_BYTES
}

pub fn store_text(id: &str, text: &str) -> bool {
    storage::set(&format!("{TEXT}{id}"), text).is_ok()
}

pub fn remove(id: &str) {
    storage::remove(&format!("{TEXT}{id}"));
    storage::remove(&format!("{PROGRESS}{id}"));
}

/// Days since 1970 in local time.
pub fn today() -> Day {
    let date = Date::new_0();
    let local = date.get_time() - date.get_timezone_offset() * 60_000.0;
    (local / 86_400_000.0).floor() as Day
}

//! Sets as earlier versions stored them, in `localStorage`. They become part of the history once their puzzles are known.

use drill::{Day, Progress, UnixMillis};
use web_sys::js_sys::Date;

use crate::storage;

const TEXT: &str = "tabiya.train.text.";
const PROGRESS: &str = "tabiya.train.progress.";

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

pub fn now_millis() -> UnixMillis {
    Date::now() as UnixMillis
}

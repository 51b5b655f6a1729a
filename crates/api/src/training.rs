//! The training history and the puzzles of sets in the studio's data folder. The studio stores bytes; what they mean is
//! known by `drill`.

use crate::call::{Call, Method, Tagged, nothing, optional_bytes, tagged_bytes};
use crate::path::path;

pub const HISTORY: &str = "/api/training/history";
pub const SET: &str = "/api/training/sets/{id}";

/// Empty if there is none yet.
pub fn history() -> Call<Tagged<Vec<u8>>> {
    Call::new(Method::Get, HISTORY, tagged_bytes)
}

/// Adds lines. They are on the disk when this is answered.
pub fn add(lines: String) -> Call<()> {
    Call::new(Method::Post, HISTORY, nothing).with_bytes(lines.into_bytes())
}

/// Replaces the whole history. Refused if another program has added to it since `seen`.
pub fn replace(seen: &str, text: String) -> Call<()> {
    Call::new(Method::Put, HISTORY, nothing).with_bytes(text.into_bytes()).if_match(seen)
}

/// The file of a set as it was last opened; None if it is not stored.
pub fn set_file(id: &str) -> Call<Option<Vec<u8>>> {
    Call::new(Method::Get, path(SET, &[id]), optional_bytes)
}

pub fn store_set_file(id: &str, bytes: Vec<u8>) -> Call<()> {
    Call::new(Method::Put, path(SET, &[id]), nothing).with_bytes(bytes)
}

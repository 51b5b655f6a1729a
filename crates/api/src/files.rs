//! Files on the server's disk that the page may read and replace.

use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, Tagged, json, tag, tagged_bytes};
use crate::path::path;

pub const FILES: &str = "/api/opened";
pub const FILE: &str = "/api/opened/{number}";

/// An entry in the list of opened files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedFile {
    pub number: usize,
    pub name: String,
    pub path: String,
    /// In milliseconds since 1970, if the file system has it.
    pub modified: Option<u64>,
}

/// The files that a new page opens at once.
pub fn list() -> Call<Vec<OpenedFile>> {
    Call::new(Method::Get, FILES, json)
}

pub fn read(number: usize) -> Call<Tagged<Vec<u8>>> {
    Call::new(Method::Get, path(FILE, &[&number.to_string()]), tagged_bytes)
}

/// Answers with the new tag. Refused if another program has changed the file since `tag`.
pub fn write(number: usize, seen: &str, bytes: Vec<u8>) -> Call<String> {
    Call::new(Method::Put, path(FILE, &[&number.to_string()]), tag).if_match(seen).with_bytes(bytes)
}

//! Files on the server's disk that the page may read and replace, and their earlier versions.

use serde::{Deserialize, Serialize};

use crate::ApiError;
use crate::call::{Call, CallError, Method, Reply, Tagged, bytes, json, nothing, tagged_bytes};
use crate::path::path;

pub const FILES: &str = "/api/opened";
pub const FILE: &str = "/api/opened/{number}";
pub const TAG: &str = "/api/opened/{number}/tag";
pub const VERSIONS: &str = "/api/opened/{number}/versions";
pub const VERSION: &str = "/api/opened/{number}/versions/{id}";
pub const BACKUPS: &str = "/api/backups";

/// Files for a new page, from another start of the program. Pages cannot send it: it needs the key as a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFiles {
    /// Absolute.
    pub paths: Vec<String>,
}

/// Only these, whether new pages open them or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileNumbers {
    /// With commas between them. None: the files that every new page opens.
    pub open: Option<String>,
}

/// An entry in the list of opened files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedFile {
    pub number: usize,
    pub name: String,
    /// Absolute and without symbolic links: the same file always has the same path.
    pub path: String,
    /// The absolute path under which the user opened it, if that is another: autosaves of earlier versions are stored
    /// under this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// In milliseconds since 1970, if the file system has it.
    pub modified: Option<u64>,
}

/// What became of the contents that a save has replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced {
    /// The path of the copy, if another program had written them.
    pub kept: Option<String>,
    /// Why there is no copy of them, where there should be one.
    pub problem: Option<ApiError>,
}

/// A copy of a file as it was before a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub id: String,
    /// When it was last changed, in milliseconds since 1970.
    pub modified: Option<u64>,
    pub size: u64,
    /// The final position of its first game, as SVG.
    pub picture: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupSettings {
    /// How many earlier versions of each file are kept; 0: none.
    pub keep: u32,
}

impl BackupSettings {
    pub const MAX_KEEP: u32 = 1000;
}

impl Default for BackupSettings {
    fn default() -> BackupSettings {
        BackupSettings { keep: 10 }
    }
}

/// The files that a new page opens at once.
pub fn list() -> Call<Vec<OpenedFile>> {
    Call::new(Method::Get, FILES, json)
}

/// Files by their numbers, with commas between them.
pub fn list_of(numbers: &str) -> Call<Vec<OpenedFile>> {
    Call::new(
        Method::Get,
        format!("{FILES}?open={}", numbers.replace(|c: char| !c.is_ascii_digit(), ",")),
        json,
    )
}

pub fn read(number: usize) -> Call<Tagged<Vec<u8>>> {
    Call::new(Method::Get, path(FILE, &[&number.to_string()]), tagged_bytes)
}

/// The tag of what the file contains now, without reading it for the page.
pub fn tag(number: usize) -> Call<String> {
    Call::new(Method::Get, path(TAG, &[&number.to_string()]), json)
}

/// Answers with the new tag. Refused if another program has changed the file since `tag`.
pub fn write(number: usize, seen: &str, bytes: Vec<u8>) -> Call<Tagged<Replaced>> {
    overwrite(number, bytes).if_match(seen)
}

/// The same, whatever the file contains now: that is kept as an earlier version.
pub fn overwrite(number: usize, bytes: Vec<u8>) -> Call<Tagged<Replaced>> {
    Call::new(Method::Put, path(FILE, &[&number.to_string()]), replaced).with_bytes(bytes)
}

fn replaced(reply: Reply) -> Result<Tagged<Replaced>, CallError> {
    let tag = reply.tag.clone().ok_or(CallError::BadReply)?;
    let value = if reply.status == 204 { Replaced::default() } else { json(reply)? };
    Ok(Tagged { tag, value })
}

/// The latest first.
pub fn versions(number: usize) -> Call<Vec<Version>> {
    Call::new(Method::Get, path(VERSIONS, &[&number.to_string()]), json)
}

pub fn read_version(number: usize, id: &str) -> Call<Vec<u8>> {
    Call::new(Method::Get, path(VERSION, &[&number.to_string(), id]), bytes)
}

pub fn backup_settings() -> Call<BackupSettings> {
    Call::new(Method::Get, BACKUPS, json)
}

pub fn set_backup_settings(settings: &BackupSettings) -> Call<()> {
    Call::new(Method::Put, BACKUPS, nothing).with(settings)
}

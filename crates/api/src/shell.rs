//! The desktop program, for the page in its window: native dialogs, menus, autosaves, quitting.

use serde::{Deserialize, Serialize};

use crate::call::{
    Call, CallError, Method, Reply, Tagged, json, nothing, optional_bytes, optional_json, optional_tagged,
};
use crate::files::OpenedFile;
use crate::path::with_query;

pub const EVENTS: &str = "/api/shell/events";
pub const PICK: &str = "/api/shell/pick";
pub const SAVE: &str = "/api/shell/save";
pub const COPY: &str = "/api/shell/copy";
pub const AUTOSAVES: &str = "/api/shell/asides";
pub const AUTOSAVE: &str = "/api/shell/aside";
pub const MENUS: &str = "/api/shell/menus";
pub const CONFIRM_QUIT: &str = "/api/shell/heard";
pub const READY: &str = "/api/shell/ready";

/// The header with the time of an autosave, in milliseconds since 1970.
pub const SAVED_AT_HEADER: &str = "x-tabiya-at";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    /// To another page.
    Go {
        place: String,
    },
    Open {
        file: OpenedFile,
    },
    /// A row of Study's table of commands. `leads`: it goes to Study from any page.
    Command {
        row: usize,
        leads: bool,
    },
    /// Show the list of keys.
    Keys,
    /// Quit, after questions about unsaved work.
    Quit,
    /// Quit without questions.
    Leave,
}

/// Events are numbered from 1; asking for those after a number confirms that one and all before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedEvent {
    pub number: u64,
    pub event: Event,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    #[serde(default)]
    pub after: u64,
}

/// What the page tells the window for its menus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menus {
    /// The tag of the page's language.
    pub language: String,
    /// The user's custom keys, as the page stores them.
    pub keys: String,
    /// The rows of Study's table of commands that are available. None: Study is not open yet.
    pub rows: Option<Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedName {
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutosaveKey {
    pub key: String,
}

/// Unsaved work; `saved_at` is in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    pub saved_at: u64,
    pub bytes: Vec<u8>,
}

/// A `NumberedEvent` in JSON; `None` if nothing happens for a while. The frame, which every visit loads, leaves the
/// parsing to the browser: serde_json would add a fifth to its size.
pub fn next_event(after: u64) -> Call<Option<Vec<u8>>> {
    Call::new(Method::Get, with_query(EVENTS, &[("after", &after.to_string())]), optional_bytes)
}

/// None: cancelled.
pub fn pick() -> Call<Option<OpenedFile>> {
    Call::new(Method::Post, PICK, optional_json)
}

/// None: cancelled.
pub fn save(name: &str, bytes: Vec<u8>) -> Call<Option<Tagged<OpenedFile>>> {
    Call::new(Method::Post, with_query(SAVE, &[("name", name)]), optional_tagged).with_bytes(bytes)
}

pub fn copy(text: &str) -> Call<()> {
    Call::new(Method::Post, COPY, nothing).with_bytes(text.as_bytes().to_vec())
}

/// The keys of all autosaves that are short enough to be file names.
pub fn autosaves() -> Call<Vec<String>> {
    Call::new(Method::Get, AUTOSAVES, json)
}

pub fn load_autosave(key: &str) -> Call<Option<Autosave>> {
    Call::new(Method::Get, autosave_path(key), autosave)
}

pub fn write_autosave(key: &str, bytes: Vec<u8>) -> Call<()> {
    Call::new(Method::Put, autosave_path(key), nothing).with_bytes(bytes)
}

pub fn delete_autosave(key: &str) -> Call<()> {
    Call::new(Method::Delete, autosave_path(key), nothing)
}

/// `menus` are `Menus` in JSON, which the frame leaves to the browser too.
pub fn set_menus(menus: Vec<u8>) -> Call<()> {
    Call::new(Method::Put, MENUS, nothing).with_bytes(menus)
}

/// The page has received the event `Quit` or `Leave`.
pub fn confirm_quit() -> Call<()> {
    Call::new(Method::Post, CONFIRM_QUIT, nothing)
}

/// Everything is saved: the program may exit.
pub fn ready() -> Call<()> {
    Call::new(Method::Post, READY, nothing)
}

fn autosave_path(key: &str) -> String {
    with_query(AUTOSAVE, &[("key", key)])
}

fn autosave(reply: Reply) -> Result<Option<Autosave>, CallError> {
    if reply.status == 204 {
        return Ok(None);
    }
    let saved_at = reply.saved_at.and_then(|at| at.parse().ok()).ok_or(CallError::BadReply)?;
    Ok(Some(Autosave { saved_at, bytes: reply.body }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_keep_their_wire_format() {
        let file = OpenedFile {
            number: 0,
            name: "a.sgf".into(),
            path: "/a.sgf".into(),
            given: None,
            modified: None,
        };
        for (event, text) in [
            (Event::Go { place: "/study".into() }, r#"{"kind":"go","place":"/study"}"#),
            (Event::Command { row: 3, leads: true }, r#"{"kind":"command","row":3,"leads":true}"#),
            (Event::Keys, r#"{"kind":"keys"}"#),
            (
                Event::Open { file },
                r#"{"kind":"open","file":{"number":0,"name":"a.sgf","path":"/a.sgf","modified":null}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        }
    }
}

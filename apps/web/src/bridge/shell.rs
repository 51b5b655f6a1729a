//! The desktop program, where the page runs in its window. It sends events (files, menus, quitting) and exits when the
//! page reports that everything is saved.

use std::cell::RefCell;
use std::rc::Rc;

use api::files::OpenedFile;
use api::shell;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, JSON, Promise, Reflect};

use super::job_queue::JobQueue;
use super::promises;
use crate::client::call;
use crate::custom_keys;
use crate::js::{member, object, text};
use crate::page_events::{self, PageEvent};

const RETRY_MS: i32 = 1_000;

/// What the desktop program asks Study to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellRequest {
    /// Open the waiting files.
    Open,
    /// A row of the table of commands.
    Command(usize),
    Quit,
    /// Like `Quit`, but without questions.
    Leave,
}

/// The program says so before any script runs.
pub fn is_here() -> bool {
    member(&window(), "tabiyaShell").is_truthy()
}

/// An event of the program for the frame, as `api::shell::Event` writes it.
pub enum Event {
    Go(String),
    Open(JsValue),
    Command { row: usize, leads: bool },
    Keys,
    Quit,
    Leave,
}

impl Event {
    fn of(event: &JsValue) -> Option<Event> {
        Some(match text(event, "kind").as_str() {
            "go" => Event::Go(text(event, "place")),
            "open" => Event::Open(member(event, "file")),
            "command" => Event::Command {
                row: member(event, "row").as_f64()? as usize,
                leads: member(event, "leads").is_truthy(),
            },
            "keys" => Event::Keys,
            "quit" => Event::Quit,
            "leave" => Event::Leave,
            _ => return None,
        })
    }
}

/// Polls for events and calls `act` with each, as long as the page is open.
pub async fn listen(act: impl Fn(Event)) {
    let mut seen = 0;
    loop {
        match call(shell::next_event(seen)).await {
            Ok(Some(json)) => {
                let numbered = JSON::parse(&String::from_utf8_lossy(&json)).unwrap_or_default();
                seen = member(&numbered, "number").as_f64().map_or(seen, |number| number as u64);
                if let Some(event) = Event::of(&member(&numbered, "event")) {
                    act(event);
                }
            }
            Ok(None) => {}
            Err(_) => pause(RETRY_MS).await,
        }
    }
}

async fn pause(milliseconds: i32) {
    let timer = Promise::new(&mut |done, _| {
        promises::after(move || drop(done.call0(&JsValue::UNDEFINED)), milliseconds);
    });
    // A timer does not fail.
    let _ = JsFuture::from(timer).await;
}

/// Confirms that the page has received the request to quit.
pub async fn confirm_quit() {
    // A program that does not answer has already exited.
    let _ = call(shell::confirm_quit()).await;
}

/// Everything is saved: the program may exit.
pub async fn ready() {
    let _ = call(shell::ready()).await;
}

/// The rows of the table of commands that are available in Study at the moment.
pub fn set_available_commands(rows: &[usize]) {
    let rows: Array = rows.iter().map(|row| JsValue::from(*row as u32)).collect();
    // Fails only if `assets/start.js` has not run.
    let _ = Reflect::set(&member(&window(), "tabiya"), &"rows".into(), &rows);
    page_events::dispatch(&window(), PageEvent::CommandsChanged);
}

/// Keeps the program's menus up to date: the language, the custom keys and the available commands.
pub fn sync_menus(language: &'static str) {
    let jobs = Rc::<JobQueue>::default();
    let sent = Rc::new(RefCell::new(String::new()));
    let send = move || {
        let sent = sent.clone();
        drop(jobs.push(async move {
            let menus = menus(language);
            if *sent.borrow() != menus {
                // A program that does not answer has already exited.
                let _ = call(shell::set_menus(menus.clone().into_bytes())).await;
                *sent.borrow_mut() = menus;
            }
        }));
    };
    send();
    page_events::on(&window(), PageEvent::CommandsChanged, send.clone());
    page_events::on(&window(), PageEvent::SettingsChanged, send);
}

/// `api::shell::Menus` in JSON.
fn menus(language: &str) -> String {
    let rows = member(&member(&window(), "tabiya"), "rows");
    let menus =
        object(&[("language", &language.into()), ("keys", &custom_keys::stored().into()), ("rows", &rows)]);
    JSON::stringify(&menus).map(String::from).unwrap_or_default()
}

/// Queues a request for Study, which handles it once it is loaded.
pub fn queue_request(request: ShellRequest) {
    let value = match request {
        ShellRequest::Open => "open".into(),
        ShellRequest::Command(row) => JsValue::from(row as u32),
        ShellRequest::Quit => "quit".into(),
        ShellRequest::Leave => "leave".into(),
    };
    waiting("requests").push(&value);
    page_events::dispatch(&window(), PageEvent::ShellRequestWaiting);
}

/// A file for Study to open, as JSON, since bundles have separate memories.
pub fn hand_over(file: &JsValue) {
    if let Ok(entry) = JSON::stringify(file) {
        waiting("files").push(&entry);
        queue_request(ShellRequest::Open);
    }
}

pub fn take_requests() -> Vec<ShellRequest> {
    let read = |value: JsValue| match value.as_string().as_deref() {
        Some("open") => Some(ShellRequest::Open),
        Some("quit") => Some(ShellRequest::Quit),
        Some("leave") => Some(ShellRequest::Leave),
        _ => value.as_f64().map(|row| ShellRequest::Command(row as usize)),
    };
    drain("requests").into_iter().filter_map(read).collect()
}

pub fn take_files() -> Vec<OpenedFile> {
    let read = |entry: JsValue| serde_json::from_str(&entry.as_string()?).ok();
    drain("files").into_iter().filter_map(read).collect()
}

fn drain(name: &str) -> Vec<JsValue> {
    let all = waiting(name);
    let taken = all.iter().collect();
    all.set_length(0);
    taken
}

/// `assets/start.js` creates these arrays, so that all bundles share them.
fn waiting(name: &str) -> Array {
    member(&member(&window(), "tabiya"), name).dyn_into().unwrap_or_default()
}

//! The program whose window the page is in, if it is in one. It gives the page a key for its routes, tells of files,
//! menus and the wish to quit, and ends when the page says so.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, JSON, Object, Promise, Reflect};

use super::line::Line;
use super::script::{ask, member, text};
use super::studio::{Given, answered, fetch};
use super::{Failure, browser};
use crate::between::{self, Word};
use crate::own_keys;

pub const KEY: &str = "X-Tabiya-Key";
const A_WHILE: i32 = 1_000;

/// What the window's program wants of Study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Files wait to be opened.
    Open,
    /// A row of the table of commands.
    Command(usize),
    Quit,
    /// As `Quit`, but nobody is asked.
    Leave,
}

/// What it says to the frame.
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

/// The window's program puts it there before anything else runs.
pub fn key() -> Option<String> {
    member(&member(&window(), "tabiyaShell"), "key").as_string()
}

pub fn is_here() -> bool {
    key().is_some()
}

/// Hands every event to `act`, for as long as the page is there.
pub async fn listen(act: impl Fn(Event)) {
    let mut seen = 0.0;
    loop {
        match next(seen).await {
            Ok(Some(step)) => {
                seen = member(&step, "number").as_f64().unwrap_or(seen);
                if let Some(event) = Event::of(&member(&step, "event")) {
                    act(event);
                }
            }
            Ok(None) => {}
            Err(_) => pause(A_WHILE).await,
        }
    }
}

async fn next(seen: f64) -> Result<Option<JsValue>, Failure> {
    let response =
        answered(fetch("GET", &format!("/api/shell/events?after={seen}"), None, None).await?).await?;
    if response.status() == 204 { Ok(None) } else { Ok(Some(ask(&response, "json", &[]).await?)) }
}

async fn pause(milliseconds: i32) {
    let timer = Promise::new(&mut |done, _| {
        browser::soon(move || drop(done.call0(&JsValue::UNDEFINED)), milliseconds);
    });
    // A timer does not fail.
    let _ = JsFuture::from(timer).await;
}

/// The page has heard that the program is to end, and takes care of it.
pub async fn heard() {
    // A program that does not answer is gone already.
    let _ = fetch("POST", "/api/shell/heard", None, None).await;
}

/// All is safe: the program may end.
pub async fn ready() {
    let _ = fetch("POST", "/api/shell/ready", None, None).await;
}

/// The rows of the table of commands that Study can do at the moment.
pub fn offer(rows: &[usize]) {
    let rows: Array = rows.iter().map(|row| JsValue::from(*row as u32)).collect();
    // Fails only where the start script has not run.
    let _ = Reflect::set(&member(&window(), "tabiya"), &"rows".into(), &rows);
    between::tell(&window(), Word::Rows);
}

/// Keeps the program's menus as the page is: its language, the player's own keys, and what Study can do.
pub fn keep_menus(language: &'static str) {
    let line = Rc::<Line>::default();
    let told = Rc::new(RefCell::new(String::new()));
    let tell = move || {
        let told = told.clone();
        drop(line.queue(async move {
            let menus = menus(language);
            if *told.borrow() != menus {
                // A program that does not answer is gone already.
                let _ = fetch("PUT", "/api/shell/menus", None, Some(menus.as_bytes())).await;
                *told.borrow_mut() = menus;
            }
        }));
    };
    tell();
    between::hear(&window(), Word::Rows, tell.clone());
    between::hear(&window(), Word::Settings, tell);
}

fn menus(language: &str) -> String {
    let menus = Object::new();
    let rows = member(&member(&window(), "tabiya"), "rows");
    for (name, value) in [("language", language.into()), ("keys", own_keys::written().into()), ("rows", rows)]
    {
        let _ = Reflect::set(&menus, &name.into(), &value);
    }
    JSON::stringify(&menus).map(String::from).unwrap_or_default()
}

/// Leaves an order for Study, which takes it when it is there.
pub fn order(order: Order) {
    let word = match order {
        Order::Open => "open".into(),
        Order::Command(row) => JsValue::from(row as u32),
        Order::Quit => "quit".into(),
        Order::Leave => "leave".into(),
    };
    waiting("orders").push(&word);
    between::tell(&window(), Word::Order);
}

/// A file for Study to open.
pub fn hand_over(file: &JsValue) {
    waiting("files").push(file);
    order(Order::Open);
}

pub fn take_orders() -> Vec<Order> {
    let read = |word: JsValue| match word.as_string().as_deref() {
        Some("open") => Some(Order::Open),
        Some("quit") => Some(Order::Quit),
        Some("leave") => Some(Order::Leave),
        _ => word.as_f64().map(|row| Order::Command(row as usize)),
    };
    drain("orders").into_iter().filter_map(read).collect()
}

pub fn take_files() -> Vec<Given> {
    drain("files").iter().map(Given::of).collect()
}

fn drain(name: &str) -> Vec<JsValue> {
    let all = waiting(name);
    let taken = all.iter().collect();
    all.set_length(0);
    taken
}

/// The start script lays them out, so that they are the same for everybody.
fn waiting(name: &str) -> Array {
    member(&member(&window(), "tabiya"), name).dyn_into().unwrap_or_default()
}

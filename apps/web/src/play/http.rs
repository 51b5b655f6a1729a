//! What is asked of the studio or host that this page came from.

use leptos::prelude::window;
use play::protocol::{BotLevel, Opponent, Settings};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

use crate::bridge::Failure;
use crate::bridge::script::{ask, object};
use crate::language;

/// A room that can be seen from outside.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Listed {
    pub room: String,
    pub title: String,
    pub settings: Settings,
    pub names: [Option<String>; 2],
    pub free: bool,
    pub playing: bool,
    /// The table is in somebody's page.
    #[serde(default)]
    pub peer: bool,
}

/// Whom the host itself can seat.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Opponents {
    pub bots: Vec<BotLevel>,
    pub engines: Vec<String>,
}

impl Opponents {
    /// Somebody else comes first.
    pub fn all(&self) -> Vec<Opponent> {
        let bots = self.bots.iter().copied().map(Opponent::Bot);
        let engines = self.engines.iter().cloned().map(Opponent::Engine);
        [Opponent::Person].into_iter().chain(bots).chain(engines).collect()
    }
}

/// A host on the network.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Found {
    pub name: String,
    pub addresses: Vec<String>,
}

/// Where this page came from.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Hosting {
    /// From somebody else's machine, or from a host's own window.
    #[serde(default)]
    pub guest: bool,
    #[serde(default)]
    pub on: bool,
    #[serde(default)]
    pub addresses: Vec<String>,
}

#[derive(Deserialize)]
struct Opened {
    room: String,
}

pub async fn rooms() -> Result<Vec<Listed>, Failure> {
    fetch("/api/rooms", None).await
}

/// Nothing, if the host knows no such room.
pub async fn room(id: &str) -> Result<Option<Listed>, Failure> {
    fetch(&format!("/api/rooms/{id}"), None).await
}

pub async fn opponents() -> Result<Opponents, Failure> {
    fetch("/api/opponents", None).await
}

pub async fn hosts() -> Result<Vec<Found>, Failure> {
    fetch("/api/lan", None).await
}

pub async fn hosting() -> Result<Hosting, Failure> {
    fetch("/api/hosting", None).await
}

/// Opens this machine to the local network.
pub async fn start_hosting(name: &str) -> Result<Hosting, Failure> {
    fetch("/api/hosting", Some(serde_json::json!({ "on": true, "name": name }).to_string())).await
}

pub async fn open_room(title: &str, settings: &Settings) -> Result<String, Failure> {
    let wanted = serde_json::json!({ "title": title, "settings": settings }).to_string();
    fetch::<Opened>("/api/rooms", Some(wanted)).await.map(|opened| opened.room)
}

async fn fetch<T: DeserializeOwned>(address: &str, body: Option<String>) -> Result<T, Failure> {
    let method = if body.is_some() { "POST" } else { "GET" };
    // What it refuses is shown here.
    let tag = language::here().tag().into();
    let headers = object(&[("Content-Type", &"application/json".into()), ("Accept-Language", &tag)]);
    let mut options = vec![("method", JsValue::from(method)), ("headers", headers)];
    if let Some(body) = body {
        options.push(("body", body.into()));
    }
    let options: Vec<(&str, &JsValue)> = options.iter().map(|(name, value)| (*name, value)).collect();
    let response: Response =
        ask(&window(), "fetch", &[&address.into(), &object(&options)]).await?.dyn_into()?;
    let text = ask(&response, "text", &[]).await?.as_string().unwrap_or_default();
    if !response.ok() {
        return Err(Failure(text));
    }
    serde_json::from_str(&text).map_err(|_| Failure(language::play().not_understood.to_owned()))
}

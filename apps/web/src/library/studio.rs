//! What is asked of the studio's library.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use web_sys::js_sys::encode_uri_component;

use crate::bridge::Failure;
use crate::http;
use crate::language;

/// How the library is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct State {
    pub games: usize,
    pub folders: Vec<Folder>,
    pub problems: Vec<Problem>,
    pub work: Option<Work>,
    pub failed: Option<String>,
    pub stopped: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Folder {
    pub id: i64,
    pub path: String,
    /// What it is called, where it is no folder of the player's choice.
    #[serde(default)]
    pub name: Option<String>,
    pub files: u32,
    pub games: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Problem {
    pub path: String,
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Work {
    pub files: usize,
    pub of: usize,
    pub games: usize,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Game {
    pub id: i64,
    pub kind: String,
    pub black: String,
    pub white: String,
    pub event: String,
    pub date: String,
    pub result: String,
    pub size: (u16, u16),
    pub moves: u32,
    pub path: String,
    pub number: u32,
    /// After so many moves the position comes that was looked for.
    pub at: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Found {
    pub total: usize,
    pub games: Vec<Game>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Duplicates {
    pub total: usize,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Group {
    pub exact: bool,
    pub games: Vec<Game>,
}

/// What is looked for, as it stands in the address; empty for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wish {
    pub text: String,
    pub kind: String,
    pub winner: String,
    pub from: String,
    pub to: String,
    pub size: String,
    pub position: String,
    pub sort: String,
    pub backwards: bool,
}

impl Wish {
    fn address(&self, skip: usize, most: usize) -> String {
        let mut address = format!("/api/library/games?backwards={}&skip={skip}&most={most}", self.backwards);
        for (name, value) in [
            ("text", &self.text),
            ("kind", &self.kind),
            ("winner", &self.winner),
            ("from", &self.from),
            ("to", &self.to),
            ("size", &self.size),
            ("position", &self.position),
            ("sort", &self.sort),
        ] {
            if !value.is_empty() {
                address += &format!("&{name}={}", String::from(encode_uri_component(value)));
            }
        }
        address
    }
}

pub async fn state() -> Result<State, Failure> {
    read(http::ask("GET", "/api/library", None).await?)
}

pub async fn add(path: &str) -> Result<State, Failure> {
    let body = serde_json::json!({ "path": path }).to_string();
    read(http::ask("POST", "/api/library/folders", Some(body)).await?)
}

pub async fn remove(folder: i64) -> Result<State, Failure> {
    read(http::ask("DELETE", &format!("/api/library/folders/{folder}"), None).await?)
}

pub async fn update() -> Result<State, Failure> {
    read(http::ask("POST", "/api/library/update", None).await?)
}

pub async fn stop() -> Result<State, Failure> {
    read(http::ask("POST", "/api/library/stop", None).await?)
}

pub async fn games(wish: &Wish, skip: usize, most: usize) -> Result<Found, Failure> {
    read(http::ask("GET", &wish.address(skip, most), None).await?)
}

pub async fn duplicates() -> Result<Duplicates, Failure> {
    read(http::ask("GET", "/api/library/duplicates", None).await?)
}

pub async fn record(game: i64) -> Result<Vec<u8>, Failure> {
    http::bytes(&format!("/api/library/games/{game}/record")).await
}

/// The entry of the file, if the game is alone in it; else there is only a copy.
pub async fn open(game: i64) -> Result<Option<String>, Failure> {
    let entry = http::ask("POST", &format!("/api/library/games/{game}/open"), None).await?;
    Ok(Some(entry).filter(|entry| !entry.is_empty()))
}

pub fn picture(game: i64, at: Option<u32>, dark: bool, width: u32) -> String {
    let at = at.map(|at| format!("&at={at}")).unwrap_or_default();
    format!("/api/library/games/{game}/picture?dark={dark}&width={width}{at}")
}

fn read<T: DeserializeOwned>(text: String) -> Result<T, Failure> {
    serde_json::from_str(&text).map_err(|_| Failure(language::frame().not_understood.to_owned()))
}

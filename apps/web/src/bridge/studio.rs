//! What the studio on this machine answers: files that were named to it. In a window of its own it wants to hear a key.

use leptos::prelude::window;
use study::FileName;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;
use web_sys::js_sys::{Array, Uint8Array};

use super::script::{ask, member, object, text};
use super::{Failure, Found, shell};
use crate::language;

/// A file that the studio may read and replace.
pub struct Given {
    pub number: u32,
    pub name: String,
    pub path: String,
    pub modified: Option<f64>,
}

impl Given {
    pub fn of(entry: &JsValue) -> Given {
        Given {
            number: member(entry, "number").as_f64().unwrap_or_default() as u32,
            name: text(entry, "name"),
            path: text(entry, "path"),
            modified: member(entry, "modified").as_f64(),
        }
    }

    pub fn file(&self) -> FileName {
        let identity = format!("path:{}", self.path);
        FileName { name: self.name.clone(), path: Some(self.path.clone()), identity }
    }
}

pub async fn list() -> Result<Vec<Given>, JsValue> {
    let response = fetch("GET", "/api/opened", None, None).await?;
    let list = ask(&response, "json", &[]).await?;
    Ok(Array::from(&list).iter().map(|entry| Given::of(&entry)).collect())
}

/// The file and the tag of what it holds now.
pub async fn read(given: &Given) -> Result<(Found, String), Failure> {
    let response = fetch("GET", &format!("/api/opened/{}", given.number), None, None).await?;
    let response = answered(response).await?;
    let found = Found { file: given.file(), bytes: bytes_of(&response).await?, modified: given.modified };
    Ok((found, tag_of(&response)))
}

/// The tag of what is there now. Refused if another program wrote since `tag`.
pub async fn write(number: u32, tag: &str, bytes: &[u8]) -> Result<String, Failure> {
    let response = fetch("PUT", &format!("/api/opened/{number}"), Some(tag), Some(bytes)).await?;
    Ok(tag_of(&answered(response).await?))
}

pub fn tag_of(response: &Response) -> String {
    response.headers().get("ETag").ok().flatten().unwrap_or_default()
}

pub async fn bytes_of(response: &Response) -> Result<Vec<u8>, JsValue> {
    let buffer = ask(response, "arrayBuffer", &[]).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// An answer that is none is a failure, in the studio's own words.
pub async fn answered(response: Response) -> Result<Response, Failure> {
    if response.ok() {
        return Ok(response);
    }
    let said = ask(&response, "text", &[]).await?.as_string().unwrap_or_default();
    Err(Failure(said.trim_end_matches(['.', '。']).to_owned()))
}

pub async fn fetch(
    method: &str,
    address: &str,
    tag: Option<&str>,
    body: Option<&[u8]>,
) -> Result<Response, JsValue> {
    let headers = [
        ("If-Match", tag.map(JsValue::from)),
        ("Accept-Language", Some(language::here().tag().into())),
        (shell::KEY, shell::key().map(JsValue::from)),
    ];
    let headers: Vec<(&str, &JsValue)> =
        headers.iter().filter_map(|(name, value)| Some((*name, value.as_ref()?))).collect();
    let headers = object(&headers);
    let mut options = vec![("method", JsValue::from(method)), ("headers", headers)];
    if let Some(bytes) = body {
        options.push(("body", Uint8Array::from(bytes).into()));
    }
    let options: Vec<(&str, &JsValue)> = options.iter().map(|(name, value)| (*name, value)).collect();
    ask(&window(), "fetch", &[&address.into(), &object(&options)]).await?.dyn_into()
}

//! What is asked of the studio that this page came from.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;
use web_sys::js_sys::Uint8Array;

use crate::bridge::Failure;
use crate::bridge::script::{ask as call, object};
use crate::language;

/// The text of the answer; where it is a refusal, that is the failure.
pub async fn ask(method: &str, address: &str, body: Option<String>) -> Result<String, Failure> {
    let mut options = vec![("method", JsValue::from(method))];
    if let Some(body) = body {
        options.push(("body", body.into()));
    }
    let response = fetch(address, &options).await?;
    let text = call(&response, "text", &[]).await?.as_string().unwrap_or_default();
    if response.ok() { Ok(text) } else { Err(Failure(text)) }
}

pub async fn bytes(address: &str) -> Result<Vec<u8>, Failure> {
    let response = fetch(address, &[]).await?;
    if !response.ok() {
        let text = call(&response, "text", &[]).await?.as_string().unwrap_or_default();
        return Err(Failure(text));
    }
    let buffer = call(&response, "arrayBuffer", &[]).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

async fn fetch(address: &str, options: &[(&str, JsValue)]) -> Result<Response, Failure> {
    let headers = [
        ("Content-Type", JsValue::from("application/json")),
        // What it says is shown here.
        ("Accept-Language", language::here().tag().into()),
    ];
    let headers = object(&headers.each_ref().map(|(name, value)| (*name, value)));
    let options: Vec<(&str, &JsValue)> =
        options.iter().map(|(name, value)| (*name, value)).chain([("headers", &headers)]).collect();
    let gone = |_| Failure(language::frame().studio_away.to_owned());
    let response = call(&window(), "fetch", &[&address.into(), &object(&options)]).await.map_err(gone)?;
    Ok(response.dyn_into::<Response>()?)
}

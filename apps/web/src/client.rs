//! Sends the calls of the crate `api` to the server that this page came from. No other module sends requests.

use api::{Call, CallError, Reply, Wording};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Uint8Array;
use web_sys::{AbortSignal, Response, XmlHttpRequest};

use crate::bridge::Failure;
use crate::js::{self, call_async, is_abort, object};
use crate::language;
use crate::page_events::{self, PageEvent};

const UNAUTHORIZED: u16 = 401;

pub async fn call<R>(call: Call<R>) -> Result<R, CallError> {
    call_until(call, None).await
}

/// `signal` aborts the request, on the server as well.
pub async fn call_until<R>(call: Call<R>, signal: Option<&AbortSignal>) -> Result<R, CallError> {
    let reply = Request::of(&call).send(signal).await?;
    call.read(reply)
}

/// Passes the lines of the answer on while they arrive, until it ends or `signal` aborts it.
pub async fn read_lines<R>(
    call: &Call<R>,
    signal: &AbortSignal,
    mut on_line: impl FnMut(&[u8]),
) -> Result<(), CallError> {
    let response = Request::of(call).fetch(Some(signal)).await?;
    if !response.ok() {
        return Err(refusal(&response).await);
    }
    let body = js::member(&response, "body");
    let reader = js::call(&body, "getReader", &[]).map_err(|_| CallError::BadReply)?;
    let mut unread = Vec::new();
    loop {
        let part = call_async(&reader, "read", &[]).await.map_err(thrown)?;
        if js::member(&part, "done").is_truthy() {
            return Ok(());
        }
        unread.extend(Uint8Array::new(&js::member(&part, "value")).to_vec());
        while let Some(end) = unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = unread.drain(..=end).collect();
            on_line(&line);
        }
    }
}

/// A refused socket gives no reason. A request does, and the frame shows it if the key is missing.
pub async fn check_key() {
    let _ = call(api::access::check()).await;
}

/// Synchronous, for a page that is being closed: an asynchronous request would be dropped with it.
pub fn call_now<R>(call: &Call<R>) -> Result<(), JsValue> {
    let request = XmlHttpRequest::new()?;
    request.open_with_async(call.method.name(), &call.path, false)?;
    request.send_with_opt_u8_array(call.body.as_deref())
}

/// Converts the errors of an area to text.
pub fn failure(area: Wording) -> impl Fn(CallError) -> Failure {
    move |error| Failure(error.message_in(area, language::here()))
}

/// The part of a call that does not depend on its answer, so that sending is compiled once.
struct Request<'c> {
    method: &'static str,
    path: &'c str,
    if_match: Option<&'c str>,
    body: Option<&'c [u8]>,
}

fn thrown(thrown: JsValue) -> CallError {
    match is_abort(&thrown) {
        true => CallError::Aborted,
        false => CallError::Unreachable,
    }
}

async fn body_of(response: &Response) -> Result<Vec<u8>, CallError> {
    let buffer = call_async(response, "arrayBuffer", &[]).await.map_err(thrown)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

async fn refusal(response: &Response) -> CallError {
    match body_of(response).await {
        Ok(body) => CallError::Refused { status: response.status(), body },
        Err(error) => error,
    }
}

impl<'c> Request<'c> {
    fn of<R>(call: &'c Call<R>) -> Request<'c> {
        Request {
            method: call.method.name(),
            path: &call.path,
            if_match: call.if_match.as_deref(),
            body: call.body.as_deref(),
        }
    }

    async fn fetch(&self, signal: Option<&AbortSignal>) -> Result<Response, CallError> {
        let options = self.options(signal);
        let response =
            call_async(&window(), "fetch", &[&self.path.into(), &options]).await.map_err(thrown)?;
        let response: Response = response.dyn_into().map_err(|_| CallError::BadReply)?;
        if response.status() == UNAUTHORIZED {
            page_events::dispatch(&window(), PageEvent::KeyRefused);
        }
        Ok(response)
    }

    async fn send(&self, signal: Option<&AbortSignal>) -> Result<Reply, CallError> {
        let response = self.fetch(signal).await?;
        if !response.ok() {
            return Err(refusal(&response).await);
        }
        let body = body_of(&response).await?;
        let header = |name| response.headers().get(name).ok().flatten();
        Ok(Reply {
            status: response.status(),
            tag: header("etag"),
            saved_at: header(api::shell::SAVED_AT_HEADER),
            body,
        })
    }

    fn options(&self, signal: Option<&AbortSignal>) -> JsValue {
        let headers = [("if-match", self.if_match.map(JsValue::from))];
        let options = [
            ("method", Some(self.method.into())),
            ("headers", Some(present(&headers))),
            ("body", self.body.map(|bytes| Uint8Array::from(bytes).into())),
            ("signal", signal.map(JsValue::from)),
        ];
        present(&options)
    }
}

/// An object with the members that have a value.
fn present(members: &[(&str, Option<JsValue>)]) -> JsValue {
    let members: Vec<(&str, &JsValue)> =
        members.iter().filter_map(|(name, value)| Some((*name, value.as_ref()?))).collect();
    object(&members)
}

/// For files and the desktop program; pages with their own errors use `failure`.
impl From<CallError> for Failure {
    fn from(error: CallError) -> Failure {
        failure(api::general)(error)
    }
}

//! Promises, events and blobs of the browser as futures.

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::Blob;
use web_sys::js_sys::{Array, Promise, Uint8Array};

use super::LocalFuture;
use crate::js::{call_async, text};

/// How long quitting waits for unfinished work.
const QUIT_TIMEOUT_MS: i32 = 3_000;

pub async fn bytes_of(blob: &Blob) -> Result<Vec<u8>, JsValue> {
    let buffer = call_async(blob, "arrayBuffer", &[]).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// The promise's value, or none after a timeout. WebKitGTK returns promises for a private file system and never settles
/// them.
pub async fn within(milliseconds: i32, promise: Promise) -> Option<JsValue> {
    let timer = Promise::new(&mut |done, _| {
        let _ = leptos::prelude::window()
            .set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds);
    });
    let first = Promise::race(&Array::of2(&promise, &timer));
    JsFuture::from(first).await.ok().filter(|value| !value.is_undefined())
}

/// Lets the browser draw and handle events.
pub async fn next_task() {
    let never = Promise::new(&mut |_, _| {});
    within(0, never).await;
}

/// Waits until the work is done, or a few seconds.
pub async fn in_time(work: LocalFuture<()>) {
    let work = future_to_promise(async move {
        work.await;
        Ok(JsValue::TRUE)
    });
    within(QUIT_TIMEOUT_MS, work).await;
}

/// A hash that distinguishes files; not cryptographic. FNV-1a over eight bytes at a time: byte by byte, a file of a
/// hundred megabytes takes most of a second.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, part: u64| (hash ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    let hash = words.fold(0xcbf2_9ce4_8422_2325, |hash, bytes| mix(hash, word(bytes)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// Resolves with the first of these events on a target.
pub fn event_promise(target: &web_sys::EventTarget, names: &[&str]) -> Promise {
    Promise::new(&mut |done, _| {
        for name in names {
            let _ = target.add_event_listener_with_callback(name, &done);
        }
    })
}

/// Waits for the first of these events and returns its name.
pub async fn wait_for_event(target: &web_sys::EventTarget, names: &[&str]) -> String {
    JsFuture::from(event_promise(target, names)).await.map_or(String::new(), |event| text(&event, "type"))
}

/// Runs once, after a delay.
pub fn after(act: impl FnOnce() + 'static, milliseconds: i32) {
    let act = Closure::once_into_js(act);
    let _ = leptos::prelude::window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), milliseconds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_bytes_have_different_fingerprints() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        let different = [
            "(;B[aa])",
            "(;B[ab])",
            "(;B[aa];W[bb])",
            "(;B[aa];W[cb])",
            "(;W[bb])(;B[aa])",
            "(;B[aa])(;W[bb])",
        ];
        let all: std::collections::BTreeSet<u64> = different.map(|text| fingerprint(text.as_bytes())).into();
        assert_eq!(all.len(), different.len());
    }
}

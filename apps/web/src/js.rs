//! Calls to browser APIs that web-sys does not bind yet: pickers, writable files, the private file system.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Function, Object, Promise, Reflect};

/// Whether an object has a method of that name.
pub fn has(target: &JsValue, name: &str) -> bool {
    member(target, name).is_function()
}

pub fn member(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

pub fn text(target: &JsValue, name: &str) -> String {
    member(target, name).as_string().unwrap_or_default()
}

pub fn call(target: &JsValue, name: &str, args: &[&JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = member(target, name).dyn_into()?;
    method.apply(target, &args.iter().copied().collect::<Array>())
}

/// Calls a method and awaits the promise it returns.
pub async fn call_async(target: &JsValue, name: &str, args: &[&JsValue]) -> Result<JsValue, JsValue> {
    let promise: Promise = call(target, name, args)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// An object with these members.
pub fn object(members: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in members {
        // Only a frozen object would refuse.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// Whether the player closed a picker or a request was aborted: browsers report both as this error.
pub fn is_abort(thrown: &JsValue) -> bool {
    text(thrown, "name") == "AbortError"
}

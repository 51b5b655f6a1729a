//! The colours of boards, from where they are defined. The page allows no styles in its text, but a sheet may be made.

use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Function, Reflect};

use crate::bridge::script::{call, member};

/// Once, for all small boards of the room.
pub fn put_on() {
    // A browser without it shows the boards in black and white.
    let _ = adopt(&diagram::backgammon::css());
}

fn adopt(css: &str) -> Result<(), JsValue> {
    let maker: Function = member(&window(), "CSSStyleSheet").dyn_into()?;
    let sheet = Reflect::construct(&maker, &Array::new())?;
    call(&sheet, "replaceSync", &[&css.into()])?;
    call(&member(&document(), "adoptedStyleSheets"), "push", &[&sheet])?;
    Ok(())
}

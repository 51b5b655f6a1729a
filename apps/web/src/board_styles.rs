//! Adds the colours of backgammon boards to the page. The page's CSP forbids inline styles, so they go into a
//! constructed style sheet.

use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Function, Reflect};

use crate::js::{call, member};

/// Call once: the sheet styles every board of the page.
pub fn adopt_board_styles() {
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

//! The frame: the bar, Home, Settings, and the place for every room. Loaded by `assets/start.js`.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

#[wasm_bindgen]
pub fn open(host: HtmlElement) {
    web::open_frame(host);
}

fn main() {}

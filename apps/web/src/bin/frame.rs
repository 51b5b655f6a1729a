//! The bundle of the frame: the navigation bar and the elements for all pages. Loaded by `assets/start.js`.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

#[wasm_bindgen]
pub fn open(host: HtmlElement) {
    web::open_frame(host);
}

fn main() {}

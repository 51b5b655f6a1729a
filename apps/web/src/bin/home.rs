//! The bundle of the Home page.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

#[wasm_bindgen]
pub fn open(host: HtmlElement) {
    web::open_home(host);
}

fn main() {}

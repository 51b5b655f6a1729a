//! The bundle of the Cards page.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

#[wasm_bindgen]
pub fn open(host: HtmlElement) {
    web::open_cards(host);
}

fn main() {}

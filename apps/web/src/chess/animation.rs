//! Pieces glide to their squares in 200 milliseconds. A new position restarts the animation; `prefers-reduced-motion`
//! turns it off.

use diagram::chess::{Glide, View};
use wasm_bindgen::JsValue;
use web_sys::Element;
use web_sys::js_sys::Array;

use crate::js::{call, object};

const MILLISECONDS: f64 = 200.0;

/// Starts the browser's animations and returns them for `end`.
pub fn start(pieces: &Element, view: View, glides: &[Glide]) -> Vec<JsValue> {
    let mut gliding = Vec::new();
    if glides.is_empty() || is_still() {
        return gliding;
    }
    for glide in glides {
        let Ok(Some(piece)) = pieces.query_selector(&format!("[data-square=\"{}\"]", glide.to)) else {
            continue;
        };
        let ((x, y), (to_x, to_y)) = (view.corner(glide.from), view.corner(glide.to));
        let from = format!("translate({}px, {}px)", x - to_x, y - to_y);
        let frames = Array::of2(
            &object(&[("transform", &JsValue::from(from))]),
            &object(&[("transform", &JsValue::from("none"))]),
        );
        let options = object(&[("duration", &MILLISECONDS.into()), ("easing", &JsValue::from("ease-out"))]);
        // A browser without animations shows the piece on its new square.
        gliding.extend(call(&piece, "animate", &[&frames, &options]));
    }
    gliding
}

/// Finishes the animations.
pub fn end(gliding: Vec<JsValue>) {
    for one in gliding {
        let _ = call(&one, "cancel", &[]);
    }
}

fn is_still() -> bool {
    let query =
        web_sys::window().and_then(|w| w.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

//! Pieces that travel: 200 milliseconds, begun anew whenever the position changes, and not at all for those who want
//! nothing to move.

use diagram::chess::{Glide, View};
use wasm_bindgen::JsValue;
use web_sys::Element;
use web_sys::js_sys::Array;

use crate::script::{call, object};

const MILLISECONDS: f64 = 200.0;

/// The browser lets them travel by itself; what comes back is for `end`.
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
        // A browser without animations shows the piece where it goes.
        gliding.extend(call(&piece, "animate", &[&frames, &options]));
    }
    gliding
}

/// Whatever still travels has arrived.
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

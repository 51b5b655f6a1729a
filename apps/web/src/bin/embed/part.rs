//! Shared by the widgets: events with a detail, colours by name.

use i18n::Language;
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Square};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::js_sys::{Array, Function};

use web::js::{object, text};

/// The texts of the elements in the language of any of its tags; English for a language that is not available.
#[wasm_bindgen]
pub fn words(language: &str) -> JsValue {
    let words = Language::from_tag(language).unwrap_or_default().embed();
    let texts: Vec<(&str, JsValue)> =
        words.entries().into_iter().map(|(key, text)| (key, text.into())).collect();
    let members: Vec<(&str, &JsValue)> = texts.iter().map(|(key, text)| (*key, text)).collect();
    object(&members)
}

/// The embedding page's function for events: a name and a detail.
pub struct Emit(pub Function);

impl Emit {
    pub fn send(&self, name: &str, detail: &[(&str, JsValue)]) {
        let members: Vec<(&str, &JsValue)> = detail.iter().map(|(name, value)| (*name, value)).collect();
        // A listener that throws has already logged to the console.
        let _ = self.0.call2(&JsValue::NULL, &name.into(), &object(&members));
    }
}

pub fn color(name: &str) -> Color {
    if matches!(name, "black" | "b") { Color::Black } else { Color::White }
}

/// `[{ color, from, to }]` or `[{ color, square }]`.
pub fn shapes(list: &JsValue) -> Vec<Shape> {
    Array::from(list).iter().filter_map(|one| shape(&one)).collect()
}

fn shape(one: &JsValue) -> Option<Shape> {
    let square = |name: &str| text(one, name).parse::<Square>().ok();
    let from = square("from").or_else(|| square("square"))?;
    Some(Shape { brush: brush(&text(one, "color")), from, to: square("to") })
}

/// By letter, by name, or by the colour codes of the embedding interface.
fn brush(name: &str) -> Brush {
    match name.to_ascii_lowercase().as_str() {
        "r" | "red" | "#e74c3c" => Brush::Red,
        "b" | "blue" | "#3498db" => Brush::Blue,
        "y" | "yellow" | "#f1c40f" => Brush::Yellow,
        "c" | "cyan" | "#1abc9c" => Brush::Cyan,
        "m" | "magenta" | "#9b59b6" => Brush::Magenta,
        _ => Brush::Green,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_by_letter_name_and_code() {
        for name in ["R", "red", "#E74C3C"] {
            assert_eq!(brush(name), Brush::Red);
        }
        assert_eq!(brush("anything"), Brush::Green);
    }
}

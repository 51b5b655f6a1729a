//! Pictures on the page: one group for each layer, and of a layer only the shapes that differ are written anew.
//! A step in a game touches the stone that came and those that went, not the board.

use diagram::{Layer, Picture, Shape, Theme, layer_svg};
use leptos::prelude::*;
use leptos::svg::Svg;
use web_sys::Element;

/// Keeps what is drawn in `svg` as `picture` says.
pub fn paint(svg: NodeRef<Svg>, picture: impl Fn() -> Picture + 'static) {
    paint_parts(svg, [Box::new(move || picture().layers)]);
}

/// Layers that change together, from back to front.
pub type Part = Box<dyn Fn() -> Vec<Layer>>;

/// Keeps what is drawn in `svg` as its parts say, the first at the back. Each is drawn anew only when something changes
/// that it reads itself.
pub fn paint_parts<const N: usize>(svg: NodeRef<Svg>, parts: [Part; N]) {
    for (number, part) in parts.into_iter().enumerate() {
        let canvas = StoredValue::new_local(Canvas::default());
        Effect::new(move |_| {
            let layers = part();
            if let Some(group) = svg.get().and_then(|svg| group_of(&svg, number, N)) {
                canvas.update_value(|canvas| canvas.show(&group, layers));
            }
        });
    }
}

/// The group of a part; all are made by whichever part is drawn first.
fn group_of(svg: &Element, number: usize, parts: usize) -> Option<Element> {
    if svg.child_element_count() as usize != parts {
        svg.set_inner_html(&"<g></g>".repeat(parts));
    }
    svg.children().item(number as u32)
}

#[derive(Default)]
struct Canvas {
    groups: Vec<Group>,
}

struct Group {
    element: Element,
    shapes: Vec<Shape>,
}

impl Canvas {
    fn show(&mut self, part: &Element, layers: Vec<Layer>) {
        if self.groups.len() != layers.len() {
            self.groups = groups(part, &layers);
        }
        for (group, layer) in self.groups.iter_mut().zip(layers) {
            group.show(layer);
        }
    }
}

fn groups(part: &Element, layers: &[Layer]) -> Vec<Group> {
    let empty: String = layers.iter().map(|layer| format!("<g class=\"{}\"></g>", layer.class)).collect();
    part.set_inner_html(&empty);
    let elements = part.children();
    let group = |element| Group { element, shapes: Vec::new() };
    (0..elements.length()).filter_map(|n| elements.item(n)).map(group).collect()
}

impl Group {
    fn show(&mut self, layer: Layer) {
        // A shape without paint is not written, and would be counted.
        let shapes: Vec<Shape> =
            layer.shapes.into_iter().filter(|shape| shape.fill.is_some() || shape.stroke.is_some()).collect();
        let (same, gone, new) = difference(&self.shapes, &shapes);
        let children = self.element.children();
        for _ in 0..gone {
            if let Some(child) = children.item(same as u32) {
                child.remove();
            }
        }
        if let Some(new) = shapes.get(same..same + new).filter(|new| !new.is_empty()) {
            let html = layer_svg(&Layer { class: layer.class, shapes: new.to_vec() }, Theme::Page);
            // The line breaks between shapes would stay behind when the shapes go.
            let html = html.replace('\n', "");
            let _ = match children.item(same as u32) {
                Some(next) => next.insert_adjacent_html("beforebegin", &html),
                None => self.element.insert_adjacent_html("beforeend", &html),
            };
        }
        self.shapes = shapes;
    }
}

/// How many are the same at the beginning, how many then go, and how many come in their place.
fn difference<T: PartialEq>(before: &[T], after: &[T]) -> (usize, usize, usize) {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(after.len()) - same;
    let tail = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (same, before.len() - same - tail, after.len() - same - tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_touched() {
        for (before, after, found) in [
            ("", "", (0, 0, 0)),
            ("", "abc", (0, 0, 3)),
            ("abc", "", (0, 3, 0)),
            ("abde", "abcde", (2, 0, 1)),
            ("abcde", "abde", (2, 1, 0)),
            ("axe", "abce", (1, 1, 2)),
            ("aaa", "aaaa", (3, 0, 1)),
            ("abab", "ab", (2, 2, 0)),
        ] {
            assert_eq!(difference(before.as_bytes(), after.as_bytes()), found, "{before} to {after}");
        }
    }
}

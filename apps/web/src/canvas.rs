//! Incremental drawing of pictures as SVG: one group per layer, in which only the shapes that differ are rewritten.
//! A move changes the new stone and the captured ones, not the board.

use diagram::{Layer, Picture, Shape, Tag, Theme, layer_svg};
use leptos::prelude::*;
use leptos::svg::Svg;
use web_sys::Element;

/// Keeps the contents of `svg` equal to `picture`.
pub fn paint(svg: NodeRef<Svg>, picture: impl Fn() -> Picture + 'static) {
    paint_parts(svg, [Box::new(move || picture().layers)]);
}

/// Layers that change together, from back to front.
pub type Part = Box<dyn Fn() -> Vec<Layer>>;

/// Keeps the contents of `svg` equal to its parts, the first at the back. Each is redrawn only when a signal changes that
/// it reads itself.
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

/// The group of a part; the part that is drawn first creates all of them.
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
    /// Removed elements and their tags: reusing one is cheaper than creating one.
    spare: Vec<(Tag, Element)>,
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
    let group = |element| Group { element, shapes: Vec::new(), spare: Vec::new() };
    (0..elements.length()).filter_map(|n| elements.item(n)).map(group).collect()
}

impl Group {
    fn show(&mut self, layer: Layer) {
        // A shape without paint has no element, which would shift the indices.
        let shapes: Vec<Shape> =
            layer.shapes.into_iter().filter(|shape| shape.fill.is_some() || shape.stroke.is_some()).collect();
        for splice in splices(&self.shapes, &shapes) {
            self.splice(layer.class, &shapes, splice);
        }
    }

    fn splice(&mut self, class: &'static str, shapes: &[Shape], Splice { at, gone, new }: Splice) {
        let Some(added) = shapes.get(at..at + new) else { return };
        // A shape of the same kind reuses the element with other attributes.
        let removed = self.shapes.get(at..at + gone).unwrap_or_default();
        let children = self.element.children();
        let changed = |(n, (old, new))| {
            let element = children.item((at + n) as u32);
            element.is_some_and(|element| change(&element, old, new))
        };
        let reused =
            removed.iter().zip(added).take(MANY).enumerate().take_while(|pair| changed(*pair)).count();
        for old in removed.iter().skip(reused) {
            let Some(child) = children.item((at + reused) as u32) else { break };
            child.remove();
            if let Some(tag) = Tag::of(old, Theme::Page).filter(|_| self.spare.len() < MANY) {
                self.spare.push((tag, child));
            }
        }
        if let Some(added) = added.get(reused..).filter(|added| !added.is_empty()) {
            self.insert(class, added, children.item((at + reused) as u32));
        }
        self.shapes.splice(at..at + gone, added.iter().cloned());
    }

    /// A spare element, changed to this tag.
    fn reuse(&mut self, tag: &Tag) -> Option<Element> {
        let alike = self.spare.iter().enumerate().filter(|(_, (old, _))| are_alike(old, tag));
        let (at, _) = alike.min_by_key(|(_, (old, _))| differences(old, tag))?;
        let (old, element) = self.spare.swap_remove(at);
        write_over(&element, &old, tag);
        Some(element)
    }

    fn insert(&mut self, class: &'static str, shapes: &[Shape], before: Option<Element>) {
        if shapes.len() <= FEW.max(self.spare.len()) {
            let before = before.as_ref().map(AsRef::as_ref);
            for tag in shapes.iter().filter_map(|shape| Tag::of(shape, Theme::Page)) {
                let element = self.reuse(&tag).or_else(|| element(&tag));
                let _ = element.map(|element| self.element.insert_before(&element, before));
            }
            return;
        }
        let html = layer_svg(&Layer { class, shapes: shapes.to_vec() }, Theme::Page);
        // Line breaks between shapes would remain when the shapes are removed.
        let html = html.replace('\n', "");
        let _ = match before {
            Some(next) => next.insert_adjacent_html("beforebegin", &html),
            None => self.element.insert_adjacent_html("beforeend", &html),
        };
    }
}

/// Up to this many shapes are faster to create one by one than as HTML that the browser parses.
const FEW: usize = 8;

fn element(Tag { name, attributes, text }: &Tag) -> Option<Element> {
    let element = document().create_element_ns(Some("http://www.w3.org/2000/svg"), name).ok()?;
    for (name, value) in attributes {
        let _ = element.set_attribute(name, value);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    Some(element)
}

/// More shapes than this are faster to replace than to change one by one.
const MANY: usize = 64;

/// Changes an element to another shape; false, and nothing is changed, if the shape needs another kind of element.
fn change(element: &Element, old: &Shape, new: &Shape) -> bool {
    let (Some(old), Some(new)) = (Tag::of(old, Theme::Page), Tag::of(new, Theme::Page)) else { return false };
    are_alike(&old, &new) && {
        write_over(element, &old, &new);
        true
    }
}

/// The same element name and attribute names.
fn are_alike(one: &Tag, other: &Tag) -> bool {
    one.name == other.name
        && one.attributes.iter().map(|(name, _)| name).eq(other.attributes.iter().map(|(name, _)| name))
}

/// How many attributes differ.
fn differences(one: &Tag, other: &Tag) -> usize {
    one.attributes.iter().zip(&other.attributes).filter(|((_, one), (_, other))| one != other).count()
}

fn write_over(element: &Element, old: &Tag, new: &Tag) {
    for ((name, value), (_, before)) in new.attributes.iter().zip(&old.attributes) {
        if value != before {
            let _ = element.set_attribute(name, value);
        }
    }
    if new.text != old.text {
        element.set_text_content(Some(&new.text));
    }
}

/// Replaces `gone` elements from `at` on by `new` ones. A list of them is applied in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Splice {
    at: usize,
    gone: usize,
    new: usize,
}

/// Turns one list into another: either the middle is replaced, or the list has scrolled, losing elements at one end and
/// gaining some at the other.
fn splices<T: PartialEq>(before: &[T], after: &[T]) -> Vec<Splice> {
    let same = same_run(before, after);
    let (before, after) = (&before[same..], &after[same..]);
    let tail = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[..before.len() - tail], &after[..after.len() - tail]);
    let lost = after.first().and_then(|first| before.iter().position(|shape| shape == first));
    let gained = before.first().and_then(|first| after.iter().position(|shape| shape == first));
    let ends = match (lost, gained) {
        (Some(lost), _) => Some((lost, 0, same_run(&before[lost..], after))),
        (None, Some(gained)) => Some((0, gained, same_run(before, &after[gained..]))),
        (None, None) => None,
    };
    let list = match ends {
        // Enough must have stayed to be worth a second splice.
        Some((lost, gained, stayed)) if 2 * stayed >= before.len().min(after.len()) => {
            let rest = Splice {
                at: same + gained + stayed,
                gone: before.len() - lost - stayed,
                new: after.len() - gained - stayed,
            };
            vec![Splice { at: same, gone: lost, new: gained }, rest]
        }
        _ => vec![Splice { at: same, gone: before.len(), new: after.len() }],
    };
    list.into_iter().filter(|splice| splice.gone + splice.new > 0).collect()
}

fn same_run<T: PartialEq>(before: &[T], after: &[T]) -> usize {
    before.iter().zip(after).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list after the splices, and how many elements were touched.
    fn applied(before: &str, after: &str) -> (String, usize) {
        let mut list: Vec<char> = before.chars().collect();
        let after: Vec<char> = after.chars().collect();
        let mut touched = 0;
        for Splice { at, gone, new } in splices(&list.clone(), &after) {
            list.splice(at..at + gone, after[at..at + new].iter().copied());
            touched += gone + new;
        }
        (list.into_iter().collect(), touched)
    }

    #[test]
    fn only_what_differs_is_touched() {
        for (before, after, touched) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abde", "abcde", 1),
            ("abcde", "abde", 1),
            ("axe", "abce", 3),
            ("aaa", "aaaa", 1),
            ("abab", "ab", 2),
            ("abcdef", "cdefgh", 4),
            ("cdefgh", "abcdef", 4),
            ("abcdef", "cdefxyz", 5),
            ("xabcdey", "xcdefgy", 4),
        ] {
            assert_eq!(applied(before, after), (after.to_owned(), touched), "{before} to {after}");
        }
    }

    #[test]
    fn every_list_can_be_turned_into_every_other() {
        let lists: Vec<String> = (0..81)
            .map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27].iter().map(|n| char::from(b'a' + n)).collect())
            .collect();
        for before in &lists {
            for after in lists.iter().flat_map(|list| [&list[..], &list[1..], &list[..2]]) {
                assert_eq!(applied(before, after).0, after, "{before} to {after}");
            }
        }
    }
}

//! The pieces on the board. Elements are reused: a piece that moves gets new coordinates, because creating an element is
//! most of what a step costs.

use diagram::chess::{Layer, Scene, View, layer_svg};
use rules::chess::{Piece, Square};
use web_sys::Element;

#[derive(Default)]
pub struct Pieces {
    /// The orientation they are drawn in.
    view: Option<View>,
    shown: Vec<(PlacedPiece, Element)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct PlacedPiece {
    at: Square,
    piece: Piece,
    is_held: bool,
}

impl Pieces {
    pub fn show(&mut self, group: &Element, scene: &Scene) {
        if self.view != Some(scene.view) {
            group.set_inner_html("");
            self.shown.clear();
            self.view = Some(scene.view);
        }
        let is_held = |at: Square| scene.held.is_some_and(|(from, _)| from == at);
        let wanted: Vec<PlacedPiece> = scene
            .pieces
            .iter()
            .map(|(at, piece)| PlacedPiece { at: *at, piece: *piece, is_held: is_held(*at) })
            .collect();
        let (stay, mut free): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.shown).into_iter().partition(|(placed, _)| wanted.contains(placed));
        self.shown = stay;
        let come = |placed: &&PlacedPiece| !self.shown.iter().any(|(known, _)| known == *placed);
        let come: Vec<PlacedPiece> = wanted.iter().filter(come).copied().collect();
        for placed in come {
            let same = free.iter().position(|(known, _)| known.piece == placed.piece);
            let element = match same.map(|n| free.swap_remove(n)) {
                Some((before, element)) => reuse(element, before, placed, scene.view),
                None => create(group, placed, scene),
            };
            self.shown.extend(element.map(|element| (placed, element)));
        }
        free.iter().for_each(|(_, element)| element.remove());
    }
}

/// Writes only what differs: the browser lays out a piece again even if its coordinates are set to the same values.
fn reuse(element: Element, before: PlacedPiece, placed: PlacedPiece, view: View) -> Option<Element> {
    if before.at != placed.at {
        let (x, y) = view.corner(placed.at);
        let picture = element.first_element_child()?;
        let _ = picture.set_attribute("x", &x.to_string());
        let _ = picture.set_attribute("y", &y.to_string());
        let _ = element.set_attribute("data-square", &placed.at.to_string());
    }
    if before.is_held != placed.is_held {
        let _ = match placed.is_held {
            true => element.set_attribute("opacity", "0.35"),
            false => element.remove_attribute("opacity"),
        };
    }
    Some(element)
}

fn create(group: &Element, placed: PlacedPiece, scene: &Scene) -> Option<Element> {
    let alone = Scene { held: scene.held, ..Scene::new([(placed.at, placed.piece)], scene.view.bottom) };
    group.insert_adjacent_html("beforeend", layer_svg(&alone, Layer::Pieces).trim_end()).ok()?;
    group.last_element_child()
}

//! Boards on the page: a picture of `diagram`, as large as its pane allows, redrawn layer by layer.

use diagram::go::{Geometry, Scene, draw};
use diagram::{Theme, defs_svg};
use leptos::ev::{MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::go::GoRecord;
use rules::go::{Color, Point, Size};
use wasm_bindgen::JsCast;
use web_sys::Element;
use words::fill;

use crate::canvas::paint;
use crate::language;
use crate::pane::room_in;

/// What boards are shaded with, once for all of them.
#[component]
pub fn Shades() -> impl IntoView {
    view! { <svg class="shades" aria-hidden="true" inner_html=defs_svg(Theme::Page)></svg> }
}

/// A board with a pane of its own. `shown` says which part of it, and whether with coordinates; its scale does not count.
#[component]
pub fn Board(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into)] shown: Signal<Geometry>,
    /// Says nothing to screen readers.
    #[prop(optional)]
    ornament: bool,
    /// Is told which point the pointer is over.
    #[prop(optional)]
    over: Option<WriteSignal<Option<Point>>>,
) -> impl IntoView {
    let pane = NodeRef::<html::Div>::new();
    let room = room_in(pane);
    let geometry = Memo::new(move |_| {
        let (width, height) = room.get();
        shown.get().fitting(width, height)
    });
    let tell = move |point| {
        if let Some(over) = over {
            over.set(point);
        }
    };
    let moved = move |event: PointerEvent| tell(point_under(&event, &geometry.get_untracked()));
    // A finger leaves as soon as it is lifted; what it touched stays told.
    let left = move |event: PointerEvent| {
        if event.pointer_type() == "mouse" {
            tell(None);
        }
    };
    let size = Memo::new(move |_| {
        let geometry = geometry.get();
        (geometry.width(), geometry.height())
    });
    let svg = NodeRef::<Svg>::new();
    paint(svg, move || scene.with(|scene| draw(scene, &geometry.get())));
    let stretched = move || stretch(size.get(), room.get());
    view! {
        <div class="pane" node_ref=pane>
            <svg
                class="board"
                width=move || size.get().0 * stretched()
                height=move || size.get().1 * stretched()
                viewBox=move || format!("0 0 {} {}", size.get().0, size.get().1)
                role=(!ornament).then_some("img")
                aria-label=move || (!ornament).then(|| scene.with(|scene| scene.label.clone()))
                aria-hidden=ornament.then_some("true")
                on:pointermove=moved
                on:pointerdown=moved
                on:pointerleave=left
                node_ref=svg
            ></svg>
        </div>
    }
}

/// What a screen reader says of a board.
pub fn label(size: Size) -> String {
    let (width, height) = (size.width().to_string(), size.height().to_string());
    fill(language::here().boards().go_board, &[("width", &width), ("height", &height)])
}

/// And of one on which a game goes on.
pub fn label_at(record: &GoRecord) -> String {
    let size = record.size();
    let (width, height) = (size.width().to_string(), size.height().to_string());
    let turn = match record.to_play() {
        Color::Black => language::study().black_to_play,
        Color::White => language::study().white_to_play,
    };
    let number = record.state().number.to_string();
    let values = [("width", &*width), ("height", &height), ("turn", turn), ("n", &number)];
    fill(language::here().boards().go_board_at, &values)
}

/// Pictures fit their pane in whole pixels, which leaves a little of it empty. On a fine screen half a pixel is not
/// seen, and the picture may fill it.
pub fn stretch((width, height): (f64, f64), (room_across, room_down): (f64, f64)) -> f64 {
    let fills = (room_across / width).min(room_down / height);
    if window().device_pixel_ratio() >= 2.0 { fills.max(1.0) } else { 1.0 }
}

/// The point that a pointer is over, in the element that listens.
pub fn point_under(event: &MouseEvent, geometry: &Geometry) -> Option<Point> {
    let board = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    // It may be stretched.
    let scale = geometry.width() / board.width();
    let along = |client: i32, start: f64| (f64::from(client) - start) * scale;
    geometry.hit(along(event.client_x(), board.left()), along(event.client_y(), board.top()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_has_a_colour_for_every_ink_of_a_picture() {
        let style = include_str!("../style/00-tokens.css");
        for property in Theme::Light.custom_properties().split_terminator(';') {
            let name = property.split(':').next().unwrap();
            assert!(style.contains(&format!("{name}: light-dark(")), "{name} is missing");
        }
    }
}

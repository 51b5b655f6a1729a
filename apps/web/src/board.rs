//! Boards on the page: a picture of `diagram`, as large as its pane allows, redrawn layer by layer.

use diagram::go::{Geometry, Scene, draw};
use diagram::{Theme, defs_svg};
use i18n::fill;
use leptos::ev::{MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::go::GoRecord;
use rules::go::{Color, Point, Size};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::canvas::paint;
use crate::element_size::available_size;
use crate::language;

/// The SVG gradients of all boards, defined once.
#[component]
pub fn Shades() -> impl IntoView {
    view! { <svg class="shades" aria-hidden="true" inner_html=defs_svg(Theme::Page)></svg> }
}

/// A board that fills its pane. `shown` gives the visible part and the coordinates; its scale is ignored.
#[component]
pub fn Board(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into)] shown: Signal<Geometry>,
    /// Hidden from screen readers.
    #[prop(optional)]
    ornament: bool,
    /// Set to the point under the pointer.
    #[prop(optional)]
    over: Option<WriteSignal<Option<Point>>>,
) -> impl IntoView {
    let pane = NodeRef::<html::Div>::new();
    let available = available_size(pane);
    let geometry = Memo::new(move |_| {
        let (width, height) = available.get();
        shown.get().fitting(width, height)
    });
    let point_at = move |point| {
        if let Some(over) = over {
            over.set(point);
        }
    };
    let moved = move |event: PointerEvent| point_at(point_under(&event, &geometry.get_untracked()));
    // A touch leaves as soon as the finger is lifted; the point it touched stays.
    let left = move |event: PointerEvent| {
        if event.pointer_type() == "mouse" {
            point_at(None);
        }
    };
    let size = Memo::new(move |_| {
        let geometry = geometry.get();
        (geometry.width(), geometry.height())
    });
    let svg = NodeRef::<Svg>::new();
    paint(svg, move || scene.with(|scene| draw(scene, &geometry.get())));
    let scale = move || scale_to_fit(size.get(), available.get());
    view! {
        <div class="pane" node_ref=pane>
            <svg
                class="board"
                width=move || size.get().0 * scale()
                height=move || size.get().1 * scale()
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

/// The label of a board for screen readers.
pub fn label(size: Size) -> String {
    let (width, height) = (size.width().to_string(), size.height().to_string());
    fill(language::here().boards().go_board, &[("width", &width), ("height", &height)])
}

/// The label of a board with a game on it.
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

/// Pictures fit their pane in whole pixels, which leaves a margin. On a high-density screen fractions of a pixel are not
/// visible, so the picture is scaled to fill the pane.
pub fn scale_to_fit((width, height): (f64, f64), (available_width, available_height): (f64, f64)) -> f64 {
    let fills = (available_width / width).min(available_height / height);
    if window().device_pixel_ratio() >= 2.0 { fills.max(1.0) } else { 1.0 }
}

/// The point under the pointer, on the board that is the event's current target.
pub fn point_under(event: &MouseEvent, geometry: &Geometry) -> Option<Point> {
    let board = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    // The element may be scaled.
    let scale = geometry.width() / board.width();
    let along = |client: i32, start: f64| (f64::from(client) - start) * scale;
    geometry.hit(along(event.client_x(), board.left()), along(event.client_y(), board.top()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_every_colour_of_a_picture() {
        let style = include_str!("../style/00-tokens.css");
        for property in Theme::Light.custom_properties().split_terminator(';') {
            let name = property.split(':').next().unwrap();
            assert!(style.contains(&format!("{name}: light-dark(")), "{name} is missing");
        }
    }
}

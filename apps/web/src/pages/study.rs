//! The study: the board, and beside it what is known of the record on it.

use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::{Point, Size};

use crate::board::Board;
use crate::controls::CoordinatesSwitch;
use crate::settings::Settings;

#[component]
pub fn Study() -> impl IntoView {
    let settings = Settings::here();
    let size = Size::NINETEEN;
    let bare = Scene::new(size);
    let scene = Scene { label: format!("{}; empty", bare.label), ..bare };
    let shown = Signal::derive(move || Geometry::new(size).with_coordinates(settings.coordinates()));
    let (point, over) = signal(None::<Point>);
    let named = move || point.get().map_or_else(|| "–".to_owned(), |at| at.name(size));
    view! {
        <div class="study">
            <h1 class="unseen">"Study"</h1>
            <Board scene shown over />
            <aside class="side" aria-label="About the board">
                <section class="panel status">
                    <h2>"Empty board"</h2>
                    <span class="count">{format!("{} × {}", size.width(), size.height())}</span>
                    <p>"No record is open. This version shows the board; it cannot place stones or open records yet."</p>
                </section>
                <section class="panel" aria-labelledby="board-title">
                    <h2 class="caption" id="board-title">"Board"</h2>
                    <label class="row" title="Coordinates on or off (C)">
                        "Coordinates"
                        <CoordinatesSwitch />
                    </label>
                    <div class="row">
                        "Point"
                        <span class="count">{named}</span>
                    </div>
                </section>
            </aside>
        </div>
    }
}

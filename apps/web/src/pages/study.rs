//! The study: the board, and beside it what is known of the record on it.

use leptos::prelude::*;
use rules::go::Size;

use crate::board::Board;
use crate::controls::CoordinatesSwitch;
use crate::settings::Settings;

#[component]
pub fn Study() -> impl IntoView {
    let settings = Settings::here();
    let size = Size::NINETEEN;
    let label = format!("Go board {} by {}; empty", size.width(), size.height());
    view! {
        <div class="study">
            <h1 class="unseen">"Study"</h1>
            <div class="board-pane">
                <Board size coordinates=Signal::derive(move || settings.coordinates()) label />
            </div>
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
                </section>
            </aside>
        </div>
    }
}

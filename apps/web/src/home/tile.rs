//! The content of a tile, in a link or a button: an icon, a name and a description.

use leptos::prelude::*;

use crate::foreign_text::foreign;
use crate::icons::Icon;

#[component]
pub fn Tile(icon: Icon, #[prop(into)] name: String, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <span class="tile-icon">{icon.draw()}</span>
        <span class="tile-text">
            <strong>{foreign(&name)}</strong>
            <span>{foreign(&text)}</span>
        </span>
    }
}

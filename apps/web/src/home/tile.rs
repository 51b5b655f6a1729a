//! What stands in a tile of Home, be it a link or a button: a picture, a name and a word about it.

use leptos::prelude::*;

use crate::icons::Icon;

#[component]
pub fn Tile(icon: Icon, #[prop(into)] name: String, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <span class="tile-icon">{icon.draw()}</span>
        <span class="tile-text">
            <strong>{name}</strong>
            <span>{text}</span>
        </span>
    }
}

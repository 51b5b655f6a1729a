//! Controls that more than one page uses.

use leptos::prelude::*;

use crate::settings::Settings;

/// Turns the coordinates of all boards on or off. For use inside a label.
#[component]
pub fn CoordinatesSwitch() -> impl IntoView {
    let settings = Settings::here();
    view! {
        <input
            class="switch"
            type="checkbox"
            role="switch"
            prop:checked=move || settings.coordinates()
            on:change=move |change| settings.show_coordinates(event_target_checked(&change))
        />
    }
}

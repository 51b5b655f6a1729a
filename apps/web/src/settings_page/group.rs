//! Settings that belong together, and one of them.

use leptos::prelude::*;

/// A panel with a heading; `id` is the heading's.
#[component]
pub fn Group(id: &'static str, title: &'static str, children: Children) -> impl IntoView {
    view! {
        <section class="panel group" aria-labelledby=id>
            <h2 class="caption" id=id>{title}</h2>
            {children()}
        </section>
    }
}

/// The label of a switch.
#[component]
pub fn SwitchRow(title: &'static str, text: &'static str, children: Children) -> impl IntoView {
    view! {
        <label class="row">
            <span class="row-text">
                <strong>{title}</strong>
                <span>{text}</span>
            </span>
            {children()}
        </label>
    }
}

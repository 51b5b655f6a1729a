//! Controls that more than one page uses.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;

use crate::icons;
use crate::settings::Settings;

/// The heading of a page and a sentence about it.
#[component]
pub fn Lead(title: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <header class="lead">
            <h1>{title}</h1>
            <p>{text}</p>
        </header>
    }
}

/// Stands in a label.
#[component]
pub fn Switch(
    is_on: impl Fn() -> bool + Send + Sync + 'static,
    turn: impl Fn(bool) + 'static,
) -> impl IntoView {
    view! {
        <input
            class="switch"
            type="checkbox"
            role="switch"
            prop:checked=is_on
            on:change=move |change| turn(event_target_checked(&change))
        />
    }
}

/// One of several choices side by side. Those with the same name belong together.
#[component]
pub fn Segment(
    name: &'static str,
    #[prop(into)] label: String,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <label class="segment">
            <input type="radio" name=name prop:checked=chosen on:change=move |_| choose() />
            <span>{label}</span>
        </label>
    }
}

/// Turns the coordinates of all boards on or off. For use inside a label.
#[component]
pub fn CoordinatesSwitch() -> impl IntoView {
    let settings = Settings::here();
    view! { <Switch is_on=move || settings.coordinates() turn=move |on| settings.show_coordinates(on) /> }
}

/// For the form around a field: takes the text out of the field, and drops it if it is blank.
pub fn take_entry(
    field: NodeRef<html::Input>,
    take: impl Fn(String) + 'static,
) -> impl Fn(SubmitEvent) + 'static {
    move |event| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        field.set_value("");
        if !text.trim().is_empty() {
            take(text.trim().to_owned());
        }
    }
}

/// Lets the user choose files.
#[component]
pub fn FilesButton<F: Future<Output = ()> + 'static>(
    words: &'static str,
    /// Of the field, for screen readers.
    label: &'static str,
    take: impl Fn(FileList) -> F + 'static,
) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    let pick = move |_| {
        if let Some(field) = field.get_untracked() {
            field.click();
        }
    };
    let picked = move |_| {
        let Some(field) = field.get_untracked() else { return };
        if let Some(files) = field.files() {
            let taken = take(files);
            spawn_local(async move {
                taken.await;
                field.set_value("");
            });
        }
    };
    view! {
        <button class="button" on:click=pick>{icons::OPEN.draw()}{words}</button>
        <input class="visually-hidden" type="file" multiple tabindex="-1" aria-label=label node_ref=field on:change=picked />
    }
}

//! A button for a command, disabled while the command is not possible.

use leptos::prelude::*;
use study::{Command, Workspace};

use super::page_state::PageState;
use crate::icons::Icon;
use crate::keys_help::shown_keys;

#[component]
pub fn CommandButton(command: Command, icon: Icon, name: &'static str, class: &'static str) -> impl IntoView {
    let page_state = PageState::here();
    let can = page_state.watch(move |workspace: &Workspace| workspace.can(command));
    let keys = command.entry().map(|entry| shown_keys(entry.keys)).unwrap_or_default();
    view! {
        <button
            class=class
            title=if keys.is_empty() { name.to_owned() } else { format!("{name} ({keys})") }
            aria-label=name
            disabled=move || !can.get()
            on:click=move |_| page_state.command(command)
        >
            {icon.draw()}
        </button>
    }
}

//! Every command of the desk in one menu, with its keys.

use leptos::prelude::*;
use study::{Command, Entry, Group, TABLE};

use super::drop_down::DropDown;
use super::session::Session;
use crate::icons;

#[component]
pub fn CommandMenu() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <DropDown icon=icons::MENU label="All commands" kind="menu" open>
            <div class="drop menu" role="menu" aria-label="All commands">
                {Group::ALL.map(|group| view! { <MenuGroup group open /> }).collect_view()}
            </div>
        </DropDown>
    }
}

#[component]
fn MenuGroup(group: Group, open: RwSignal<bool>) -> impl IntoView {
    let entries = TABLE.iter().filter(move |entry| entry.group == group);
    view! {
        <div class="menu-group" role="group" aria-label=group.name()>
            <p class="caption" aria-hidden="true">{group.name()}</p>
            {entries.map(|entry| view! { <MenuEntry entry open /> }).collect_view()}
        </div>
    }
}

#[component]
fn MenuEntry(entry: &'static Entry, open: RwSignal<bool>) -> impl IntoView {
    let session = Session::here();
    let shell = session.peek(study::Desk::shell);
    let can = session.watch(move |desk| desk.can(entry.command));
    let choose = move |_| {
        open.set(false);
        if entry.command != Command::FocusBoard {
            session.focus_board();
        }
        session.command(entry.command);
    };
    let keys = entry.keys_in(shell).first().map(|key| view! { <kbd>{*key}</kbd> });
    view! {
        <button class="menu-entry" role="menuitem" tabindex="-1" disabled=move || !can.get() on:click=choose>
            <span>{entry.name}</span>
            {keys}
        </button>
    }
}

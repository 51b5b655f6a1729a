//! Every command of the desk in one menu, with its keys.

use leptos::prelude::*;
use study::{Command, Entry, Group, TABLE};

use super::drop_down::DropDown;
use super::session::Session;
use crate::{icons, language, own_keys};

#[component]
pub fn CommandMenu() -> impl IntoView {
    let open = RwSignal::new(false);
    let words = language::study();
    view! {
        <DropDown icon=icons::MENU label=words.all_commands kind="menu" open>
            <div class="drop menu" role="menu" aria-label=words.all_commands>
                {Group::ALL.map(|group| view! { <MenuGroup group open /> }).collect_view()}
            </div>
        </DropDown>
    }
}

#[component]
fn MenuGroup(group: Group, open: RwSignal<bool>) -> impl IntoView {
    let name = group.name(language::here());
    let entries = TABLE.iter().filter(move |entry| entry.group == group);
    view! {
        <div class="menu-group" role="group" aria-label=name>
            <p class="caption" aria-hidden="true">{name}</p>
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
    let keys = own_keys::read().keys(entry, shell).into_iter().next().map(|key| view! { <kbd>{key}</kbd> });
    view! {
        <button class="menu-entry" role="menuitem" tabindex="-1" disabled=move || !can.get() on:click=choose>
            <span>{entry.name(language::here())}</span>
            {keys}
        </button>
    }
}

//! Every command of the workspace in one menu, with its keys.

use leptos::prelude::*;
use record::GameType;
use study::{COMMANDS, Command, CommandEntry, Group};

use super::drop_down::DropDown;
use super::page_state::PageState;
use crate::{custom_keys, icons, language};

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
    let game = PageState::here().watch_game_type();
    let entries = move || {
        let is_shown = |entry: &&CommandEntry| entry.group == group && entry.command.is_for(game.get());
        COMMANDS.iter().filter(is_shown).collect::<Vec<_>>()
    };
    move || {
        let entries = entries();
        (!entries.is_empty()).then(|| {
            view! {
                <div class="menu-group" role="group" aria-label=name>
                    <p class="caption" aria-hidden="true">{name}</p>
                    {entries.into_iter().map(|entry| view! { <MenuEntry entry game=game.get() open /> }).collect_view()}
                </div>
            }
        })
    }
}

#[component]
fn MenuEntry(entry: &'static CommandEntry, game: GameType, open: RwSignal<bool>) -> impl IntoView {
    let page_state = PageState::here();
    let platform = page_state.peek(study::Workspace::platform);
    let can = page_state.watch(move |workspace| workspace.can(entry.command));
    let choose = move |_| {
        open.set(false);
        if entry.command != Command::FocusBoard {
            page_state.focus_board();
        }
        page_state.command(entry.command);
    };
    let keys =
        custom_keys::read().keys(entry, platform).into_iter().next().map(|key| view! { <kbd>{key}</kbd> });
    view! {
        <button class="menu-entry" role="menuitem" tabindex="-1" disabled=move || !can.get() on:click=choose>
            <span>{entry.name_in(language::here(), game)}</span>
            {keys}
        </button>
    }
}

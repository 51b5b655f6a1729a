//! The name of what is open, whether it is saved, and the way to files, games, view and commands.

use leptos::prelude::*;
use study::{Command, Desk};

use super::commands::CommandMenu;
use super::drop_down::DropDown;
use super::games::GameList;
use super::look::{Looks, Numbers};
use super::session::Session;
use crate::controls::CoordinatesSwitch;
use crate::icons::{self, Icon};

#[component]
pub fn Title() -> impl IntoView {
    let session = Session::here();
    let name = session.watch(title);
    let path = session.watch(|desk| desk.current().path().map(str::to_owned));
    let dirty = session.watch(|desk| desk.current().is_dirty());
    let button = |command, icon, label| view! { <CommandButton command icon label /> };
    view! {
        <div class="title">
            <h2 title=move || path.get()>
                <span class="name">{name}</span>
                <Show when=move || dirty.get()>
                    <span class="dirty" role="img" aria-label="not saved" title="Not saved"></span>
                </Show>
            </h2>
            {button(Command::Open, icons::OPEN, "Open")}
            {button(Command::Save, icons::SAVE, "Save")}
            <GameList />
            <ViewChoice />
            <CommandMenu />
        </div>
    }
}

/// The file's name, and which of its games is on the board.
fn title(desk: &Desk) -> String {
    let game = desk.current();
    match game.record().file().games().len() {
        0 | 1 => game.name(),
        games => format!("{} ({} of {games})", game.name(), game.game_number() + 1),
    }
}

#[component]
fn CommandButton(command: Command, icon: Icon, label: &'static str) -> impl IntoView {
    let session = Session::here();
    let shell = session.peek(Desk::shell);
    let keys = command.entry().map(|entry| entry.keys_in(shell).join(", ")).unwrap_or_default();
    view! {
        <button
            class="tool"
            title=format!("{label} ({keys})")
            aria-label=label
            on:click=move |_| session.command(command)
        >
            {icon.draw()}
        </button>
    }
}

/// What is drawn on the board besides the stones.
#[component]
fn ViewChoice() -> impl IntoView {
    let session = Session::here();
    let looks = Looks::here();
    let open = RwSignal::new(false);
    let next = move || session.peek(|desk| desk.current().record().state().number + 1);
    let number = move |numbers: Numbers| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="numbers"
                    prop:checked=move || looks.numbers() == numbers
                    on:change=move |_| looks.choose_numbers(numbers, next())
                />
                <span>{numbers.name()}</span>
            </label>
        }
    };
    view! {
        <DropDown icon=icons::VIEW label="View" kind="dialog" open>
            <div class="drop view" role="group" aria-label="View">
                <fieldset>
                    <legend>"Move numbers"</legend>
                    <div class="segments">{Numbers::ALL.map(number).collect_view()}</div>
                </fieldset>
                <label class="row">
                    "Show next moves"
                    <input
                        class="switch"
                        type="checkbox"
                        role="switch"
                        prop:checked=move || looks.variations()
                        on:change=move |change| looks.show_variations(event_target_checked(&change))
                    />
                </label>
                <label class="row">"Coordinates"<CoordinatesSwitch /></label>
            </div>
        </DropDown>
    }
}

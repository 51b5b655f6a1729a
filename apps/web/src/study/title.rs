//! The name of the open game, whether it is saved, and the buttons for files, games, view and commands.

use diagram::go::Variations;
use i18n::{fill, visible_line};
use leptos::prelude::*;
use study::{Command, Workspace};

use super::board_options::{BoardOptions, Numbers, VARIATION_CHOICES, variations_label};
use super::commands::CommandMenu;
use super::drop_down::DropDown;
use super::games::GameList;
use super::page_state::PageState;
use crate::controls::CoordinatesSwitch;
use crate::foreign_text::foreign;
use crate::icons::{self, Icon};
use crate::keys_help::shown_keys;
use crate::language;

#[component]
pub fn Title() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let name = page_state.watch(title);
    let path = page_state.watch(|workspace| workspace.current().path().map(str::to_owned));
    let dirty = page_state.watch(|workspace| workspace.current().is_dirty());
    let button = |command, icon, label| view! { <CommandButton command icon label /> };
    view! {
        <div class="title">
            <h2 title=move || path.get().map(|path| visible_line(&path).into_owned())>
                <span class="name">{move || foreign(&name.get())}</span>
                <span
                    class="unsaved"
                    class:dirty=move || dirty.get()
                    role="img"
                    aria-label=words.unsaved
                    title=words.unsaved_title
                ></span>
            </h2>
            {button(Command::Open, icons::OPEN, words.open)}
            {button(Command::Save, icons::SAVE, words.save)}
            <GameList />
            {page_state.part_of_game(|game| game.board_options)}
            <CommandMenu />
        </div>
    }
}

/// The file's name, and which of its games is open.
fn title(workspace: &Workspace) -> String {
    let game = workspace.current();
    match game.record().games() {
        0 | 1 => game.name(),
        games => {
            let (number, games) = ((game.record().number() + 1).to_string(), games.to_string());
            fill(language::study().game_of, &[("name", &game.name()), ("number", &number), ("of", &games)])
        }
    }
}

#[component]
fn CommandButton(command: Command, icon: Icon, label: &'static str) -> impl IntoView {
    let page_state = PageState::here();
    let platform = page_state.peek(Workspace::platform);
    let keys = command.entry().map(|entry| shown_keys(entry.keys_in(platform))).unwrap_or_default();
    view! {
        <button
            class="tool"
            title=format!("{label} ({keys})")
            aria-label=label
            on:click=move |_| page_state.command(command)
        >
            {icon.draw()}
        </button>
    }
}

/// Display options of the board.
#[component]
pub fn ViewChoice() -> impl IntoView {
    let words = language::study();
    let open = RwSignal::new(false);
    view! {
        <DropDown icon=icons::VIEW label=words.view kind="dialog" open>
            <div class="drop view" role="group" aria-label=words.view>
                <NumbersChoice />
                <VariationsChoice />
                <label class="row">{words.coordinates}<CoordinatesSwitch /></label>
            </div>
        </DropDown>
    }
}

#[component]
fn NumbersChoice() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let board_options = BoardOptions::here();
    let next = move || {
        page_state.peek(|workspace| workspace.current().go().map_or(1, |record| record.state().number + 1))
    };
    let number = move |numbers: Numbers| {
        let chosen = move || board_options.numbers() == numbers;
        view! { <Segment group="numbers" name=numbers.label() chosen choose=move || board_options.choose_numbers(numbers, next()) /> }
    };
    view! {
        <fieldset>
            <legend>{words.move_numbers}</legend>
            <div class="segments">{Numbers::ALL.map(number).collect_view()}</div>
        </fieldset>
        <Show when=move || board_options.numbers() == Numbers::Last>
            <label class="row">
                {words.how_many}
                <input
                    class="count"
                    type="number"
                    min="1"
                    max="999"
                    prop:value=move || board_options.last().to_string()
                    on:input=move |event| board_options.choose_last(&event_target_value(&event))
                />
            </label>
        </Show>
    }
}

#[component]
fn VariationsChoice() -> impl IntoView {
    let board_options = BoardOptions::here();
    let one = move |(variations, _): (Variations, &'static str)| {
        let name = variations_label(variations);
        let chosen = move || board_options.variations() == variations;
        view! { <Segment group="variations" name chosen choose=move || board_options.choose_variations(variations) /> }
    };
    view! {
        <fieldset>
            <legend>{language::study().other_moves}</legend>
            <div class="segments">{VARIATION_CHOICES.map(one).collect_view()}</div>
        </fieldset>
    }
}

#[component]
pub fn Segment(
    group: &'static str,
    name: &'static str,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <label class="segment">
            <input type="radio" name=group prop:checked=chosen on:change=move |_| choose() />
            <span>{name}</span>
        </label>
    }
}

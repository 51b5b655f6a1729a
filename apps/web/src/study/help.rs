//! The list of keys, from the table of commands, and the actions of the pointer.

use leptos::prelude::*;
use study::{COMMANDS, CommandEntry, Group};

use super::game_views::GameViews;
use super::page_state::PageState;
use crate::keys_help::KeyRow;
use crate::{custom_keys, language};

/// Alternative inputs, and what they do.
pub type PointerHelp = (Vec<&'static str>, &'static str);

pub fn go_pointer() -> Vec<PointerHelp> {
    let words = language::study();
    vec![
        (vec![words.click], words.does_play),
        (vec![words.ctrl_click], words.does_triangle),
        (vec![words.shift_click], words.does_square),
        (vec![words.alt_click], words.does_letter),
        (vec![words.ctrl_shift_click], words.does_jump),
        (vec![words.click, words.shift_click], words.does_set_up),
        (vec![words.right_button], words.does_set_up_other),
        (vec![words.right_button], language::here().go_study().does_menu),
        (vec![words.drag], words.does_drag),
        (vec![words.wheel], words.does_wheel),
        (vec![words.double_click], words.does_fold),
    ]
}

pub fn chess_pointer() -> Vec<PointerHelp> {
    let words = language::study();
    vec![
        (vec![words.drag], words.does_piece),
        (vec!["Q", "R", "B", "N"], words.does_promote),
        (vec![words.right_button], words.does_draw),
        (vec!["Shift", "Alt"], words.does_color),
        (vec!["Tab"], words.does_tab),
        (vec!["Esc"], words.does_deselect),
        (vec![words.wheel], words.does_wheel),
        (vec![words.double_click], words.does_fold),
        (vec![words.right_button, "Shift+F10"], language::here().notation().does_menu),
    ]
}

#[component]
pub fn StudyKeys() -> impl IntoView {
    let page_state = PageState::here();
    let platform = page_state.peek(study::Workspace::platform);
    let game = page_state.watch_game_type();
    let serves = move |entry: &&'static CommandEntry| entry.command.is_for(game.get());
    let row = move |entry: &'static CommandEntry| {
        let keys = custom_keys::read().keys(entry, platform);
        (!keys.is_empty()).then(|| view! { <KeyRow keys does=entry.name_in(language::here(), game.get()) /> })
    };
    let group = move |group: Group| {
        let entries: Vec<_> = COMMANDS.iter().filter(|entry| entry.group == group).filter(serves).collect();
        let rows = (!entries.is_empty()).then(|| entries.into_iter().map(row).collect_view())?;
        Some(view! {
            <section class="key-group">
                <h3 class="caption">{group.name(language::here())}</h3>
                <dl class="keys">{rows}</dl>
            </section>
        })
    };
    let pointer = move || {
        let rows = (GameViews::of(game.get()).pointer_help)();
        rows.into_iter().map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()
    };
    view! {
        {move || Group::ALL.map(group).collect_view()}
        <section class="key-group">
            <h3 class="caption">{language::study().pointer}</h3>
            <dl class="keys">{pointer}</dl>
        </section>
    }
}

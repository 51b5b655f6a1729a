//! Says that another program has changed the file of the open game, and what can be done about it.

use i18n::fill;
use leptos::prelude::*;
use study::{Input, OnDisk};

use super::page_state::PageState;
use crate::foreign_text::foreign;
use crate::language;

#[component]
pub fn FileChange() -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let changed = page_state.watch(|workspace| {
        let game = workspace.current();
        game.is_changed_on_disk().then(|| (game.id(), game.name()))
    });
    let button = move |name: &'static str, class: &'static str, event: OnDisk| {
        let choose = move |_| {
            if let Some((game, _)) = changed.get_untracked() {
                page_state.act(Input::OnDisk { game, event });
            }
        };
        view! { <button class=class on:click=choose>{name}</button> }
    };
    let notice = move |name: String| {
        view! {
            <div class="panel mode file-change">
                <p role="status">{foreign(&fill(words.changed_on_disk, &[("name", &name)]))}</p>
                <div class="row">
                    {button(words.reload, "button main", OnDisk::Reload)}
                    {button(words.show_difference, "button", OnDisk::Choose)}
                    {button(words.keep_open_game, "button subtle", OnDisk::Keep)}
                </div>
            </div>
        }
    };
    move || changed.get().map(|(_, name)| notice(name))
}

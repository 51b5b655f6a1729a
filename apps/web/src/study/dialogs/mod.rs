//! The dialogs of Study. Each is built from the workspace when it opens.

mod ask;
mod charset;
mod find;
mod info;
mod new_game;
mod properties;
mod versions;

use leptos::prelude::*;
use study::Dialog;

use super::game_views::GameViews;
use super::page_state::PageState;
use ask::AskDialog;
use charset::CharsetDialog;
use find::{FindDialog, GoToDialog};
use new_game::{NewGameDialog, SetUpDialog};
use properties::PropertiesDialog;
use versions::VersionsDialog;

pub use info::InfoDialog;
pub use new_game::NewGo;

#[component]
pub fn Dialogs() -> impl IntoView {
    let page_state = PageState::here();
    let close = page_state.dialog_closer();
    let game = move || GameViews::of(page_state.peek(|workspace| workspace.current().record().game_type()));
    let shown = move || match page_state.shown.get()? {
        Dialog::GameInfo => Some((game().game_info)()),
        Dialog::Games => Some((game().games_of_file)()),
        Dialog::NewGame => Some(view! { <NewGameDialog close /> }.into_any()),
        Dialog::SetUp => Some(view! { <SetUpDialog close /> }.into_any()),
        Dialog::Properties => Some(view! { <PropertiesDialog close /> }.into_any()),
        Dialog::Find => Some(view! { <FindDialog close /> }.into_any()),
        Dialog::GoToMove => Some(view! { <GoToDialog close /> }.into_any()),
        Dialog::Charset => Some(view! { <CharsetDialog close /> }.into_any()),
        Dialog::EarlierVersions => Some(view! { <VersionsDialog close /> }.into_any()),
        Dialog::Help => None,
    };
    view! {
        {shown}
        <AskDialog />
    }
}

impl PageState {
    /// Closes the dialog that is shown.
    pub fn dialog_closer(self) -> impl Fn() + Copy + Send + Sync + 'static {
        move || {
            self.shown.set(None);
            self.focus_board();
        }
    }
}

/// The buttons of a form: the default, others, and cancel.
#[component]
pub fn Answers(
    yes: &'static str,
    #[prop(optional, into)] barred: Signal<bool>,
    close: impl Fn() + Copy + Send + Sync + 'static,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="answers">
            <button class="button main" type="submit" disabled=move || barred.get()>{yes}</button>
            {children.map(|children| children())}
            <button class="button" type="button" on:click=move |_| close()>{crate::language::study().cancel}</button>
        </div>
    }
}

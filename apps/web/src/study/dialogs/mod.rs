//! The dialogs of Study. Each is built from the workspace when it opens.

mod ask;
mod charset;
mod find;
mod info;
mod new_game;
mod open_text;
mod palette;
mod properties;
mod versions;

use leptos::prelude::*;
use study::Dialog;

use super::chess::{AddGameDialog, ReadPositionDialog};
use super::game_views::GameViews;
use super::page_state::PageState;
use ask::AskDialog;
use charset::CharsetDialog;
use find::{FindDialog, GoToDialog};
use new_game::{NewGameDialog, SetUpDialog};
use open_text::OpenTextDialog;
use palette::PaletteDialog;
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
        Dialog::Games(id) => {
            let game =
                page_state.peek(|workspace| workspace.game(id).map(|game| game.record().game_type()))?;
            Some((GameViews::of(game).games_of_file)(id))
        }
        Dialog::AddGame => Some(view! { <AddGameDialog close /> }.into_any()),
        Dialog::OpenText => Some(view! { <OpenTextDialog close /> }.into_any()),
        Dialog::ReadPosition => Some(view! { <ReadPositionDialog close /> }.into_any()),
        Dialog::NewGame => Some(view! { <NewGameDialog close /> }.into_any()),
        Dialog::SetUp => Some(view! { <SetUpDialog close /> }.into_any()),
        Dialog::Properties => Some(view! { <PropertiesDialog close /> }.into_any()),
        Dialog::Find => Some(view! { <FindDialog close /> }.into_any()),
        Dialog::GoToMove => Some(view! { <GoToDialog close /> }.into_any()),
        Dialog::Charset => Some(view! { <CharsetDialog close /> }.into_any()),
        Dialog::EarlierVersions => Some(view! { <VersionsDialog close /> }.into_any()),
        Dialog::Palette => Some(view! { <PaletteDialog close /> }.into_any()),
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
        move || self.close_dialog()
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

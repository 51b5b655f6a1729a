//! The dialogs of the study. Each is built when it opens, from what the desk holds then.

mod ask;
mod charset;
mod info;
mod new_game;
mod properties;
mod words;

use leptos::prelude::*;
use study::Dialog;

use super::chess::{ChessChooser, ChessInfo};
use super::games::GameChooser;
use super::session::Session;
use ask::AskDialog;
use charset::CharsetDialog;
use info::InfoDialog;
use new_game::{NewGameDialog, SetUpDialog};
use properties::PropertiesDialog;
use words::{FindDialog, GoToDialog};

#[component]
pub fn Dialogs() -> impl IntoView {
    let session = Session::here();
    let close = move || {
        session.shown.set(None);
        session.focus_board();
    };
    let is_chess = move || session.peek(|desk| desk.current().chess().is_some());
    let shown = move || match session.shown.get()? {
        Dialog::GameInfo if is_chess() => Some(view! { <ChessInfo close /> }.into_any()),
        Dialog::Games if is_chess() => Some(view! { <ChessChooser close /> }.into_any()),
        Dialog::NewGame => Some(view! { <NewGameDialog close /> }.into_any()),
        Dialog::SetUp => Some(view! { <SetUpDialog close /> }.into_any()),
        Dialog::GameInfo => Some(view! { <InfoDialog close /> }.into_any()),
        Dialog::Properties => Some(view! { <PropertiesDialog close /> }.into_any()),
        Dialog::Find => Some(view! { <FindDialog close /> }.into_any()),
        Dialog::GoToMove => Some(view! { <GoToDialog close /> }.into_any()),
        Dialog::Games => Some(view! { <GameChooser close /> }.into_any()),
        Dialog::Charset => Some(view! { <CharsetDialog close /> }.into_any()),
        Dialog::Help => None,
    };
    view! {
        {shown}
        <AskDialog />
    }
}

/// The last row of a form: what Enter does, what else there is, and the way out.
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

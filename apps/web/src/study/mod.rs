//! The study: a Go record on the board, and beside it the tree, the words and everything that can be done to it.
//! The desk (`study`, the crate) decides; this turns events into its inputs and draws what it holds.

mod board;
mod commands;
mod dialogs;
mod drop_down;
mod games;
mod help;
mod keyboard;
mod look;
mod notes;
mod session;
mod status;
mod title;
mod toast;
mod tools;
mod tree;
mod twins;

use ::study::Dialog;
use leptos::ev::{self, DragEvent};
use leptos::prelude::*;

use crate::frame::KeysHelp;
use board::StudyBoard;
use dialogs::Dialogs;
pub use help::StudyKeys;
use look::Looks;
use notes::Notes;
use session::Session;
use status::{Players, Steps};
use title::Title;
use toast::ToastList;
use tools::{LabelText, Tool, ToolBar};
use tree::TreeView;

/// Puts the desk under every page.
pub fn provide() {
    session::provide();
    Looks::provide();
}

/// On a phone there is room for one of them.
#[derive(Clone, Copy, PartialEq)]
enum Tab {
    Notes,
    Tree,
    Tools,
}

#[component]
pub fn Study() -> impl IntoView {
    let session = Session::here();
    let tool = RwSignal::new(Tool::Stone);
    let tab = RwSignal::new(Tab::Notes);
    keyboard::listen(session);
    take_drops(session);
    send_help_to_frame(session);
    view! {
        <div
            class="study"
            class:tab-notes=move || tab.get() == Tab::Notes
            class:tab-tree=move || tab.get() == Tab::Tree
            class:tab-tools=move || tab.get() == Tab::Tools
        >
            <h1 class="unseen">"Study"</h1>
            <div class="tool-column">
                <ToolBar tool />
            </div>
            <StudyBoard tool />
            <aside class="side" aria-label="About the game">
                <Title />
                <Players />
                <Steps />
                <LabelText tool />
                <Tabs tab />
                <TreeView />
                <Notes />
            </aside>
            <Dialogs />
            <ToastList toasts=session.toasts />
        </div>
    }
}

#[component]
fn Tabs(tab: RwSignal<Tab>) -> impl IntoView {
    let one = move |this: Tab, name: &'static str| {
        view! {
            <button class="tab" aria-pressed=move || (tab.get() == this).to_string() on:click=move |_| tab.set(this)>
                {name}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label="Panels">
            {one(Tab::Notes, "Comment")}
            {one(Tab::Tree, "Tree")}
            {one(Tab::Tools, "Tools")}
        </div>
    }
}

/// The list of keys belongs to the frame.
fn send_help_to_frame(session: Session) {
    let help = KeysHelp::here();
    Effect::new(move |_| {
        if session.shown.get() == Some(Dialog::Help) {
            session.shown.set(None);
            help.show();
        }
    });
}

/// A file may be dropped anywhere on the page.
fn take_drops(session: Session) {
    let over = window_event_listener(ev::dragover, |event: DragEvent| event.prevent_default());
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        event.prevent_default();
        if let Some(transfer) = event.data_transfer() {
            session.drop(&transfer);
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

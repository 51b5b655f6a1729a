//! The study: a Go record on the board, and beside it the tree, the words and everything that can be done to it.
//! The desk (`study`, the crate) decides; this turns events into its inputs and draws what it holds.

mod board;
mod chess;
mod commands;
mod dialogs;
mod drop_down;
mod games;
mod help;
mod keyboard;
mod look;
mod notes;
mod orders;
mod session;
mod status;
mod timed;
mod title;
mod toast;
mod tools;
mod tree;
mod twins;
mod wheel;

use ::study::Dialog;
use leptos::ev::{self, DragEvent};
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::between::{self, Word};
use crate::handoff;
use crate::keys_help::KeysHelp;
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room, Shown};
use board::StudyBoard;
use chess::{ChessBoard, ChessNotes, ChessPlayers, ChessTools, Pen};
use dialogs::Dialogs;
use help::StudyKeys;
use look::Looks;
use notes::Notes;
use session::Session;
use status::{Players, Steps};
use title::Title;
use toast::ToastList;
use tools::{ToolBar, ToolChoice};
use tree::TreeView;

/// Opens the study in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        session::provide();
        Looks::provide();
        Pen::provide();
        view! { <Study /> }.into_any()
    };
    room::open(host, Room { page: Page::Study, view, keys: || view! { <StudyKeys /> }.into_any() });
}

/// On a phone there is room for one of them.
#[derive(Clone, Copy, PartialEq)]
enum Tab {
    Notes,
    Tree,
    Tools,
}

#[component]
fn Study() -> impl IntoView {
    let session = Session::here();
    let tab = RwSignal::new(Tab::Notes);
    let is_chess = session.watch_is_chess();
    keyboard::listen(session);
    take_drops(session);
    show_help(session);
    take_handed(session);
    orders::take(session);
    orders::keep_menus(session);
    let name = session.watch(|desk| desk.current().name());
    room::keep_title(Page::Study, move || name.get());
    view! {
        <div
            class="study"
            class:tab-notes=move || tab.get() == Tab::Notes
            class:tab-tree=move || tab.get() == Tab::Tree
            class:tab-tools=move || tab.get() == Tab::Tools
        >
            <h1 class="unseen">{language::study().title}</h1>
            <div class="tool-column">
                {either(is_chess, || view! { <ChessTools /> }, || view! { <ToolBar /> })}
            </div>
            {either(is_chess, || view! { <ChessBoard /> }, || view! { <StudyBoard /> })}
            <aside class="side" aria-label=language::study().about_game>
                <Title />
                {either(is_chess, || view! { <ChessPlayers /> }, || view! { <Players /> })}
                <Steps />
                {either(is_chess, || (), || view! { <ToolChoice /> })}
                <Tabs tab />
                <TreeView />
                {either(is_chess, || view! { <ChessNotes /> }, || view! { <Notes /> })}
            </aside>
            <Dialogs />
            <ToastList toasts=session.toasts />
        </div>
    }
}

/// What belongs to the game in front.
fn either<C: IntoView + Send + 'static, G: IntoView + Send + 'static>(
    is_chess: Memo<bool>,
    chess: impl Fn() -> C + Send + 'static,
    go: impl Fn() -> G + Send + 'static,
) -> impl Fn() -> AnyView + Send + 'static {
    move || if is_chess.get() { chess().into_any() } else { go().into_any() }
}

#[component]
fn Tabs(tab: RwSignal<Tab>) -> impl IntoView {
    let words = language::study();
    let one = move |this: Tab, name: &'static str| {
        view! {
            <button class="tab" aria-pressed=move || (tab.get() == this).to_string() on:click=move |_| tab.set(this)>
                {name}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label=words.panels>
            {one(Tab::Notes, words.comment)}
            {one(Tab::Tree, words.tree)}
            {one(Tab::Tools, words.tools)}
        </div>
    }
}

/// The list of keys is every room's.
fn show_help(session: Session) {
    let help = KeysHelp::here();
    Effect::new(move |_| {
        if session.shown.get() == Some(Dialog::Help) {
            session.shown.set(None);
            help.show();
        }
    });
}

/// Records that other rooms hand over, now and later.
fn take_handed(session: Session) {
    let take = move || handoff::take().into_iter().for_each(|handed| session.receive(handed));
    take();
    between::hear(&window(), Word::Record, take);
}

/// A file may be dropped anywhere on the page.
fn take_drops(session: Session) {
    let shown = Shown::here();
    let over = window_event_listener(ev::dragover, |event: DragEvent| event.prevent_default());
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        if !shown.now() {
            return;
        }
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

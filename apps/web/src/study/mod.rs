//! The Study page: a record on the board, and beside it the tree, the comment and the tools.
//! The crate `study` decides; this module turns events into its inputs and draws its state.

mod analysis;
mod backgammon;
mod board;
mod board_options;
mod chess;
mod command_button;
mod commands;
mod comment_points;
mod context_menu;
mod desktop_events;
mod dialogs;
mod drop_down;
mod file_change;
mod game_views;
mod games;
mod go_menu;
mod go_print;
mod help;
mod keyboard;
mod measure;
mod modes;
mod notes;
mod page_state;
mod paste;
mod pictures;
mod players;
mod print_sheet;
mod problems;
mod record_tabs;
mod review;
mod sheet;
mod small_board;
mod status;
mod swipe;
mod title;
mod toast;
mod tools;
mod transpositions;
mod tree;
mod wheel;

use ::study::Dialog;
use leptos::ev::{self, DragEvent};
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::handoff::{self, Handed};
use crate::keys_help::KeysHelp;
use crate::language;
use crate::page_events::{self, PageEvent};
use crate::page_mount::{self, PageContent, PageVisibility};
use crate::pages::Page;
use analysis::LiveAnalysis;
use backgammon::{MatchReviewPage, MatchReviews};
use board_options::BoardOptions;
use chess::{CommentEditing, DrawingColor, NotationOptions};
use comment_points::MentionedPoint;
use dialogs::Dialogs;
use file_change::FileChange;
use go_menu::{GoMenu, GoMenuView};
use help::StudyKeys;
use modes::Modes;
use page_state::PageState;
use review::Judgements;
use sheet::Sheet;
use status::NavigationButtons;
use title::Title;
use toast::ToastList;

/// Mounts the Study page in its element of the frame.
pub fn open(host: HtmlElement) {
    let view = || {
        page_state::provide();
        BoardOptions::provide();
        DrawingColor::provide();
        NotationOptions::provide();
        LiveAnalysis::provide();
        Judgements::provide();
        GoMenu::provide();
        MentionedPoint::provide();
        MatchReviews::provide();
        view! { <Study /> }.into_any()
    };
    page_mount::open(
        host,
        PageContent { page: Page::Study, view, keys: || view! { <StudyKeys /> }.into_any() },
    );
}

/// A phone shows one of them at a time.
#[derive(Clone, Copy, PartialEq)]
enum Tab {
    Notes,
    Tree,
    Tools,
}

#[component]
fn Study() -> impl IntoView {
    let page_state = PageState::here();
    let is_chess = page_state.watch(|workspace| workspace.current().chess().is_some());
    let live = LiveAnalysis::here();
    let has_analysis = page_state.watch(|workspace| {
        let game = workspace.current();
        game.chess().is_some() || game.go().is_some()
    });
    let chosen = RwSignal::new(None);
    CommentEditing::provide(move || chosen.set(Some(Tab::Notes)));
    let (asked, has_review) = (page_state.reviews.asked, page_state.reviews.watch(page_state));
    Effect::new(move |_| {
        if asked.get() > 0 {
            chosen.set(Some(Tab::Tree));
        }
    });
    let tab = Memo::new(move |_| chosen.get().unwrap_or(if is_chess.get() { Tab::Tree } else { Tab::Notes }));
    keyboard::listen(page_state);
    let is_file_over = RwSignal::new(false);
    take_drops(page_state, is_file_over);
    show_help(page_state);
    take_handed(page_state);
    desktop_events::listen(page_state);
    desktop_events::update_menus(page_state);
    let name = page_state.watch(|workspace| workspace.current().name());
    page_mount::set_title(Page::Study, move || name.get());
    view! {
        <div
            class="study"
            class:chess=move || is_chess.get()
            class:has-evaluation=move || has_analysis.get() && live.shows_hints()
            class:analysing=move || has_analysis.get() && (page_state.analysis.is_on.get() || has_review.get())
            class:tab-notes=move || tab.get() == Tab::Notes
            class:tab-tree=move || tab.get() == Tab::Tree
            class:tab-tools=move || tab.get() == Tab::Tools
        >
            <h1 class="visually-hidden">{language::study().title}</h1>
            <div class="tool-column">
                {page_state.part_of_game(|game| game.tools)}
            </div>
            {page_state.part_of_game(|game| game.evaluation)}
            {page_state.part_of_game(|game| game.board)}
            <aside class="side" aria-label=language::study().about_game>
                <Title />
                {page_state.part_of_game(|game| game.players)}
                <NavigationButtons />
                <Sheet>
                    <FileChange />
                    <Modes />
                    {page_state.part_of_game(|game| game.tool_options)}
                    {page_state.part_of_game(|game| game.problems)}
                    <Tabs tab chosen is_chess />
                    {page_state.part_of_game(|game| game.record_panel)}
                    {page_state.part_of_game(|game| game.analysis)}
                    {page_state.part_of_game(|game| game.notes)}
                </Sheet>
            </aside>
            <Show when=move || is_file_over.get()>
                <div class="drop-hint"><p>{language::here().go_study().drop_here}</p></div>
            </Show>
            <MatchReviewPage />
            <GoMenuView />
            <Dialogs />
            <ToastList toasts=page_state.toasts />
        </div>
    }
}

#[component]
fn Tabs(tab: Memo<Tab>, chosen: RwSignal<Option<Tab>>, is_chess: Memo<bool>) -> impl IntoView {
    let words = language::study();
    let one = move |this: Tab, name: Signal<&'static str>| {
        view! {
            <button
                class="tab"
                aria-pressed=move || (tab.get() == this).to_string()
                on:click=move |_| chosen.set(Some(this))
            >
                {name}
            </button>
        }
    };
    let moves = move || if is_chess.get() { language::here().notation().moves } else { words.tree };
    view! {
        <div class="tabs" role="group" aria-label=words.panels>
            {one(Tab::Notes, Signal::stored(words.comment))}
            {one(Tab::Tree, Signal::derive(moves))}
            {one(Tab::Tools, Signal::stored(words.tools))}
        </div>
    }
}

/// The list of keys belongs to the frame, for every page.
fn show_help(page_state: PageState) {
    let help = KeysHelp::here();
    Effect::new(move |_| {
        if page_state.shown.get() == Some(Dialog::Help) {
            page_state.shown.set(None);
            help.show();
        }
    });
}

/// Opens records that other pages hand over, now and later.
fn take_handed(page_state: PageState) {
    let reviews = MatchReviews::here();
    let take = move || {
        for handed in handoff::take() {
            if let Handed::Review { name, .. } = &handed {
                reviews.expect(name);
            }
            page_state.receive(handed);
        }
    };
    take();
    page_events::on(&window(), PageEvent::RecordWaiting, take);
}

/// A file may be dropped anywhere on the page.
fn take_drops(page_state: PageState, is_file_over: RwSignal<bool>) {
    let shown = PageVisibility::here();
    let over = window_event_listener(ev::dragover, move |event: DragEvent| {
        event.prevent_default();
        let types = event.data_transfer().map(|transfer| transfer.types());
        let has_files = types.is_some_and(|types| types.includes(&"Files".into(), 0));
        if has_files && shown.now() && !is_file_over.get_untracked() {
            is_file_over.set(true);
        }
    });
    // It has no target outside of the window.
    let left = window_event_listener(ev::dragleave, move |event: DragEvent| {
        if event.related_target().is_none() {
            is_file_over.set(false);
        }
    });
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        if !shown.now() {
            return;
        }
        event.prevent_default();
        is_file_over.set(false);
        if let Some(transfer) = event.data_transfer() {
            page_state.drop(&transfer);
        }
    });
    on_cleanup(move || {
        over.remove();
        left.remove();
        dropped.remove();
    });
}

/// For tests: the first game of a file.
#[cfg(test)]
fn go_record(sgf: &str) -> record::GoRecord {
    record::GoRecord::open(record::sgf::read(sgf.as_bytes()).unwrap(), 0)
}

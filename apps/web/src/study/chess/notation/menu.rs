//! The menu of a move: its line, its comments and its judgement.

use i18n::fill;
use leptos::ev::{self, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use record::NodeId;
use study::{ChessInput, Command, Input};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, Node};

use super::{MovesView, fold, with_game};
use crate::study::chess::notes::{CommentEditing, CommentPlace, nags};
use crate::study::page_state::PageState;
use crate::{js, language};

/// A move, and where its menu opens in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuPlace {
    pub node: NodeId,
    pub x: f64,
    pub y: f64,
    /// By a finger that is still down and may be over an entry.
    pub by_touch: bool,
}

/// The space between the menu and the edge of the window.
const EDGE: f64 = 8.0;

/// Its commands act on the cursor, which is on the move.
#[component]
pub fn MoveMenu(place: MenuPlace, menu: RwSignal<Option<MenuPlace>>, view: MovesView) -> impl IntoView {
    let words = language::here().notation();
    let page_state = PageState::here();
    let comments = CommentEditing::here();
    let list = NodeRef::<html::Div>::new();
    let close = move || {
        menu.set(None);
        with_game(page_state, view, |view, _| view.focus());
    };
    Effect::new(move |_| {
        if let Some(list) = list.get() {
            put(&list, place);
            step(&list, 1);
        }
    });
    close_when_left(list, menu);
    let is_lifted = StoredValue::new(!place.by_touch);
    // Lifting the finger that opened the menu is not a choice. Keys click without a pointer.
    let first_click = move |click: MouseEvent| {
        if click.detail() > 0 && !is_lifted.get_value() {
            click.prevent_default();
            click.stop_propagation();
        }
    };
    let name = page_state.peek(|workspace| workspace.current().chess()?.numbered_san(place.node));
    let label = fill(words.menu, &[("move", &name.unwrap_or_default())]);
    let command = move |command: Command, name: &'static str| {
        let can = page_state.peek(|workspace| workspace.can(command));
        let choose = move || {
            close();
            page_state.command(command);
        };
        view! { <Entry name can choose /> }
    };
    let comment = move |place: CommentPlace, name: &'static str| {
        let choose = move || {
            menu.set(None);
            comments.edit(place);
        };
        view! { <Entry name can=true choose /> }
    };
    view! {
        <div
            class="drop menu move-menu"
            role="menu"
            popover="manual"
            aria-label=label
            node_ref=list
            on:pointerdown=move |_| is_lifted.set_value(true)
            on:click:capture=first_click
            on:keydown=move |press| key(&press, list, close)
            on:contextmenu=|event| event.prevent_default()
        >
            <Glyphs close />
            <div class="menu-group" role="group">
                {comment(CommentPlace::After, words.comment_after)}
                {comment(CommentPlace::Before, words.comment_before)}
            </div>
            <div class="menu-group" role="group">
                {command(Command::PromoteLine, words.promote)}
                {command(Command::DemoteLine, words.demote)}
                {command(Command::MakeMainLine, words.main_line)}
                <FoldEntry node=place.node view close />
            </div>
            <div class="menu-group" role="group">{command(Command::Cut, words.delete)}</div>
        </div>
    }
}

#[component]
fn Entry(name: &'static str, can: bool, choose: impl Fn() + 'static) -> impl IntoView {
    view! {
        <button
            type="button"
            class="menu-entry"
            role="menuitem"
            tabindex="-1"
            disabled=!can
            on:click=move |_| choose()
        >
            {name}
        </button>
    }
}

/// The judgements as signs; those of the move are marked.
#[component]
fn Glyphs(close: impl Fn() + Copy + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let set = page_state
        .peek(|workspace| workspace.current().chess().map(|record| record.nags()).unwrap_or_default());
    let glyph = |(number, sign, name): (u32, &'static str, &'static str)| {
        let choose = move |_| {
            close();
            page_state.act(Input::Chess(ChessInput::Nag(number)));
        };
        view! {
            <button
                type="button"
                class="chip"
                role="menuitemcheckbox"
                tabindex="-1"
                aria-checked=set.contains(&number).to_string()
                aria-label=name
                title=name
                on:click=choose
            >
                {sign}
            </button>
        }
    };
    view! {
        <div class="menu-group glyph-group" role="group" aria-label=language::here().notation().glyphs>
            {nags().map(glyph).collect_view()}
        </div>
    }
}

/// Folds the variation that the move belongs to.
#[component]
fn FoldEntry(node: NodeId, view: MovesView, close: impl Fn() + Copy + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let head = page_state.peek(|workspace| workspace.current().record().tree().off_main_line(node).next());
    let choose = move || {
        close();
        if let Some(head) = head {
            fold(page_state, view, head);
        }
    };
    view! { <Entry name=language::here().notation().fold_variation can=head.is_some() choose /> }
}

/// Opens the menu where it fits: the part of the page around it may be too small.
fn put(menu: &HtmlElement, place: MenuPlace) {
    let _ = js::call(menu, "showPopover", &[]);
    let inside =
        |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64()).unwrap_or(0.0);
    let (width, height) = (inside(window().inner_width()), inside(window().inner_height()));
    let own = menu.get_bounding_client_rect();
    let fit = |at: f64, own: f64, whole: f64| at.min(whole - own - EDGE).max(EDGE);
    for (side, at) in
        [("left", fit(place.x, own.width(), width)), ("top", fit(place.y, own.height(), height))]
    {
        let _ = menu.style().set_property(side, &format!("{at}px"));
    }
}

/// A press anywhere else closes the menu.
fn close_when_left(list: NodeRef<html::Div>, menu: RwSignal<Option<MenuPlace>>) {
    let is_outside = move |event: &web_sys::Event| {
        let target: Option<Node> = event.target().and_then(|target| target.dyn_into().ok());
        list.get_untracked().is_some_and(|list| !list.contains(target.as_ref()))
    };
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        if is_outside(&event) {
            menu.set(None);
        }
    });
    on_cleanup(move || pressed.remove());
}

fn key(press: &KeyboardEvent, list: NodeRef<html::Div>, close: impl Fn()) {
    let Some(list) = list.get_untracked() else { return };
    match press.key().as_str() {
        "Escape" | "Tab" => close(),
        "ArrowDown" | "ArrowRight" => step(&list, 1),
        "ArrowUp" | "ArrowLeft" => step(&list, -1),
        _ => return,
    }
    press.prevent_default();
    press.stop_propagation();
}

/// Focuses the next entry, wrapping around.
fn step(list: &HtmlElement, by: i64) {
    let Ok(entries) = list.query_selector_all("[role^=menuitem]:not([disabled])") else { return };
    let count = i64::from(entries.length());
    let active = document().active_element();
    let is_active = |n: &i64| {
        entries
            .item(*n as u32)
            .is_some_and(|entry| active.as_ref().is_some_and(|active| entry.is_same_node(Some(active))))
    };
    let to = match (0..count).find(is_active) {
        Some(from) => (from + by).rem_euclid(count.max(1)),
        None if by > 0 => 0,
        None => count - 1,
    };
    let entry = entries.item(to as u32).and_then(|entry| entry.dyn_into::<HtmlElement>().ok());
    let _ = entry.map(|entry| entry.focus());
}

//! The menu of a move: its line, its comments and its judgement.

use i18n::fill;
use leptos::prelude::*;
use record::NodeId;
use study::{ChessInput, Command, Input};

use super::{MovesView, fold, with_game};
use crate::language;
use crate::study::chess::notes::{CommentEditing, CommentPlace, nags};
use crate::study::context_menu::{ContextMenu, MenuCorner, MenuItem};
use crate::study::page_state::PageState;

/// A move, and where its menu opens in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuPlace {
    pub node: NodeId,
    pub corner: MenuCorner,
}

/// Its commands act on the cursor, which is on the move.
#[component]
pub fn MoveMenu(place: MenuPlace, menu: RwSignal<Option<MenuPlace>>, view: MovesView) -> impl IntoView {
    let words = language::here().notation();
    let page_state = PageState::here();
    let comments = CommentEditing::here();
    let close = move || {
        menu.set(None);
        with_game(page_state, view, |view, _| view.focus());
    };
    let name = page_state.peek(|workspace| workspace.current().chess()?.numbered_san(place.node));
    let label = fill(words.menu, &[("move", &name.unwrap_or_default())]);
    let command = move |command: Command, name: &'static str| {
        let can = page_state.peek(|workspace| workspace.can(command));
        let choose = move || {
            close();
            page_state.command(command);
        };
        view! { <MenuItem name can choose /> }
    };
    let comment = move |place: CommentPlace, name: &'static str| {
        let choose = move || {
            menu.set(None);
            comments.edit(place);
        };
        view! { <MenuItem name can=true choose /> }
    };
    let MenuPlace { node, corner } = place;
    view! {
        <ContextMenu corner label close leave=move || menu.set(None)>
            <Glyphs close />
            <div class="menu-group" role="group">
                {comment(CommentPlace::After, words.comment_after)}
                {comment(CommentPlace::Before, words.comment_before)}
            </div>
            <div class="menu-group" role="group">
                {command(Command::PromoteLine, words.promote)}
                {command(Command::DemoteLine, words.demote)}
                {command(Command::MakeMainLine, words.main_line)}
                <FoldEntry node view close />
            </div>
            <div class="menu-group" role="group">
                {command(Command::MakeProblem, language::here().commands().make_problem)}
                {command(Command::Cut, words.delete)}
            </div>
        </ContextMenu>
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
    view! { <MenuItem name=language::here().notation().fold_variation can=head.is_some() choose /> }
}

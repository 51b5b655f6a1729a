//! The record panel of a chess game: its moves as text, and its tree on a second tab.

mod menu;
mod options;

use std::collections::BTreeSet;

use leptos::html;
use leptos::prelude::*;
use record::chess::ChessRecord;
use record::chess::notation::Folding;
use record::{GameRecord, NodeId};
use study::{GameId, Input, Workspace};

use crate::icons;
use crate::language;
use crate::notation::{NotationEvent, NotationView, Remark, Remarks};
use crate::study::analysis::{AnalysisButton, class_of, name_of};
use crate::study::context_menu::MenuCorner;
use crate::study::measure::Measure;
use crate::study::page_state::PageState;
use crate::study::record_tabs::{RecordTab, TabList, shown_tab};
use crate::study::review::{Judgements, ReviewButton, ReviewPanel, glyph_of};
use crate::study::transpositions::TranspositionFinder;
use crate::study::tree::{TreeArea, fold_here};
use menu::{MenuPlace, MoveMenu};
pub use options::{NotationChoice, NotationOptions};

/// The moves on the page.
#[derive(Clone, Copy)]
struct MovesView {
    /// Once they are drawn.
    drawn: StoredValue<Option<NotationView>, LocalStorage>,
    is_anything_folded: RwSignal<bool>,
    /// What was folded before the other tab was shown, and in which game.
    kept: StoredValue<Option<(GameKey, Folding)>, LocalStorage>,
}

impl MovesView {
    fn new() -> MovesView {
        MovesView {
            drawn: StoredValue::new_local(None),
            is_anything_folded: RwSignal::new(false),
            kept: StoredValue::new_local(None),
        }
    }

    /// The tab of the moves is left.
    fn close(self, game: GameKey) {
        if let Some(view) = self.drawn.try_update_value(Option::take).flatten() {
            self.kept.try_set_value(Some((game, view.folding())));
        }
    }

    fn kept_in(self, game: GameKey) -> Option<Folding> {
        self.kept.with_value(|kept| {
            kept.as_ref().filter(|(of, _)| *of == game).map(|(_, folding)| folding.clone())
        })
    }
}

#[component]
pub fn NotationPanel() -> impl IntoView {
    let words = language::here().notation();
    let (chosen, tab) = shown_tab(RecordTab::Moves);
    let view = MovesView::new();
    let folded = RwSignal::new(BTreeSet::new());
    view! {
        <section class="panel tree record" id="tree" aria-label=words.panels>
            <div class="tabstrip">
                <TabList tabs=&[RecordTab::Moves, RecordTab::Tree] chosen shown=tab />
                <ReviewButton />
                <AnalysisButton />
                <FoldButton tab view folded />
            </div>
            <div
                class="record-content"
                id="record-panel"
                role="tabpanel"
                aria-labelledby=move || tab.get().id()
            >
                {move || match tab.get() {
                    RecordTab::Moves => view! { <Moves view /> }.into_any(),
                    RecordTab::Review => view! { <ReviewPanel /> }.into_any(),
                    RecordTab::Tree => {
                        let transpositions = TranspositionFinder::watch(PageState::here());
                        view! { <TreeArea folded transpositions /> }.into_any()
                    }
                }}
            </div>
        </section>
    }
}

/// On the moves: all variations. On the tree: what follows the cursor.
#[component]
fn FoldButton(tab: Memo<RecordTab>, view: MovesView, folded: RwSignal<BTreeSet<NodeId>>) -> impl IntoView {
    let page_state = PageState::here();
    let fold = move |_| match tab.get_untracked() {
        RecordTab::Review => {}
        RecordTab::Tree => fold_here(page_state, folded),
        RecordTab::Moves => with_game(page_state, view, |view, record| {
            let is_any = view.is_anything_folded();
            let all = if is_any { Folding::default() } else { Folding::all(record.game()) };
            view.fold(record.game(), |folding| *folding = all);
            view.set_current(record.game(), record.here());
        }),
    };
    let words = language::here().notation();
    let label = move || match tab.get() {
        RecordTab::Tree => language::study().fold,
        RecordTab::Review => words.fold_all,
        RecordTab::Moves if view.is_anything_folded.get() => words.unfold_all,
        RecordTab::Moves => words.fold_all,
    };
    view! {
        <button
            type="button"
            class="tool"
            title=label
            aria-label=label
            disabled=move || tab.get() == RecordTab::Review
            on:click=fold
        >
            {icons::FOLD.draw()}
        </button>
    }
}

/// Calls it with the moves on the page and the current chess game.
fn with_game(page_state: PageState, view: MovesView, act: impl FnOnce(&NotationView, &ChessRecord)) {
    // Cloned, because what happens may draw the panel again.
    let Some(drawn) = view.drawn.try_with_value(Clone::clone).flatten() else { return };
    page_state.peek(|workspace| {
        if let Some(record) = workspace.current().chess() {
            act(&drawn, record);
        }
    });
    let is_any = drawn.is_anything_folded();
    if view.is_anything_folded.get_untracked() != is_any {
        view.is_anything_folded.set(is_any);
    }
}

/// A game of a file.
type GameKey = (GameId, usize);
/// The same with its state.
type GameState = (GameKey, u64);

fn state(workspace: &Workspace) -> GameState {
    let game = workspace.current();
    ((game.id(), game.record().number()), game.record().revision())
}

#[component]
fn Moves(view: MovesView) -> impl IntoView {
    let page_state = PageState::here();
    let pane = NodeRef::<html::Div>::new();
    let menu = RwSignal::new(None::<MenuPlace>);
    let on_event = move |event| match event {
        NotationEvent::GoTo(node) => page_state.act(Input::GoTo(node)),
        NotationEvent::Fold(head) => fold(page_state, view, head),
        NotationEvent::Unfold(node) => with_game(page_state, view, |view, record| {
            view.fold(record.game(), |folding| folding.unfold_variations_of(record.game(), node));
        }),
        // A long press may be reported twice.
        NotationEvent::Menu { node, .. } if menu.get_untracked().is_some_and(|open| open.node == node) => {}
        NotationEvent::Menu { node, x, y, by_touch } => {
            page_state.act(Input::GoTo(node));
            menu.set(Some(MenuPlace { node, corner: MenuCorner { x, y, by_touch } }));
        }
    };
    Effect::new(move |_| {
        if let Some(pane) = pane.get() {
            view.drawn.set_value(NotationView::new(pane.into(), language::here(), on_event));
        }
    });
    follow(page_state, view, pane);
    let judgements = Judgements::here();
    Effect::new(move |_| {
        pane.track();
        let remarks = judgements.with(remarks);
        view.drawn.with_value(|drawn| drawn.iter().for_each(|drawn| drawn.set_remarks(remarks.clone())));
    });
    on_cleanup(move || view.close(page_state.peek(state).0));
    view! {
        <div class="notation" node_ref=pane></div>
        {move || menu.get().map(|place| view! { <MoveMenu place menu view /> })}
    }
}

fn remarks(judgements: &Judgements) -> Remarks {
    let source = language::here().review().by_review;
    let remark =
        |grade| Remark { sign: glyph_of(grade), class: class_of(grade), name: name_of(grade), source };
    judgements.errors().map(|(node, grade)| (node, remark(grade))).collect()
}

/// Keeps the moves equal to the record. A step only moves the mark.
fn follow(page_state: PageState, view: MovesView, pane: NodeRef<html::Div>) {
    let options = NotationOptions::here();
    let state = page_state.watch(state);
    let here = page_state.watch(|workspace| workspace.current().record().here());
    Effect::new(move |shown: Option<Option<(GameState, _)>>| {
        pane.track();
        let (now, here, display) = (state.get(), here.get(), options.display());
        let before = shown.flatten();
        let mut kept = view.kept_in(now.0);
        with_game(page_state, view, |view, record| {
            let game = record.game();
            match before {
                Some(before) if before == (now, display) => {}
                Some(((of, _), was)) if of == now.0 => {
                    let _measure = Measure::start("notation");
                    if was == display {
                        view.refresh(game);
                    }
                    view.set_display(game, display);
                }
                _ => {
                    let _measure = Measure::start("notation");
                    view.open(game);
                    view.set_display(game, display);
                    if let Some(kept) = kept.take() {
                        view.fold(game, |folding| *folding = kept);
                    }
                }
            }
            view.set_current(game, here);
        });
        // Until there is a pane, nothing is shown.
        view.drawn.with_value(Option::is_some).then_some((now, display))
    });
}

/// Folds a variation or unfolds it. The cursor leaves a variation that is folded.
fn fold(page_state: PageState, view: MovesView, head: NodeId) {
    let leaves = page_state.peek(|workspace| {
        let record = workspace.current().record();
        let is_inside = record.tree().ancestors(record.here()).any(|node| node == head);
        record.tree().parent(head).filter(|_| is_inside)
    });
    let is_folded = view.drawn.with_value(|view| view.as_ref().is_some_and(|view| view.is_folded(head)));
    if let Some(parent) = leaves.filter(|_| !is_folded) {
        page_state.act(Input::GoTo(parent));
    }
    with_game(page_state, view, |view, record| view.fold(record.game(), |folding| folding.toggle(head)));
}

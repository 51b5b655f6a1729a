//! The game tree: only what is visible is drawn, and the layout is computed again only when the tree's shape changes.

mod draw;
mod node_views;
mod viewport;

use std::collections::BTreeSet;
use std::sync::Arc;

use diagram::tree::{TreeGrid, Viewport};
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::NodeId;
use record::layout::Layout;
use study::{GameId, Input, Workspace};

use super::analysis::AnalysisButton;
use super::context_menu::MenuCorner;
use super::go_menu::GoMenu;
use super::measure::Measure;
use super::page_state::PageState;
use super::record_tabs::{RecordTab, TabList, shown_tab};
use super::review::{ReviewButton, ReviewPanel};
use super::transpositions::{TranspositionFinder, TranspositionJump};
use crate::element_size::available_size;
use crate::icons;
use crate::language;
use draw::{ORIGIN_STEP, TreeDrawing, draw, drawn_around, layers_of};
use viewport::{ScrollArea, follow};

/// Two layouts are the same only if nothing was laid out in between.
#[derive(Clone)]
struct SharedLayout(Arc<Layout>);

impl PartialEq for SharedLayout {
    fn eq(&self, other: &SharedLayout) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A panel of its own.
#[component]
pub fn TreeView() -> impl IntoView {
    let page_state = PageState::here();
    let (folded, transpositions) = (RwSignal::new(BTreeSet::new()), TranspositionFinder::watch(page_state));
    let (chosen, shown) = shown_tab(RecordTab::Tree);
    let has_review = page_state.reviews.watch(page_state);
    view! {
        <section class="panel tree" class:record=move || has_review.get() id="tree" aria-label=language::study().tree>
            {move || match has_review.get() {
                false => view! { <TreeHead folded transpositions /> }.into_any(),
                true => {
                    view! {
                        <div class="tabstrip">
                            <TabList tabs=&[RecordTab::Tree] chosen shown />
                            <TranspositionJump transpositions />
                            <TreeTools folded />
                        </div>
                    }
                        .into_any()
                }
            }}
            <div class="record-content" id="record-panel">
                {move || match shown.get() {
                    RecordTab::Review => view! { <ReviewPanel /> }.into_any(),
                    RecordTab::Moves | RecordTab::Tree => view! { <TreeArea folded transpositions /> }.into_any(),
                }}
            </div>
        </section>
    }
}

/// The tree inside another panel.
#[component]
pub fn TreeArea(folded: RwSignal<BTreeSet<NodeId>>, transpositions: TranspositionFinder) -> impl IntoView {
    let page_state = PageState::here();
    let (pane, content) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let svg = NodeRef::<Svg>::new();
    let size = available_size(pane);
    let scrolled = RwSignal::new((0.0, 0.0));
    let view = Memo::new(move |_| {
        let ((x, y), (width, height)) = (scrolled.get(), size.get());
        Viewport { x, y, width, height }
    });
    let layout = layout(page_state, folded);
    let here = page_state.watch(|workspace| workspace.current().record().here());
    let drawn = Memo::new(move |_| {
        let coord = layout.with(|SharedLayout(layout)| layout.coord(here.get()));
        layers_of(drawn_around(view.get(), coord.map(|coord| TreeGrid::default().center(coord).0)))
    });
    let corner = Memo::new(move |_| drawn.with(|drawn| drawn.corner));
    unfold_for_cursor(page_state, folded, layout);
    draw(page_state, svg, TreeDrawing { layout, folded, drawn, transpositions });
    follow(page_state, layout, ScrollArea { pane, content, pane_size: size, scrolled });
    let node_under = move |event: &MouseEvent| node_under(event, content, &layout.get_untracked().0);
    let go = move |event: MouseEvent| {
        if let Some(node) = node_under(&event) {
            page_state.act(Input::GoTo(node));
        }
    };
    let fold = move |event: MouseEvent| {
        if let Some(node) = node_under(&event) {
            toggle_fold(folded, page_state, node);
        }
    };
    let go_menu = GoMenu::here();
    let menu = move |event: MouseEvent| {
        let is_go = page_state.peek(|workspace| workspace.current().go().is_some());
        if let Some(node) = node_under(&event).filter(|_| is_go) {
            event.prevent_default();
            page_state.act(Input::GoTo(node));
            go_menu.open(MenuCorner::of(&event));
        }
    };
    let note_scroll = move |_| {
        let Some(pane) = pane.get_untracked() else { return };
        let now = (f64::from(pane.scroll_left()), f64::from(pane.scroll_top()));
        if scrolled.get_untracked() != now {
            scrolled.set(now);
        }
    };
    view! {
        <div class="tree-area">
            <div
                class="tree-pane"
                tabindex="0"
                role="group"
                aria-label=language::study().moves_and_branches
                node_ref=pane
                on:scroll=note_scroll
                on:click=go
                on:dblclick=fold
                on:contextmenu=menu
            >
                <div class="tree-content" node_ref=content>
                    <svg
                        aria-hidden="true"
                        width=move || ORIGIN_STEP.0 + 4.0 * size.get().0
                        height=move || ORIGIN_STEP.1 + 4.0 * size.get().1
                        style:left=move || format!("{}px", corner.get().0)
                        style:top=move || format!("{}px", corner.get().1)
                        node_ref=svg
                    ></svg>
                </div>
            </div>
        </div>
    }
}

#[component]
fn TreeHead(folded: RwSignal<BTreeSet<NodeId>>, transpositions: TranspositionFinder) -> impl IntoView {
    view! {
        <div class="tree-head">
            <h2 class="caption">{language::study().tree}</h2>
            <TranspositionJump transpositions />
            <TreeTools folded />
        </div>
    }
}

#[component]
fn TreeTools(folded: RwSignal<BTreeSet<NodeId>>) -> impl IntoView {
    let page_state = PageState::here();
    let is_go = page_state.watch(|workspace| workspace.current().go().is_some());
    let fold = move |_| fold_here(page_state, folded);
    view! {
        <Show when=move || is_go.get()>
            <ReviewButton />
            <AnalysisButton />
        </Show>
        <button class="tool" title=language::study().fold_title aria-label=language::study().fold on:click=fold>
            {icons::FOLD.draw()}
        </button>
    }
}

/// Folds what follows the cursor, or unfolds it.
pub fn fold_here(page_state: PageState, folded: RwSignal<BTreeSet<NodeId>>) {
    toggle_fold(folded, page_state, page_state.peek(|workspace| workspace.current().record().here()));
}

fn toggle_fold(folded: RwSignal<BTreeSet<NodeId>>, page_state: PageState, node: NodeId) {
    let leaf = page_state.peek(|workspace| workspace.current().record().tree().is_leaf(node));
    folded.update(|folded| {
        if !folded.remove(&node) && !leaf {
            folded.insert(node);
        }
    });
}

/// Unfolds the branch that the cursor enters.
fn unfold_for_cursor(page_state: PageState, folded: RwSignal<BTreeSet<NodeId>>, layout: Memo<SharedLayout>) {
    Effect::new(move |_| {
        let SharedLayout(layout) = layout.get();
        let hidden = page_state.read(|workspace| {
            let game = workspace.current();
            let hidden = layout.coord(game.record().here()).is_none();
            hidden.then(|| game.record().tree().line(game.record().here()))
        });
        if let Some(line) = hidden.filter(|_| !folded.with_untracked(BTreeSet::is_empty)) {
            folded.update(|folded| folded.retain(|node| !line.contains(node)));
        }
    });
}

fn node_under(event: &MouseEvent, content: NodeRef<html::Div>, layout: &Layout) -> Option<NodeId> {
    let corner = content.get_untracked()?.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()) - corner.left(), f64::from(event.client_y()) - corner.top());
    layout.at(TreeGrid::default().hit(x, y)?)
}

/// Identifies a tree and its shape.
fn shape(workspace: &Workspace) -> (GameId, usize, NodeId, u64) {
    let game = workspace.current();
    (game.id(), game.record().number(), game.record().root(), game.record().shape_revision())
}

/// The layout of the current game; recomputed for another game, another shape, or other folds.
fn layout(page_state: PageState, folded: RwSignal<BTreeSet<NodeId>>) -> Memo<SharedLayout> {
    let shape = page_state.watch(shape);
    Effect::new(move |before: Option<_>| {
        let (game, number, root, _) = shape.get();
        if before.is_some_and(|before| before != (game, number, root)) {
            folded.set(BTreeSet::new());
        }
        (game, number, root)
    });
    Memo::new(move |_| {
        let _ = shape.get();
        let _measure = Measure::start("tree layout");
        let lay_out = |workspace: &Workspace, folded: &BTreeSet<NodeId>| {
            let game = workspace.current();
            Layout::new(game.record().tree(), game.record().root(), folded)
        };
        SharedLayout(Arc::new(folded.with(|folded| page_state.peek(|workspace| lay_out(workspace, folded)))))
    })
}

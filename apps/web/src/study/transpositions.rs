//! Positions that occur more than once. The search replays the whole game, so it starts a moment after the tree has
//! changed and runs in slices.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use record::NodeId;
use record::go::{TranspositionSearch, Transpositions};
use study::{GameId, Input, Workspace};

use super::page_state::PageState;

/// Long enough not to slow down playing one stone after another.
const PAUSE: Duration = Duration::from_millis(700);
/// A slice must leave time for a step in the same frame.
const SLICE_MS: f64 = 4.0;
/// Nodes between two checks of the clock.
const NODES_PER_CHECK: usize = 100;

#[derive(Clone, Copy)]
pub struct TranspositionFinder {
    found: RwSignal<Option<Arc<Transpositions>>>,
}

/// Identifies a tree: results for another one are useless.
type TreeShape = (GameId, NodeId, u64);
/// The tree and the contents of its nodes.
type State = (TreeShape, u64);

fn state(workspace: &Workspace) -> State {
    let game = workspace.current();
    let record = game.record();
    ((game.id(), record.root(), record.shape_revision()), record.revision())
}

impl TranspositionFinder {
    pub fn watch(page_state: PageState) -> TranspositionFinder {
        let transpositions = TranspositionFinder { found: RwSignal::new(None) };
        let now = page_state.watch(state);
        Effect::new(move |before: Option<TreeShape>| {
            let wanted = now.get();
            if before != Some(wanted.0) {
                transpositions.found.set(None);
            }
            let begin = move || {
                if now.try_get_untracked() == Some(wanted) {
                    let search =
                        page_state.peek(|workspace| workspace.current().go().map(TranspositionSearch::new));
                    if let Some(search) = search {
                        Search { transpositions, page_state, now, wanted, seen: page_state.count() }
                            .run_slices(search);
                    }
                }
            };
            set_timeout(begin, PAUSE);
            wanted.0
        });
        transpositions
    }

    /// Whether the position of a node occurs elsewhere too.
    pub fn has(self, node: NodeId) -> bool {
        self.found.with(|found| found.as_ref().is_some_and(|found| found.of(node).next().is_some()))
    }

    /// The next node with the same position, wrapping around.
    fn after(self, node: NodeId) -> Option<NodeId> {
        self.found.with(|found| {
            let others: Vec<NodeId> = found.as_ref()?.of(node).collect();
            others.iter().find(|other| **other > node).or(others.first()).copied()
        })
    }
}

/// A search in progress.
#[derive(Clone, Copy)]
struct Search {
    transpositions: TranspositionFinder,
    page_state: PageState,
    now: Memo<State>,
    wanted: State,
    /// The number of inputs at the last slice.
    seen: u32,
}

impl Search {
    /// Runs slices until the tree changes or the page is gone. Waits while the user is active.
    fn run_slices(mut self, mut search: TranspositionSearch) {
        if self.now.try_get_untracked() != Some(self.wanted) {
            return;
        }
        let busy = std::mem::replace(&mut self.seen, self.page_state.count()) != self.seen;
        if busy {
            set_timeout(move || self.run_slices(search), PAUSE);
        } else if self.page_state.peek(|workspace| slice(&mut search, workspace)) {
            self.transpositions.found.set(Some(Arc::new(search.found())));
        } else {
            set_timeout(move || self.run_slices(search), Duration::ZERO);
        }
    }
}

/// True when the whole game was searched.
fn slice(search: &mut TranspositionSearch, workspace: &Workspace) -> bool {
    let clock = window().performance();
    let now = || clock.as_ref().map_or(f64::INFINITY, |clock| clock.now());
    let begun = now();
    let Some(record) = workspace.current().go() else { return true };
    loop {
        if search.step(record, NODES_PER_CHECK) {
            return true;
        }
        if now() - begun > SLICE_MS {
            return false;
        }
    }
}

/// Shown only if the position occurs elsewhere.
#[component]
pub fn TranspositionJump(transpositions: TranspositionFinder) -> impl IntoView {
    let page_state = PageState::here();
    let here = page_state.watch(|workspace| workspace.current().record().here());
    let there = Memo::new(move |_| transpositions.after(here.get()));
    let jump = move |_| {
        if let Some(node) = there.get_untracked() {
            page_state.act(Input::GoTo(node));
        }
    };
    view! {
        <Show when=move || there.get().is_some()>
            <button class="same-position" title=crate::language::study().same_position_title on:click=jump>
                {crate::language::study().same_position}
            </button>
        </Show>
    }
}

//! Positions that come twice: found a while after the tree has changed, because the whole game is played through.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use record::NodeId;
use record::go::Transpositions;
use study::{Desk, Input};

use super::session::Session;

/// Long enough not to be in the way of who plays stone after stone.
const PAUSE: Duration = Duration::from_millis(700);
/// Beyond this many nodes the search would be felt.
const MOST: usize = 20_000;

#[derive(Clone, Copy)]
pub struct Twins {
    found: RwSignal<Option<Arc<Transpositions>>>,
}

/// Which tree it is: found for another, they say nothing.
fn shape(desk: &Desk) -> (study::GameId, NodeId, u64) {
    let game = desk.current();
    (game.id(), game.record().root(), game.record().editor().shape_revision())
}

impl Twins {
    pub fn watch(session: Session) -> Twins {
        let twins = Twins { found: RwSignal::new(None) };
        let now = session.watch(shape);
        Effect::new(move |_| {
            let wanted = now.get();
            twins.found.set(None);
            set_timeout(
                move || {
                    if now.try_get_untracked() == Some(wanted) {
                        twins.search(session);
                    }
                },
                PAUSE,
            );
        });
        twins
    }

    fn search(self, session: Session) {
        let found = session.peek(|desk| {
            let record = desk.current().record();
            (record.tree().len() <= MOST).then(|| Arc::new(record.transpositions()))
        });
        self.found.set(found);
    }

    /// Whether the position of a node is somewhere else too.
    pub fn has(self, node: NodeId) -> bool {
        self.found.with(|found| found.as_ref().is_some_and(|found| found.of(node).next().is_some()))
    }

    /// The next node with the same position, and from the last the first again.
    fn after(self, node: NodeId) -> Option<NodeId> {
        self.found.with(|found| {
            let others: Vec<NodeId> = found.as_ref()?.of(node).collect();
            others.iter().find(|other| **other > node).or(others.first()).copied()
        })
    }
}

/// Shown only where there is somewhere to jump to.
#[component]
pub fn TwinJump(twins: Twins) -> impl IntoView {
    let session = Session::here();
    let here = session.watch(|desk| desk.current().record().here());
    let there = Memo::new(move |_| twins.after(here.get()));
    let jump = move |_| {
        if let Some(node) = there.get_untracked() {
            session.act(Input::GoTo(node));
        }
    };
    view! {
        <Show when=move || there.get().is_some()>
            <button class="twin" title="This position comes elsewhere in the game too: go there" on:click=jump>
                "Same position elsewhere"
            </button>
        </Show>
    }
}

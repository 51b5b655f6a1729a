//! Positions that come twice: found a while after the tree has changed, because the whole game is played through, a
//! little at a time.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use record::NodeId;
use record::go::{Survey, Transpositions};
use study::{Desk, GameId, Input};

use super::session::Session;

/// Long enough not to be in the way of who plays stone after stone.
const PAUSE: Duration = Duration::from_millis(700);
/// A slice must leave room for a step in the same frame.
const SLICE_MS: f64 = 4.0;
/// Nodes between two looks at the clock.
const AT_ONCE: usize = 100;

#[derive(Clone, Copy)]
pub struct Twins {
    found: RwSignal<Option<Arc<Transpositions>>>,
}

/// Which tree it is: found for another, they say nothing.
type Shape = (GameId, NodeId, u64);
/// The tree with what stands in its nodes.
type State = (Shape, u64);

fn state(desk: &Desk) -> State {
    let game = desk.current();
    let record = game.record();
    ((game.id(), record.root(), record.editor().shape_revision()), record.revision())
}

impl Twins {
    pub fn watch(session: Session) -> Twins {
        let twins = Twins { found: RwSignal::new(None) };
        let now = session.watch(state);
        Effect::new(move |before: Option<Shape>| {
            let wanted = now.get();
            if before != Some(wanted.0) {
                twins.found.set(None);
            }
            let begin = move || {
                if now.try_get_untracked() == Some(wanted) {
                    let survey = session.peek(|desk| Survey::new(desk.current().record()));
                    Search { twins, session, now, wanted, seen: session.count() }.go_on(survey);
                }
            };
            set_timeout(begin, PAUSE);
            wanted.0
        });
        twins
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

/// A search that is under way.
#[derive(Clone, Copy)]
struct Search {
    twins: Twins,
    session: Session,
    now: Memo<State>,
    wanted: State,
    /// How often something had happened at the last slice.
    seen: u32,
}

impl Search {
    /// Slice after slice, until the tree is another or the page is gone. While the player does something it waits.
    fn go_on(mut self, mut survey: Survey) {
        if self.now.try_get_untracked() != Some(self.wanted) {
            return;
        }
        let busy = std::mem::replace(&mut self.seen, self.session.count()) != self.seen;
        if busy {
            set_timeout(move || self.go_on(survey), PAUSE);
        } else if self.session.peek(|desk| slice(&mut survey, desk)) {
            self.twins.found.set(Some(Arc::new(survey.found())));
        } else {
            set_timeout(move || self.go_on(survey), Duration::ZERO);
        }
    }
}

/// True once the whole game is seen.
fn slice(survey: &mut Survey, desk: &Desk) -> bool {
    let clock = window().performance();
    let now = || clock.as_ref().map_or(f64::INFINITY, |clock| clock.now());
    let begun = now();
    loop {
        if survey.go_on(desk.current().record(), AT_ONCE) {
            return true;
        }
        if now() - begun > SLICE_MS {
            return false;
        }
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
            <button class="twin" title=crate::language::study().same_position_title on:click=jump>
                {crate::language::study().same_position}
            </button>
        </Show>
    }
}

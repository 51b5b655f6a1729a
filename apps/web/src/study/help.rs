//! The desk's table of commands as a list of keys, and what the pointer does.

use leptos::prelude::*;
use study::{Entry, Group, TABLE};

use super::session::Session;
use crate::keys_help::KeyRow;

const POINTER: [(&[&str], &str); 10] = [
    (&["Click"], "Play there; again on the last move: take it back"),
    (&["Ctrl+Click"], "Triangle"),
    (&["Shift+Click"], "Square"),
    (&["Alt+Click"], "Next letter"),
    (&["Ctrl+Shift+Click"], "To the move that was played there"),
    (&["Click", "Shift+Click"], "While setting up: black or white stone, or take it away"),
    (&["Right button"], "While setting up: the other colour"),
    (&["Drag"], "Arrow or line from point to point; two clicks do too"),
    (&["Wheel"], "Step through the game"),
    (&["Double click"], "On the tree: fold or unfold"),
];

#[component]
pub fn StudyKeys() -> impl IntoView {
    let shell = Session::here().peek(study::Desk::shell);
    let row = move |entry: &'static Entry| {
        let keys = entry.keys_in(shell);
        (!keys.is_empty()).then(|| view! { <KeyRow keys does=entry.name /> })
    };
    let group = move |group: Group| {
        let rows = TABLE.iter().filter(|entry| entry.group == group).map(row).collect_view();
        view! {
            <section class="key-group">
                <h3 class="caption">{group.name()}</h3>
                <dl class="keys">{rows}</dl>
            </section>
        }
    };
    let pointer = POINTER.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view();
    view! {
        {Group::ALL.map(group).collect_view()}
        <section class="key-group">
            <h3 class="caption">"Pointer"</h3>
            <dl class="keys">{pointer}</dl>
        </section>
    }
}

//! The desk's table of commands as a list of keys, and what the pointer does.

use leptos::prelude::*;
use study::{Command, Entry, Group, TABLE};

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

const CHESS_POINTER: [(&[&str], &str); 8] = [
    (&["Drag"], "Move a piece; a click on it and one on a square do too"),
    (&["Q", "R", "B", "N"], "Choose the piece that a pawn becomes"),
    (&["Right button"], "Circle a square, or drag an arrow; again takes it away"),
    (&["Shift", "Alt"], "While drawing: red, blue; both: yellow"),
    (&["Tab"], "Into the board: arrows and Enter move pieces there"),
    (&["Esc"], "Let go of a piece"),
    (&["Wheel"], "Step through the game"),
    (&["Double click"], "On the tree: fold or unfold"),
];

#[component]
pub fn StudyKeys() -> impl IntoView {
    let session = Session::here();
    let shell = session.peek(study::Desk::shell);
    let is_chess = session.watch_is_chess();
    let serves = move |entry: &&'static Entry| match is_chess.get() {
        true => !entry.command.is_only_for_go(),
        false => entry.command != Command::Flip,
    };
    let row = move |entry: &'static Entry| {
        let keys = entry.keys_in(shell);
        (!keys.is_empty()).then(|| view! { <KeyRow keys does=entry.name /> })
    };
    let group = move |group: Group| {
        let entries: Vec<_> = TABLE.iter().filter(|entry| entry.group == group).filter(serves).collect();
        let rows = (!entries.is_empty()).then(|| entries.into_iter().map(row).collect_view())?;
        Some(view! {
            <section class="key-group">
                <h3 class="caption">{group.name()}</h3>
                <dl class="keys">{rows}</dl>
            </section>
        })
    };
    let pointer = move || {
        let rows: &[(&'static [&'static str], &'static str)] =
            if is_chess.get() { &CHESS_POINTER } else { &POINTER };
        rows.iter().map(|(keys, does)| view! { <KeyRow keys=*keys does=*does /> }).collect_view()
    };
    view! {
        {move || Group::ALL.map(group).collect_view()}
        <section class="key-group">
            <h3 class="caption">"Pointer"</h3>
            <dl class="keys">{pointer}</dl>
        </section>
    }
}

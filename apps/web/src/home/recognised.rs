//! What the text in the field is, before it is opened: its kind, its players and a small picture, which the studio draws.

use std::time::Duration;

use api::preview::{self, Look};
use catalogue::recognise;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::js_sys::encode_uri_component;

use super::messages;
use crate::cards::page_is_dark;
use crate::client::call;
use crate::foreign_text::foreign;
use crate::language;

/// After the last key.
const DELAY: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, PartialEq)]
struct Recognised {
    kind: &'static str,
    about: String,
    /// A `data:` address.
    picture: Option<String>,
}

#[component]
pub fn RecognisedText(text: RwSignal<String>) -> impl IntoView {
    let found = RwSignal::new(None::<Recognised>);
    Effect::new(move |_| {
        let typed = text.get();
        match messages::kind(recognise("", typed.as_bytes())) {
            None => found.set(None),
            Some(kind) => set_timeout(move || look_at(text, found, typed, kind), DELAY),
        }
    });
    let view = |found: Recognised| {
        let alt = language::home().picture_of;
        let picture =
            found.picture.map(|source| view! { <img class="recognised-board" src=source alt=alt /> });
        view! {
            {picture}
            <span class="recognised-text">
                <strong>{found.kind}</strong>
                <span>{foreign(&found.about)}</span>
            </span>
        }
    };
    view! { <div class="recognised" role="status">{move || found.get().map(view)}</div> }
}

/// Does nothing if the text has changed in the meantime: that change is looked at later.
fn look_at(text: RwSignal<String>, found: RwSignal<Option<Recognised>>, typed: String, kind: &'static str) {
    let is_still_there = move |typed: &str| text.try_with_untracked(|now| now == typed) == Some(true);
    if !is_still_there(&typed) {
        return;
    }
    let look = Look { dark: page_is_dark(), language: language::here().tag().to_owned() };
    spawn_local(async move {
        // Without a studio, or for a very long text, there are only words.
        let seen = call(preview::preview(&typed, &look)).await.unwrap_or_default();
        if is_still_there(&typed) {
            let address = |svg: String| {
                format!("data:image/svg+xml;charset=utf-8,{}", String::from(encode_uri_component(&svg)))
            };
            let about = messages::recognised(&seen.players, seen.games);
            found.set(Some(Recognised { kind, about, picture: seen.picture.map(address) }));
        }
    });
}

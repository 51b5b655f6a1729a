//! Where things are kept on this machine.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use crate::http;
use crate::language;
use crate::pages::Page;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Kept {
    what: String,
    path: String,
}

#[component]
pub fn Places() -> impl IntoView {
    let words = language::settings();
    let places = RwSignal::new(Vec::<Kept>::new());
    spawn_local(async move {
        let text = http::ask("GET", "/api/places", None).await.unwrap_or_default();
        places.set(serde_json::from_str(&text).unwrap_or_default());
    });
    view! {
        <section class="panel group" aria-labelledby="places-title">
            <h2 class="caption" id="places-title">{words.places}</h2>
            <p class="aside">{words.places_text}</p>
            <ul class="settings-list">
                <For each=move || places.get() key=|place| place.what.clone() let(place)>
                    <li>
                        <span class="row-text">
                            <strong>{place.what}</strong>
                            <span class="library-path">{place.path}</span>
                        </span>
                    </li>
                </For>
            </ul>
            <a class="button" href=Page::Library.path()>{words.to_library}</a>
        </section>
    }
}

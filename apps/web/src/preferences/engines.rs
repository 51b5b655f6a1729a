//! Engines that are on this machine, each with a button that tries it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use words::fill;

use crate::http;
use crate::language;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Engine {
    name: String,
    game: String,
    path: Option<String>,
    install: String,
}

#[derive(Deserialize)]
struct Tried {
    says: String,
}

#[component]
pub fn Engines() -> impl IntoView {
    let words = language::settings();
    let engines = RwSignal::new(Vec::<Engine>::new());
    spawn_local(async move {
        // A page without its studio has no engines.
        let text = http::ask("GET", "/api/engines", None).await.unwrap_or_default();
        engines.set(serde_json::from_str(&text).unwrap_or_default());
    });
    view! {
        <section class="panel group" aria-labelledby="engines-title">
            <h2 class="caption" id="engines-title">{words.engines}</h2>
            <p class="aside">{words.engines_text}</p>
            <ul class="settings-list">
                <For each=move || engines.get() key=|engine| engine.name.clone() let(engine)>
                    <One engine />
                </For>
            </ul>
        </section>
    }
}

#[component]
fn One(engine: Engine) -> impl IntoView {
    let words = language::settings();
    let said = RwSignal::new(None::<Result<String, String>>);
    let asking = RwSignal::new(false);
    let name = engine.name.clone();
    let is_here = engine.path.is_some();
    let test = move |_| {
        let body = serde_json::json!({ "name": name }).to_string();
        asking.set(true);
        spawn_local(async move {
            let answer = http::ask("POST", "/api/engines/test", Some(body)).await;
            let tried = answer
                .map_err(|why| why.0)
                .and_then(|text| serde_json::from_str::<Tried>(&text).map_err(|_| text));
            said.set(Some(tried.map(|tried| fill(words.works, &[("says", &tried.says)]))));
            asking.set(false);
        });
    };
    let place = engine.path.unwrap_or_else(|| format!("{} · {}", words.not_here, engine.install));
    let told = move || match said.get() {
        _ if asking.get() => words.testing.to_owned(),
        Some(Ok(said) | Err(said)) => said,
        None => String::new(),
    };
    let is_wrong = move || matches!(said.get(), Some(Err(_)));
    view! {
        <li>
            <span class="row-text">
                <strong>{format!("{} ({})", engine.name, engine.game)}</strong>
                <span>{place}</span>
                <span role="status" class="engine-said" class:trouble=is_wrong>{told}</span>
            </span>
            <button class="button" aria-label=fill(words.test_of, &[("engine", &engine.name)]) disabled=move || !is_here || asking.get() on:click=test>
                {words.test}
            </button>
        </li>
    }
}

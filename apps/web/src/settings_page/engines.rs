//! Engines on this machine, each with a button that tests it.

use api::engines::{self, Engine, EngineName};
use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::group::Group;
use crate::client::call;
use crate::language;

#[component]
pub fn Engines() -> impl IntoView {
    let words = language::settings();
    let engines = RwSignal::new(Vec::<Engine>::new());
    // A page without its studio has no engines.
    spawn_local(async move { engines.set(call(engines::list()).await.unwrap_or_default()) });
    view! {
        <Group id="engines-title" title=words.engines>
            <p class="muted">{words.engines_text}</p>
            <ul class="settings-list">
                <For each=move || engines.get() key=|engine| engine.name.clone() let(engine)>
                    <EngineRow engine />
                </For>
            </ul>
        </Group>
    }
}

/// The state of a test.
#[derive(Clone, PartialEq)]
enum Test {
    NotRun,
    Running,
    Passed(String),
    Failed(String),
}

#[component]
fn EngineRow(engine: Engine) -> impl IntoView {
    let (language, words) = (language::here(), language::settings());
    let test = RwSignal::new(Test::NotRun);
    let request = EngineName { name: engine.name.clone() };
    let is_here = engine.path.is_some();
    let run = move |_| {
        let call = call(engines::test(&request));
        test.set(Test::Running);
        spawn_local(async move {
            test.set(match call.await {
                Ok(tested) => Test::Passed(fill(words.works, &[("reply", &tested.reply)])),
                Err(error) => Test::Failed(error.message_in(engines::wording, language)),
            });
        });
    };
    let place = engine
        .path
        .unwrap_or_else(|| format!("{} · {}", words.engine_not_found, engine.install.message(language)));
    let result = move || match test.get() {
        Test::NotRun => String::new(),
        Test::Running => words.testing.to_owned(),
        Test::Passed(text) | Test::Failed(text) => text,
    };
    let failed = move || matches!(test.get(), Test::Failed(_));
    let runs = move || test.get() == Test::Running;
    view! {
        <li>
            <span class="row-text">
                <strong>{format!("{} ({})", engine.name, engine.game.name(language))}</strong>
                <span>{place}</span>
                <span role="status" class="engine-result" class:error-text=failed>{result}</span>
            </span>
            <button class="button" aria-label=fill(words.test_of, &[("engine", &engine.name)]) disabled=move || !is_here || runs() on:click=run>
                {words.test}
            </button>
        </li>
    }
}

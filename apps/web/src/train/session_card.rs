//! Starting a session: its length, and options for order and choice of the puzzles.

use api::engines::Engine;
use drill::Selection;
use i18n::fill;
use leptos::prelude::*;

use super::set_page::count;
use super::trainer::Trainer;
use crate::language;

#[component]
pub fn SessionCard() -> impl IntoView {
    let (words, solving) = (language::train(), language::solving());
    let trainer = Trainer::here();
    let minutes = trainer.options.minutes;
    let failed = move || count(trainer, Selection::Failed);
    let chosen = move |event: leptos::ev::Event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            minutes.set(chosen);
        }
    };
    let choice = move |length: u64| {
        let text = match length {
            0 => solving.no_limit.to_owned(),
            length => language::here().count(words.minutes, length as usize),
        };
        view! { <option value=length.to_string() prop:selected=move || minutes.get() == length>{text}</option> }
    };
    view! {
        <section class="panel group task" aria-labelledby="session-title">
            <h2 class="caption" id="session-title">{words.against_clock}</h2>
            <div class="task-row form">
                <button class="button main" on:click=move |_| trainer.start_chosen_session()>{words.begin_session}</button>
                <select aria-label=words.session_length on:change=chosen>
                    {[3, 5, 10, 20, 30, 0].map(choice).collect_view()}
                </select>
                <Show when=move || { failed() > 0 }>
                    <button class="button" on:click=move |_| trainer.retry_failed()>
                        {move || language::here().count(words.retry_failed, failed())}
                    </button>
                </Show>
            </div>
            <Options />
        </section>
    }
}

#[component]
fn Options() -> impl IntoView {
    let solving = language::solving();
    let trainer = Trainer::here();
    let options = trainer.options;
    let failed = move || count(trainer, Selection::Failed);
    let size = move || trainer.read_set(|set| set.progress.size()).unwrap_or(1);
    let start_at = move |event: leptos::ev::Event| {
        if let Ok(number) = event_target_value(&event).parse::<usize>() {
            options.start_at.set(number.clamp(1, size().max(1)));
        }
    };
    view! {
        <details class="session-options">
            <summary>{solving.options}</summary>
            <div class="option-rows form">
                <label class="check">
                    <input type="checkbox" name="shuffle" prop:checked=options.shuffle on:change=move |event| options.shuffle.set(event_target_checked(&event)) />
                    {solving.shuffle}
                </label>
                <label class="check">
                    <input
                        type="checkbox"
                        name="only-failed"
                        prop:checked=options.only_failed
                        on:change=move |event| options.only_failed.set(event_target_checked(&event))
                    />
                    {move || language::here().count(solving.only_failed, failed())}
                </label>
                {move || options.engine.get().map(|engine| view! { <AskEngine engine /> })}
                <label class="number">
                    {solving.start_at}
                    <input
                        type="number"
                        name="start-at"
                        min="1"
                        max=move || size().to_string()
                        prop:value=move || options.start_at.get().to_string()
                        on:change=start_at
                    />
                </label>
            </div>
        </details>
    }
}

/// Whether a move that the file does not have is judged by the engine; without one, how to get it.
#[component]
fn AskEngine(engine: Engine) -> impl IntoView {
    let solving = language::solving();
    let options = Trainer::here().options;
    let is_missing = engine.path.is_none();
    let text = match is_missing {
        false => fill(solving.ask_engine, &[("engine", &engine.name)]),
        true => {
            let install = engine.install.message(language::here());
            fill(solving.ask_engine_missing, &[("engine", &engine.name), ("install", &install)])
        }
    };
    view! {
        <label class="check">
            <input
                type="checkbox"
                name="ask-engine"
                disabled=is_missing
                prop:checked=move || options.ask_engine.get() && !is_missing
                on:change=move |event| options.set_ask_engine(event_target_checked(&event))
            />
            {text}
        </label>
    }
}

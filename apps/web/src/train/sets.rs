//! The first screen: opening puzzles, and the stored sets.

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use super::sample_sets;
use super::set_list::SetList;
use super::trainer::Trainer;
use crate::controls::Lead;
use crate::icons;
use crate::language;

#[component]
pub fn Sets() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    view! {
        <div class="page narrow train-sets">
            <Lead title=words.title text=words.lead />
            <ErrorMessage />
            <ReadingProgress />
            <section class="panel group open-set" aria-label=words.open_puzzles>
                <button class="button main" on:click=move |_| super::pick(trainer)>
                    {icons::OPEN.draw()}{words.open_file}
                </button>
                <button class="button" on:click=move |_| trainer.open(words.chess_sample, "sample-chess", sample_sets::chess(language::here()).to_vec())>
                    {words.try_chess}
                </button>
                <button class="button" on:click=move |_| trainer.open(words.go_sample, "sample-go", sample_sets::go(language::here()).to_vec())>
                    {words.try_go}
                </button>
                <p class="muted">{words.drop_hint}</p>
            </section>
            <Paste />
            <SetList />
        </div>
    }
}

/// The last error.
#[component]
pub fn ErrorMessage() -> impl IntoView {
    let trainer = Trainer::here();
    view! { <p class="error-text" role="alert">{move || trainer.error_text.get()}</p> }
}

/// Large files take a moment.
#[component]
pub fn ReadingProgress() -> impl IntoView {
    let trainer = Trainer::here();
    let language = language::here();
    let text = move |(done, of): (usize, usize)| {
        let (done, of) = (language.number(done as u64), language.number(of as u64));
        fill(language::train_history().reading, &[("n", &done), ("of", &of)])
    };
    view! { <p class="muted" role="status">{move || trainer.reading.get().map(text)}</p> }
}

#[component]
fn Paste() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let text = NodeRef::<html::Textarea>::new();
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(text) =
            text.get_untracked().map(|text| text.value()).filter(|text| !text.trim().is_empty())
        {
            super::open_text(trainer, &text);
        }
    };
    view! {
        <details class="panel group paste">
            <summary>{words.paste}</summary>
            <form class="form" on:submit=open>
                <textarea rows="5" aria-label=words.puzzles_as_text spellcheck="false" node_ref=text></textarea>
                <button class="button" type="submit">{words.open_them}</button>
            </form>
        </details>
    }
}

pub fn puzzles(count: usize) -> String {
    language::here().count(language::train().puzzle_count, count)
}

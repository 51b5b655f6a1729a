//! The first screen: opening puzzles, and the stored sets.

use drill::Progress;
use i18n::{fill, visible_line};
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use super::progress_text::stage_text;
use super::sample_sets;
use super::set_store;
use super::trainer::Trainer;
use crate::controls::Lead;
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;

#[component]
pub fn Sets() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let known = RwSignal::new(set_store::known());
    view! {
        <div class="page narrow train-sets">
            <Lead title=words.title text=words.lead />
            <ErrorMessage />
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
            <Show when=move || known.with(|known| !known.is_empty())>
                <section class="stored-sets" aria-labelledby="known-title">
                    <h2 class="caption" id="known-title">{words.saved_here}</h2>
                    <ul>
                        <For each=move || known.get() key=|(id, _)| id.clone() let((id, progress))>
                            <StoredSet id progress known />
                        </For>
                    </ul>
                </section>
            </Show>
        </div>
    }
}

/// The last error.
#[component]
pub fn ErrorMessage() -> impl IntoView {
    let trainer = Trainer::here();
    view! { <p class="error-text" role="alert">{move || trainer.error_text.get()}</p> }
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

#[component]
fn StoredSet(id: String, progress: Progress, known: RwSignal<Vec<(String, Progress)>>) -> impl IntoView {
    let trainer = Trainer::here();
    let words = format!("{} · {}", puzzles(progress.size()), stage_text(&progress));
    let (opened, removed) = (id.clone(), id);
    let name = progress.name;
    let label = fill(language::train().remove_set, &[("name", &visible_line(&name))]);
    let title = name.clone();
    let open = move |_| trainer.open_stored(&opened, &title);
    let forget = move |_| {
        set_store::remove(&removed);
        known.set(set_store::known());
    };
    view! {
        <li class="panel stored-set">
            <button class="stored-set-open" on:click=open>
                <strong>{foreign(&name)}</strong>
                <span>{words}</span>
            </button>
            <button class="tool" aria-label=label.clone() title=label on:click=forget>{icons::CLOSE.draw()}</button>
        </li>
    }
}

pub fn puzzles(count: usize) -> String {
    language::here().count(language::train().puzzle_count, count)
}

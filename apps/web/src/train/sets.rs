//! The way in: what to open, and the sets that are kept here.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use super::sample_sets;
use super::shelf::{self, Progress};
use super::trainer::Trainer;
use super::verdict::stage_words;
use crate::icons;

#[component]
pub fn Sets() -> impl IntoView {
    let trainer = Trainer::here();
    let known = RwSignal::new(shelf::known());
    view! {
        <div class="page narrow train-sets">
            <header class="lead">
                <h1>"Train"</h1>
                <p>"Chess puzzles in PGN and Go problems in SGF, against the clock or in cycles."</p>
            </header>
            <Trouble />
            <section class="panel group open-set" aria-label="Open puzzles">
                <button class="button main" on:click=move |_| super::pick(trainer)>
                    {icons::OPEN.draw()}"Open a file"
                </button>
                <button class="button" on:click=move |_| trainer.open("First steps in chess", "sample-chess", sample_sets::CHESS.as_bytes())>
                    "Try chess"
                </button>
                <button class="button" on:click=move |_| trainer.open("First steps in Go", "sample-go", sample_sets::GO.as_bytes())>
                    "Try Go"
                </button>
                <p class="aside">"A file may also be dropped on this page."</p>
            </section>
            <Paste />
            <Show when=move || known.with(|known| !known.is_empty())>
                <section class="known" aria-labelledby="known-title">
                    <h2 class="caption" id="known-title">"Kept in this browser"</h2>
                    <ul>
                        <For each=move || known.get() key=|(id, _)| id.clone() let((id, progress))>
                            <Known id progress known />
                        </For>
                    </ul>
                </section>
            </Show>
        </div>
    }
}

/// What could not be done.
#[component]
pub fn Trouble() -> impl IntoView {
    let trainer = Trainer::here();
    view! { <p class="trouble" role="alert">{move || trainer.trouble.get()}</p> }
}

#[component]
fn Paste() -> impl IntoView {
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
            <summary>"Paste puzzles"</summary>
            <form class="form" on:submit=open>
                <textarea rows="5" aria-label="Puzzles as text" spellcheck="false" node_ref=text></textarea>
                <button class="button" type="submit">"Open them"</button>
            </form>
        </details>
    }
}

#[component]
fn Known(id: String, progress: Progress, known: RwSignal<Vec<(String, Progress)>>) -> impl IntoView {
    let trainer = Trainer::here();
    let words = format!("{} · {}", puzzles(progress.size), stage_words(&progress));
    let (opened, forgotten) = (id.clone(), id);
    let name = progress.name;
    let label = format!("Forget {name}");
    let title = name.clone();
    let open = move |_| match shelf::text(&opened) {
        Some(text) => trainer.open(&title, &opened, text.as_bytes()),
        None => {
            trainer.trouble.set(Some(format!(
                "{title} is too large to be kept here: open its file again. Its progress is kept."
            )));
        }
    };
    let forget = move |_| {
        shelf::forget(&forgotten);
        known.set(shelf::known());
    };
    view! {
        <li class="panel known-set">
            <button class="known-open" on:click=open>
                <strong>{name}</strong>
                <span>{words}</span>
            </button>
            <button class="tool" aria-label=label.clone() title=label on:click=forget>{icons::CLOSE.draw()}</button>
        </li>
    }
}

pub fn puzzles(count: usize) -> String {
    if count == 1 { "1 puzzle".to_owned() } else { format!("{count} puzzles") }
}

//! Export of the decisions: a package, a deck in Anki or a drill. Positions without analysis can be sent to gnubg.

use flashcards::{Export as Method, Question};
use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::{CardsState, Status, TaskProgress};
use super::studio::{self, CallError};
use crate::bridge::download;
use crate::language;

#[component]
pub fn Export() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let decisions = Memo::new(move |_| {
        state.selection.with(|selection| {
            state.collection.with(|collection| {
                collection.decisions().filter(|each| selection.includes_decision(each)).count()
            })
        })
    });
    let to_anki = Memo::new(move |_| state.settings.with(|settings| settings.export == Method::AnkiConnect));
    let idle = move || decisions.get() == 0 || state.work.get().is_some();
    let name = move || state.settings.with(|settings| settings.deck_name.clone());
    // Without any analysis, asking for it is the main action.
    let has_cards = move || decisions.get() > 0;
    view! {
        <section class="export panel" aria-labelledby="export-title">
            <h2 class="caption" id="export-title">{words.deck}</h2>
            <p class="deck-name"><strong>{name}</strong>{move || count(decisions.get())}</p>
            <div class="export-row">
                <button class="button" class:main=move || has_cards() && !to_anki.get() disabled=idle on:click=move |_| save(state)>
                    {words.export_apkg}
                </button>
                <button class="button" class:main=move || has_cards() && to_anki.get() disabled=idle on:click=move |_| send(state)>
                    {words.send}
                </button>
                <button class="button" disabled=idle on:click=move |_| state.drill()>{words.drill_now}</button>
            </div>
            <Engine is_main=Signal::derive(move || !has_cards()) />
        </section>
    }
}

/// Asks gnubg about the positions without analysis.
#[component]
fn Engine(is_main: Signal<bool>) -> impl IntoView {
    let state = CardsState::here();
    let questions = Memo::new(move |_| {
        state.selection.with(|selection| {
            state.collection.with(|collection| {
                collection.questions().filter(|(_, each)| selection.includes_question(each)).count()
            })
        })
    });
    view! {
        <Show when=move || { questions.get() > 0 }>
            <div class="export-row">
                <button class="button" class:main=is_main disabled=move || state.work.get().is_some() on:click=move |_| analyse_all(state)>
                    {move || language::here().count(language::cards().ask_gnubg, questions.get())}
                </button>
            </div>
        </Show>
    }
}

fn count(cards: usize) -> String {
    format!(" · {}", language::here().count(language::cards().card_count, cards))
}

/// Progress of the running work, with a button that stops it.
#[component]
pub fn Progress() -> impl IntoView {
    let state = CardsState::here();
    move || {
        state.work.get().map(|TaskProgress { doing, done, of }| {
            let bar = match of {
                0 => view! { <progress aria-label=doing></progress> }.into_any(),
                _ => {
                    view! { <progress aria-label=doing value=done.to_string() max=of.to_string()></progress> }
                        .into_any()
                }
            };
            let progress_text = if of == 0 { String::new() } else { format!(" {}", progress_text(done, of)) };
            view! {
                <div class="progress">
                    <span role="status">{doing}{progress_text}</span>
                    {bar}
                    <button class="button" on:click=move |_| state.stop()>{language::cards().stop}</button>
                </div>
            }
        })
    }
}

fn progress_text(done: usize, of: usize) -> String {
    let [done, of] = [done, of].map(|count| language::here().number(count as u64));
    fill(language::cards().progress, &[("done", &done), ("of", &of)])
}

fn save(state: CardsState) {
    let words = language::cards();
    let (decisions, settings) = (state.decisions(), state.settings.get_untracked());
    let signal = state.begin(words.making_package, 0);
    spawn_local(async move {
        let name = format!("{}.apkg", file_name(&settings.deck_name));
        match studio::package(&decisions, &settings, &signal).await {
            Ok(bytes) if download(&name, &bytes).is_ok() => {
                state.show_status(fill(words.saved, &[("name", &name)]));
            }
            Ok(_) => state.show_error(words.not_saved.into()),
            Err(refusal) => state.show_error(studio::message(&refusal)),
        }
        state.end();
    });
}

/// Deck names contain `::`, which Windows forbids in file names.
fn file_name(deck: &str) -> String {
    let name: String =
        deck.chars().map(|c| if c.is_alphanumeric() || " -_.".contains(c) { c } else { '-' }).collect();
    if name.trim().is_empty() { "Backgammon".into() } else { name.trim().to_owned() }
}

fn send(state: CardsState) {
    let (decisions, settings) = (state.decisions(), state.settings.get_untracked());
    let signal = state.begin(language::cards().sending, 0);
    spawn_local(async move {
        match studio::send(&decisions, &settings, &signal).await {
            Ok(words) => state.show_status(words),
            Err(refusal) => state.show_error(studio::message(&refusal)),
        }
        state.end();
    });
}

fn analyse_all(state: CardsState) {
    let questions: Vec<_> = state.selection.with_untracked(|selection| {
        state.collection.with_untracked(|collection| {
            collection
                .questions()
                .filter(|(_, each)| selection.includes_question(each))
                .map(|(id, q)| (id, q.clone()))
                .collect()
        })
    });
    analyse(state, questions);
}

/// Asks about the chosen position only.
pub fn analyse_one(state: CardsState, id: u32) {
    let question = state.collection.with_untracked(|collection| {
        collection
            .questions()
            .find(|(question, _)| *question == id)
            .map(|(id, question)| (id, question.clone()))
    });
    analyse(state, question.into_iter().collect());
}

/// One question at a time, so that progress shows and the work can be stopped. Answers so far are kept.
fn analyse(state: CardsState, questions: Vec<(u32, Question)>) {
    let plies = state.settings.with_untracked(|settings| settings.plies);
    let of = questions.len();
    let signal = state.begin(language::cards().asking, of);
    spawn_local(async move {
        // A path that was typed a moment ago is the one to use.
        state.settings_written().await;
        let (mut analysed, mut without) = (0, 0);
        for (done, (id, question)) in questions.into_iter().enumerate() {
            state.work.set(Some(TaskProgress { doing: language::cards().asking, done, of }));
            match studio::analyse(&question, plies, &signal).await {
                Ok(decision) => {
                    state.change(|collection| collection.answer(id, decision));
                    analysed += 1;
                }
                Err(CallError::Refused { status: 422, .. }) => without += 1,
                Err(CallError::Aborted) => break,
                Err(refusal) => {
                    state.show_error(studio::message(&refusal));
                    state.end();
                    return;
                }
            }
        }
        state.end();
        state.status.set(verdict(analysed, without, of));
    });
}

fn verdict(analysed: usize, without: usize, of: usize) -> Status {
    let (language, words) = (language::here(), language::cards());
    let mut text = match analysed + without < of {
        true => {
            language.count_with(words.analysed_some, of, &[("analysed", &language.number(analysed as u64))])
        }
        false => language.count(words.analysed, analysed),
    };
    if without > 0 {
        text = format!("{text} {}", language.count(words.without_cube, without));
    }
    Status { text, is_error: without > 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_gnubg_is_one_sentence() {
        for (analysed, without, of, status) in [
            (1, 0, 1, "GNU Backgammon analysed 1 position."),
            (3, 0, 7, "Stopped: GNU Backgammon analysed 3 of 7 positions."),
            (
                2,
                1,
                3,
                "GNU Backgammon analysed 2 positions. 1 position cannot be analysed: the player may not double.",
            ),
        ] {
            assert_eq!(verdict(analysed, without, of).text, status);
        }
    }

    #[test]
    fn a_deck_has_a_file_name_on_every_system() {
        assert_eq!(file_name("Backgammon::Ann/Bo?"), "Backgammon--Ann-Bo-");
        assert_eq!(file_name("  "), "Backgammon");
        assert_eq!(file_name("Öffnungen 3"), "Öffnungen 3");
    }
}

//! What becomes of the decisions: a package, a deck in Anki, a drill here; and gnubg for those without an analysis.

use flashcards::{Export as Method, Quiz};
use leptos::prelude::*;
use leptos::task::spawn_local;
use words::fill;

use super::studio::{self, Refusal};
use super::table::{Said, Table, Work, today};
use crate::bridge::download;
use crate::language;

#[component]
pub fn Export() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let decisions = Memo::new(move |_| {
        table.selection.with(|selection| {
            table.tray.with(|tray| tray.decisions().filter(|each| selection.takes(each)).count())
        })
    });
    let to_anki = Memo::new(move |_| table.settings.with(|settings| settings.export == Method::AnkiConnect));
    let idle = move || decisions.get() == 0 || table.work.get().is_some();
    let name = move || table.settings.with(|settings| settings.deck_name.clone());
    view! {
        <section class="export panel" aria-labelledby="export-title">
            <h2 class="caption" id="export-title">{words.deck}</h2>
            <p class="deck-name"><strong>{name}</strong>{move || count(decisions.get())}</p>
            <div class="export-row">
                <button class="button" class:main=move || !to_anki.get() disabled=idle on:click=move |_| save(table)>
                    {words.export_apkg}
                </button>
                <button class="button" class:main=move || to_anki.get() disabled=idle on:click=move |_| send(table)>
                    {words.send}
                </button>
                <button class="button" disabled=idle on:click=move |_| drill(table)>{words.drill_now}</button>
            </div>
            <Engine />
        </section>
    }
}

/// For what nobody has analysed yet.
#[component]
fn Engine() -> impl IntoView {
    let table = Table::here();
    let questions = Memo::new(move |_| {
        table.selection.with(|selection| {
            table.tray.with(|tray| tray.questions().filter(|(_, each)| selection.asks(each)).count())
        })
    });
    view! {
        <Show when=move || { questions.get() > 0 }>
            <div class="export-row">
                <button class="button" disabled=move || table.work.get().is_some() on:click=move |_| judge(table)>
                    {move || language::here().count(language::cards().ask_gnubg, questions.get())}
                </button>
            </div>
        </Show>
    }
}

fn count(cards: usize) -> String {
    format!(" · {}", language::here().count(language::cards().card_count, cards))
}

/// How far the work is, and an end to it.
#[component]
pub fn Progress() -> impl IntoView {
    let table = Table::here();
    move || {
        table.work.get().map(|Work { doing, done, of }| {
            let bar = match of {
                0 => view! { <progress aria-label=doing></progress> }.into_any(),
                _ => {
                    view! { <progress aria-label=doing value=done.to_string() max=of.to_string()></progress> }
                        .into_any()
                }
            };
            let how_far = if of == 0 { String::new() } else { format!(" {}", how_far(done, of)) };
            view! {
                <div class="progress">
                    <span role="status">{doing}{how_far}</span>
                    {bar}
                    <button class="button" on:click=move |_| table.stop()>{language::cards().stop}</button>
                </div>
            }
        })
    }
}

fn how_far(done: usize, of: usize) -> String {
    let [done, of] = [done, of].map(|count| language::here().number(count as u64));
    fill(language::cards().how_far, &[("done", &done), ("of", &of)])
}

fn save(table: Table) {
    let words = language::cards();
    let (decisions, settings) = (table.decisions(), table.settings.get_untracked());
    let signal = table.begin(words.making_package, 0);
    spawn_local(async move {
        let name = format!("{}.apkg", file_name(&settings.deck_name));
        match studio::package(&decisions, &settings, &signal).await {
            Ok(bytes) if download(&name, &bytes).is_ok() => {
                table.say(fill(words.saved, &[("name", &name)]));
            }
            Ok(_) => table.complain(words.not_saved.into()),
            Err(refusal) => table.complain(refusal.to_string()),
        }
        table.end();
    });
}

/// Sub-decks are marked by colons, which no file may have.
fn file_name(deck: &str) -> String {
    let name: String =
        deck.chars().map(|c| if c.is_alphanumeric() || " -_.".contains(c) { c } else { '-' }).collect();
    if name.trim().is_empty() { "Backgammon".into() } else { name.trim().to_owned() }
}

fn send(table: Table) {
    let (decisions, settings) = (table.decisions(), table.settings.get_untracked());
    let signal = table.begin(language::cards().sending, 0);
    spawn_local(async move {
        match studio::send(&decisions, &settings, &signal).await {
            Ok(words) => table.say(words),
            Err(refusal) => table.complain(refusal.to_string()),
        }
        table.end();
    });
}

fn drill(table: Table) {
    let decisions = table.decisions();
    let quiz = table.settings.with_untracked(|settings| {
        table.schedule.with_untracked(|schedule| {
            let due = Quiz::new(&decisions, settings, schedule, today(), false);
            // Whoever asks for more than is due gets it.
            if due.now().is_some() { due } else { Quiz::new(&decisions, settings, schedule, today(), true) }
        })
    });
    table.quiz.set(Some(quiz));
}

/// One after another, so that it can be watched and stopped; what has been answered by then stays.
fn judge(table: Table) {
    let questions: Vec<_> = table.selection.with_untracked(|selection| {
        table.tray.with_untracked(|tray| {
            tray.questions().filter(|(_, each)| selection.asks(each)).map(|(id, q)| (id, q.clone())).collect()
        })
    });
    let plies = table.settings.with_untracked(|settings| settings.plies);
    let of = questions.len();
    let signal = table.begin(language::cards().asking, of);
    spawn_local(async move {
        let (mut judged, mut without) = (0, 0);
        for (done, (id, question)) in questions.into_iter().enumerate() {
            table.work.set(Some(Work { doing: language::cards().asking, done, of }));
            match studio::judge(&question, plies, &signal).await {
                Ok(decision) => {
                    table.change(|tray| tray.answer(id, decision));
                    judged += 1;
                }
                Err(Refusal::Said { status: 422, .. }) => without += 1,
                Err(Refusal::Stopped) => break,
                Err(refusal) => {
                    table.complain(refusal.to_string());
                    table.end();
                    return;
                }
            }
        }
        table.end();
        table.said.set(verdict(judged, without, of));
    });
}

fn verdict(judged: usize, without: usize, of: usize) -> Said {
    let (language, words) = (language::here(), language::cards());
    let mut text = match judged + without < of {
        true => language.count_with(words.judged_some, of, &[("judged", &language.number(judged as u64))]),
        false => language.count(words.judged, judged),
    };
    if without > 0 {
        text = format!("{text} {}", language.count(words.without_cube, without));
    }
    Said { text, is_wrong: without > 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gnubg_did_is_told_in_a_sentence() {
        for (judged, without, of, said) in [
            (1, 0, 1, "GNU Backgammon has judged 1 position."),
            (3, 0, 7, "Stopped: GNU Backgammon has judged 3 of 7 positions."),
            (
                2,
                1,
                3,
                "GNU Backgammon has judged 2 positions. 1 position cannot be judged: the player has no cube to turn.",
            ),
        ] {
            assert_eq!(verdict(judged, without, of).text, said);
        }
    }

    #[test]
    fn a_deck_has_a_file_name_on_every_system() {
        assert_eq!(file_name("Backgammon::Ann/Bo?"), "Backgammon--Ann-Bo-");
        assert_eq!(file_name("  "), "Backgammon");
        assert_eq!(file_name("Öffnungen 3"), "Öffnungen 3");
    }
}

//! Links to single puzzles: to solve them again, and to look at them in Study.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use web_sys::js_sys::encode_uri_component;

use i18n::fill;

use super::trainer::Trainer;
use crate::icons;
use crate::language;
use crate::pages::Page;

/// The puzzles with what is said about each.
pub fn puzzle_links(trainer: Trainer, puzzles: Vec<(usize, Option<String>)>) -> impl IntoView {
    if puzzles.is_empty() {
        return view! { <span>{language::train().none}</span> }.into_any();
    }
    let link = move |(puzzle, note): (usize, Option<String>)| {
        let number = language::here().number(puzzle as u64 + 1);
        let study = fill(language::solving().study_link, &[("number", &number)]);
        view! {
            <li>
                <a href=address(trainer, puzzle) on:click=move |click| solve(trainer, puzzle, &click)>
                    {fill(language::solving().puzzle_link, &[("number", &number)])}
                </a>
                {note.map(|note| view! { <span class="muted">{note}</span> })}
                <button class="tool" aria-label=study.clone() title=study on:click=move |_| trainer.open_puzzle_in_study(puzzle)>
                    {icons::STUDY.draw()}
                </button>
            </li>
        }
    };
    view! { <ul class="puzzle-links">{puzzles.into_iter().map(link).collect_view()}</ul> }.into_any()
}

fn address(trainer: Trainer, puzzle: usize) -> String {
    let id = trainer.read_set(|set| set.id.to_string()).unwrap_or_default();
    format!("{}?set={}&puzzle={}", Page::Train.path(), encode_uri_component(&id), puzzle + 1)
}

/// The address may be this page's already, so a plain click does not go through it.
fn solve(trainer: Trainer, puzzle: usize, click: &MouseEvent) {
    let elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key();
    if click.button() == 0 && !elsewhere {
        click.prevent_default();
        trainer.start_one(puzzle);
    }
}

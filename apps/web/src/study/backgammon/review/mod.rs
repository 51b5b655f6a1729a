//! The review of a match: what the players lost, their luck, and the worst decisions. `flashcards` counts it from the
//! analysis in the file, or from the one that the studio's gnubg makes.

mod errors;
mod players;
mod rows;
mod state;

use i18n::fill;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

pub use state::MatchReviews;
use state::{Outcome, Reviewed};

use crate::foreign_text::foreign;
use crate::icons;
use crate::language;
use crate::study::page_state::PageState;
use errors::Errors;
use players::{GameTable, PlayerCards};

/// Opens the review of the current match.
#[component]
pub fn ReviewButton() -> impl IntoView {
    let reviews = MatchReviews::here();
    view! {
        <button class="button main" on:click=move |_| reviews.open()>{language::match_review().review_match}</button>
    }
}

/// Covers the page while the review of the current match is open.
#[component]
pub fn MatchReviewPage() -> impl IntoView {
    let reviews = MatchReviews::here();
    reviews.follow_games();
    move || reviews.is_shown().then(|| view! { <Review /> })
}

#[component]
fn Review() -> impl IntoView {
    let words = language::match_review();
    let page_state = PageState::here();
    let reviews = MatchReviews::here();
    let heading = NodeRef::<html::H2>::new();
    Effect::new(move |_| {
        if let Some(heading) = heading.get() {
            let _ = heading.focus();
        }
    });
    // Keys pressed here do not step through the record behind.
    let key = move |press: KeyboardEvent| {
        if press.key() == "Escape" {
            press.prevent_default();
            reviews.close();
        }
        let is_typed_alone = !press.ctrl_key() && !press.meta_key() && !press.alt_key();
        if is_typed_alone && press.key() != "?" && press.key() != "F1" {
            press.stop_propagation();
        }
    };
    let name = page_state.watch(|workspace| workspace.current().name());
    let length = page_state.watch_match(|record| match record.file().length() {
        0 => language::cards().money.to_owned(),
        length => fill(language::match_review().match_length, &[("n", &length.to_string())]),
    });
    view! {
        <section class="match-review" aria-labelledby="match-review-title" on:keydown=key>
            <header class="match-review-head">
                <button class="tool" title=words.back aria-label=words.back on:click=move |_| reviews.close()>
                    {icons::PREVIOUS.draw()}
                </button>
                <h2 id="match-review-title" tabindex="-1" node_ref=heading>{move || foreign(&name.get())}</h2>
                <p class="muted">{length}</p>
            </header>
            {move || match reviews.outcome() {
                Some(Outcome::Ready(reviewed)) => view! { <Figures reviewed /> }.into_any(),
                Some(Outcome::Failed(why)) => view! { <Failure why /> }.into_any(),
                Some(Outcome::Working { .. }) | None => view! { <Progress /> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Progress() -> impl IntoView {
    let words = language::match_review();
    let reviews = MatchReviews::here();
    let progress = Memo::new(move |_| reviews.progress());
    let text = move || match progress.get() {
        (done, games @ 1..) => {
            let game = (done + 1).min(games).to_string();
            fill(words.analysing_game, &[("game", &game), ("games", &games.to_string())])
        }
        _ => words.starting.to_owned(),
    };
    view! {
        <div class="match-review-wait panel">
            <p role="status">{text}</p>
            <progress
                aria-label=words.review_match
                max=move || progress.get().1.max(1).to_string()
                prop:value=move || progress.get().0 as f64
            ></progress>
            <p class="muted small">{words.takes_time}</p>
            <button class="button" on:click=move |_| reviews.stop()>{words.stop}</button>
        </div>
    }
}

#[component]
fn Failure(why: String) -> impl IntoView {
    let reviews = MatchReviews::here();
    view! {
        <div class="match-review-wait panel">
            <p role="alert">{why}</p>
            <button class="button main" on:click=move |_| reviews.begin()>{language::frame().try_again}</button>
        </div>
    }
}

#[component]
fn Figures(reviewed: Reviewed) -> impl IntoView {
    let words = language::match_review();
    let source = &reviewed.review.source;
    let program = format!("{} {}", source.program, source.version);
    let about = fill(words.about_pr, &[("program", program.trim())]);
    let unanalysed = reviewed.review.unanalysed;
    let problems = reviewed.review.problems.clone();
    view! {
        <div class="match-review-columns">
            <div class="match-review-stack">
                <PlayerCards reviewed=reviewed.clone() />
                <GameTable reviewed=reviewed.clone() />
                <p class="muted small">{about}</p>
                {(unanalysed > 0).then(|| view! {
                    <p class="small">{language::here().count(words.unanalysed, unanalysed)}</p>
                })}
                {(!problems.is_empty()).then(|| view! {
                    <ul class="small match-review-problems">
                        {problems.iter().take(5).map(|problem| view! { <li>{foreign(problem)}</li> }).collect_view()}
                    </ul>
                })}
            </div>
            <Errors reviewed />
        </div>
    }
}

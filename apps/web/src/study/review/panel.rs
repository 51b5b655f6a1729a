//! The tab of the record panel with the review of the game.

use analysis::review::PlayerReport;
use i18n::fill;
use leptos::prelude::*;
use record::{GameRecord, Record};
use study::{Command, Workspace};

use super::progress::ReviewProgress;
use super::reviews::{GameReview, Status, key};
use super::worst::WorstMoves;
use crate::icons;
use crate::language;
use crate::study::analysis::percent;
use crate::study::page_state::PageState;

/// Begins the review of a game that has none yet.
#[component]
pub fn ReviewButton() -> impl IntoView {
    let page_state = PageState::here();
    let has_review = page_state.reviews.watch(page_state);
    let can = page_state.watch(|workspace| workspace.can(Command::Review));
    let name = language::here().commands().review;
    view! {
        <Show when=move || !has_review.get()>
            <button
                class="tool review-game"
                type="button"
                title=format!("{name} (Alt+Shift+R)")
                aria-label=name
                disabled=move || !can.get()
                on:click=move |_| page_state.command(Command::Review)
            >
                {icons::REVIEW.draw()}
            </button>
        </Show>
    }
}

#[component]
pub fn ReviewPanel() -> impl IntoView {
    let page_state = PageState::here();
    let key = key(page_state);
    // Whose moves are listed.
    let player = RwSignal::new(0usize);
    let reviews = page_state.reviews;
    let report = Memo::new(move |_| {
        let at = player.get();
        reviews.with(key.get(), |review| review.update.players.get(at).cloned()).flatten().unwrap_or_default()
    });
    let names = page_state.watch(player_names);
    let name = move |at: usize| move || names.with(|names| names.get(at).cloned().unwrap_or_default());
    let one = move |at: usize| {
        let chosen = move || player.get() == at;
        view! {
            <label class="segment">
                <input type="radio" name="reviewed-player" prop:checked=chosen on:change=move |_| player.set(at) />
                <span>{name(at)}</span>
            </label>
        }
    };
    view! {
        <div class="review">
            <ReviewProgress key />
            <Notices />
            <div class="segments reviewed-players" role="group" aria-label=language::here().review().players>
                {one(0)}
                {one(1)}
            </div>
            <Summary report />
            <WorstMoves key player />
            <Actions />
        </div>
    }
}

fn player_names(workspace: &Workspace) -> [String; 2] {
    let words = language::study();
    let shown = |name: Option<String>, otherwise: &str| {
        let name = name.map(|name| i18n::visible_line(name.trim()).into_owned());
        name.filter(|name| !matches!(name.as_str(), "" | "?")).unwrap_or_else(|| otherwise.to_owned())
    };
    match workspace.current().record() {
        Record::Chess(record) => {
            let tag = |name: &str| record.game().tag(name).map(|text| text.into_owned());
            [shown(tag("White"), words.white), shown(tag("Black"), words.black)]
        }
        Record::Go(record) => {
            let name =
                |property| record.node(record.root()).simple_text(property).map(|text| text.into_owned());
            [shown(name("PB"), words.black), shown(name("PW"), words.white)]
        }
        Record::Backgammon(_) => Default::default(),
    }
}

/// `12 inaccuracies, 3 mistakes, 1 blunder`, accuracy, phases.
#[component]
fn Summary(report: Memo<PlayerReport>) -> impl IntoView {
    let words = language::here().review();
    let page_state = PageState::here();
    let (reviews, key) = (page_state.reviews, key(page_state));
    let is_go = page_state.watch(|workspace| workspace.current().go().is_some());
    let counts = move || report.with(counts);
    let phases = move || report.with(|report| phases(report, is_go.get()));
    // Of some moves it would say little.
    let is_swept = Memo::new(move |_| reviews.with(key.get(), is_swept).unwrap_or(false));
    let accuracy = move || {
        let accuracy = report.with(|report| report.accuracy).filter(|_| is_swept.get());
        accuracy.map_or("–".to_owned(), |share| percent(share / 100.0))
    };
    view! {
        <div class="review-summary">
            <p>{counts}<br /><span class="small">{phases}</span></p>
            <span class="accuracy"><b>{accuracy}</b><span class="small">{words.accuracy}</span></span>
        </div>
    }
}

fn is_swept(review: &GameReview) -> bool {
    review.status == Status::Finished || review.update.moves.iter().all(|mv| mv.value.is_some())
}

/// A count and its noun stay on one line.
fn counts(report: &PlayerReport) -> String {
    let (words, here) = (language::here().review(), language::here());
    let unsure = (report.unsure > 0).then(|| here.count(words.unsure, report.unsure));
    let counts = [
        here.count(words.inaccuracies, report.inaccuracies),
        here.count(words.mistakes, report.mistakes),
        here.count(words.blunders, report.blunders),
    ];
    let whole = counts.into_iter().chain(unsure).map(|count| count.replace(' ', "\u{a0}"));
    whole.collect::<Vec<_>>().join(language::frame().comma)
}

fn phases(report: &PlayerReport, is_go: bool) -> String {
    let words = language::here().review();
    let texts = [words.opening, words.middlegame, words.endgame];
    let share = |(text, share): (&'static str, &Option<f32>)| {
        let share = (*share)?;
        Some(fill(text, &[("percent", &format!("{share:.0}%"))]))
    };
    let phases = texts.into_iter().zip(&report.phases).filter_map(share);
    let mean = report.mean_loss.map(|loss| {
        let text = if is_go { words.mean_points } else { words.mean_percent };
        fill(text, &[("n", &language::here().decimal(f64::from(loss), 1))])
    });
    phases.chain(mean).collect::<Vec<_>>().join(" · ")
}

/// What one should know about these values.
#[component]
fn Notices() -> impl IntoView {
    let words = language::here().review();
    let page_state = PageState::here();
    let (reviews, key) = (page_state.reviews, key(page_state));
    let is_changed = page_state.watch(move |workspace| {
        let record = workspace.current().record();
        let key = (workspace.current().id(), record.number());
        reviews.peek(key, |review| !review.line.is_still_in(record)).unwrap_or(false)
    });
    let notices = Memo::new(move |_| reviews.with(key.get(), notices).unwrap_or_default());
    let is_of_file = Memo::new(move |_| {
        let is_of_file = |review: &GameReview| {
            review.status == Status::Finished
                && review.update.engine.is_none()
                && !review.update.moves.is_empty()
        };
        reviews.with(key.get(), is_of_file).unwrap_or(false)
    });
    let notice = move |text: &'static str, action: &'static str, again: bool| {
        view! {
            <p class="review-row small">
                <span>{text}</span>
                <button type="button" class="button slim" on:click=move |_| reviews.begin_anew(page_state, again)>
                    {action}
                </button>
            </p>
        }
    };
    view! {
        <Show when=move || is_changed.get()>{notice(words.changed, words.begin_again, false)}</Show>
        <Show when=move || is_of_file.get() && !is_changed.get()>
            {notice(words.from_file, words.search_anyway, true)}
        </Show>
        {move || notices.get().into_iter().map(|text| view! { <p class="small">{text}</p> }).collect_view()}
    }
}

fn notices(review: &GameReview) -> Vec<String> {
    let words = language::here().review();
    let update = &review.update;
    let cut = update.cut_at.as_ref().map(|mv| fill(words.cut_at, &[("move", &i18n::visible_line(mv))]));
    let lost = update.is_not_stored.then(|| words.not_stored.to_owned());
    let unknown = update.moves.iter().filter(|mv| mv.value.is_none()).count();
    let unknown = (unknown > 0 && review.status == Status::Finished)
        .then(|| language::here().count(words.unanswered, unknown));
    cut.into_iter().chain(lost).chain(unknown).collect()
}

#[component]
fn Actions() -> impl IntoView {
    let words = language::here().review();
    let page_state = PageState::here();
    let reviews = page_state.reviews;
    let action = move |command: Command, name: &'static str| {
        let title = command.entry().map(|entry| entry.name(language::here()));
        view! {
            <button type="button" class="button slim" title=title on:click=move |_| page_state.command(command)>
                {name}
            </button>
        }
    };
    let close = move |_| reviews.close(page_state.peek(super::reviews::current));
    view! {
        <div class="review-actions">
            {action(Command::WriteEvaluations, words.write)}
            {action(Command::AddBestLines, words.add)}
            <button type="button" class="tool" title=words.close aria-label=words.close on:click=close>
                {icons::CLOSE.draw()}
            </button>
        </div>
    }
}

//! How far a review is, with what can be done about it. The row stays while its text changes.

use api::review::ReviewState;
use i18n::fill;
use leptos::prelude::*;

use super::reviews::{GameKey, GameReview, Status};
use crate::language;
use crate::study::page_state::PageState;

#[derive(Clone, PartialEq)]
struct Progress {
    status: Status,
    state: &'static str,
    done: usize,
    of: usize,
    remaining: Option<u64>,
}

impl Progress {
    fn of(review: &GameReview) -> Progress {
        let words = language::here().review();
        let update = &review.update;
        let state = match (&review.status, &update.state) {
            (Status::Queued, _) => words.queued,
            (_, ReviewState::Waiting) => words.waiting,
            (_, ReviewState::Starting) => words.starting,
            _ => words.running,
        };
        let status = review.status.clone();
        Progress { status, state, done: update.done, of: update.of, remaining: update.remaining }
    }
}

#[component]
pub fn ReviewProgress(key: Memo<GameKey>) -> impl IntoView {
    let reviews = PageState::here().reviews;
    let progress = Memo::new(move |_| reviews.with(key.get(), Progress::of));
    let is_finished = Memo::new(move |_| {
        progress.with(|progress| progress.as_ref().is_none_or(|p| p.status == Status::Finished))
    });
    view! {
        <Show when=move || !is_finished.get()>
            <Unfinished key progress />
        </Show>
    }
}

#[component]
fn Unfinished(key: Memo<GameKey>, progress: Memo<Option<Progress>>) -> impl IntoView {
    let words = language::here().review();
    let reviews = PageState::here().reviews;
    let read = move |look: fn(&Progress) -> String| {
        move || progress.with(|p| p.as_ref().map(look).unwrap_or_default())
    };
    let is_going_on =
        Memo::new(move |_| progress.with(|p| p.as_ref().is_some_and(|p| p.status.is_going_on())));
    let title = read(|progress| match &progress.status {
        Status::Queued | Status::Running => progress.state.to_owned(),
        Status::Stopped | Status::Finished => language::here().review().stopped.to_owned(),
        Status::Failed(why) => why.clone(),
    });
    let press = move |_| match is_going_on.get_untracked() {
        true => reviews.stop(key.get_untracked()),
        false => reviews.go_on(key.get_untracked()),
    };
    let share =
        move |look: fn(&Progress) -> usize| move || progress.with(|p| p.as_ref().map_or(0, look).to_string());
    view! {
        <div class="review-progress">
            <div class="review-row">
                <strong role="status">{title}</strong>
                <button type="button" class="button slim" on:click=press>
                    {move || if is_going_on.get() { words.stop } else { words.go_on }}
                </button>
            </div>
            <progress max=share(|p| p.of.max(1)) value=share(|p| p.done) aria-label=words.title></progress>
            <p class="small">{read(far)}</p>
        </div>
    }
}

/// `31 of 74 searches · about 40 seconds left`.
fn far(progress: &Progress) -> String {
    let words = language::here().review();
    let far = [("done", &*progress.done.to_string()), ("of", &*progress.of.to_string())];
    let left = progress.remaining.filter(|_| progress.status == Status::Running).map(time_left);
    std::iter::once(fill(words.progress, &far)).chain(left).collect::<Vec<_>>().join(" · ")
}

fn time_left(millis: u64) -> String {
    let words = language::here().review();
    let seconds = millis.div_ceil(1000);
    let (text, count) = match seconds {
        0..90 => (words.seconds_left, seconds),
        90..5400 => (words.minutes_left, (seconds + 30) / 60),
        _ => (words.hours_left, (seconds + 1800) / 3600),
    };
    language::here().count(text, usize::try_from(count).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_is_told_in_a_unit_that_fits() {
        let texts = [900, 41_000, 100_000, 7_300_000].map(time_left);
        let expected =
            ["about 1 second left", "about 41 seconds left", "about 2 minutes left", "about 2 hours left"];
        assert_eq!(texts, expected);
    }
}

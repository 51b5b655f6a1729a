//! A set: what to do with it today, and how it has gone so far.

use drill::{Attempted, CycleReport, Day};
use leptos::prelude::*;

use super::chart;
use super::sets::puzzles;
use super::trainer::{Place, Trainer, todays};
use super::verdict::{percent, seconds, stage_words};
use crate::icons;

#[component]
pub fn SetPage() -> impl IntoView {
    let trainer = Trainer::here();
    let name = move || trainer.read_set(|set| set.progress.name.clone());
    let size = move || trainer.read_set(|set| puzzles(set.progress.size));
    view! {
        <div class="page narrow train-set">
            <header class="lead">
                <button class="button back" on:click=move |_| trainer.place.set(Place::Sets)>
                    {icons::PREVIOUS.draw()}"All sets"
                </button>
                <h1>{name}</h1>
                <p>{size}</p>
                <Show when=move || !trainer.is_kept.get()>
                    <p class="warn" role="status">"This browser refuses to keep anything: progress is lost when the page is closed."</p>
                </Show>
            </header>
            <SessionCard />
            <CycleCard />
            <Statistics />
        </div>
    }
}

#[component]
fn SessionCard() -> impl IntoView {
    let trainer = Trainer::here();
    let failed = move || trainer.read_set(|set| set.progress.failed().len()).unwrap_or(0);
    let chosen = move |event: leptos::ev::Event| {
        if let Ok(minutes) = event_target_value(&event).parse() {
            trainer.minutes.set(minutes);
        }
    };
    let choice = move |minutes: u64| {
        view! {
            <option value=minutes.to_string() prop:selected=move || trainer.minutes.get() == minutes>
                {format!("{minutes} minutes")}
            </option>
        }
    };
    view! {
        <section class="panel group task" aria-labelledby="session-title">
            <h2 class="caption" id="session-title">"Against the clock"</h2>
            <div class="task-row form">
                <button class="button main" on:click=move |_| trainer.begin_session()>"Begin a session"</button>
                <select aria-label="Length of the session" on:change=chosen>
                    {[3, 5, 10, 20, 30].map(choice).collect_view()}
                </select>
                <Show when=move || { failed() > 0 }>
                    <button class="button" on:click=move |_| trainer.retry_failed()>
                        {move || format!("Retry failed ({})", failed())}
                    </button>
                </Show>
            </div>
        </section>
    }
}

#[component]
fn CycleCard() -> impl IntoView {
    let trainer = Trainer::here();
    let words = move || trainer.read_set(|set| stage_words(&set.progress));
    let has_begun = move || trainer.read_set(|set| set.progress.woodpecker.is_some()).unwrap_or(false);
    let due = move || trainer.read_set(|set| todays(&set.progress).len()).unwrap_or(0);
    view! {
        <section class="panel group task" aria-labelledby="cycle-title">
            <h2 class="caption" id="cycle-title">"The Woodpecker method"</h2>
            <Show
                when=has_begun
                fallback=move || {
                    view! {
                        <p>"The whole set in 28 days, then again in 14, 7, 4, 2 and 1; what you then forget comes back in time."</p>
                        <div class="task-row">
                            <button class="button" on:click=move |_| trainer.begin_cycle()>"Begin the first cycle"</button>
                        </div>
                    }
                }
            >
                <div class="task-row">
                    <button class="button" disabled=move || due() == 0 on:click=move |_| trainer.begin_cycle()>
                        {move || if due() == 0 { "Nothing today".to_owned() } else { format!("Solve today's {}", puzzles(due())) }}
                    </button>
                    <span class="aside">{words}</span>
                </div>
            </Show>
        </section>
    }
}

#[component]
fn Statistics() -> impl IntoView {
    let trainer = Trainer::here();
    let attempts = move || trainer.read_set(|set| set.progress.attempts.clone()).unwrap_or_default();
    let reports = move || {
        let all = trainer.read_set(|set| set.progress.woodpecker.as_ref().map(drill::Woodpecker::reports));
        all.flatten().unwrap_or_default()
    };
    view! {
        <Show when=move || !attempts().is_empty()>
            <section class="panel group statistics" aria-labelledby="statistics-title">
                <h2 class="caption" id="statistics-title">"So far"</h2>
                {move || figures(&attempts())}
                {move || attempt_chart(&attempts())}
                <Show when=move || !reports().is_empty()>
                    {move || cycle_chart(&reports())}
                    {move || cycle_lists(&reports())}
                </Show>
            </section>
        </Show>
    }
}

fn figures(attempts: &[(Day, Attempted)]) -> impl IntoView + use<> {
    let right = attempts.iter().filter(|(_, attempt)| attempt.right).count();
    let share = right as f64 / attempts.len().max(1) as f64;
    let middle = drill::median(attempts.iter().map(|(_, attempt)| attempt.think));
    let one = |name: &'static str, value: String| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
    view! {
        <dl class="figures">
            {one("Attempts", attempts.len().to_string())}
            {one("Right", right.to_string())}
            {one("Accuracy", percent(share))}
            {one("Median", seconds(middle))}
        </dl>
    }
}

fn attempt_chart(attempts: &[(Day, Attempted)]) -> impl IntoView + use<> {
    const SHOWN: usize = 60;
    let skipped = attempts.len().saturating_sub(SHOWN);
    let times: Vec<(f64, bool)> =
        attempts.iter().skip(skipped).map(|(_, a)| (a.think.as_secs_f64(), a.right)).collect();
    let label = format!("Time for each of the last {} attempts", times.len());
    view! {
        <figure>
            <figcaption>"Seconds for each of the last attempts"</figcaption>
            <svg class="chart" viewBox="0 0 360 150" role="img" aria-label=label inner_html=chart::attempts(&times)></svg>
        </figure>
    }
}

fn cycle_chart(reports: &[CycleReport]) -> impl IntoView + use<> {
    view! {
        <figure>
            <figcaption>"Cycle by cycle: time as bars, accuracy as a line"</figcaption>
            <svg class="chart" viewBox="0 0 360 150" role="img" aria-label=chart::cycles_in_words(reports) inner_html=chart::cycles(reports)></svg>
        </figure>
    }
}

/// The slowest and the failed of the last cycle.
fn cycle_lists(reports: &[CycleReport]) -> impl IntoView + use<> {
    let report = reports.last()?;
    let slowest: Vec<String> = report
        .slowest
        .iter()
        .take(5)
        .map(|(puzzle, time)| format!("{} ({})", puzzle + 1, seconds(*time)))
        .collect();
    let failed: Vec<String> = report.failed.iter().map(|puzzle| (puzzle + 1).to_string()).collect();
    let failed = if failed.is_empty() { "none".to_owned() } else { failed.join(", ") };
    let speed = format!("{:.1} a minute", report.per_minute);
    Some(view! {
        <dl class="lists">
            <div><dt>"Speed of this cycle"</dt><dd>{speed}</dd></div>
            <div><dt>"Slowest"</dt><dd>{slowest.join(", ")}</dd></div>
            <div><dt>"Failed"</dt><dd>{failed}</dd></div>
        </dl>
    })
}

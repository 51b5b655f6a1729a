//! The screen of a set: what to solve today, and the statistics.

use drill::{CycleReport, Day, FinishedAttempt, Progress, Selection, Stage};
use leptos::prelude::*;

use super::chart;
use super::progress_text::{clock, figures, percent, seconds, stage_text};
use super::set_store::today;
use super::sets::{ErrorMessage, puzzles};
use super::trainer::{Screen, Trainer};
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;

#[component]
pub fn SetPage() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let name = move || trainer.read_set(|set| set.progress.name.clone());
    let size = move || trainer.read_set(|set| puzzles(set.progress.size()));
    view! {
        <div class="page narrow train-set">
            <header class="lead">
                <button class="button back" on:click=move |_| trainer.screen.set(Screen::Sets)>
                    {icons::PREVIOUS.draw()}{words.all_sets}
                </button>
                <h1>{move || name().map(|name| foreign(&name))}</h1>
                <p>{size}</p>
                <Show when=move || !trainer.is_stored.get()>
                    <p class="warn" role="status">{words.progress_not_stored}</p>
                </Show>
                <ErrorMessage />
            </header>
            <SessionCard />
            <CycleCard />
            <RepetitionCard />
            <Statistics />
        </div>
    }
}

#[component]
fn SessionCard() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let failed = move || count(trainer, Selection::Failed);
    let chosen = move |event: leptos::ev::Event| {
        if let Ok(minutes) = event_target_value(&event).parse() {
            trainer.minutes.set(minutes);
        }
    };
    let choice = move |minutes: u64| {
        view! {
            <option value=minutes.to_string() prop:selected=move || trainer.minutes.get() == minutes>
                {language::here().count(words.minutes, minutes as usize)}
            </option>
        }
    };
    view! {
        <section class="panel group task" aria-labelledby="session-title">
            <h2 class="caption" id="session-title">{words.against_clock}</h2>
            <div class="task-row form">
                <button class="button main" on:click=move |_| trainer.start_timed_session()>{words.begin_session}</button>
                <select aria-label=words.session_length on:change=chosen>
                    {[3, 5, 10, 20, 30].map(choice).collect_view()}
                </select>
                <Show when=move || { failed() > 0 }>
                    <button class="button" on:click=move |_| trainer.retry_failed()>
                        {move || language::here().count(words.retry_failed, failed())}
                    </button>
                </Show>
            </div>
        </section>
    }
}

#[component]
fn CycleCard() -> impl IntoView {
    let trainer = Trainer::here();
    let words = language::train();
    let stage = move || trainer.read_set(|set| stage_text(&set.progress));
    let has_begun = move || trainer.read_set(|set| set.progress.has_cycles()).unwrap_or(false);
    let due = move || count(trainer, Selection::Cycle);
    view! {
        <section class="panel group task" aria-labelledby="cycle-title">
            <h2 class="caption" id="cycle-title">{words.woodpecker}</h2>
            <Show
                when=has_begun
                fallback=move || {
                    view! {
                        <p>{words.woodpecker_text}</p>
                        <div class="task-row">
                            <button class="button" on:click=move |_| trainer.start_cycle_session()>{words.begin_first}</button>
                        </div>
                    }
                }
            >
                <div class="task-row">
                    <button class="button" disabled=move || due() == 0 on:click=move |_| trainer.start_cycle_session()>
                        {move || match due() {
                            0 => words.nothing_today.to_owned(),
                            due => language::here().count(words.solve_today, due),
                        }}
                    </button>
                    <span class="muted">{stage}</span>
                </div>
            </Show>
        </section>
    }
}

/// Puzzles due for repetition. After the last cycle the card of the cycles has them.
#[component]
fn RepetitionCard() -> impl IntoView {
    let trainer = Trainer::here();
    let words = language::train();
    let is_after_cycles =
        |progress: &Progress| matches!(progress.stage(today()), Some(Stage::Repetition { .. }));
    let is_shown = move || {
        let is_shown = |progress: &Progress| !progress.attempts().is_empty() && !is_after_cycles(progress);
        trainer.read_set(|set| is_shown(&set.progress)).unwrap_or(false)
    };
    let due = move || count(trainer, Selection::Due);
    view! {
        <Show when=is_shown>
            <section class="panel group task" aria-labelledby="repetition-title">
                <h2 class="caption" id="repetition-title">{words.repetition}</h2>
                <p>{words.repetition_text}</p>
                <div class="task-row">
                    <button class="button" disabled=move || due() == 0 on:click=move |_| trainer.repeat_due()>
                        {move || match due() {
                            0 => words.nothing_today.to_owned(),
                            due => language::here().count(words.repeat_due, due),
                        }}
                    </button>
                </div>
            </section>
        </Show>
    }
}

/// How many puzzles such a session has today.
fn count(trainer: Trainer, selection: Selection) -> usize {
    trainer.read_set(|set| set.progress.puzzles(selection, today()).len()).unwrap_or(0)
}

#[component]
fn Statistics() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let attempts = move || trainer.read_set(|set| set.progress.attempts().to_vec()).unwrap_or_default();
    let totals = move || trainer.read_set(|set| set.progress.totals());
    let reports = move || trainer.read_set(|set| set.progress.reports()).unwrap_or_default();
    view! {
        <Show when=move || !attempts().is_empty()>
            <section class="panel group statistics" aria-labelledby="statistics-title">
                <h2 class="caption" id="statistics-title">{words.progress}</h2>
                {move || totals().map(|totals| figures("figures", words.attempts, totals))}
                {move || attempt_chart(&attempts())}
                <Show when=move || !reports().is_empty()>
                    {move || cycle_chart(&reports())}
                    {move || cycle_table(&reports())}
                    {move || cycle_lists(&reports())}
                </Show>
            </section>
        </Show>
    }
}

fn attempt_chart(attempts: &[(Day, FinishedAttempt)]) -> impl IntoView + use<> {
    const SHOWN: usize = 60;
    let skipped = attempts.len().saturating_sub(SHOWN);
    let times: Vec<(f64, bool)> =
        attempts.iter().skip(skipped).map(|(_, a)| (a.think.as_secs_f64(), a.right)).collect();
    let words = language::train();
    let label = language::here().count(words.attempts_label, times.len());
    view! {
        <figure>
            <figcaption>{words.attempts_caption}</figcaption>
            <svg class="chart" viewBox="0 0 360 150" role="img" aria-label=label inner_html=chart::attempts(&times)></svg>
        </figure>
    }
}

fn cycle_chart(reports: &[CycleReport]) -> impl IntoView + use<> {
    view! {
        <figure>
            <figcaption>{language::train().cycles_caption}</figcaption>
            <svg class="chart" viewBox="0 0 360 150" role="img" aria-label=chart::cycles_text(reports) inner_html=chart::cycles(reports)></svg>
        </figure>
    }
}

/// The figures of each cycle.
fn cycle_table(reports: &[CycleReport]) -> impl IntoView + use<> {
    let (language, words) = (language::here(), language::train());
    let row = |(number, report): (u64, &CycleReport)| {
        view! {
            <tr>
                <th scope="row">{language.number(number)}</th>
                <td>{percent(report.accuracy)}</td>
                <td>{clock(report.total.as_secs())}</td>
                <td>{seconds(report.median)}</td>
                <td>{language.decimal(report.per_minute, 1)}</td>
            </tr>
        }
    };
    let heads = [words.cycle, words.accuracy, words.total_time, words.median, words.per_minute];
    view! {
        <table class="cycles">
            <thead>
                <tr>{heads.map(|head| view! { <th scope="col">{head}</th> }).collect_view()}</tr>
            </thead>
            <tbody>{(1..).zip(reports).map(row).collect_view()}</tbody>
        </table>
    }
}

/// The slowest and the failed puzzles of the last cycle.
fn cycle_lists(reports: &[CycleReport]) -> impl IntoView + use<> {
    let report = reports.last()?;
    let words = language::train();
    let comma = language::frame().comma;
    let slowest: Vec<String> = report
        .slowest
        .iter()
        .take(5)
        .map(|(puzzle, time)| format!("{} ({})", puzzle + 1, seconds(*time)))
        .collect();
    let failed: Vec<String> = report.failed.iter().map(|puzzle| (puzzle + 1).to_string()).collect();
    let failed = if failed.is_empty() { words.none.to_owned() } else { failed.join(comma) };
    Some(view! {
        <dl class="cycle-lists">
            <div><dt>{words.slowest}</dt><dd>{slowest.join(comma)}</dd></div>
            <div><dt>{words.failed}</dt><dd>{failed}</dd></div>
        </dl>
    })
}

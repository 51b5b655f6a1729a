//! The screen of a set: what to solve today, and the statistics.

use drill::{CycleReport, Day, FinishedAttempt, GameWithoutSolution, Progress, Selection, Stage};
use i18n::{fill, visible_line};
use leptos::prelude::*;

use super::chart;
use super::cycle_card::CycleCard;
use super::progress_text::{clock, figures, percent_or_none, seconds, seconds_or_none};
use super::puzzle_links::puzzle_links;
use super::session_card::SessionCard;
use super::set_store::today;
use super::sets::{ErrorMessage, ReadingProgress, puzzles};
use super::study_link::SetInStudy;
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
                <SetInStudy />
                <ReadingProgress />
                <LeftOut />
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

/// The games of the file in which there is nothing to find.
#[component]
fn LeftOut() -> impl IntoView {
    let trainer = Trainer::here();
    move || {
        let games = trainer.read_set(|set| set.puzzles.without_solution().to_vec()).unwrap_or_default();
        (!games.is_empty()).then(|| left_out(&games))
    }
}

fn left_out(games: &[GameWithoutSolution]) -> impl IntoView + use<> {
    const NAMED: usize = 50;
    let words = language::solving();
    let name = |game: &GameWithoutSolution| {
        let number = language::here().number(game.number as u64 + 1);
        match game.name.as_str() {
            "" => fill(words.game_number, &[("number", &number)]),
            name => fill(words.game_named, &[("number", &number), ("name", &visible_line(name))]),
        }
    };
    let more = games.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| language::here().count(words.and_more, more));
    let names: Vec<String> = games.iter().take(NAMED).map(name).chain(more).collect();
    view! {
        <details class="left-out">
            <summary>{language::here().count(words.left_out, games.len())}</summary>
            <ul>{names.into_iter().map(|name| view! { <li><bdi>{name}</bdi></li> }).collect_view()}</ul>
        </details>
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
pub fn count(trainer: Trainer, selection: Selection) -> usize {
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
                {move || totals().map(|totals| figures("figures", totals))}
                {move || attempt_chart(&attempts())}
                <Show when=move || !reports().is_empty()>
                    {move || cycle_chart(&reports())}
                    {move || cycle_table(&reports())}
                </Show>
                {move || trainer.read_set(|set| puzzle_lists(trainer, &set.progress))}
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
                <td>{percent_or_none(report.totals.accuracy)}</td>
                <td>{clock(report.total.as_secs())}</td>
                <td>{seconds_or_none(report.totals.median)}</td>
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

/// The slowest and the failed puzzles: of the last cycle, or of all attempts if there are no cycles.
fn puzzle_lists(trainer: Trainer, progress: &Progress) -> impl IntoView + use<> {
    const SLOWEST: usize = 5;
    let words = language::train();
    let report = progress.reports().pop();
    let (slowest, failed) = match report {
        Some(report) => (report.slowest, report.failed),
        None => (progress.slowest(), progress.puzzles(Selection::Failed, today())),
    };
    let slowest =
        slowest.into_iter().take(SLOWEST).map(|(puzzle, time)| (puzzle, Some(seconds(time)))).collect();
    let failed = failed.into_iter().map(|puzzle| (puzzle, None)).collect();
    view! {
        <dl class="cycle-lists">
            <div><dt>{words.slowest}</dt><dd>{puzzle_links(trainer, slowest)}</dd></div>
            <div><dt>{words.failed}</dt><dd>{puzzle_links(trainer, failed)}</dd></div>
        </dl>
    }
}

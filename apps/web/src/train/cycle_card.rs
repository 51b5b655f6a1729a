//! The Woodpecker method: starting it with the usual or other cycle lengths, today's share, and working ahead.

use drill::{EndReason, Plan, PlanError, Progress, Selection, Stage};
use i18n::fill;
use leptos::html;
use leptos::prelude::*;

use super::progress_text::stage_text;
use super::set_page::count;
use super::set_store::today;
use super::trainer::Trainer;
use crate::language;

#[component]
pub fn CycleCard() -> impl IntoView {
    let trainer = Trainer::here();
    let words = language::train();
    let stage = move || trainer.read_set(|set| stage_text(&set.progress));
    let has_begun = move || trainer.read_set(|set| set.progress.has_cycles()).unwrap_or(false);
    let due = move || count(trainer, Selection::Cycle);
    view! {
        <section class="panel group task" aria-labelledby="cycle-title">
            <h2 class="caption" id="cycle-title">{words.woodpecker}</h2>
            <Show when=has_begun fallback=|| view! { <FirstCycle /> }>
                <div class="task-row">
                    <button class="button" disabled=move || due() == 0 on:click=move |_| trainer.start_cycle_session()>
                        {move || match due() {
                            0 => words.nothing_today.to_owned(),
                            due => language::here().count(words.solve_today, due),
                        }}
                    </button>
                    <Show when=move || due() == 0>
                        <WorkAhead class="button" />
                    </Show>
                    <span class="muted">{stage}</span>
                </div>
            </Show>
        </section>
    }
}

/// Continues with what is left in the cycle, or with the next cycle on a day of rest.
#[component]
pub fn WorkAhead(class: &'static str) -> impl IntoView {
    let trainer = Trainer::here();
    let text = move || trainer.read_set(|set| work_ahead_text(&set.progress)).flatten();
    view! {
        <Show when=move || text().is_some()>
            <button class=class on:click=move |_| trainer.work_ahead()>{text}</button>
        </Show>
    }
}

fn work_ahead_text(progress: &Progress) -> Option<String> {
    let words = language::solving();
    match progress.stage(today())? {
        Stage::Cycle { left: 0, .. } | Stage::Repetition { .. } => None,
        Stage::Cycle { left, .. } => Some(language::here().count(words.go_on, left)),
        Stage::Rest { .. } => Some(words.next_cycle_now.to_owned()),
    }
}

/// What is said at the end of a session of the cycle in place of "all puzzles done".
pub fn end_text(progress: &Progress, reason: EndReason) -> Option<String> {
    let words = language::solving();
    match progress.stage(today()).filter(|_| reason == EndReason::AllSolved)? {
        Stage::Cycle { left, .. } => Some(language::here().count(words.share_done, left)),
        Stage::Rest { .. } => Some(words.cycle_complete.to_owned()),
        Stage::Repetition { .. } => None,
    }
}

#[component]
fn FirstCycle() -> impl IntoView {
    let (words, solving) = (language::train(), language::solving());
    let trainer = Trainer::here();
    let usual = Plan::default();
    let (days, rest) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let error = RwSignal::new(None::<String>);
    let start = move |_| {
        let text = |field: NodeRef<html::Input>| field.get_untracked().map(|field| field.value());
        let rest = text(rest).and_then(|rest| rest.trim().parse().ok()).unwrap_or_default();
        match Plan::read(&text(days).unwrap_or_default(), rest) {
            Ok(plan) => trainer.start_cycles(plan),
            Err(why) => error.set(Some(plan_error(&why))),
        }
    };
    view! {
        <p>{words.woodpecker_text}</p>
        <div class="task-row">
            <button class="button" on:click=start>{words.begin_first}</button>
        </div>
        <details class="session-options">
            <summary>{solving.cycle_lengths}</summary>
            <div class="option-rows form">
                <label class="number">
                    {solving.cycle_days}
                    <input class="days" type="text" name="cycle-days" value=usual.days_text() autocomplete="off" node_ref=days />
                </label>
                <label class="number">
                    {solving.rest_days}
                    <input type="number" name="rest-days" min="0" max="30" value=usual.rest.to_string() node_ref=rest />
                </label>
            </div>
        </details>
        <p class="error-text" role="alert">{move || error.get()}</p>
    }
}

fn plan_error(why: &PlanError) -> String {
    let words = language::solving();
    match why {
        PlanError::Empty => words.plan_empty.to_owned(),
        PlanError::TooMany => fill(words.plan_too_many, &[("most", &Plan::MAX_CYCLES.to_string())]),
        PlanError::NotDays(part) => {
            fill(words.plan_not_days, &[("part", part), ("most", &Plan::MAX_DAYS.to_string())])
        }
    }
}

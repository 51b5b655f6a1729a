//! The panel of the analysis: a switch, the engine, and its best lines. Its height depends only on their number; without
//! an analysis a button in the panel of the moves is all there is.

use i18n::fill;
use leptos::prelude::*;
use record::GameType;
use study::{AnalysisPart, Command};

use super::go_lines::GoLines;
use super::graph::GameGraph;
use super::line_rows::ChessLines;
use super::live::{LiveAnalysis, MAX_LINES, Problem};
use super::question::About;
use super::values;
use crate::icons::{self, Icon};
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn AnalysisPanel() -> impl IntoView {
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let has_review = page_state.reviews.watch(page_state);
    // A phone shows one line until all are wanted.
    let is_open = RwSignal::new(false);
    view! {
        <Show when=move || live.switches.is_on.get()>
            <section class="panel analysis" class:open=is_open aria-label=language::here().analysis().title>
                <Head is_open />
                <Body />
            </section>
        </Show>
        <Show when=move || live.switches.is_on.get() || has_review.get()>
            <GameGraph />
        </Show>
    }
}

/// Begins and ends the analysis.
#[component]
pub fn AnalysisButton() -> impl IntoView {
    let words = language::here().analysis();
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let is_on = live.switches.is_on;
    view! {
        <button
            class="tool"
            type="button"
            title=move || if is_on.get() { words.turn_off } else { words.turn_on }
            aria-label=language::here().commands().analyse
            aria-pressed=move || is_on.get().to_string()
            on:click=move |_| page_state.command(Command::Analyse)
        >
            {icons::ANALYSIS.draw()}
        </button>
    }
}

#[component]
fn Head(is_open: RwSignal<bool>) -> impl IntoView {
    let words = language::here().analysis();
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let game = page_state.watch_game_type();
    let name = Memo::new(move |_| {
        let engine = live.read(|question, update| match question.about {
            // The built-in bot has the version of the program.
            About::Go { .. } => update.engine.name.clone(),
            About::Chess { .. } => format!("{} {}", update.engine.name, update.engine.version),
        });
        engine.map(|engine| engine.trim().to_owned())
    });
    // The name stays while the next position is being asked about.
    let last_name = RwSignal::new(String::new());
    Effect::new(move |_| {
        if let Some(name) = name.get() {
            last_name.set(name);
        }
    });
    let title = move || match last_name.get() {
        name if !name.is_empty() => name,
        _ => words.title.to_owned(),
    };
    view! {
        <div class="analysis-head">
            <button
                class="switch"
                type="button"
                role="switch"
                aria-checked="true"
                aria-label=language::here().commands().analyse
                title=words.turn_off
                on:click=move |_| page_state.command(Command::Analyse)
            ></button>
            <strong title=title>{title}</strong>
            <span class="fact" title=move || effort(live)>{move || effort(live)}</span>
            <Toggle part=AnalysisPart::Hints icon=icons::LAMP label=words.hints />
            <Show when=move || game.get() == GameType::Go>
                <Toggle part=AnalysisPart::Ownership icon=icons::OWNERSHIP label=words.ownership />
            </Show>
            <LineCount />
            <button
                class="tool expand"
                type="button"
                title=words.all_lines
                aria-label=words.all_lines
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                {icons::DOWN.draw()}
            </button>
        </div>
    }
}

/// How far the engine has looked, and how fast.
fn effort(live: LiveAnalysis) -> String {
    let words = language::here().analysis();
    let number = |n: u64| values::short_count(u32::try_from(n).unwrap_or(u32::MAX));
    let facts = live.read(|question, update| {
        let (report, speed) = (&update.report, update.report.nodes_per_second);
        let (far, speed) = match question.about {
            About::Chess { .. } => (
                fill(words.depth, &[("n", &report.depth.to_string())]),
                (speed >= 1000).then(|| fill(words.speed, &[("n", &(speed / 1000).to_string())])),
            ),
            About::Go { .. } => (
                fill(words.visits, &[("n", &number(report.nodes))]),
                (speed > 0).then(|| fill(words.visits_speed, &[("n", &number(speed))])),
            ),
        };
        std::iter::once(far).chain(speed).collect::<Vec<_>>().join(" · ")
    });
    let is_starting = live.has_question() && live.problem.with(Option::is_none);
    facts.unwrap_or_else(|| if is_starting { words.starting.to_owned() } else { String::new() })
}

#[component]
fn Toggle(part: AnalysisPart, icon: Icon, label: &'static str) -> impl IntoView {
    let (page_state, switches) = (PageState::here(), LiveAnalysis::here().switches);
    let (switch, command) = match part {
        AnalysisPart::Search => (switches.is_on, Command::Analyse),
        AnalysisPart::Hints => (switches.hints, Command::ShowHints),
        AnalysisPart::Ownership => (switches.ownership, Command::ShowOwnership),
    };
    view! {
        <button
            class="tool"
            type="button"
            title=label
            aria-label=label
            aria-pressed=move || switch.get().to_string()
            on:click=move |_| page_state.command(command)
        >
            {icon.draw()}
        </button>
    }
}

#[component]
fn LineCount() -> impl IntoView {
    let words = language::here().analysis();
    let live = LiveAnalysis::here();
    let choose = move |event: leptos::ev::Event| {
        if let Ok(count) = event_target_value(&event).parse() {
            live.set_line_count(count);
        }
    };
    let choice = move |count: usize| {
        view! { <option value=count.to_string() prop:selected=move || live.line_count.get() == count>{count}</option> }
    };
    view! {
        <select class="line-count" aria-label=words.lines title=words.lines on:change=choose>
            {(1..=MAX_LINES).map(choice).collect_view()}
        </select>
    }
}

#[component]
fn Body() -> impl IntoView {
    let words = language::here().analysis();
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let is_simultaneous = page_state.watch_go(|record| record.variant().is_some());
    let game = page_state.watch_game_type();
    let is_asking = Memo::new(move |_| live.has_question());
    move || match live.problem.get() {
        Some(problem) => view! { <Notice problem /> }.into_any(),
        None if is_simultaneous.get() => view! { <p class="notice">{words.simultaneous}</p> }.into_any(),
        None if !is_asking.get() => view! { <p class="notice">{words.game_over}</p> }.into_any(),
        None if !live.switches.hints.get() => view! { <p class="notice">{words.hints_hidden}</p> }.into_any(),
        None if game.get() == GameType::Go => view! { <GoLines /> }.into_any(),
        None => view! { <ChessLines /> }.into_any(),
    }
}

/// Why there are no lines, and what to do.
#[component]
fn Notice(problem: Problem) -> impl IntoView {
    let words = language::here().analysis();
    let live = LiveAnalysis::here();
    let (text, action) = match problem {
        Problem::Replaced => (words.replaced.to_owned(), words.analyse_here),
        Problem::Failed(text) => (text, words.again),
    };
    view! {
        <div class="notice" role="alert">
            <p>{text}</p>
            <button class="button" type="button" on:click=move |_| live.try_again()>{action}</button>
        </div>
    }
}

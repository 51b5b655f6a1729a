//! The rules: a dialog during a game, and a page for newcomers before it.

use diagram::go::{Geometry, Scene, draw};
use diagram::{Theme, to_svg};
use leptos::prelude::*;
use play::protocol::GameKind;
use rules::go::simultaneous::Variant;

use super::rule_cases::{Case, cases};
use super::session::Session;
use super::wording;
use crate::dialog::Dialog;
use crate::language;

/// Pixels of a board.
const CASE_SIZE: f64 = 132.0;

#[component]
pub fn RulesButton() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let shown = RwSignal::new(false);
    let game = session.watch(|client| client.kifu().map(|kifu| kifu.settings().game));
    view! {
        <button class="button" on:click=move |_| shown.set(true)>{words.rules}</button>
        <Show when=move || shown.get()>
            <Dialog title=words.rules_title.to_owned() class="rules-dialog" close=move || shown.set(false)>
                {move || match game.get().flatten() {
                    Some(kind) if kind.is_simultaneous() => view! { <Simultaneous kind /> }.into_any(),
                    Some(kind) => view! { <InTurns kind /> }.into_any(),
                    None => ().into_any(),
                }}
            </Dialog>
        </Show>
    }
}

/// The rules of simultaneous Go, with boards to click through.
#[component]
pub fn Simultaneous(kind: GameKind) -> impl IntoView {
    let words = language::play();
    let variant = kind.variant().unwrap_or_default();
    let collision = match variant {
        Variant::Red => words.collision_red,
        Variant::Hole => words.collision_hole,
        Variant::Void => words.collision_void,
    };
    let cases = cases(variant).into_iter().map(|case| view! { <CaseCard case variant /> });
    let facts = [
        (words.fact_legal, words.fact_legal_text),
        (words.fact_end, words.fact_end_text),
        (words.fact_score, words.fact_score_text),
        (words.fact_time, words.fact_time_text),
    ];
    let fact = |(title, text)| view! { <div><dt>{title}</dt><dd>{text}</dd></div> };
    view! {
        <div class="rules">
            <p>{words.rules_turn}" "{collision}</p>
            <div class="cases">{cases.collect_view()}</div>
            <p hidden=variant != Variant::Void>{words.rules_repetition}</p>
            <dl class="facts">{facts.map(fact).collect_view()}</dl>
        </div>
    }
}

/// One case: its board, and a button for the next picture.
#[component]
fn CaseCard(case: Case, variant: Variant) -> impl IntoView {
    let words = language::play();
    let frames = StoredValue::new(case.frames(variant));
    let last = frames.with_value(Vec::len).saturating_sub(1);
    let now = RwSignal::new(0);
    let shown = move || frames.with_value(|frames| frames.get(now.get()).cloned());
    let picture = move || shown().map(|frame| small(&frame.scene)).unwrap_or_default();
    let caption = move || shown().map(|frame| frame.caption);
    let step = move |_| now.update(|now| *now = if *now < last { *now + 1 } else { 0 });
    let label = move || match now.get() {
        now if now == last => words.case_again,
        _ => words.case_next,
    };
    view! {
        <section class="panel case">
            <h3>{case.title}</h3>
            <div class="case-picture" aria-hidden="true" inner_html=picture></div>
            <p class="case-caption" role="status">{caption}</p>
            <button class="button" on:click=step>{label}</button>
            <p class="muted">{case.text}</p>
        </section>
    }
}

#[component]
fn InTurns(kind: GameKind) -> impl IntoView {
    let words = language::play();
    let count = if kind == GameKind::Japanese { words.count_japanese } else { words.count_chinese };
    view! {
        <div class="rules">
            <p>{words.turns_begin}</p>
            <p>{words.turns_end}" "{count}</p>
        </div>
    }
}

fn small(scene: &Scene) -> String {
    let geometry = Geometry::new(scene.size).with_coordinates(false).fitting(CASE_SIZE, CASE_SIZE);
    to_svg(&draw(scene, &geometry), Theme::Page)
}

/// The page of the rules, before the first game: `/play?rules`.
#[component]
pub fn RulesPage() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let variants = [GameKind::Red, GameKind::Hole, GameKind::Void];
    let kind = RwSignal::new(GameKind::Red);
    let choose = |each: GameKind| {
        view! {
            <button class="button" aria-pressed=move || (kind.get() == each).to_string() on:click=move |_| kind.set(each)>
                {wording::kind(each)}
            </button>
        }
    };
    view! {
        <div class="page rules-page">
            <div class="lead">
                <h1>{words.rules_page}</h1>
                <p>{words.rules_lead}</p>
            </div>
            <div class="answers variants" role="group" aria-label=words.game>{variants.map(choose).collect_view()}</div>
            {move || view! { <Simultaneous kind=kind.get() /> }}
            <div class="answers">
                <button class="button main" on:click=move |_| session.leave_rules()>{words.rules_done}</button>
            </div>
        </div>
    }
}

/// Leads to the rules from wherever newcomers come by.
#[component]
pub fn RulesLink() -> impl IntoView {
    view! { <a class="button rules-link" href="/play?rules">{language::play().rules_link}</a> }
}

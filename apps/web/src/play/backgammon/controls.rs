//! The buttons of the match, at the foot of the panel: their place is the same in every state.

use i18n::fill;
use leptos::prelude::*;
use play::backgammon::{BackgammonTable, Need, TableInput};
use rules::backgammon::Side;

use super::game::BackgammonGame;
use crate::language;

#[component]
pub(super) fn Controls() -> impl IntoView {
    let words = language::backgammon_play();
    let game = BackgammonGame::here();
    let need = Memo::new(move |_| game.read(BackgammonTable::need).unwrap_or(Need::Nothing));
    let main = move |text: &'static str| {
        view! { <button class="button main" on:click=move |_| game.advance()>{text}</button> }
    };
    let act = move |text: &'static str, input: TableInput| {
        view! { <button class="button" on:click=move |_| _ = game.act(input)>{text}</button> }
    };
    let can_confirm = Memo::new(move |_| game.is_complete());
    let buttons = move || {
        match need.get() {
        Need::Turn(Side::Bottom) => {
            view! { {act(words.double, TableInput::Double)} {main(words.roll)} }.into_any()
        }
        Need::Play(Side::Bottom) => view! {
            <button class="button main" disabled=move || !can_confirm.get() on:click=move |_| game.advance()>{words.confirm}</button>
        }
        .into_any(),
        Need::Answer(Side::Bottom) => {
            view! { {act(words.pass, TableInput::Pass)} {act(words.take, TableInput::Take)} }.into_any()
        }
        Need::NextGame => view! { {main(words.next_game)} }.into_any(),
        Need::Nothing => {
            view! { <button class="button main" on:click=move |_| game.review()>{language::match_review().review_match}</button> }
                .into_any()
        }
        _ => view! { <button class="button main" disabled>{words.wait}</button> }.into_any(),
    }
    };
    view! {
        <div class="backgammon-more">
            <Resign />
            <button class="button" on:click=move |_| game.open_in_study()>{language::play().open_in_study}</button>
        </div>
        <div class="drilling-foot">{buttons}</div>
    }
}

/// Gives up the points that can still be lost, after a second click.
#[component]
fn Resign() -> impl IntoView {
    let words = language::backgammon_play();
    let game = BackgammonGame::here();
    let is_open = RwSignal::new(false);
    let offers = Memo::new(move |_| {
        let is_mine = |table: &BackgammonTable| {
            matches!(table.need(), Need::Turn(Side::Bottom) | Need::Play(Side::Bottom))
        };
        let offers = |table: &BackgammonTable| {
            let value = u16::try_from(table.position().cube.value()).unwrap_or(u16::MAX);
            let times = table.resignations().into_iter();
            times.map(|times| (times, times.saturating_mul(value))).collect::<Vec<_>>()
        };
        game.read(|table| is_mine(table).then(|| offers(table))).flatten().unwrap_or_default()
    });
    let offer = move |(times, points): (u16, u16)| {
        let points = language::here().count(language::match_review().points, usize::from(points));
        let text = fill(words.resign_points, &[("points", &points)]);
        let resign = move |_| {
            is_open.set(false);
            game.act(TableInput::Resign(times));
        };
        view! { <button class="button" on:click=resign>{text}</button> }
    };
    view! {
        <button
            class="button"
            aria-expanded=move || is_open.get().to_string()
            disabled=move || offers.with(Vec::is_empty)
            on:click=move |_| is_open.update(|open| *open = !*open)
        >
            {words.resign}
        </button>
        <Show when=move || is_open.get() && offers.with(|offers| !offers.is_empty())>
            {move || offers.get().into_iter().map(offer).collect_view()}
        </Show>
    }
}

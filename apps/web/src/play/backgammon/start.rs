//! The form on the start screen of Play.

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use play::backgammon::GnubgLevel;

use super::game::BackgammonGame;
use super::saved;
use crate::language;
use crate::play::saved_seats::save_name;

const LENGTHS: [u16; 8] = [1, 3, 5, 7, 9, 11, 15, 0];
const USUAL_LENGTH: u16 = 5;

fn level_text(level: GnubgLevel) -> &'static str {
    let words = language::backgammon_play();
    match level {
        GnubgLevel::Beginner => words.beginner,
        GnubgLevel::Casual => words.casual,
        GnubgLevel::Intermediate => words.intermediate,
        GnubgLevel::Advanced => words.advanced,
        GnubgLevel::Expert => words.expert,
        GnubgLevel::WorldClass => words.world_class,
    }
}

fn length_text(length: u16) -> String {
    match length {
        0 => language::backgammon_play().money.to_owned(),
        length => fill(language::match_review().match_length, &[("n", &length.to_string())]),
    }
}

#[component]
pub fn BackgammonStart(name: RwSignal<String>) -> impl IntoView {
    let words = language::backgammon_play();
    let game = BackgammonGame::here();
    let length = RwSignal::new(USUAL_LENGTH);
    let level = RwSignal::new(saved::load().map_or(GnubgLevel::default(), |saved| saved.level()));
    let unfinished = saved::load().is_some_and(|saved| {
        let table = saved.table();
        table.winner().is_none() && !table.inputs().is_empty()
    });
    let begin = move |event: SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked();
        save_name(&name);
        let name = if name.trim().is_empty() { language::play().guest } else { name.trim() };
        game.begin(length.get_untracked(), level.get_untracked(), name);
    };
    let lengths = LENGTHS.map(|each| {
        view! { <option value=each.to_string() selected=move || length.get() == each>{length_text(each)}</option> }
    });
    let levels = GnubgLevel::ALL.map(|each| {
        view! { <option value=each.name() selected=move || level.get() == each>{level_text(each)}</option> }
    });
    view! {
        <form class="panel padded play-option backgammon-start" on:submit=begin>
            <div>
                <h2>{words.against_gnubg}</h2>
                <p class="muted">{words.about}</p>
            </div>
            <div class="form columns">
                <label>
                    {words.length}
                    <select name="match-length" on:change=move |event| length.set(event_target_value(&event).parse().unwrap_or(USUAL_LENGTH))>
                        {lengths.collect_view()}
                    </select>
                </label>
                <label>
                    {words.level}
                    <select name="gnubg-level" on:change=move |event| level.set(GnubgLevel::from_name(&event_target_value(&event)).unwrap_or_default())>
                        {levels.collect_view()}
                    </select>
                </label>
            </div>
            <div class="backgammon-begin">
                {unfinished.then(|| view! { <a class="button" href=BackgammonGame::address()>{language::play().continue_game}</a> })}
                <button class="button main" type="submit">{language::play().begin}</button>
            </div>
        </form>
    }
}

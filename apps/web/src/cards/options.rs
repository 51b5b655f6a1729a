//! Settings for cards and export. Changes apply at once and are saved in the file that the command line reads.

use diagram::backgammon::{Orientation, Scheme, ScoreFormat};
use flashcards::{Export, Settings};
use leptos::prelude::*;

use super::state::CardsState;
use crate::backgammon_names::{home_names, scheme_names};
use crate::controls::Switch;
use crate::language;

#[component]
pub fn Options() -> impl IntoView {
    let words = language::cards();
    view! {
        <details class="options panel">
            <summary><span class="caption">{words.options}</span></summary>
            <div class="form columns">
                <TextField
                    label=words.deck_name
                    get=|settings| settings.deck_name.clone()
                    set=|settings, name| {
                        if !name.is_empty() {
                            settings.deck_name = name;
                        }
                    }
                />
                <SelectField
                    label=words.colours
                    names=texts(scheme_names())
                    get=|settings| settings.scheme.name()
                    set=|settings, name| settings.scheme = Scheme::named(name).unwrap_or_default()
                />
                <SelectField label=words.option_count names=counts() get=count set=set_count />
                <SelectField
                    label=language::here().backgammon_picture().home_side
                    names=texts(home_names())
                    get=|settings| if settings.orientation == Orientation::Clockwise { "left" } else { "right" }
                    set=|settings, name| {
                        settings.orientation =
                            if name == "left" { Orientation::Clockwise } else { Orientation::CounterClockwise };
                    }
                />
                <SelectField
                    label=words.score
                    names=texts([("points", words.score_points), ("away", words.score_away), ("hidden", words.score_hidden)])
                    get=|settings| match settings.score {
                        ScoreFormat::Points => "points",
                        ScoreFormat::Away => "away",
                        ScoreFormat::Hidden => "hidden",
                    }
                    set=|settings, name| {
                        settings.score = match name {
                            "away" => ScoreFormat::Away,
                            "hidden" => ScoreFormat::Hidden,
                            _ => ScoreFormat::Points,
                        };
                    }
                />
                <SelectField
                    label=words.default_export
                    names=texts([("apkg", words.package), ("anki", words.running_anki)])
                    get=|settings| if settings.export == Export::AnkiConnect { "anki" } else { "apkg" }
                    set=|settings, name| {
                        settings.export = if name == "anki" { Export::AnkiConnect } else { Export::Package };
                    }
                />
                <TextField label=words.anki_address get=|s| s.anki_address.clone() set=|s, text| s.anki_address = text />
                <TextField label=words.anki_key get=|s| s.anki_key.clone() set=|s, text| s.anki_key = text />
                <SelectField
                    label=words.plies
                    names=PLIES.into_iter().zip(0..).map(|(name, plies)| (name, language::here().count(words.ply_count, plies))).collect()
                    get=|settings| PLIES.get(usize::from(settings.plies)).copied().unwrap_or("2")
                    set=|settings, name| settings.plies = name.parse().unwrap_or(2)
                />
                <TextField label=words.gnubg_path get=|s| s.gnubg.clone() set=|s, text| s.gnubg = text />
                <SwitchField label=words.pips get=|s| s.pips set=|s, on| s.pips = on />
                <SwitchField label=words.interactive get=|s| s.interactive_moves set=|s, on| s.interactive_moves = on />
                <SwitchField label=words.swapped get=|s| s.swap_colors set=|s, on| s.swap_colors = on />
            </div>
        </details>
    }
}

/// Options of a select field: the name stored in the settings, and the label.
type Names = Vec<(&'static str, String)>;

fn texts(names: impl IntoIterator<Item = (&'static str, &'static str)>) -> Names {
    names.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
}

const PLIES: [&str; 5] = ["0", "1", "2", "3", "4"];
const COUNTS: [&str; 10] = ["0", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

fn counts() -> Names {
    texts(COUNTS.map(|name| (name, if name == "0" { language::cards().no_options } else { name })))
}

fn count(settings: &Settings) -> &'static str {
    let count = if settings.show_options { settings.option_count } else { 0 };
    COUNTS.into_iter().find(|name| name.parse() == Ok(count)).unwrap_or("5")
}

fn set_count(settings: &mut Settings, name: &str) {
    match name.parse() {
        Ok(0) | Err(_) => settings.show_options = false,
        Ok(count) => (settings.show_options, settings.option_count) = (true, count),
    }
}

#[component]
fn TextField(
    label: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, String),
) -> impl IntoView {
    let state = CardsState::here();
    let change = move |change| {
        let text = event_target_value(&change).trim().to_owned();
        state.change_settings(|settings| set(settings, text));
    };
    view! {
        <label>
            {label}
            <input type="text" autocomplete="off" prop:value=move || state.settings.with(get) on:change=change />
        </label>
    }
}

#[component]
fn SelectField(
    label: &'static str,
    names: Names,
    get: fn(&Settings) -> &'static str,
    set: fn(&mut Settings, &str),
) -> impl IntoView {
    let state = CardsState::here();
    let current = Memo::new(move |_| state.settings.with(get));
    let entries = names
        .into_iter()
        .map(|(name, words)| view! { <option value=name selected=move || current.get() == name>{words}</option> })
        .collect_view();
    view! {
        <label>
            {label}
            <select on:change=move |change| {
                let name = event_target_value(&change);
                state.change_settings(|settings| set(settings, &name));
            }>{entries}</select>
        </label>
    }
}

#[component]
fn SwitchField(
    label: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) -> impl IntoView {
    let state = CardsState::here();
    view! {
        <label class="row">
            <span>{label}</span>
            <Switch
                is_on=move || state.settings.with(get)
                turn=move |on| state.change_settings(|settings| set(settings, on))
            />
        </label>
    }
}

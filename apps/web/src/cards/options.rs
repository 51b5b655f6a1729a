//! How cards look and where they go. Every change works at once and is kept where the command line finds it.

use diagram::backgammon::{Orientation, Scheme, ScoreFormat};
use flashcards::{Export, Settings};
use leptos::prelude::*;

use super::table::Table;

#[component]
pub fn Options() -> impl IntoView {
    view! {
        <details class="options panel">
            <summary><span class="caption">"Options"</span></summary>
            <div class="form columns">
                <Line
                    label="Name of the deck"
                    get=|settings| settings.deck_name.clone()
                    set=|settings, name| {
                        if !name.is_empty() {
                            settings.deck_name = name;
                        }
                    }
                />
                <Choice
                    label="Colours"
                    names=COLOURS.to_vec()
                    get=|settings| settings.scheme.name()
                    set=|settings, name| settings.scheme = Scheme::named(name).unwrap_or_default()
                />
                <Choice label="Options on a card" names=COUNTS.to_vec() get=count set=set_count />
                <Choice
                    label="Home of the player"
                    names=vec![("right", "On the right"), ("left", "On the left")]
                    get=|settings| if settings.orientation == Orientation::Clockwise { "left" } else { "right" }
                    set=|settings, name| {
                        settings.orientation =
                            if name == "left" { Orientation::Clockwise } else { Orientation::CounterClockwise };
                    }
                />
                <Choice
                    label="Score"
                    names=vec![("points", "2 of 7"), ("away", "5 away"), ("hidden", "Not shown")]
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
                <Choice
                    label="Usual way out"
                    names=vec![("apkg", "Package"), ("anki", "Running Anki")]
                    get=|settings| if settings.export == Export::AnkiConnect { "anki" } else { "apkg" }
                    set=|settings, name| {
                        settings.export = if name == "anki" { Export::AnkiConnect } else { Export::Package };
                    }
                />
                <Line label="Where AnkiConnect listens" get=|s| s.anki_address.clone() set=|s, text| s.anki_address = text />
                <Line label="Key of AnkiConnect, if it has one" get=|s| s.anki_key.clone() set=|s, text| s.anki_key = text />
                <Choice
                    label="GNU Backgammon looks ahead"
                    names=vec![("0", "0 plies"), ("1", "1 ply"), ("2", "2 plies"), ("3", "3 plies"), ("4", "4 plies")]
                    get=|settings| ["0", "1", "2", "3", "4"].get(usize::from(settings.plies)).copied().unwrap_or("2")
                    set=|settings, name| settings.plies = name.parse().unwrap_or(2)
                />
                <Line label="The program gnubg, if it is not found" get=|s| s.gnubg.clone() set=|s, text| s.gnubg = text />
                <Switch label="Pip counts" get=|s| s.pips set=|s, on| s.pips = on />
                <Switch label="A clicked move is shown" get=|s| s.interactive_moves set=|s, on| s.interactive_moves = on />
                <Switch label="White and black swapped" get=|s| s.swap_colors set=|s, on| s.swap_colors = on />
            </div>
        </details>
    }
}

const COLOURS: [(&str, &str); 7] = [
    ("classic", "Classic"),
    ("forest", "Forest"),
    ("ocean", "Ocean"),
    ("desert", "Desert"),
    ("sunset", "Sunset"),
    ("midnight", "Midnight"),
    ("monochrome", "Monochrome"),
];

const COUNTS: [(&str, &str); 10] = [
    ("0", "None: think first"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    ("5", "5"),
    ("6", "6"),
    ("7", "7"),
    ("8", "8"),
    ("9", "9"),
    ("10", "10"),
];

fn count(settings: &Settings) -> &'static str {
    let count = if settings.show_options { settings.option_count } else { 0 };
    let known = COUNTS.iter().find(|(name, _)| name.parse() == Ok(count));
    known.map_or("5", |(name, _)| name)
}

fn set_count(settings: &mut Settings, name: &str) {
    match name.parse() {
        Ok(0) | Err(_) => settings.show_options = false,
        Ok(count) => (settings.show_options, settings.option_count) = (true, count),
    }
}

#[component]
fn Line(label: &'static str, get: fn(&Settings) -> String, set: fn(&mut Settings, String)) -> impl IntoView {
    let table = Table::here();
    let change = move |change| {
        let text = event_target_value(&change).trim().to_owned();
        table.prefer(|settings| set(settings, text));
    };
    view! {
        <label>
            {label}
            <input type="text" autocomplete="off" prop:value=move || table.settings.with(get) on:change=change />
        </label>
    }
}

#[component]
fn Choice(
    label: &'static str,
    names: Vec<(&'static str, &'static str)>,
    get: fn(&Settings) -> &'static str,
    set: fn(&mut Settings, &str),
) -> impl IntoView {
    let table = Table::here();
    let current = Memo::new(move |_| table.settings.with(get));
    let entries = names
        .into_iter()
        .map(|(name, words)| view! { <option value=name selected=move || current.get() == name>{words}</option> })
        .collect_view();
    view! {
        <label>
            {label}
            <select on:change=move |change| {
                let name = event_target_value(&change);
                table.prefer(|settings| set(settings, &name));
            }>{entries}</select>
        </label>
    }
}

#[component]
fn Switch(label: &'static str, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)) -> impl IntoView {
    let table = Table::here();
    view! {
        <label class="row">
            <span>{label}</span>
            <input
                class="switch"
                type="checkbox"
                role="switch"
                prop:checked=move || table.settings.with(get)
                on:change=move |change| {
                    let on = event_target_checked(&change);
                    table.prefer(|settings| set(settings, on));
                }
            />
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_can_be_chosen() {
        assert_eq!(COLOURS.map(|(name, _)| Scheme::named(name)), Scheme::ALL.map(Some));
    }
}

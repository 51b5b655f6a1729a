//! Which decisions of a match are worth a card: whose they were, and what they cost. What falls through is not lost.

use leptos::prelude::*;

use super::table::Table;
use crate::language;

/// Only there when what lies on the tray was played by somebody.
#[component]
pub fn Sieve() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let players = Memo::new(move |_| {
        table.tray.with(|tray| tray.players().into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    let chosen = Memo::new(move |_| table.selection.with(|selection| selection.player.clone()));
    let names = move || {
        let name = |name: String| {
            let (is, value) = (name.clone(), name.clone());
            view! { <option value=value selected=move || chosen.get() == is>{name}</option> }
        };
        players.get().into_iter().map(name).collect_view()
    };
    let least = move || table.selection.with(|selection| format!("{:.3}", selection.least_loss));
    view! {
        <Show when=move || players.with(|players| !players.is_empty())>
            <div class="sieve form columns" role="group" aria-label=words.of_matches>
                <label>
                    {words.whose}
                    <select on:change=move |change| {
                        let name = event_target_value(&change);
                        table.select(|selection| selection.player = name);
                    }>
                        <option value="" selected=move || chosen.with(String::is_empty)>{words.everybody}</option>
                        {names}
                    </select>
                </label>
                <label>
                    {words.cost_at_least}
                    <input
                        type="number"
                        inputmode="decimal"
                        min="0"
                        step="0.005"
                        prop:value=least
                        on:change=move |change| {
                            let loss = loss(&event_target_value(&change));
                            table.select(|selection| selection.least_loss = loss);
                        }
                    />
                </label>
            </div>
        </Show>
    }
}

/// Anything that is not a loss asks for all of them.
fn loss(text: &str) -> f64 {
    let loss: f64 = text.trim().replace(',', ".").parse().unwrap_or_default();
    if loss.is_finite() { loss.clamp(0.0, 3.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_number_or_nothing() {
        for (text, is) in [("0.02", 0.02), ("0,1", 0.1), ("", 0.0), ("-1", 0.0), ("9", 3.0), ("inf", 0.0)] {
            assert_eq!(loss(text), is, "{text}");
        }
    }
}

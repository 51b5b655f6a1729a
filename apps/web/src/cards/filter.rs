//! Filters the list by player and by the equity lost. Hidden items stay in the collection.

use i18n::visible_line;
use leptos::prelude::*;

use super::state::CardsState;
use crate::language;

/// Shown only if the collection has decisions of named players.
#[component]
pub fn Filter() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let players = Memo::new(move |_| {
        state
            .collection
            .with(|collection| collection.players().into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    let chosen = Memo::new(move |_| state.selection.with(|selection| selection.player.clone()));
    let names = move || {
        let name = |name: String| {
            let (is, value) = (name.clone(), name.clone());
            view! { <option value=value selected=move || chosen.get() == is>{visible_line(&name).into_owned()}</option> }
        };
        players.get().into_iter().map(name).collect_view()
    };
    let least = move || state.selection.with(|selection| format!("{:.3}", selection.least_loss));
    view! {
        <Show when=move || players.with(|players| !players.is_empty())>
            <div class="card-filter form columns" role="group" aria-label=words.match_decisions>
                <label>
                    {words.whose_decisions}
                    <select on:change=move |change| {
                        let name = event_target_value(&change);
                        state.select(|selection| selection.player = name);
                    }>
                        <option value="" selected=move || chosen.with(String::is_empty)>{words.everyone}</option>
                        {names}
                    </select>
                </label>
                <label>
                    {words.minimum_error}
                    <input
                        type="number"
                        inputmode="decimal"
                        min="0"
                        step="0.005"
                        prop:value=least
                        on:change=move |change| {
                            let loss = loss(&event_target_value(&change));
                            state.select(|selection| selection.least_loss = loss);
                        }
                    />
                </label>
            </div>
        </Show>
    }
}

/// Text that is not a number means no threshold.
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

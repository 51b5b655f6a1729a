//! Filters the list by player and by the equity lost. Hidden items stay in the collection.

use i18n::visible_line;
use leptos::prelude::*;

use super::address::loss;
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
        <Show when=move || players.with(|players| !players.is_empty()) || state.by_cost.get()>
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
                <label>
                    {words.order}
                    <select on:change=move |change| state.sort(event_target_value(&change) == "cost")>
                        <option value="" selected=move || !state.by_cost.get()>{words.order_as_read}</option>
                        <option value="cost" selected=move || state.by_cost.get()>{words.order_by_cost}</option>
                    </select>
                </label>
            </div>
        </Show>
    }
}

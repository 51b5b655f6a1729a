//! The panel of the two players, the same for every game: who plays, whose turn it is, how far the game is.

use leptos::prelude::*;

use crate::language;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerName {
    pub name: String,
    /// Rank or rating; empty where the game has none.
    pub strength: String,
}

/// One player's line in the panel.
pub struct Seat {
    /// `player black` or `player white`.
    pub class: &'static str,
    pub player: Memo<PlayerName>,
    pub is_turn: Memo<bool>,
    /// What stands at the end of the line: prisoners, clock, score.
    pub extra: AnyView,
}

impl Seat {
    fn view(self) -> impl IntoView {
        let Seat { class, player, is_turn, extra } = self;
        view! {
            <div class=class class:turn=is_turn>
                <strong title=move || player.get().name>
                    {move || player.get().name}
                    <small>{move || player.get().strength}</small>
                </strong>
                {extra}
            </div>
        }
    }
}

#[component]
pub fn PlayersPanel(
    seats: [Seat; 2],
    /// What was played last, and what follows.
    far: Memo<(String, String)>,
    /// What screen readers say after each step.
    spoken: Vec<Memo<String>>,
) -> impl IntoView {
    let voice = |text| view! { <p class="voice" aria-live="polite">{text}</p> };
    view! {
        <section class="panel players" aria-label=language::study().players>
            {seats.map(Seat::view).collect_view()}
            <div class="far">
                <div class="far-words">
                    <strong class="count">{move || far.get().0}</strong>
                    <span>{move || far.get().1}</span>
                </div>
            </div>
        </section>
        <div class="unseen">{spoken.into_iter().map(voice).collect_view()}</div>
    }
}

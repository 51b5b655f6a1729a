//! The panel of the two players, the same for every game: names, the side to move, and the current move.

use i18n::visible_line;
use leptos::prelude::*;

use crate::foreign_text::foreign;
use crate::language;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerName {
    pub name: String,
    /// Rank or rating; empty where the game has none.
    pub strength: String,
}

/// One player in the panel.
pub struct PlayerRow {
    /// `player black` or `player white`.
    pub class: &'static str,
    pub player: Memo<PlayerName>,
    pub is_turn: Memo<bool>,
    /// At the end of the line: prisoners, clock or score.
    pub extra: AnyView,
}

impl PlayerRow {
    fn view(self) -> impl IntoView {
        let PlayerRow { class, player, is_turn, extra } = self;
        view! {
            <div class=class class:turn=is_turn>
                <strong title=move || visible_line(&player.get().name).into_owned()>
                    {move || foreign(&player.get().name)}
                    <small>{move || foreign(&player.get().strength)}</small>
                </strong>
                {extra}
            </div>
        }
    }
}

#[component]
pub fn PlayersPanel(
    rows: [PlayerRow; 2],
    /// The current move, and the side to move or the result.
    progress: Memo<(String, String)>,
    /// Announced by screen readers when they change.
    announcements: Vec<Memo<String>>,
) -> impl IntoView {
    let live_region = |text| view! { <p class="live-region" aria-live="polite">{text}</p> };
    view! {
        <section class="panel players" aria-label=language::study().players>
            {rows.map(PlayerRow::view).collect_view()}
            <div class="current-move">
                <div class="current-move-text">
                    <strong class="count">{move || foreign(&progress.get().0)}</strong>
                    <span>{move || foreign(&progress.get().1)}</span>
                </div>
            </div>
        </section>
        <div class="visually-hidden">{announcements.into_iter().map(live_region).collect_view()}</div>
    }
}

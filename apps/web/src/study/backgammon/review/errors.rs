//! The decisions that lost something, worst first, and cards of them.

use diagram::backgammon::inline_svg;
use flashcards::card::{Card, CardKind, played, title};
use flashcards::{MatchMistake, Settings};
use i18n::fill;
use leptos::prelude::*;
use rules::backgammon::Side;

use super::rows::{player_name, signed};
use super::state::{MatchReviews, Reviewed};
use crate::backgammon_loss::class_of;
use crate::controls::Segment;
use crate::handoff::{HandedDecisions, make_cards};
use crate::{language, storage};

/// Whose cards were made last: probably the player before the screen.
const PLAYER: &str = "tabiya.match-review.player";
/// A loss that is worth a card.
const WORTH_A_CARD: f64 = 0.04;
/// How many are drawn at once.
const AT_ONCE: usize = 40;

/// Which errors are listed.
#[derive(Clone, Copy)]
struct Filter {
    side: RwSignal<Side>,
    kind: RwSignal<Option<CardKind>>,
    /// Of the cards.
    least: RwSignal<f64>,
}

impl Filter {
    fn lists(self, mistake: &MatchMistake) -> bool {
        mistake.decision.position.to_act() == self.side.get()
            && self.kind.get().is_none_or(|kind| Card::kind_of(&mistake.decision) == kind)
    }

    /// The mistakes that become cards.
    fn chosen(self, reviewed: &Reviewed) -> Vec<&MatchMistake> {
        let is_chosen = |mistake: &&MatchMistake| self.lists(mistake) && mistake.lost >= self.least.get();
        reviewed.review.mistakes.iter().filter(is_chosen).collect()
    }
}

/// The side of the player who was chosen last, or who made the worst mistake.
fn first_side(reviewed: &Reviewed) -> Side {
    let known = storage::get(PLAYER).unwrap_or_default();
    let is_known = |side: &Side| {
        let name = reviewed.review.games.first().map_or("", |game| game.players.of(*side));
        !known.is_empty() && name == known
    };
    let worst = reviewed.review.mistakes.first().map(|mistake| mistake.decision.position.to_act());
    Side::BOTH.into_iter().find(is_known).or(worst).unwrap_or(Side::Bottom)
}

#[component]
pub fn Errors(reviewed: Reviewed) -> impl IntoView {
    let words = language::match_review();
    let filter = Filter {
        side: RwSignal::new(first_side(&reviewed)),
        kind: RwSignal::new(None),
        least: RwSignal::new(WORTH_A_CARD),
    };
    let most = RwSignal::new(AT_ONCE);
    let all = reviewed.clone();
    let listed = Memo::new(move |_| {
        let mistakes = all.review.mistakes.iter().enumerate();
        mistakes.filter(|(_, mistake)| filter.lists(mistake)).map(|(n, _)| n).collect::<Vec<usize>>()
    });
    let rows = {
        let reviewed = reviewed.clone();
        move || {
            let shown: Vec<usize> = listed.with(|listed| listed.iter().take(most.get()).copied().collect());
            shown.into_iter().map(|n| error_row(&reviewed, n)).collect_view()
        }
    };
    let left = move || listed.with(Vec::len).saturating_sub(most.get());
    view! {
        <section class="panel review-errors" aria-labelledby="review-errors-title">
            <header>
                <h3 id="review-errors-title">{words.errors}</h3>
                <Choices reviewed=reviewed.clone() filter />
            </header>
            <div class="review-error-list">
                <Show when=move || listed.with(Vec::is_empty)>
                    <p class="muted">{words.no_errors}</p>
                </Show>
                {rows}
                <Show when=move || { left() > 0 }>
                    <button class="button more" on:click=move |_| most.update(|most| *most += AT_ONCE)>
                        {move || language::here().count(language::cards().show_more, left())}
                    </button>
                </Show>
            </div>
            <MakeCards reviewed filter />
        </section>
    }
}

#[component]
fn Choices(reviewed: Reviewed, filter: Filter) -> impl IntoView {
    let words = language::match_review();
    let player = move |side: Side| {
        let name = reviewed
            .review
            .games
            .first()
            .map(|game| player_name(&game.players, side, language::here()))
            .unwrap_or_default();
        view! {
            <Segment name="review-player" label=name chosen=move || filter.side.get() == side choose=move || filter.side.set(side) />
        }
    };
    let kind = move |kind: Option<CardKind>, label: &'static str| {
        view! {
            <Segment name="review-kind" label chosen=move || filter.kind.get() == kind choose=move || filter.kind.set(kind) />
        }
    };
    view! {
        <div class="segments" role="radiogroup" aria-label=words.player>{Side::BOTH.map(player).collect_view()}</div>
        <div class="segments" role="radiogroup" aria-label=words.kind>
            {kind(None, words.all_kinds)}
            {kind(Some(CardKind::Checker), words.checker)}
            {kind(Some(CardKind::Cube), words.cube)}
        </div>
    }
}

fn error_row(reviewed: &Reviewed, n: usize) -> Option<AnyView> {
    let reviews = MatchReviews::here();
    let mistake = reviewed.review.mistakes.get(n)?;
    let language = language::here();
    let settings = Settings { language, ..Settings::default() };
    let decision = &mistake.decision;
    let words = language.match_review();
    let dice = decision.position.dice().map_or(words.cube_decision.to_owned(), |dice| dice.to_string());
    let values = [("n", &*(mistake.game + 1).to_string()), ("dice", &dice)];
    let place = fill(words.error_place, &values);
    let best = fill(language.cards().best_was, &[("play", &title(decision, language))]);
    let class = format!("cost {}", class_of(mistake.lost));
    let go = {
        let (reviewed, mistake) = (reviewed.clone(), mistake.clone());
        move |_| reviews.go_to(&reviewed, &mistake)
    };
    let row = view! {
        <button class="decision review-error" on:click=go>
            <span class="small-board" aria-hidden="true" inner_html=inline_svg(&decision.position, &settings.look())></span>
            <span class="decision-text">
                <strong>{played(decision, language)}</strong>
                <b class=class>{signed(0.0 - mistake.lost, language)}</b>
                <span class="best">{best}</span>
                <span>{place}</span>
            </span>
        </button>
    };
    Some(row.into_any())
}

/// One click makes cards of the listed errors from a loss on.
#[component]
fn MakeCards(reviewed: Reviewed, filter: Filter) -> impl IntoView {
    let words = language::match_review();
    let counted = reviewed.clone();
    let count = Memo::new(move |_| filter.chosen(&counted).len());
    let make = move |_| {
        let side = filter.side.get_untracked();
        if let Some(game) = reviewed.review.games.first() {
            // If it cannot be stored, the next review begins with the first player.
            let _ = storage::set(PLAYER, game.players.of(side));
        }
        let decisions = untrack(|| filter.chosen(&reviewed)).into_iter();
        let decisions = decisions.map(|mistake| mistake.decision.clone()).collect();
        make_cards(&HandedDecisions { source: reviewed.name.clone(), decisions });
    };
    view! {
        <footer>
            <label>
                {words.at_least}
                <input
                    type="number"
                    inputmode="decimal"
                    min="0"
                    max="3"
                    step="0.01"
                    prop:value=move || format!("{:.2}", filter.least.get())
                    on:change=move |change| {
                        let text = event_target_value(&change).replace(',', ".");
                        filter.least.set(text.parse().unwrap_or(WORTH_A_CARD).clamp(0.0, 3.0));
                    }
                />
            </label>
            <button class="button main" disabled=move || count.get() == 0 on:click=make>
                {move || language::here().count(words.make_cards, count.get())}
            </button>
        </footer>
    }
}

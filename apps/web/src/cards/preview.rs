//! The selected card, front and back, with the player's note and any warnings.

use diagram::backgammon::inline_svg;
use flashcards::Content;
use flashcards::card::{Card, facts, side};
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use super::card_frame::{CardFrame, page_is_dark};
use super::export::analyse_one;
use super::messages;
use super::state::CardsState;
use crate::controls::{Segment, Switch};
use crate::dialog;
use crate::icons;
use crate::keys_help::{is_on, is_writing};
use crate::language;
use crate::page_mount::PageVisibility;

#[component]
pub fn Preview() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let back = RwSignal::new(false);
    let night = RwSignal::new(page_is_dark());
    let card = Memo::new(move |_| {
        let id = state.chosen.get()?;
        state.settings.with(|settings| {
            state.collection.with(|collection| match &collection.get(id)?.content {
                Content::Decision(decision) => Some(Card::new(decision, settings)),
                _ => None,
            })
        })
    });
    let html = Memo::new(move |_| {
        card.with(|card| card.as_ref().map_or(String::new(), |card| side(card, back.get())))
    });
    let has_card = Memo::new(move |_| card.with(Option::is_some));
    view! {
        <section class="preview panel" class:without=move || !has_card.get() aria-labelledby="preview-title">
            <div class="preview-head" class:without=move || !has_card.get()>
                <h2 class="caption" id="preview-title">{words.card}</h2>
                <StepButtons />
                <div class="segments" role="radiogroup" aria-label=words.side_of_card>
                    <Segment name="side" label=words.front chosen=move || !back.get() choose=move || back.set(false) />
                    <Segment name="side" label=words.back chosen=move || back.get() choose=move || back.set(true) />
                </div>
                <label class="night">
                    <Switch is_on=move || night.get() turn=move |on| night.set(on) />
                    {words.night}
                </label>
            </div>
            <div class="phone" hidden=move || !has_card.get()>
                <CardFrame html night on_message=|_| {} />
            </div>
            <LargeBoard />
            <NoCard />
            <Warnings />
            <Note />
        </section>
    }
}

/// Previous and next, because narrow screens don't show the list beside the card.
#[component]
fn StepButtons() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.shift_key();
        if held || !shown.now() || dialog::is_open() || is_writing(&press) || is_on(&press, "[type=radio]") {
            return;
        }
        match press.key().as_str() {
            "ArrowLeft" => state.step(-1),
            "ArrowRight" => state.step(1),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
    view! {
        <div class="steps">
            <button class="tool" title=format!("{} (←)", words.card_before) aria-label=words.card_before on:click=move |_| state.step(-1)>
                {icons::PREVIOUS.draw()}
            </button>
            <button class="tool" title=format!("{} (→)", words.next_card) aria-label=words.next_card on:click=move |_| state.step(1)>
                {icons::NEXT.draw()}
            </button>
        </div>
    }
}

/// A position without analysis, with the button that asks for it.
#[component]
fn LargeBoard() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let shown = Memo::new(move |_| {
        let id = state.chosen.get()?;
        state.settings.with(|settings| {
            state.collection.with(|collection| match &collection.get(id)?.content {
                Content::Question(question) => {
                    let board = inline_svg(&question.position, &settings.look());
                    Some((id, board, facts(&question.position, settings).join(" · ")))
                }
                _ => None,
            })
        })
    });
    move || {
        shown.get().map(|(id, board, facts)| {
            view! {
                <div class="large-board" inner_html=board></div>
                <p class="drill-facts">{facts}</p>
                <button class="button main" disabled=move || state.work.get().is_some() on:click=move |_| analyse_one(state, id)>
                    {words.ask_gnubg_here}
                </button>
            }
        })
    }
}

/// Explains why there is no card to show.
#[component]
fn NoCard() -> impl IntoView {
    let state = CardsState::here();
    let texts = language::cards();
    let words = Memo::new(move |_| {
        let Some(id) = state.chosen.get() else { return Some(texts.choose_one) };
        state.collection.with(|collection| match collection.get(id).map(|item| &item.content) {
            Some(Content::Decision(_)) => None,
            // The board is shown instead.
            Some(Content::Question(_)) => None,
            _ => Some(texts.cannot_be_read),
        })
    });
    move || words.get().map(|words| view! { <p class="muted no-card">{words}</p> })
}

#[component]
fn Warnings() -> impl IntoView {
    let state = CardsState::here();
    let warnings = Memo::new(move |_| {
        let id = state.chosen.get()?;
        state.collection.with(|collection| {
            let decision = collection.get(id)?.content.decision()?;
            Some(decision.warnings.iter().map(messages::warning).collect::<Vec<_>>())
        })
    });
    move || {
        warnings.get().filter(|warnings| !warnings.is_empty()).map(|warnings| {
            let rows = warnings.into_iter().map(|warning| view! { <li>{warning}</li> }).collect_view();
            view! {
                <div class="inconsistencies">
                    <strong>{language::cards().contradicts}</strong>
                    <ul>{rows}</ul>
                </div>
            }
        })
    }
}

#[component]
fn Note() -> impl IntoView {
    let state = CardsState::here();
    // Read once per selection: updating the field while the player types would move the caret.
    let begun = Memo::new(move |_| {
        let id = state.chosen.get()?;
        state
            .collection
            .with_untracked(|collection| Some((id, collection.get(id)?.content.decision()?.note.clone())))
    });
    move || {
        begun.get().map(|(id, note)| {
            view! {
                <label class="card-note">
                    <span class="caption">{language::cards().note}</span>
                    <textarea
                        rows="2"
                        prop:value=note
                        on:input=move |input| {
                            let text = event_target_value(&input);
                            state.change(|collection| collection.set_note(id, &text));
                        }
                    ></textarea>
                </label>
            }
        })
    }
}

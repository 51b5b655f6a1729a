//! The chosen card, front and back, with the player's note and whatever is doubtful about it.

use flashcards::What;
use flashcards::card::{Card, side};
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use super::frame::{CardFrame, page_is_dark};
use super::table::Table;
use super::telling;
use crate::icons;
use crate::keys_help::{is_on, is_writing};
use crate::language;
use crate::room::Shown;
use crate::sheet;

#[component]
pub fn Preview() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let back = RwSignal::new(false);
    let night = RwSignal::new(page_is_dark());
    let card = Memo::new(move |_| {
        let id = table.chosen.get()?;
        table.settings.with(|settings| {
            table.tray.with(|tray| match &tray.get(id)?.what {
                What::Decision(decision) => Some(Card::new(decision, settings)),
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
            <div class="preview-head">
                <h2 class="caption" id="preview-title">{words.card}</h2>
                <Steps />
                <div class="segments" role="radiogroup" aria-label=words.side_of_card>
                    <Segment name="side" label=words.front chosen=move || !back.get() choose=move || back.set(false) />
                    <Segment name="side" label=words.back chosen=move || back.get() choose=move || back.set(true) />
                </div>
                <label class="night">
                    <input
                        class="switch"
                        type="checkbox"
                        role="switch"
                        prop:checked=move || night.get()
                        on:change=move |change| night.set(event_target_checked(&change))
                    />
                    {words.night}
                </label>
            </div>
            <div class="phone" hidden=move || !has_card.get()>
                <CardFrame html night on_word=|_| {} />
            </div>
            <Instead />
            <Doubts />
            <Note />
        </section>
    }
}

#[component]
pub fn Segment(
    name: &'static str,
    label: &'static str,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <label class="segment">
            <input type="radio" name=name prop:checked=chosen on:change=move |_| choose() />
            <span>{label}</span>
        </label>
    }
}

/// From card to card without the list, which narrow screens do not show beside it.
#[component]
fn Steps() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let shown = Shown::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.shift_key();
        if held || !shown.now() || sheet::is_open() || is_writing(&press) || is_on(&press, "[type=radio]") {
            return;
        }
        match press.key().as_str() {
            "ArrowLeft" => table.step(-1),
            "ArrowRight" => table.step(1),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
    view! {
        <div class="steps">
            <button class="tool" title=format!("{} (←)", words.card_before) aria-label=words.card_before on:click=move |_| table.step(-1)>
                {icons::PREVIOUS.draw()}
            </button>
            <button class="tool" title=format!("{} (→)", words.next_card) aria-label=words.next_card on:click=move |_| table.step(1)>
                {icons::NEXT.draw()}
            </button>
        </div>
    }
}

/// Where there is no card to show.
#[component]
fn Instead() -> impl IntoView {
    let table = Table::here();
    let texts = language::cards();
    let words = Memo::new(move |_| {
        let Some(id) = table.chosen.get() else { return Some(texts.choose_one) };
        table.tray.with(|tray| match tray.get(id).map(|item| &item.what) {
            Some(What::Decision(_)) => None,
            Some(What::Question(_)) => Some(texts.nobody_analysed),
            _ => Some(texts.cannot_be_read),
        })
    });
    move || words.get().map(|words| view! { <p class="aside instead">{words}</p> })
}

#[component]
fn Doubts() -> impl IntoView {
    let table = Table::here();
    let doubts = Memo::new(move |_| {
        let id = table.chosen.get()?;
        table.tray.with(|tray| match &tray.get(id)?.what {
            What::Decision(decision) => {
                Some(decision.warnings.iter().map(telling::doubt).collect::<Vec<_>>())
            }
            _ => None,
        })
    });
    move || {
        doubts.get().filter(|doubts| !doubts.is_empty()).map(|doubts| {
            let rows = doubts.into_iter().map(|doubt| view! { <li>{doubt}</li> }).collect_view();
            view! {
                <div class="doubts">
                    <strong>{language::cards().contradicts}</strong>
                    <ul>{rows}</ul>
                </div>
            }
        })
    }
}

#[component]
fn Note() -> impl IntoView {
    let table = Table::here();
    // The note of the card as it was when it was chosen: typing must not write into the field again.
    let begun = Memo::new(move |_| {
        let id = table.chosen.get()?;
        table.tray.with_untracked(|tray| match &tray.get(id)?.what {
            What::Decision(decision) => Some((id, decision.note.clone())),
            _ => None,
        })
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
                            table.change(|tray| tray.note(id, &text));
                        }
                    ></textarea>
                </label>
            }
        })
    }
}

//! A drill: decisions asked one after another on the cards that Anki gets. The answer schedules the next review.

use flashcards::card::{Card, side};
use flashcards::{Judgement, Settings};
use i18n::fill;
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use super::card_frame::{CardFrame, CardMessage, Press, page_is_dark};
use super::state::{CardsState, today};
use crate::dialog;
use crate::icons;
use crate::keys_help::{is_on, is_writing};
use crate::language;
use crate::page_mount::PageVisibility;

/// The card on screen and what the learner has done with it.
#[derive(Clone, Copy)]
struct DrillTurn {
    state: CardsState,
    /// Selected but not yet submitted.
    picked: RwSignal<Option<usize>>,
    judgement: RwSignal<Option<Judgement>>,
    press: RwSignal<Press>,
}

#[component]
pub fn Drill() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let turn = DrillTurn {
        state,
        picked: RwSignal::new(None),
        judgement: RwSignal::new(None),
        press: RwSignal::new(Press::default()),
    };
    let card = Memo::new(move |_| {
        // A drill needs options even if the exported cards have none.
        let settings = state.settings.with(|settings| Settings { show_options: true, ..settings.clone() });
        state.quiz.with(|quiz| Some(Card::new(&quiz.as_ref()?.current()?.decision, &settings)))
    });
    let html = Memo::new(move |_| {
        let answered = turn.judgement.get().is_some();
        card.with(|card| card.as_ref().map_or(String::new(), |card| side(card, answered)))
    });
    let over = Memo::new(move |_| card.with(Option::is_none));
    turn.listen();
    let night = page_is_dark();
    view! {
        <div class="drilling">
            <header class="drilling-head">
                <h1>{words.drill}</h1>
                <p class="muted" role="status">{move || turn.score()}</p>
                <button class="tool" title=words.end_drill aria-label=words.end_drill on:click=move |_| state.quiz.set(None)>
                    {icons::CLOSE.draw()}
                </button>
            </header>
            <div class="phone" hidden=move || over.get()>
                <CardFrame html night=Signal::stored(night) press=turn.press on_message=move |message| turn.handle(message) />
            </div>
            <div class="drilling-foot" hidden=move || over.get()>
                <p class="when muted">{move || turn.next_review_text()}</p>
                <button class="button main" disabled=move || !turn.can_advance() on:click=move |_| turn.advance()>
                    {move || if turn.judgement.get().is_some() { words.next } else { words.answer }}
                </button>
            </div>
            <Show when=move || over.get()>
                <div class="drilling-done">
                    <h2>{words.done_for_today}</h2>
                    <p class="muted">{move || turn.score()}</p>
                    <button class="button main" on:click=move |_| state.quiz.set(None)>{words.back_to_cards}</button>
                </div>
            </Show>
        </div>
    }
}

impl DrillTurn {
    fn score(self) -> String {
        self.state.quiz.with(|quiz| {
            let Some(quiz) = quiz else { return String::new() };
            let (right, answered) = quiz.score();
            let (language, words) = (language::here(), language::cards());
            let [right, answered, left] = [right, answered, quiz.left()].map(|n| language.number(n as u64));
            match &*answered {
                "0" => fill(words.to_go, &[("n", &left)]),
                _ => fill(words.score_so_far, &[("right", &right), ("answered", &answered), ("left", &left)]),
            }
        })
    }

    /// The judgement, and when this card is due again.
    fn next_review_text(self) -> String {
        let words = language::cards();
        let judgement = match self.judgement.get() {
            None => return words.choose_a_move.into(),
            Some(Judgement::Right) => words.right,
            Some(Judgement::Close) => words.close,
            Some(Judgement::Wrong) => words.wrong,
        };
        let card =
            self.state.quiz.with(|quiz| Some(quiz.as_ref()?.current()?.card.clone())).unwrap_or_default();
        match self.state.schedule.with(|schedule| schedule.days_left(&card, today())) {
            Some(1) => format!("{judgement} {}", words.tomorrow),
            Some(days) => format!("{judgement} {}", fill(words.again_in, &[("n", &days.to_string())])),
            None => judgement.into(),
        }
    }

    fn can_advance(self) -> bool {
        self.judgement.get().is_some() || self.picked.get().is_some()
    }

    fn advance(self) {
        if self.judgement.get_untracked().is_some() {
            self.judgement.set(None);
            self.picked.set(None);
            self.state.quiz.update(|quiz| {
                if let Some(quiz) = quiz {
                    quiz.next();
                }
            });
        } else if let Some(option) = self.picked.get_untracked() {
            self.answer(option);
        }
    }

    fn answer(self, option: usize) {
        let mut judgement = None;
        self.state.schedule.update(|schedule| {
            self.state.quiz.update(|quiz| {
                judgement = quiz.as_mut().and_then(|quiz| quiz.choose(option, today(), schedule));
            });
        });
        self.judgement.set(judgement);
        self.state.save_schedule();
    }

    fn handle(self, message: CardMessage) {
        match message {
            CardMessage::Chosen(option) => {
                if self.judgement.get_untracked().is_none() {
                    self.picked.set(Some(option));
                }
            }
            CardMessage::Key(key) => self.key(&key),
        }
    }

    fn key(self, key: &str) {
        if key == "Enter" {
            if self.can_advance() {
                self.advance();
            }
        } else if let Some(option) = option_of(key) {
            self.press.update(|press| *press = Press { option, turn: press.turn + 1 });
        }
    }

    fn listen(self) {
        let shown = PageVisibility::here();
        let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
            let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.repeat();
            // On a button the browser already turns Enter into a click.
            let on_button = press.key() == "Enter" && is_on(&press, "button, a");
            if held || on_button || !shown.now() || dialog::is_open() || is_writing(&press) {
                return;
            }
            self.key(&press.key());
        });
        on_cleanup(move || handle.remove());
    }
}

/// `1` and `A` are the first.
fn option_of(key: &str) -> Option<usize> {
    let [letter] = key.as_bytes() else { return None };
    match letter.to_ascii_lowercase() {
        digit @ b'1'..=b'9' => Some(usize::from(digit - b'1')),
        letter @ b'a'..=b'j' => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_letters_choose_options() {
        for (key, option) in [
            ("1", Some(0)),
            ("a", Some(0)),
            ("E", Some(4)),
            ("9", Some(8)),
            ("z", None),
            ("Enter", None),
            ("0", None),
        ] {
            assert_eq!(option_of(key), option, "{key}");
        }
    }
}

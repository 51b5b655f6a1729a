//! A drill: decisions asked one after another on a large board. Checkers are moved by hand, typed, or an option is
//! chosen. The answer schedules the next review.

mod analysis;
mod board;
mod question;

use flashcards::{DecisionKind, Judgement, QuizCard};
use i18n::fill;
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use rules::backgammon::PartialPlay;

use super::state::{CardsState, today};
use crate::backgammon_board::{Hand, TypedPlay};
use crate::dialog;
use crate::icons;
use crate::keys_help::{is_on, is_writing};
use crate::language;
use crate::page_mount::PageVisibility;
use analysis::{Analysis, Verdict};
use board::DrillBoard;
use question::{Options, QuestionFacts};

/// The card on screen and what the learner has done with it.
#[derive(Clone, Copy)]
struct DrillTurn {
    state: CardsState,
    /// A cube option or "cannot move", selected but not yet submitted.
    picked: RwSignal<Option<usize>>,
    /// The checkers moved so far; none in a cube decision.
    hand: Hand,
    judgement: RwSignal<Option<Judgement>>,
    /// After the answer: the play of the analysis that the board shows.
    shown: RwSignal<Option<String>>,
}

#[component]
pub fn Drill() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let (picked, judgement) = (RwSignal::new(None), RwSignal::new(None));
    let turn = DrillTurn {
        state,
        picked,
        // Moves on the board replace a chosen option.
        hand: Hand::new(move || judgement.get().is_none(), move || picked.set(None)),
        judgement,
        shown: RwSignal::new(None),
    };
    let advance = Callback::new(move |()| turn.advance());
    turn.begin();
    let over =
        Memo::new(move |_| state.quiz.with(|quiz| quiz.as_ref().is_none_or(|quiz| quiz.current().is_none())));
    turn.listen();
    view! {
        <div class="drilling" hidden=move || over.get()>
            <section class="drill-main">
                <DrillBoard turn />
                <TypedPlay hand=turn.hand advance />
            </section>
            <aside class="drill-side">
                <header class="drilling-head">
                    <h1>{words.drill}</h1>
                    <p class="muted" role="status">{move || turn.score()}</p>
                    <button class="tool" title=words.end_drill aria-label=words.end_drill on:click=move |_| state.end_drill()>
                        {icons::CLOSE.draw()}
                    </button>
                </header>
                <QuestionFacts turn />
                <Verdict turn />
                <Show when=move || turn.judgement.get().is_some() fallback=move || view! { <Options turn /> }>
                    <Analysis turn />
                </Show>
                <div class="drilling-foot">
                    <button class="button main" disabled=move || !turn.can_advance() on:click=move |_| turn.advance()>
                        {move || if turn.judgement.get().is_some() { words.next } else { words.answer }}
                    </button>
                </div>
            </aside>
        </div>
        <Show when=move || over.get()>
            <div class="drilling-done">
                <h2>{words.done_for_today}</h2>
                <p class="muted">{move || turn.score()}</p>
                <button class="button main" on:click=move |_| state.end_drill()>{words.back_to_cards}</button>
            </div>
        </Show>
    }
}

impl DrillTurn {
    /// Reads the question on screen.
    fn asked<T>(self, read: impl FnOnce(&QuizCard) -> T) -> Option<T> {
        self.state.quiz.with(|quiz| quiz.as_ref()?.current().map(read))
    }

    /// Sets up the board for the question on screen.
    fn begin(self) {
        let position =
            self.state.quiz.with_untracked(|quiz| Some(quiz.as_ref()?.current()?.decision.position));
        self.picked.set(None);
        self.shown.set(None);
        self.judgement.set(None);
        self.hand.begin(position.as_ref());
    }

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

    fn is_answered(self) -> bool {
        self.judgement.get_untracked().is_some()
    }

    fn can_advance(self) -> bool {
        self.judgement.get().is_some()
            || self.picked.get().is_some()
            || self
                .hand
                .moved
                .with(|moved| moved.as_ref().is_some_and(|moved| moved.has_begun() && moved.is_complete()))
    }

    fn advance(self) {
        if self.is_answered() {
            self.state.quiz.update(|quiz| {
                if let Some(quiz) = quiz {
                    quiz.next();
                }
            });
            self.begin();
        } else if self.can_advance() {
            self.answer();
        }
    }

    fn answer(self) {
        let play = self
            .hand
            .moved
            .with_untracked(|moved| moved.as_ref().filter(|moved| moved.has_begun()).map(PartialPlay::play));
        let picked = self.picked.get_untracked();
        let mut judgement = None;
        self.state.schedule.update(|schedule| {
            self.state.quiz.update(|quiz| {
                judgement = quiz.as_mut().and_then(|quiz| {
                    let option = play.and_then(|play| quiz.option_of(play)).or(picked)?;
                    quiz.choose(option, today(), schedule)
                });
            });
        });
        self.hand.selected.set(None);
        self.judgement.set(judgement);
        self.state.save_schedule();
    }

    /// Chooses an option; a play is carried out on the board.
    fn pick(self, option: usize) {
        let chosen = self.asked(|asked| {
            let choice = asked.options.get(option)?;
            Some((asked.decision.kind == DecisionKind::Checker, choice.label.clone()))
        });
        let Some((is_play, label)) = chosen.flatten().filter(|_| !self.is_answered()) else { return };
        self.picked.set(Some(option));
        self.hand.selected.set(None);
        if is_play {
            self.hand.change(|moved| {
                let _ = moved.read(&label);
            });
            self.picked.set(Some(option));
        }
    }

    fn key(self, key: &str) {
        match key {
            "Enter" => self.advance(),
            "Backspace" => self.hand.take_back(),
            key => {
                if let Some(option) = option_of(key) {
                    self.pick(option);
                }
            }
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

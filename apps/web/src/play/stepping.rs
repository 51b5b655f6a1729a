//! Stepping back through earlier turns while the game goes on.

use i18n::fill;
use leptos::prelude::*;
use play::client::Client;
use play::kifu::Kifu;

use super::session::Session;
use crate::icons;
use crate::language;

/// The position that the board shows.
#[derive(Clone, Copy)]
pub struct ShownTurn {
    session: Session,
    /// In this game, the position after this many turns; none for the latest.
    earlier: RwSignal<Option<(u32, usize)>>,
}

impl ShownTurn {
    pub fn provide() -> ShownTurn {
        let shown = ShownTurn { session: Session::here(), earlier: RwSignal::new(None) };
        provide_context(shown);
        shown
    }

    pub fn here() -> ShownTurn {
        expect_context()
    }

    /// None: the latest position.
    pub fn earlier(self) -> Option<usize> {
        let (game, turns) = self.earlier.get()?;
        let (now, last) = self.session.read(position)?;
        (game == now && turns < last).then_some(turns)
    }

    pub fn go_to(self, turns: usize) {
        let position = self.session.peek(position);
        self.earlier.set(position.filter(|(_, last)| turns < *last).map(|(game, _)| (game, turns)));
    }

    pub fn back_to_game(self) {
        self.earlier.set(None);
    }

    /// One turn back or forward, or to either end.
    pub fn step(self, step: Step) {
        let Some((_, last)) = self.session.peek(position) else { return };
        let at = untrack(move || self.earlier()).unwrap_or(last);
        self.go_to(match step {
            Step::First => 0,
            Step::Back => at.saturating_sub(1),
            Step::Forward => at + 1,
            Step::Last => last,
        });
    }
}

/// The game, and the turns on its board.
fn position(client: &Client) -> (u32, usize) {
    (client.game(), client.kifu().map_or(0, Kifu::turns) as usize)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    First,
    Back,
    Forward,
    Last,
}

impl Step {
    pub fn of_key(key: &str) -> Option<Step> {
        Some(match key {
            "Home" => Step::First,
            "PageUp" => Step::Back,
            "PageDown" => Step::Forward,
            "End" => Step::Last,
            _ => return None,
        })
    }
}

/// Buttons for each step, and which turn is shown. They are always there, so that nothing moves.
#[component]
pub fn Stepper() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let shown = ShownTurn::here();
    let last = session.watch(|client| position(client).1);
    let last = move || last.get().unwrap_or(0);
    let at = move || shown.earlier().unwrap_or(last());
    let button = move |step: Step, title: &'static str, picture: icons::Icon| {
        let disabled = move || match step {
            Step::First | Step::Back => at() == 0,
            Step::Forward | Step::Last => at() == last(),
        };
        view! {
            <button class="tool" title=title aria-label=title disabled=disabled on:click=move |_| shown.step(step)>
                {picture.draw()}
            </button>
        }
    };
    let text = move || {
        let (at, last) = (at().to_string(), last().to_string());
        fill(words.turn_of, &[("n", &at), ("of", &last)])
    };
    let is_earlier = move || shown.earlier().is_some();
    view! {
        <div class="stepper" role="group" aria-label=words.earlier_turns class:earlier=is_earlier>
            {button(Step::First, words.first_turn, icons::START)}
            {button(Step::Back, words.previous_turn, icons::PREVIOUS)}
            {button(Step::Forward, words.next_turn, icons::NEXT)}
            {button(Step::Last, words.latest_turn, icons::END)}
            <span class="step-place" role="status">{text}</span>
            <button class="button" class:absent=move || !is_earlier() on:click=move |_| shown.back_to_game()>{words.back_to_game}</button>
        </div>
    }
}

//! A position is set up by mouse, touch and keyboard, or by typing an id, and becomes a card. `rules::backgammon::SetUp`
//! decides what an input does and what is impossible.

mod board;
mod ids;
mod options;

use flashcards::card::side_name;
use flashcards::{Content, Item};
use i18n::fill;
use leptos::prelude::*;
use rules::backgammon::{Board, Position, SetUp, SetUpFault, SetUpInput, Side};

use super::export::analyse_one;
use super::state::CardsState;
use crate::icons;
use crate::language;
use board::SetUpBoard;
use ids::Ids;
use options::Options;

/// What a press on the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Put(Side),
    Remove,
}

#[derive(Clone, Copy)]
struct Setting {
    state: CardsState,
    set_up: RwSignal<SetUp>,
    tool: RwSignal<Tool>,
}

impl Setting {
    fn here() -> Setting {
        expect_context()
    }

    fn handle(self, input: SetUpInput) {
        self.set_up.update(|set_up| _ = set_up.handle(input));
    }

    fn read<T>(self, look: impl FnOnce(&Position) -> T) -> T {
        self.set_up.with(|set_up| look(set_up.shown()))
    }

    fn watch<T: PartialEq + Send + Sync + 'static>(self, look: fn(&Position) -> T) -> Memo<T> {
        Memo::new(move |_| self.read(look))
    }

    fn name_of(self, side: Side) -> &'static str {
        self.state.settings.with(|settings| side_name(side, settings))
    }

    /// Adds the position and goes back to the list; the item is that of the position, also if it was there before.
    fn add(self) -> Option<u32> {
        let position = self.set_up.with_untracked(SetUp::position).ok()?;
        self.state.end_set_up();
        self.state.add(language::set_up().source, position.xgid().as_bytes());
        let is_it = |item: &&Item| match &item.content {
            Content::Decision(decision) => decision.position == position,
            Content::Question(question) => question.position == position,
            Content::Error(_) => false,
        };
        let id =
            self.state.collection.with_untracked(|all| all.items().iter().find(is_it).map(|item| item.id));
        self.state.chosen.set(id);
        id
    }

    fn ask(self) {
        if let Some(id) = self.add() {
            analyse_one(self.state, id);
        }
    }
}

#[component]
pub fn SetUpPage() -> impl IntoView {
    let words = language::set_up();
    let state = CardsState::here();
    let setting = Setting {
        state,
        set_up: RwSignal::new(SetUp::new(Position::money(Board::START))),
        tool: RwSignal::new(Tool::Put(Side::Bottom)),
    };
    provide_context(setting);
    view! {
        <div class="setting-up">
            <section class="set-up-main">
                <SetUpBoard />
            </section>
            <aside class="set-up-side">
                <header class="drilling-head">
                    <h1>{words.title}</h1>
                    <button class="tool" title=words.close aria-label=words.close on:click=move |_| state.end_set_up()>
                        {icons::CLOSE.draw()}
                    </button>
                </header>
                <Options />
                <Ids />
                <Faults />
                <footer class="set-up-foot">
                    <button class="button" disabled=move || !setting.is_possible() on:click=move |_| _ = setting.add()>{words.add}</button>
                    <button class="button main" disabled=move || !setting.is_possible() on:click=move |_| setting.ask()>
                        {language::cards().ask_gnubg_here}
                    </button>
                </footer>
            </aside>
        </div>
    }
}

impl Setting {
    fn is_possible(self) -> bool {
        self.set_up.with(|set_up| set_up.faults().is_empty())
    }
}

/// Why there can be no such position. The place is free from the start.
#[component]
fn Faults() -> impl IntoView {
    let setting = Setting::here();
    let faults = Memo::new(move |_| {
        let faults = setting.set_up.with(SetUp::faults);
        faults.into_iter().map(|fault| fault_text(fault, |side| setting.name_of(side))).collect::<Vec<_>>()
    });
    view! {
        <div class="set-up-faults" role="status" aria-label=language::set_up().problems>
            {move || faults.get().into_iter().map(|fault| view! { <p>{fault}</p> }).collect_view()}
        </div>
    }
}

fn fault_text(fault: SetUpFault, name: impl Fn(Side) -> &'static str) -> String {
    let words = language::set_up();
    match fault {
        SetUpFault::TooMany { side, checkers } => {
            fill(words.too_many, &[("side", name(side)), ("n", &checkers.to_string())])
        }
        SetUpFault::NoCheckers => words.no_checkers.to_owned(),
        SetUpFault::HasWon(side) => fill(words.has_won, &[("side", name(side))]),
        SetUpFault::HasWonMatch(side) => fill(words.has_won_match, &[("side", name(side))]),
        SetUpFault::NoCrawfordScore => words.no_crawford_score.to_owned(),
        SetUpFault::CrawfordCube => words.crawford_cube.to_owned(),
        SetUpFault::OwnerOfOne => words.owner_of_one.to_owned(),
        SetUpFault::NoOwner => words.no_owner.to_owned(),
        SetUpFault::NotHisCube => words.not_his_cube.to_owned(),
        SetUpFault::CubeTooHigh => words.cube_too_high.to_owned(),
        SetUpFault::NoBeavers => words.no_beavers.to_owned(),
        SetUpFault::BothClosedOut => words.both_closed_out.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_the_side_by_its_colour() {
        let name = |side| if side == Side::Bottom { "White" } else { "Black" };
        let text = fault_text(SetUpFault::TooMany { side: Side::Top, checkers: 17 }, name);
        assert_eq!(text, "Black has 17 checkers; there are only 15.");
    }
}

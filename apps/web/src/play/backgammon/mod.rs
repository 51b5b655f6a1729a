//! Backgammon against GNU Backgammon: `play::backgammon` decides what may happen, this page rolls the dice, and gnubg is
//! asked by the studio.

mod answer;
mod controls;
mod game;
mod saved;
mod start;

use diagram::backgammon::{Look, Marks, marked_svg};
use i18n::fill;
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use play::backgammon::Need;
use record::backgammon::Action;
use rules::backgammon::Side;

pub use game::BackgammonGame;
pub use start::BackgammonStart;

use crate::backgammon_board::{HandBoard, TypedPlay};
use crate::dialog;
use crate::foreign_text::foreign;
use crate::icons;
use crate::keys_help::{is_on, is_writing};
use crate::language;
use crate::page_mount::PageVisibility;
use crate::settings::Settings;
use controls::Controls;

#[component]
pub fn BackgammonScreen() -> impl IntoView {
    let words = language::backgammon_play();
    let game = BackgammonGame::here();
    let settings = Settings::here();
    // The person sits at the bottom.
    let look = move || Look { bottom: Some(Side::Bottom), ..settings.backgammon_look() };
    let picture = Memo::new(move |_| {
        game.read(|table| match table.need() {
            Need::Play(Side::Bottom) => {
                let (position, marks) = game.hand.shown(table.position());
                marked_svg(&position, &look(), &marks)
            }
            _ => marked_svg(table.position(), &look(), &Marks::default()),
        })
        .unwrap_or_default()
    });
    let orientation = Signal::derive(move || settings.backgammon_home());
    let advance = Callback::new(move |()| game.advance());
    listen(game);
    view! {
        <div class="drilling backgammon-game">
            <section class="drill-main">
                <HandBoard hand=game.hand picture orientation />
                <TypedPlay hand=game.hand advance />
            </section>
            <aside class="drill-side">
                <header class="drilling-head">
                    <h1>{words.title}</h1>
                    <a class="tool" href="/play" title=words.leave aria-label=words.leave>{icons::CLOSE.draw()}</a>
                </header>
                <Players />
                <Status />
                <Log />
                <Controls />
            </aside>
        </div>
    }
}

#[component]
fn Players() -> impl IntoView {
    let game = BackgammonGame::here();
    let row = move |side: Side, class: &'static str| {
        let name = move || {
            game.read(|table| match side {
                Side::Bottom => table.settings().name.clone(),
                Side::Top => table.settings().opponent.clone(),
            })
        };
        let points = move || {
            game.read(|table| {
                let points = table.score().of(side).to_string();
                match table.settings().length {
                    0 => points,
                    length => {
                        let values = [("points", points.as_str()), ("length", &length.to_string())];
                        fill(language::study().match_score, &values)
                    }
                }
            })
        };
        view! {
            <p class=class>
                <strong>{move || name().map(|name| foreign(&name))}</strong>
                <span>{points}</span>
            </p>
        }
    };
    view! { <div class="panel backgammon-players">{row(Side::Top, "seat")}{row(Side::Bottom, "seat white")}</div> }
}

/// Two lines, so that a longer sentence moves nothing.
#[component]
fn Status() -> impl IntoView {
    let game = BackgammonGame::here();
    let text = Memo::new(move |_| game.problem.get().unwrap_or_else(|| game.status()));
    view! {
        <div class="panel status" class:warn=move || game.problem.with(Option::is_some) role="status">
            <p>{text}</p>
        </div>
        <Show when=move || game.problem.with(Option::is_some)>
            <button class="button" on:click=move |_| game.try_again()>{language::frame().try_again}</button>
        </Show>
    }
}

/// The actions of the game, the last one at the end.
#[component]
fn Log() -> impl IntoView {
    let game = BackgammonGame::here();
    let rows = move || {
        game.read(|table| {
            let actions = table.games().last().map(|game| game.actions.clone()).unwrap_or_default();
            let row = |(side, action): &(Side, Action)| {
                let class = if *side == Side::Bottom { "seat white" } else { "seat" };
                view! { <li class=class>{action_text(action)}</li> }
            };
            actions.iter().rev().map(row).collect_view()
        })
    };
    view! { <ol class="panel backgammon-log" tabindex="0" aria-label=language::backgammon_play().record>{rows}</ol> }
}

fn action_text(action: &Action) -> String {
    let words = language::backgammon_play();
    match action {
        Action::Roll { dice, play } if play.is_empty() => format!("{dice}: {}", words.no_play),
        Action::Roll { dice, play } => format!("{dice}: {play}"),
        Action::Double | Action::Beaver | Action::Raccoon => words.doubled.to_owned(),
        Action::Take => words.took.to_owned(),
        Action::Pass => words.passed.to_owned(),
    }
}

fn listen(game: BackgammonGame) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.repeat();
        // On a button the browser already turns Enter into a click.
        let on_button =
            matches!(press.key().as_str(), "Enter" | " ") && is_on(&press, "button, a, summary, select");
        if held || on_button || !shown.now() || dialog::is_open() || is_writing(&press) {
            return;
        }
        if game.key(&press.key()) {
            press.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

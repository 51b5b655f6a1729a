//! How it looks and sounds: theme, language, boards.

use ::words::Language;
use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::{Color, Point, Size};

use super::words;
use crate::between::{self, Word};
use crate::board::Board;
use crate::controls::CoordinatesSwitch;
use crate::icons::{self, Icon};
use crate::settings::{BoardStyle, Settings, Theme};
use crate::{language, storage};

#[component]
pub fn ThemeChoice(settings: Settings) -> impl IntoView {
    view! {
        <fieldset class="row choice">
            <legend>{language::here().settings().theme}</legend>
            <div class="segments">
                {Theme::ALL.map(|theme| view! { <ThemeSegment settings theme /> }).collect_view()}
            </div>
        </fieldset>
    }
}

#[component]
fn ThemeSegment(settings: Settings, theme: Theme) -> impl IntoView {
    let words = language::here().settings();
    let (icon, name): (Icon, _) = match theme {
        Theme::System => (icons::SYSTEM, words.system),
        Theme::Light => (icons::LIGHT, words.light),
        Theme::Dark => (icons::DARK, words.dark),
    };
    view! {
        <label class="segment">
            <input
                type="radio"
                name="theme"
                value=theme.name()
                prop:checked=move || settings.theme() == theme
                on:change=move |_| settings.choose_theme(theme)
            />
            <span>{icon.draw()}{name}</span>
        </label>
    }
}

/// Each language by its own name, so that whoever cannot read this page finds his.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let words = language::here().settings();
    let segment = |language: Language| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="language"
                    value=language.tag()
                    checked=language == language::here()
                    on:change=move |_| language::choose(language)
                />
                <span lang=language.tag()>{language.name()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="row choice">
            <legend>{words.language}</legend>
            <div class="segments">{Language::ALL.map(segment).collect_view()}</div>
        </fieldset>
        <p class="aside">{words.language_text}</p>
    }
}

#[component]
pub fn CoordinatesChoice(settings: Settings) -> impl IntoView {
    let words = language::here().settings();
    let size = Size::NINETEEN;
    // The upper side of a board, where the change shows.
    let side = Geometry::new(size).cropped_to([Point::new(0, 0), Point::new(size.width() - 1, 3)]);
    let shown = Signal::derive(move || side.with_coordinates(settings.coordinates()));
    view! {
        <label class="row">
            <span class="row-text">
                <strong>{words.coordinates}</strong>
                <span>{words.coordinates_text}</span>
            </span>
            <CoordinatesSwitch />
        </label>
        <div class="sample">
            <Board scene=sample(size) shown ornament=true />
        </div>
    }
}

#[component]
pub fn BoardStyleChoice(settings: Settings) -> impl IntoView {
    let segment = move |style: BoardStyle| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="board"
                    value=style.name()
                    prop:checked=move || settings.board() == style
                    on:change=move |_| settings.choose_board(style)
                />
                <span>{words::board(style)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="row choice">
            <legend>{words::BOARD_STYLE}</legend>
            <div class="segments">{BoardStyle::ALL.map(segment).collect_view()}</div>
        </fieldset>
    }
}

/// Play and Train keep theirs apart; here both are turned at once.
const SOUNDS: [&str; 2] = ["tabiya.sounds", "tabiya.train.sounds"];

#[component]
pub fn SoundsChoice() -> impl IntoView {
    let on = RwSignal::new(SOUNDS.iter().any(|key| storage::find(key).as_deref() != Some("off")));
    let turn = move |change| {
        on.set(event_target_checked(&change));
        for key in SOUNDS {
            // A browser that keeps nothing sounds as usual the next time.
            let _ = storage::keep(key, if on.get_untracked() { "on" } else { "off" });
        }
        between::tell(&window(), Word::Settings);
    };
    view! {
        <label class="row">
            <span class="row-text">
                <strong>{words::SOUNDS}</strong>
                <span>{words::SOUNDS_TEXT}</span>
            </span>
            <input class="switch sounds" type="checkbox" role="switch" prop:checked=on on:change=turn />
        </label>
    }
}

/// Some stones in a corner, so that one sees them on the board.
fn sample(size: Size) -> Scene {
    let mut board = rules::go::Board::empty(size);
    for (x, y, color) in
        [(2, 3, Color::Black), (3, 2, Color::White), (15, 3, Color::Black), (13, 2, Color::White)]
    {
        board.set(Point::new(x, y), Some(color));
    }
    Scene::of(&board)
}

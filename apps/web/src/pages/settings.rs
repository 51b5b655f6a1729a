//! The settings: each works at once, and is kept in this browser.

use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::{Point, Size};
use words::{Language, fill};

use crate::board::Board;
use crate::controls::CoordinatesSwitch;
use crate::icons::{self, Icon};
use crate::language;
use crate::settings::{Settings, Theme};

#[component]
pub fn SettingsPage() -> impl IntoView {
    let settings = Settings::here();
    let words = language::here().settings();
    let kept = move || if settings.kept() { words.kept } else { words.not_kept };
    view! {
        <div class="page narrow">
            <header class="lead">
                <h1>{language::frame().settings}</h1>
                <p role="status" class:warn=move || !settings.kept()>{kept}</p>
            </header>
            <section class="panel group" aria-labelledby="look-title">
                <h2 class="caption" id="look-title">{words.look}</h2>
                <ThemeChoice settings />
                <LanguageChoice />
            </section>
            <section class="panel group" aria-labelledby="board-title">
                <h2 class="caption" id="board-title">{words.board}</h2>
                <CoordinatesChoice settings />
            </section>
            <p class="aside">{fill(words.licence, &[("version", env!("CARGO_PKG_VERSION"))])}</p>
        </div>
    }
}

#[component]
fn ThemeChoice(settings: Settings) -> impl IntoView {
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
fn LanguageChoice() -> impl IntoView {
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
fn CoordinatesChoice(settings: Settings) -> impl IntoView {
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
            <Board scene=Scene::new(size) shown ornament=true />
        </div>
    }
}

//! The settings: each works at once, and is kept in this browser.

use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::{Point, Size};

use crate::board::Board;
use crate::controls::CoordinatesSwitch;
use crate::icons::{self, Icon};
use crate::settings::{Settings, Theme};

#[component]
pub fn SettingsPage() -> impl IntoView {
    let settings = Settings::here();
    let kept = move || {
        if settings.kept() {
            "Kept in this browser."
        } else {
            "This browser refuses to keep settings: they hold until the page is closed."
        }
    };
    view! {
        <div class="page narrow">
            <header class="lead">
                <h1>"Settings"</h1>
                <p role="status" class:warn=move || !settings.kept()>{kept}</p>
            </header>
            <section class="panel group" aria-labelledby="look-title">
                <h2 class="caption" id="look-title">"Look"</h2>
                <ThemeChoice settings />
            </section>
            <section class="panel group" aria-labelledby="board-title">
                <h2 class="caption" id="board-title">"Board"</h2>
                <CoordinatesChoice settings />
            </section>
            <p class="aside">{concat!("Tabiya ", env!("CARGO_PKG_VERSION"), " · free software, GPL 3 or later")}</p>
        </div>
    }
}

#[component]
fn ThemeChoice(settings: Settings) -> impl IntoView {
    view! {
        <fieldset class="row choice">
            <legend>"Theme"</legend>
            <div class="segments">
                {Theme::ALL.map(|theme| view! { <ThemeSegment settings theme /> }).collect_view()}
            </div>
        </fieldset>
    }
}

#[component]
fn ThemeSegment(settings: Settings, theme: Theme) -> impl IntoView {
    let (icon, name): (Icon, _) = match theme {
        Theme::System => (icons::SYSTEM, "System"),
        Theme::Light => (icons::LIGHT, "Light"),
        Theme::Dark => (icons::DARK, "Dark"),
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

#[component]
fn CoordinatesChoice(settings: Settings) -> impl IntoView {
    let size = Size::NINETEEN;
    // The upper side of a board, where the change shows.
    let side = Geometry::new(size).cropped_to([Point::new(0, 0), Point::new(size.width() - 1, 3)]);
    let shown = Signal::derive(move || side.with_coordinates(settings.coordinates()));
    view! {
        <label class="row">
            <span class="row-text">
                <strong>"Coordinates"</strong>
                <span>"Letters and numbers along the edge of the board."</span>
            </span>
            <CoordinatesSwitch />
        </label>
        <div class="sample">
            <Board scene=Scene::new(size) shown ornament=true />
        </div>
    }
}

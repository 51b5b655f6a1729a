//! The way in: what there is to do now, and what there is not.

use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::Size;

use super::Page;
use crate::board::Board;
use crate::icons::{self, Icon};
use crate::keys_help::KeysHelp;

#[component]
pub fn Home() -> impl IntoView {
    let help = KeysHelp::here();
    view! {
        <div class="page home">
            <header class="lead">
                <h1>"Tabiya"</h1>
                <p>"A studio for people who play Go, chess and backgammon."</p>
            </header>
            <a class="panel feature" href=Page::Study.path()>
                <Thumbnail />
                <div class="feature-text">
                    <p class="caption">"Study"</p>
                    <h2>"The board"</h2>
                    <p>"Open a record or begin one: play, branch, mark and comment, on a board as large as your window allows."</p>
                    <span class="button main">"Open the board"{icons::NEXT.draw()}</span>
                </div>
            </a>
            <div class="tiles">
                <a class="panel tile" href=Page::Play.path()>
                    <TileText icon=icons::PLAY name="Play" text="Go with somebody near you, or the bot." />
                </a>
                <a class="panel tile" href=Page::Train.path()>
                    <TileText icon=icons::TRAIN name="Train" text="Puzzles against the clock or in cycles." />
                </a>
                <a class="panel tile" href=Page::Cards.path()>
                    <TileText icon=icons::CARDS name="Cards" text="Backgammon analysis as flashcards." />
                </a>
                <a class="panel tile half" href=Page::Settings.path()>
                    <TileText icon=icons::SETTINGS name="Settings" text="Light or dark, and what is drawn on boards." />
                </a>
                <button class="panel tile half" on:click=move |_| help.show()>
                    <TileText icon=icons::KEYS name="Keys" text="What the keyboard does on each page." />
                </button>
            </div>
        </div>
    }
}

#[component]
fn Thumbnail() -> impl IntoView {
    let size = Size::NINETEEN;
    view! { <Board scene=Scene::new(size) shown=Geometry::new(size).with_coordinates(false) ornament=true /> }
}

#[component]
fn TileText(icon: Icon, name: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <span class="tile-icon">{icon.draw()}</span>
        <span class="tile-text">
            <strong>{name}</strong>
            <span>{text}</span>
        </span>
    }
}

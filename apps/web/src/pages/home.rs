//! The way in: what there is to do now, and what there is not.

use diagram::go::{Geometry, Scene};
use leptos::prelude::*;
use rules::go::Size;

use super::Page;
use crate::board::Board;
use crate::icons::{self, Icon};
use crate::keys_help::KeysHelp;
use crate::language;

#[component]
pub fn Home() -> impl IntoView {
    let help = KeysHelp::here();
    let (rooms, words) = (language::frame(), language::here().home());
    view! {
        <div class="page home">
            <header class="lead">
                <h1>"Tabiya"</h1>
                <p>{words.lead}</p>
            </header>
            <a class="panel feature" href=Page::Study.path()>
                <Thumbnail />
                <div class="feature-text">
                    <p class="caption">{rooms.study}</p>
                    <h2>{words.study_title}</h2>
                    <p>{words.study_text}</p>
                    <span class="button main">{words.study_open}{icons::NEXT.draw()}</span>
                </div>
            </a>
            <div class="tiles">
                <a class="panel tile" href=Page::Play.path()>
                    <TileText icon=icons::PLAY name=rooms.play text=words.play_text />
                </a>
                <a class="panel tile" href=Page::Train.path()>
                    <TileText icon=icons::TRAIN name=rooms.train text=words.train_text />
                </a>
                <a class="panel tile" href=Page::Cards.path()>
                    <TileText icon=icons::CARDS name=rooms.cards text=words.cards_text />
                </a>
                <a class="panel tile half" href=Page::Settings.path()>
                    <TileText icon=icons::SETTINGS name=rooms.settings text=words.settings_text />
                </a>
                <button class="panel tile half" on:click=move |_| help.show()>
                    <TileText icon=icons::KEYS name=rooms.keys text=words.keys_text />
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

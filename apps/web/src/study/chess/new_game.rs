//! The dialog for a new chess game: players and starting position.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::chess;
use study::{GamesEdit, Input, NewGame};

use super::set_up::{PositionEditor, read_start};
use crate::language;
use crate::study::dialogs::Answers;
use crate::study::page_state::PageState;

/// With a FEN, shows its position on a board for editing.
#[component]
pub fn NewChess(
    #[prop(optional)] from: Option<String>,
    /// Adds the game to the file of the current one.
    #[prop(optional)]
    into_file: bool,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let page_state = PageState::here();
    let white = RwSignal::new(String::new());
    let black = RwSignal::new(String::new());
    let is_setting_up = RwSignal::new(from.is_some());
    let fen = RwSignal::new(from.unwrap_or_default());
    let start = Memo::new(move |_| fen.with(|fen| read_start(fen)));
    let words = move || {
        start.with(|start| match start {
            Ok((_, mended)) => mended.clone(),
            Err(why) => Some(why.clone()),
        })
    };
    let barred = Signal::derive(move || start.with(Result::is_err));
    let create = move |event: SubmitEvent| {
        event.prevent_default();
        let Ok((start, _)) = start.get_untracked() else { return };
        let (white, black) = (white.get_untracked(), black.get_untracked());
        close();
        let new = chess::NewGame { white, black, start };
        let game = page_state.peek(|workspace| workspace.current().id());
        page_state.act(match into_file {
            true => Input::EditGames { game, edit: GamesEdit::Add(new) },
            false => Input::Create(NewGame::Chess(new)),
        });
    };
    view! {
        <form class="form new-chess" on:submit=create>
            <label>{language::study().white_side}<input type="text" autofocus autocomplete="off" bind:value=white /></label>
            <label>{language::study().black_side}<input type="text" autocomplete="off" bind:value=black /></label>
            <label>
                {language::study().fen_label}
                <input id="fen" type="text" autocomplete="off" spellcheck="false" bind:value=fen />
            </label>
            <p class="wrong" role="alert">{words}</p>
            <Show when=move || is_setting_up.get()>
                <PositionEditor fen />
            </Show>
            <Answers yes=if into_file { language::here().chess_study().add } else { language::study().create } barred close>
                <Show when=move || !is_setting_up.get()>
                    <button class="button" type="button" on:click=move |_| is_setting_up.set(true)>{language::study().set_up_on_board}</button>
                </Show>
            </Answers>
        </form>
    }
}

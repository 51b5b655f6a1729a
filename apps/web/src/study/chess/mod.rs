//! A chess game on the study: its board, its players, and what is said of its moves.

mod board;
mod games;
mod info;
mod new_game;
mod notes;
mod pen;
mod players;
mod set_up;

pub use board::ChessBoard;
pub use games::{ChessChooser, players};
pub use info::ChessInfo;
pub use new_game::NewChess;
pub use notes::ChessNotes;
pub use pen::Pen;
pub use players::ChessPlayers;

use leptos::prelude::*;
use record::chess::ChessRecord;
use study::Command;

use super::session::Session;
use crate::icons::{self, Icon};
use crate::language;
use pen::Pens;

impl Session {
    /// As `watch`, for the chess game in front; without one, as if there were nothing to see.
    fn watch_chess<T>(self, look: impl Fn(&ChessRecord) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        self.watch(move |desk| desk.current().chess().map(&look).unwrap_or_default())
    }

    /// Whether it is chess that is in front.
    pub fn watch_is_chess(self) -> Memo<bool> {
        self.watch(|desk| desk.current().chess().is_some())
    }
}

/// What is at hand beside a chess board; pieces are moved without any tool.
#[component]
pub fn ChessTools() -> impl IntoView {
    let words = language::study();
    let tool = |command, icon, name| view! { <ChessTool command icon name /> };
    view! {
        <div class="tools" role="toolbar" aria-label=words.tools aria-orientation="vertical">
            <Pens />
            {tool(Command::Flip, icons::FLIP, words.turn_board)}
            {tool(Command::Undo, icons::UNDO, words.undo)}
            {tool(Command::Redo, icons::REDO, words.redo)}
            {tool(Command::Cut, icons::ERASE, words.cut)}
            {tool(Command::EditMode, icons::SET_UP, words.set_up_position)}
        </div>
    }
}

#[component]
fn ChessTool(command: Command, icon: Icon, name: &'static str) -> impl IntoView {
    let session = Session::here();
    let can = session.watch(move |desk| desk.can(command));
    let keys = command.entry().and_then(|entry| entry.keys.first()).copied().unwrap_or_default();
    view! {
        <button
            class="mark-tool"
            title=format!("{name} ({keys})")
            aria-label=name
            disabled=move || !can.get()
            on:click=move |_| session.command(command)
        >
            {icon.draw()}
        </button>
    }
}

//! A chess game in Study: its board, its players and its annotations.

mod board;
mod drawing_color;
mod games;
mod info;
mod new_game;
mod notation;
mod notes;
mod other_nags;
mod players;
mod print;
mod problems;
mod read_position;
mod set_up;

pub use board::ChessBoard;
pub use drawing_color::DrawingColor;
pub use games::{AddGameDialog, ChessChooser, picture, players};
pub use info::ChessInfo;
pub use new_game::NewChess;
pub use notation::{NotationChoice, NotationOptions, NotationPanel};
pub use notes::{ChessNotes, CommentEditing};
pub use players::ChessPlayers;
pub use problems::Problems;
pub use read_position::ReadPositionDialog;

use leptos::prelude::*;
use record::chess::ChessRecord;
use study::Command;

use super::command_button::CommandButton;
use super::page_state::PageState;
use crate::icons;
use crate::language;
use drawing_color::DrawingColors;

impl PageState {
    /// Like `watch`, for the current chess game; the default while another game is current.
    fn watch_chess<T>(self, look: impl Fn(&ChessRecord) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        self.watch(move |workspace| workspace.current().chess().map(&look).unwrap_or_default())
    }
}

/// The buttons beside a chess board. Moving pieces needs no tool.
#[component]
pub fn ChessTools() -> impl IntoView {
    let words = language::study();
    let tool = |command, icon, name| view! { <CommandButton command icon name class="mark-tool" /> };
    view! {
        <div class="tools" role="toolbar" aria-label=words.tools aria-orientation="vertical">
            <DrawingColors />
            {tool(Command::Flip, icons::FLIP, words.flip_board)}
            {tool(Command::Undo, icons::UNDO, words.undo)}
            {tool(Command::Redo, icons::REDO, words.redo)}
            {tool(Command::Cut, icons::ERASE, words.cut)}
            {tool(Command::EditMode, icons::SET_UP, words.set_up_position)}
            <DiagramButton />
            {tool(Command::Train, icons::TRAIN, language::here().commands().train_file)}
        </div>
    }
}

/// Whether a diagram is printed here.
#[component]
fn DiagramButton() -> impl IntoView {
    let page_state = PageState::here();
    let can = page_state.watch(|workspace| workspace.can(Command::MarkDiagram));
    let is_marked = page_state.watch_chess(|record| record.has_diagram());
    let name = language::here().chess_study().mark_diagram;
    view! {
        <button
            class="mark-tool"
            title=format!("{name} (D)")
            aria-label=name
            aria-pressed=move || is_marked.get().to_string()
            disabled=move || !can.get()
            on:click=move |_| page_state.command(Command::MarkDiagram)
        >
            {icons::DIAGRAM.draw()}
        </button>
    }
}

//! The workspace of open records: commands, undo, questions before data is lost, and when to autosave.
//!
//! A core crate without I/O: the page passes in keys, clicks and files as [`Input`] and carries out the [`Effect`]s
//! that come back.

mod autosave;
mod bindings;
mod board_view;
mod charset;
mod chess_input;
mod commands;
mod comparison;
mod counting;
mod effect;
mod file_changes;
mod games_of_file;
mod go_input;
mod guessing;
mod input;
mod keys;
mod messages;
mod open_game;
mod opening;
mod paste_text;
mod pending_question;
mod position_search;
mod reopening;
mod restored_version;
mod saving;
pub mod spoken;
mod tool;
mod tool_state;
mod typing;
mod workspace;

pub use autosave::Autosave;
pub use bindings::{BindingError, Bindings};
pub use board_view::BoardView;
pub use charset::{CHARSETS, CharsetName};
pub use commands::{COMMANDS, Command, CommandEntry, Focus, Group, Platform, command_for};
pub use comparison::ComparedLine;
pub use counting::{Counted, Counting};
pub use effect::{AnalysisPart, Dialog, Effect, PictureUse, Question, ReadFor, ReviewUse, Target};
pub use guessing::Guessing;
pub use input::{
    Answer, Autosaved, ChessInput, FileName, GameId, GamesEdit, GoInput, Input, Judgement, NewGame, OnDisk,
    Opened, Place, Reopened,
};
pub use keys::Chord;
pub use open_game::{OpenGame, untitled};
pub use paste_text::how_to_download;
pub use tool::{ClickAction, ClickModifiers, Tool};
pub use tool_state::Direction;
pub use workspace::Workspace;

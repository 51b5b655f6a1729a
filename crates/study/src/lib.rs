//! What happens at the desk where records are studied. Quiet: the page hands in keys and clicks and carries out
//! the effects that come back.

mod acts;
mod autosave;
mod bindings;
mod charset;
mod chess;
mod command;
mod desk;
mod effect;
mod hand;
mod input;
mod keys;
mod open_game;
mod saving;
mod telling;
mod tool;
mod waiting;

pub use autosave::{Autosave, Moment};
pub use bindings::{Bindings, Refused};
pub use charset::{CHARSETS, CharsetName};
pub use command::{Command, Entry, Focus, Group, Shell, TABLE, command_for};
pub use desk::Desk;
pub use effect::{Dialog, Effect, Question, Target};
pub use hand::Way;
pub use input::{Answer, FileName, GameId, Input, Judgement, Opened};
pub use keys::Chord;
pub use open_game::{OpenGame, untitled};
pub use tool::{Held, Tool, Touch};

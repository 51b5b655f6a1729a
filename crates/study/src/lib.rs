//! What happens at the desk where records are studied. Quiet: the page hands in keys and clicks and carries out
//! the effects that come back.

mod autosave;
mod command;
mod comment;
mod keys;

pub use autosave::{Autosave, Moment};
pub use command::{Command, Entry, Focus, Group, Shell, TABLE, command_for};
pub use keys::Chord;

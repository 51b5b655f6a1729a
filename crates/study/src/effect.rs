//! What the host carries out for the desk.

use std::fmt;

use crate::input::{Answer, GameId};

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// For a moment on screen, and to who listens to it.
    Say(String),
    Ask(Question),
    Show(Dialog),
    PickFile,
    Write {
        game: GameId,
        target: Target,
        bytes: Vec<u8>,
        revision: u64,
    },
    /// Keeps the bytes where a crash does not reach them.
    PutAside {
        key: String,
        name: String,
        bytes: Vec<u8>,
    },
    ForgetAside {
        key: String,
    },
    Copy(String),
    FocusBoard,
    /// Nothing is left to ask: the program may end.
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Where it came from, if the host still can; else as `Pick`.
    Same { suggested: String },
    /// Wherever the user says; the game is called so from then on.
    Pick { suggested: String },
    /// Wherever the user says; the game keeps its name and its changes.
    Copy { suggested: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    NewGame,
    /// A new chess game from a position that is set up, at first the one on the board.
    SetUp,
    GameInfo,
    Properties,
    Find,
    GoToMove,
    Help,
    /// The games of a file that has several.
    Games,
    Charset,
}

/// Answered by `Input::Answer`. Only one is open at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Cut {
        nodes: usize,
    },
    MoveBranch {
        up: bool,
    },
    RemoveOthers {
        branches: usize,
    },
    Flatten,
    SaveBeforeClosing {
        game: GameId,
        name: String,
    },
    /// The system asks to open another file.
    SaveBeforeOpening {
        name: String,
        opening: String,
    },
    /// All games with changes.
    SaveBeforeQuitting {
        names: Vec<String>,
    },
    /// Something was put aside for this file and never saved.
    UseAside {
        name: String,
    },
    /// The character that the file's charset lacks.
    ConvertToUtf8 {
        character: char,
        charset: String,
    },
}

impl Question {
    /// From the one that Enter gives to the one that Esc gives.
    pub fn answers(&self) -> &'static [(Answer, &'static str)] {
        match self {
            Question::Cut { .. } => &[(Answer::Yes, "Cut"), (Answer::No, "Keep")],
            Question::MoveBranch { .. } => &[(Answer::Yes, "Move"), (Answer::No, "Leave")],
            Question::RemoveOthers { .. } => &[(Answer::Yes, "Remove"), (Answer::No, "Keep")],
            Question::Flatten => &[(Answer::Yes, "Flatten"), (Answer::No, "Keep")],
            Question::SaveBeforeQuitting { names } if names.len() > 1 => {
                &[(Answer::Save, "Save all"), (Answer::Discard, "Discard all"), (Answer::Cancel, "Cancel")]
            }
            Question::SaveBeforeClosing { .. }
            | Question::SaveBeforeOpening { .. }
            | Question::SaveBeforeQuitting { .. } => {
                &[(Answer::Save, "Save"), (Answer::Discard, "Discard"), (Answer::Cancel, "Cancel")]
            }
            Question::UseAside { .. } => &[(Answer::Yes, "Use them"), (Answer::No, "Open the file as it is")],
            Question::ConvertToUtf8 { .. } => {
                &[(Answer::Yes, "Convert to UTF-8"), (Answer::No, "Leave it out")]
            }
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Cut { nodes: 1 } => write!(f, "Cut this move?"),
            Question::Cut { nodes: 2 } => write!(f, "Cut this move and the one after it?"),
            Question::Cut { nodes } => write!(f, "Cut this move and the {} nodes after it?", nodes - 1),
            Question::MoveBranch { up: true } => write!(f, "Move this branch up?"),
            Question::MoveBranch { up: false } => write!(f, "Move this branch down?"),
            Question::RemoveOthers { branches } => write!(f, "Remove the {branches} other variations?"),
            Question::Flatten => write!(f, "Begin the game with this position? The moves up to it go."),
            Question::SaveBeforeClosing { name, .. } => {
                write!(f, "Save the changes to {name} before it is closed?")
            }
            Question::SaveBeforeOpening { name, opening } => {
                write!(f, "Save the changes to {name} before {opening} is opened?")
            }
            Question::SaveBeforeQuitting { names } => match names.as_slice() {
                [name] => write!(f, "Save the changes to {name} before Tabiya ends?"),
                names => write!(
                    f,
                    "{} games have changes that are not saved: {}. Save them before Tabiya ends?",
                    names.len(),
                    names.join(", ")
                ),
            },
            Question::UseAside { name } => {
                write!(f, "There are unsaved changes to {name} from another time. Use them?")
            }
            Question::ConvertToUtf8 { character, charset } => {
                write!(
                    f,
                    "“{character}” cannot be written in this file's charset, {charset}. Convert the file to UTF-8?"
                )
            }
        }
    }
}

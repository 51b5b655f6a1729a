//! What the workspace asks its host to do.

use i18n::{Language, fill};

use crate::input::{Answer, GameId, Place};

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Shown for a moment, and read out by screen readers.
    Notify(String),
    /// Says where one is, instead of the last such message.
    NotifyPlace(String),
    Ask(Question),
    Show(Dialog),
    PickFile,
    Write {
        game: GameId,
        target: Target,
        bytes: Vec<u8>,
        revision: u64,
    },
    /// Stores the bytes where they survive a crash.
    Autosave {
        key: String,
        name: String,
        bytes: Vec<u8>,
        /// Where one is in the game, stored beside it.
        place: Place,
    },
    /// Only the place has changed since the autosave under this key.
    StorePlace {
        key: String,
        place: Place,
    },
    DiscardAutosave {
        key: String,
    },
    /// Reads the file of a game again, for `Input::ReadAgain`.
    ReadAgain {
        game: GameId,
        purpose: ReadFor,
    },
    Copy(String),
    /// Finds the games of the library that reach this position: a FEN, or rows of X, O and . separated by /.
    SearchLibrary(String),
    /// Solves the games of a file as puzzles.
    Train {
        name: String,
        bytes: Vec<u8>,
    },
    /// Turns a part of the analysis by an engine on or off.
    ToggleAnalysis(AnalysisPart),
    /// Reviews the current game, or does something with its review.
    Review(ReviewUse),
    /// Prints the current game.
    Print,
    /// Draws the board that is shown.
    Picture(PictureUse),
    /// There is more to do: the host sends `Input::Continue` once it has handled its events.
    Continue,
    FocusBoard,
    /// Nothing is unsaved: the program may end.
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisPart {
    /// The engine searches.
    Search,
    /// Its moves and values are shown; without them the graph of the game is all there is.
    Hints,
    /// Who will own which points.
    Ownership,
}

/// What is wanted of the review of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewUse {
    /// Begins it or goes on with it, and shows it.
    Begin,
    /// What it found is sent back as an input that writes it.
    WriteEvaluations,
    AddLines,
}

/// What becomes of a picture of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureUse {
    Copy,
    Save,
    /// The line through the cursor, move by move.
    SaveAnimation,
}

impl Effect {
    /// Of a file that is written.
    pub(crate) fn suggested_name(&self) -> Option<&str> {
        match self {
            Effect::Write { target, .. } => Some(match target {
                Target::Same { suggested }
                | Target::Overwrite { suggested }
                | Target::Pick { suggested }
                | Target::Copy { suggested } => suggested,
            }),
            _ => None,
        }
    }
}

/// Why a file is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadFor {
    /// It replaces the open game, and the next save is based on it.
    Reload,
    /// It is only looked at.
    Comparison,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The file it came from, if the host can still write it; else like `Pick`.
    Same { suggested: String },
    /// The same, whatever another program has written there since: the host keeps a copy of that.
    Overwrite { suggested: String },
    /// A file that the user picks; the game gets its name.
    Pick { suggested: String },
    /// A file that the user picks; the game keeps its name and stays changed.
    Copy { suggested: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    NewGame,
    /// A new chess game from a set-up position, at first the current one.
    SetUp,
    GameInfo,
    Properties,
    Find,
    GoToMove,
    Help,
    /// The games of a file that has several.
    Games(GameId),
    /// Another game for the file of the current one.
    AddGame,
    /// A field for a position or games as text.
    OpenText,
    /// The position in words.
    ReadPosition,
    Charset,
    /// All commands with a search field.
    Palette,
    /// Copies of the game's file from before it was saved.
    EarlierVersions,
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
    /// Of the file, by its number.
    DeleteGame {
        game: GameId,
        number: usize,
        players: String,
    },
    SaveBeforeClosing {
        game: GameId,
        name: String,
    },
    /// The operating system asks to open another file.
    SaveBeforeOpening {
        name: String,
        opening: String,
    },
    /// All games with changes.
    SaveBeforeQuitting {
        names: Vec<String>,
    },
    /// There is an autosave of this file with unsaved changes.
    RestoreAutosave {
        name: String,
        /// Its whole path, if the host knows it.
        path: Option<String>,
        /// In milliseconds since 1970.
        saved_at: u64,
    },
    /// Another program has changed the file since it was read.
    Overwrite {
        game: GameId,
        path: String,
        /// Whether what it contains now is kept as an earlier version.
        is_kept: bool,
        /// Whether the differences are shown.
        is_compared: bool,
    },
    /// The character that the file's charset lacks.
    ConvertToUtf8 {
        character: char,
        charset: String,
    },
}

impl Question {
    /// From the answer for Enter to the answer for Esc.
    pub fn answers(&self, language: Language) -> Vec<(Answer, &'static str)> {
        let words = language.workspace();
        let either = |yes, no| vec![(Answer::Yes, yes), (Answer::No, no)];
        match self {
            Question::Cut { .. } => either(words.yes_cut, words.cancel),
            Question::MoveBranch { .. } => either(words.yes_move, words.cancel),
            Question::RemoveOthers { .. } => either(words.yes_remove, words.cancel),
            Question::Flatten => either(words.yes_flatten, words.cancel),
            Question::DeleteGame { .. } => either(language.chess_study().yes_delete, words.cancel),
            Question::SaveBeforeQuitting { names } if names.len() > 1 => vec![
                (Answer::Save, words.yes_save_all),
                (Answer::Discard, words.discard_all),
                (Answer::Cancel, words.cancel),
            ],
            Question::SaveBeforeClosing { .. }
            | Question::SaveBeforeOpening { .. }
            | Question::SaveBeforeQuitting { .. } => vec![
                (Answer::Save, words.yes_save),
                (Answer::Discard, words.discard),
                (Answer::Cancel, words.cancel),
            ],
            Question::RestoreAutosave { .. } => either(words.yes_restore, words.open_without_changes),
            Question::Overwrite { is_compared, .. } => {
                let go = language.go_study();
                let compare = (!is_compared).then_some((Answer::Compare, go.compare));
                let first = [(Answer::Save, words.save_as_other), (Answer::Reload, go.reload)];
                let last = [(Answer::Yes, words.yes_overwrite), (Answer::Cancel, words.cancel)];
                first.into_iter().chain(compare).chain(last).collect()
            }
            Question::ConvertToUtf8 { .. } => either(words.yes_convert, words.discard_edit),
        }
    }

    pub fn text(&self, language: Language) -> String {
        let words = language.workspace();
        match self {
            Question::Cut { nodes: 1 } => words.ask_cut.to_owned(),
            Question::Cut { nodes: 2 } => words.ask_cut_two.to_owned(),
            Question::Cut { nodes } => language.count(words.ask_cut_more, nodes.saturating_sub(1)),
            Question::MoveBranch { up: true } => words.ask_move_up.to_owned(),
            Question::MoveBranch { up: false } => words.ask_move_down.to_owned(),
            Question::RemoveOthers { branches } => language.count(words.ask_remove, *branches),
            Question::Flatten => words.ask_flatten.to_owned(),
            Question::DeleteGame { number, players, .. } => fill(
                language.chess_study().ask_delete,
                &[("number", &(number + 1).to_string()), ("players", players)],
            ),
            Question::SaveBeforeClosing { name, .. } => fill(words.ask_save, &[("name", name)]),
            Question::SaveBeforeOpening { name, opening } => {
                fill(words.ask_save_opening, &[("name", name), ("opening", opening)])
            }
            Question::SaveBeforeQuitting { names } => match names.as_slice() {
                [name] => fill(words.ask_save_quitting, &[("name", name)]),
                names => {
                    let all = names.join(language.frame().comma);
                    language.count_with(words.ask_save_all, names.len(), &[("names", &all)])
                }
            },
            Question::RestoreAutosave { name, .. } => fill(words.ask_restore, &[("name", name)]),
            Question::Overwrite { path, is_kept: true, .. } => fill(words.ask_overwrite, &[("path", path)]),
            Question::Overwrite { path, .. } => {
                fill(language.go_study().ask_overwrite_lost, &[("path", path)])
            }
            Question::ConvertToUtf8 { character, charset } => {
                fill(words.ask_convert, &[("character", &character.to_string()), ("charset", charset)])
            }
        }
    }
}

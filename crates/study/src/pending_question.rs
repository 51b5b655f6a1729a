//! What happens after a question is answered. A question and its consequence are one value, so that an answer cannot go
//! to the wrong question.

use record::Record;

use crate::comparison::ComparedLine;
use crate::effect::{Effect, Question};
use crate::input::{Answer, FileName, GameId, GamesEdit, Input, Opened, Place};
use crate::workspace::Workspace;

pub enum PendingQuestion {
    /// Needs no more data than the question.
    Simple(Question),
    /// The file that the operating system asks to open, and the current game, which has changes.
    Activate {
        game: GameId,
        name: String,
        opened: Opened,
    },
    RestoreAutosave {
        file: FileName,
        bytes: Vec<u8>,
        autosaved: Box<AutosavedRecord>,
    },
    /// Another program has changed the file.
    FileChanged {
        game: GameId,
        path: String,
        is_kept: bool,
        /// Whether it was noticed by saving.
        by_saving: bool,
        /// Once it was asked for.
        comparison: Option<Vec<ComparedLine>>,
    },
    /// The input with the character is handled again after the conversion.
    Convert {
        character: char,
        charset: String,
        again: Input,
    },
}

/// An autosave that can be restored.
pub struct AutosavedRecord {
    pub key: String,
    /// In milliseconds since 1970.
    pub saved_at: u64,
    pub record: Record,
    pub place: Option<Place>,
}

impl PendingQuestion {
    pub fn question(&self) -> Question {
        match self {
            PendingQuestion::Simple(question) => question.clone(),
            PendingQuestion::Activate { name, opened, .. } => {
                Question::SaveBeforeOpening { name: name.clone(), opening: opened.file.name.clone() }
            }
            PendingQuestion::RestoreAutosave { file, autosaved, .. } => Question::RestoreAutosave {
                name: file.name.clone(),
                path: file.path.clone(),
                saved_at: autosaved.saved_at,
            },
            PendingQuestion::FileChanged { game, path, is_kept, comparison, .. } => Question::Overwrite {
                game: *game,
                path: path.clone(),
                is_kept: *is_kept,
                is_compared: comparison.is_some(),
            },
            PendingQuestion::Convert { character, charset, .. } => {
                Question::ConvertToUtf8 { character: *character, charset: charset.clone() }
            }
        }
    }

    pub fn answered(self, workspace: &mut Workspace, answer: Answer) -> Vec<Effect> {
        match (self, answer) {
            (PendingQuestion::Simple(question), answer) => resolve(workspace, question, answer),
            (PendingQuestion::Activate { game, opened, .. }, Answer::Save) => {
                workspace.save_then_open(game, opened)
            }
            (PendingQuestion::Activate { game, opened, .. }, Answer::Discard) => {
                let mut effects = workspace.close(game);
                effects.extend(workspace.opened(opened));
                effects
            }
            (PendingQuestion::Activate { .. }, _) => vec![Effect::FocusBoard],
            (PendingQuestion::RestoreAutosave { file, autosaved, .. }, Answer::Yes) => {
                workspace.open_autosaved(file, *autosaved)
            }
            // The autosave stays until this file is saved: "no" does not mean "discard it".
            (PendingQuestion::RestoreAutosave { file, bytes, .. }, _) => workspace.open(file, bytes),
            (question @ PendingQuestion::FileChanged { .. }, answer) => {
                workspace.resolve_file_change(question, answer)
            }
            (PendingQuestion::Convert { again, .. }, Answer::Yes) => workspace.convert_and_try(again),
            (PendingQuestion::Convert { .. }, _) => vec![Effect::FocusBoard],
        }
    }
}

fn resolve(workspace: &mut Workspace, question: Question, answer: Answer) -> Vec<Effect> {
    match (question, answer) {
        (Question::Cut { .. }, Answer::Yes) => workspace.cut(),
        (Question::MoveBranch { up }, Answer::Yes) => workspace.change(|record| record.move_branch(up)),
        (Question::RemoveOthers { .. }, Answer::Yes) => {
            workspace.change(|record| record.remove_other_variations())
        }
        (Question::Flatten, Answer::Yes) => workspace.change_go(|record| record.flatten()),
        (Question::DeleteGame { game, number, .. }, Answer::Yes) => {
            workspace.edit_games(game, GamesEdit::Delete(number))
        }
        (Question::SaveBeforeClosing { game, .. }, Answer::Save) => workspace.save_then_close(game),
        (Question::SaveBeforeClosing { game, .. }, Answer::Discard) => workspace.close(game),
        (Question::SaveBeforeQuitting { .. }, Answer::Save) => workspace.save_all_then_quit(),
        (Question::SaveBeforeQuitting { .. }, Answer::Discard) => workspace.discard_all_and_quit(),
        _ => vec![Effect::FocusBoard],
    }
}

//! What happens once a question is answered. A question and its consequence are one value, so no answer can meet
//! the wrong one.

use crate::desk::Desk;
use crate::effect::{Effect, Question};
use crate::input::{Answer, FileName, GameId, Input};

#[derive(Clone, Debug)]
pub enum Waiting {
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
    Close {
        game: GameId,
        name: String,
    },
    UseAside {
        file: FileName,
        bytes: Vec<u8>,
        aside: Vec<u8>,
    },
    /// The input that did not fit is tried again after the conversion.
    Convert {
        character: char,
        charset: String,
        again: Input,
    },
}

impl Waiting {
    pub fn question(&self) -> Question {
        match self {
            Waiting::Cut { nodes } => Question::Cut { nodes: *nodes },
            Waiting::MoveBranch { up } => Question::MoveBranch { up: *up },
            Waiting::RemoveOthers { branches } => Question::RemoveOthers { branches: *branches },
            Waiting::Flatten => Question::Flatten,
            Waiting::Close { game, name } => Question::SaveBeforeClosing { game: *game, name: name.clone() },
            Waiting::UseAside { file, .. } => Question::UseAside { name: file.name.clone() },
            Waiting::Convert { character, charset, .. } => {
                Question::ConvertToUtf8 { character: *character, charset: charset.clone() }
            }
        }
    }

    pub fn answered(self, desk: &mut Desk, answer: Answer) -> Vec<Effect> {
        match (self, answer) {
            (Waiting::Cut { .. }, Answer::Yes) => desk.cut(),
            (Waiting::MoveBranch { up }, Answer::Yes) => desk.move_branch(up),
            (Waiting::RemoveOthers { .. }, Answer::Yes) => desk.remove_other_variations(),
            (Waiting::Flatten, Answer::Yes) => desk.change(|record| record.flatten()),
            (Waiting::Close { game, .. }, Answer::Save) => desk.save_then_close(game),
            (Waiting::Close { game, .. }, Answer::Discard) => desk.close(game),
            (Waiting::UseAside { file, aside, .. }, Answer::Yes) => desk.open_aside(file, &aside),
            // What was put aside stays until this file is saved: "no" is not "throw it away".
            (Waiting::UseAside { file, bytes, .. }, _) => desk.open(file, &bytes),
            (Waiting::Convert { again, .. }, Answer::Yes) => desk.convert_and_try(again),
            _ => vec![Effect::FocusBoard],
        }
    }
}

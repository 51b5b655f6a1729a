//! What happens once a question is answered. A question and its consequence are one value, so no answer can meet
//! the wrong one.

use crate::desk::Desk;
use crate::effect::{Effect, Question};
use crate::input::{Answer, FileName, GameId, Input, Opened};

#[derive(Clone, Debug)]
pub enum Waiting {
    /// All that is to be known stands in the question.
    For(Question),
    /// The file that the system asks to open, and the game in front of it that has changes.
    Activate {
        game: GameId,
        name: String,
        opened: Opened,
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
            Waiting::For(question) => question.clone(),
            Waiting::Activate { name, opened, .. } => {
                Question::SaveBeforeOpening { name: name.clone(), opening: opened.file.name.clone() }
            }
            Waiting::UseAside { file, .. } => Question::UseAside { name: file.name.clone() },
            Waiting::Convert { character, charset, .. } => {
                Question::ConvertToUtf8 { character: *character, charset: charset.clone() }
            }
        }
    }

    pub fn answered(self, desk: &mut Desk, answer: Answer) -> Vec<Effect> {
        match (self, answer) {
            (Waiting::For(question), answer) => obey(desk, question, answer),
            (Waiting::Activate { game, opened, .. }, Answer::Save) => desk.save_then_open(game, opened),
            (Waiting::Activate { game, opened, .. }, Answer::Discard) => {
                let mut effects = desk.close(game);
                effects.extend(desk.opened(opened));
                effects
            }
            (Waiting::Activate { .. }, _) => vec![Effect::FocusBoard],
            (Waiting::UseAside { file, aside, .. }, Answer::Yes) => desk.open_aside(file, aside),
            // What was put aside stays until this file is saved: "no" is not "throw it away".
            (Waiting::UseAside { file, bytes, .. }, _) => desk.open(file, bytes),
            (Waiting::Convert { again, .. }, Answer::Yes) => desk.convert_and_try(again),
            (Waiting::Convert { .. }, _) => vec![Effect::FocusBoard],
        }
    }
}

fn obey(desk: &mut Desk, question: Question, answer: Answer) -> Vec<Effect> {
    match (question, answer) {
        (Question::Cut { .. }, Answer::Yes) => desk.cut(),
        (Question::MoveBranch { up }, Answer::Yes) => desk.move_branch(up),
        (Question::RemoveOthers { .. }, Answer::Yes) => desk.remove_other_variations(),
        (Question::Flatten, Answer::Yes) => desk.change(|record| record.flatten()),
        (Question::SaveBeforeClosing { game, .. }, Answer::Save) => desk.save_then_close(game),
        (Question::SaveBeforeClosing { game, .. }, Answer::Discard) => desk.close(game),
        (Question::SaveBeforeQuitting { .. }, Answer::Save) => desk.save_all_then_quit(),
        (Question::SaveBeforeQuitting { .. }, Answer::Discard) => desk.discard_all_and_quit(),
        _ => vec![Effect::FocusBoard],
    }
}

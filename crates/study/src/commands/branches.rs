//! Commands for whole branches: cut, copy, paste, order.

use i18n::fill;
use record::{Clip, Refusal};

use crate::effect::{Effect, Question};
use crate::messages;
use crate::pending_question::PendingQuestion;
use crate::workspace::Workspace;

impl Workspace {
    pub(super) fn ask_to_cut(&mut self) -> Vec<Effect> {
        let record = self.record();
        if record.here() == record.root() {
            return self.refuse(&Refusal::Start);
        }
        let nodes = record.tree().preorder(record.here()).count();
        self.ask(PendingQuestion::Simple(Question::Cut { nodes }))
    }

    pub(crate) fn cut(&mut self) -> Vec<Effect> {
        let game = self.current_mut();
        match game.record.cut() {
            Ok(clip) => {
                // A single node is not copied; the clipboard keeps what was cut before.
                // The page pastes from the clipboard of the system, so it is copied there too.
                let copied = clip.as_ref().map(|clip| Effect::Copy(clip.text().to_owned()));
                game.clip = clip.or(game.clip.take());
                copied.into_iter().chain([Effect::FocusBoard]).collect()
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    pub(super) fn copy(&mut self) -> Vec<Effect> {
        match self.record().copy() {
            Ok(clip) => {
                let text = clip.text().to_owned();
                self.current_mut().clip = Some(clip);
                vec![Effect::Copy(text), Effect::Notify(self.words().copied.into())]
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// The clip of another open game of the same type, the last used first.
    pub(super) fn clip_of_other(&self) -> Option<Clip> {
        let game = self.record().game_type();
        let clips = self.games().iter().skip(1).filter_map(|game| game.clip.as_ref());
        clips.into_iter().find(|clip| clip.game() == game).cloned()
    }

    pub(crate) fn paste(&mut self, clip: Option<Clip>) -> Vec<Effect> {
        let Some(clip) = clip else { return self.refuse(&Refusal::NothingToPaste) };
        let words = self.words();
        let game = self.current_mut();
        match game.record.paste(&clip).map(|pasted| pasted.conflict) {
            Ok(None) => vec![Effect::FocusBoard],
            Ok(Some(node)) => {
                game.conflicts.push(node);
                vec![Effect::Notify(words.line_conflicts.into())]
            }
            Err(refusal) => {
                let why = messages::refusal(words, &refusal);
                vec![Effect::Notify(fill(words.not_pasted, &[("why", &why)]))]
            }
        }
    }

    pub(super) fn ask_to_move_branch(&mut self, up: bool) -> Vec<Effect> {
        let record = self.record();
        if !record.tree().is_branch(record.here()) {
            return vec![Effect::Notify(self.words().branches_move_first.into())];
        }
        if !record.can_move_branch(up) {
            let words = self.language().go_study();
            return vec![Effect::Notify(if up { words.first_branch } else { words.last_branch }.into())];
        }
        self.ask(PendingQuestion::Simple(Question::MoveBranch { up }))
    }

    pub(super) fn ask_to_remove_others(&mut self) -> Vec<Effect> {
        let record = self.record();
        match record.tree().other_branches(record.here()).len() {
            0 => self.refuse(&Refusal::NoBranch),
            branches => self.ask(PendingQuestion::Simple(Question::RemoveOthers { branches })),
        }
    }
}

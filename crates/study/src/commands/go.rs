//! Commands that Go games got first: copying a game, and problems made of a position.

use record::{GameRecord, GameType, Record, Refusal};

use crate::effect::Effect;
use crate::saving::AfterSaving;
use crate::workspace::Workspace;

impl Workspace {
    /// The open game only, as SGF.
    pub(super) fn copy_game(&self) -> Vec<Effect> {
        let Some(record) = self.record().go() else { return Vec::new() };
        let text = record.file().branch_text(record.root());
        vec![Effect::Copy(text), Effect::Notify(self.language().go_study().sgf_copied.into())]
    }

    /// Saves the position and the branches that follow as a problem, which is then trained.
    pub(super) fn make_problem(&mut self) -> Vec<Effect> {
        let problem = match self.record() {
            Record::Go(record) => record.problem_from_here(),
            Record::Chess(record) => record.problem_from_here(),
            Record::Backgammon(_) => Err(Refusal::NotFor(GameType::Backgammon)),
        };
        match problem {
            Ok(bytes) => {
                let write = self.save_copy("problem", bytes.clone());
                let name = write.suggested_name().unwrap_or_default().to_owned();
                self.after_saving = Some(AfterSaving::Train { game: self.current().id(), name, bytes });
                vec![write]
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }
}

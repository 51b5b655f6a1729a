//! Guessing the moves of a game: each click is compared with the next move of the line.

use i18n::fill;
use record::{GameRecord, Record};
use rules::go::{Move, Point};

use crate::effect::Effect;
use crate::input::GameId;
use crate::workspace::Workspace;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guessing {
    game: GameId,
    /// Moves that were guessed at once, and all that were guessed.
    pub at_once: u32,
    pub guessed: u32,
    /// Wrong guesses of the next move.
    pub misses: u32,
}

impl Workspace {
    /// Begins guessing, or ends it.
    pub(crate) fn guess_moves(&mut self) -> Vec<Effect> {
        if self.guessing().is_some() {
            return self.end_guessing();
        }
        if self.next_move().is_none() {
            return vec![Effect::Notify(self.language().go_study().nothing_to_guess.into())];
        }
        let game = self.current().id;
        self.guessing = Some(Guessing { game, at_once: 0, guessed: 0, misses: 0 });
        vec![Effect::FocusBoard]
    }

    /// Only in the game that is shown.
    pub fn guessing(&self) -> Option<Guessing> {
        self.guessing.filter(|guessing| guessing.game == self.current().id)
    }

    fn end_guessing(&mut self) -> Vec<Effect> {
        let Some(Guessing { at_once, guessed, .. }) = self.guessing.take() else { return Vec::new() };
        if guessed == 0 {
            return Vec::new();
        }
        let counts = [("right", at_once.to_string()), ("all", guessed.to_string())];
        let counts = counts.each_ref().map(|(name, count)| (*name, count.as_str()));
        vec![Effect::Notify(fill(self.language().go_study().guess_result, &counts))]
    }

    fn next_move(&self) -> Option<Move> {
        let Record::Go(record) = self.record() else { return None };
        let next = record.tree().preferred(record.here())?;
        record.editor().game().only_move(next, record.size()).map(|(_, mv)| mv)
    }

    /// None if no move is being guessed.
    pub(crate) fn guess(&mut self, at: Point) -> Option<Vec<Effect>> {
        let mut guessing = self.guessing()?;
        let Some(next) = self.next_move() else { return Some(self.end_guessing()) };
        if next != Move::Place(at) {
            guessing.misses += 1;
            self.guessing = Some(guessing);
            let words = self.language().go_study();
            return Some(vec![Effect::Notify(words.wrong_guess.into())]);
        }
        guessing.at_once += u32::from(guessing.misses == 0);
        guessing.guessed += 1;
        guessing.misses = 0;
        self.guessing = Some(guessing);
        let mut effects = self.navigate(|record| record.forward());
        // Nobody guesses a pass.
        while self.next_move() == Some(Move::Pass) {
            effects.extend(self.navigate(|record| record.forward()));
        }
        if self.next_move().is_none() {
            effects.extend(self.end_guessing());
        }
        Some(effects)
    }
}

//! What is added to the collection: files and texts, decisions of a review, and what is said about them.

use flashcards::{Added, CardCollection, Decision, Format, Selection};
use leptos::prelude::*;

use super::messages;
use super::state::CardsState;
use crate::handoff::{self, HandedDecisions};

impl CardsState {
    pub fn add(self, source: &str, bytes: &[u8]) {
        self.add_all(vec![(source.to_owned(), bytes.to_owned())]);
    }

    /// Adds several files with one message: some programs write one file per position.
    pub fn add_all(self, texts: Vec<(String, Vec<u8>)>) {
        if !self.is_loaded.get_untracked() {
            self.early.update_value(|early| early.extend(texts));
            return;
        }
        let added = self.add_items(|collection| {
            texts.iter().map(|(name, bytes)| collection.add(name, bytes)).collect::<Vec<_>>()
        });
        match (texts.as_slice(), added.as_slice()) {
            ([(name, bytes)], [added]) => {
                self.status.set(messages::added(name, *added));
                let is_match = |added: &Added| {
                    matches!(added.format, Format::Mat | Format::GnubgSgf | Format::Xg)
                        && added.decisions + added.questions > 0
                };
                let reviewable = is_match(added).then(|| (name.clone(), bytes.clone()));
                self.added_match.set(reviewable);
            }
            _ => self.status.set(messages::added_many(&added)),
        }
    }

    /// Adds items and shows the first of them.
    fn add_items(self, add: impl FnOnce(&mut CardCollection) -> Vec<Added>) -> Vec<Added> {
        let last = |collection: &CardCollection| collection.items().last().map(|item| item.id);
        let before = self.collection.with_untracked(last);
        let added = self.collection.try_update(add).unwrap_or_default();
        let fresh = self.collection.with_untracked(|collection| {
            collection.items().iter().map(|item| item.id).find(|id| before.is_none_or(|before| *id > before))
        });
        if fresh.is_some() {
            self.chosen.set(fresh);
        }
        self.removed.set(Vec::new());
        self.added_match.set(None);
        self.save();
        added
    }

    /// Adds decisions that were chosen in a review; a filter that hides them ends.
    pub fn add_decisions(self, handed: HandedDecisions) {
        if !self.is_loaded.get_untracked() {
            self.early_decisions.update_value(|early| early.push(handed));
            return;
        }
        let HandedDecisions { source, decisions } = handed;
        let hides = |decision: &Decision| {
            self.selection.with_untracked(|selection| !selection.includes_decision(decision))
        };
        let is_hidden = decisions.iter().any(hides);
        let added = self.add_items(|collection| vec![collection.add_decisions(&source, decisions)]);
        if let [added] = added.as_slice() {
            self.status.set(messages::taken_over(&source, *added));
        }
        if is_hidden {
            self.select(|selection| *selection = Selection::default());
        }
    }

    /// Shows the review of the match that was added last, in Study.
    pub fn review_added(self) {
        if let Some((name, bytes)) = self.added_match.get_untracked() {
            self.clear_status();
            handoff::review_in_study(&name, &bytes);
        }
    }
}

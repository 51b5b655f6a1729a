//! The player's collection: everything pasted or dropped, in order, until it becomes a deck. Read errors are items too,
//! until they are removed.

mod known;
mod storage;

use crate::card::Card;
use crate::decision::{Decision, Question, Selection};
use crate::deck::Deck;
use crate::error::ReadError;
use crate::read::{Format, ReadItem, read};
use crate::settings::Settings;
use known::{KnownDecisions, same_decision};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Unique in the collection; items are sorted by id.
    pub id: u32,
    /// The storage key: equal for the same question about the same position. Empty for errors.
    pub key: String,
    /// The file name, or a word for pasted text.
    pub source: String,
    #[serde(rename = "what")]
    pub content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Content {
    Decision(Box<Decision>),
    Question(Box<Question>),
    /// Not stored: on the next visit the text is no longer there to be fixed.
    #[serde(skip)]
    Error(ReadError),
}

/// What one pasted text or dropped file contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    pub format: Format,
    pub decisions: usize,
    pub questions: usize,
    pub errors: usize,
    /// Items that were known before; a decision is replaced by its newer version.
    pub known: usize,
}

impl Content {
    pub fn decision(&self) -> Option<&Decision> {
        match self {
            Content::Decision(decision) => Some(decision),
            Content::Question(_) | Content::Error(_) => None,
        }
    }

    fn key(&self) -> String {
        match self {
            Content::Decision(decision) => Card::guid_of(decision),
            Content::Question(question) => question.position.xgid(),
            Content::Error(_) => String::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct CardCollection {
    items: Vec<Item>,
    next: u32,
    /// Keys of items whose current state is not saved.
    unsaved: BTreeSet<String>,
}

impl CardCollection {
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn get(&self, id: u32) -> Option<&Item> {
        self.index_of(id).and_then(|index| self.items.get(index))
    }

    fn index_of(&self, id: u32) -> Option<usize> {
        self.items.binary_search_by_key(&id, |item| item.id).ok()
    }

    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.items.iter().filter_map(|item| item.content.decision())
    }

    /// Positions without analysis, with the id of their item.
    pub fn questions(&self) -> impl Iterator<Item = (u32, &Question)> {
        self.items.iter().filter_map(|item| match &item.content {
            Content::Question(question) => Some((item.id, question.as_ref())),
            _ => None,
        })
    }

    /// The items that pass the filter, in order; errors always do.
    pub fn selected(&self, selection: &Selection) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| match &item.content {
            Content::Decision(decision) => selection.includes_decision(decision),
            Content::Question(question) => selection.includes_question(question),
            Content::Error(_) => true,
        })
    }

    /// The distinct names of players who made decisions in matches.
    pub fn players(&self) -> Vec<&str> {
        let sides = self.items.iter().filter_map(|item| match &item.content {
            Content::Decision(decision) => {
                decision.played().map(|_| decision.players.of(decision.position.to_act()))
            }
            Content::Question(question) => {
                question.played.map(|_| question.players.of(question.position.to_act()))
            }
            Content::Error(_) => None,
        });
        let mut names: Vec<&str> = Vec::new();
        for name in sides.map(str::trim).filter(|name| !name.is_empty()) {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name);
            }
        }
        names
    }

    /// The same items in the order of the list. By cost: the worst first, then what nobody has decided or analysed.
    pub fn listed(&self, selection: &Selection, by_cost: bool) -> Vec<&Item> {
        let mut items: Vec<&Item> = self.selected(selection).collect();
        if by_cost {
            let cost = |item: &Item| item.content.decision().and_then(Decision::played_loss).unwrap_or(-1.0);
            items.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        }
        items
    }

    /// Replaces known positions, so that pasting an export again does no harm. Keeps a note that the
    /// player wrote here.
    pub fn add(&mut self, source: &str, bytes: &[u8]) -> Added {
        let reading = read(bytes);
        let mut added = Added { format: reading.format, decisions: 0, questions: 0, errors: 0, known: 0 };
        let mut known = KnownDecisions::of(&self.items);
        for found in reading.found {
            match found {
                Ok(ReadItem::Decision(decision)) => {
                    added.decisions += 1;
                    let is_known = known.insert(&decision.position);
                    added.known += usize::from(self.insert_decision(source, *decision, is_known));
                }
                Ok(ReadItem::Question(question)) => {
                    added.questions += 1;
                    match known.insert(&question.position) {
                        true => {
                            added.known += 1;
                            self.complete_decision(&question);
                        }
                        false => self.push(source, Content::Question(Box::new(question))),
                    }
                }
                Err(error) => {
                    added.errors += 1;
                    self.push(source, Content::Error(error));
                }
            }
        }
        added
    }

    /// The same for decisions that were read elsewhere.
    pub fn add_decisions(&mut self, source: &str, decisions: Vec<Decision>) -> Added {
        let mut added = Added {
            format: Format::Positions,
            decisions: decisions.len(),
            questions: 0,
            errors: 0,
            known: 0,
        };
        let mut known = KnownDecisions::of(&self.items);
        for decision in decisions {
            let is_known = known.insert(&decision.position);
            added.known += usize::from(self.insert_decision(source, decision, is_known));
        }
        added
    }

    /// True if it was known before, perhaps as a question.
    fn insert_decision(&mut self, source: &str, mut decision: Decision, is_known: bool) -> bool {
        let key = Card::guid_of(&decision);
        let same = same_decision(&decision.position);
        let found = self.items.iter_mut().filter(|_| is_known).find(|item| match &item.content {
            Content::Decision(_) => item.key == key,
            Content::Question(question) => same_decision(&question.position) == same,
            Content::Error(_) => false,
        });
        let Some(item) = found else {
            self.push(source, Content::Decision(Box::new(decision)));
            return false;
        };
        match &item.content {
            Content::Decision(known) => {
                if decision.note.is_empty() {
                    decision.note.clone_from(&known.note);
                }
                decision.complete(&known.players, known.position, None);
                if let Some(played) = known.played().filter(|_| decision.played().is_none()) {
                    let label = played.label.clone();
                    decision.choices.iter_mut().for_each(|choice| choice.played = choice.label == label);
                }
            }
            Content::Question(question) => {
                decision.complete(&question.players, question.position, question.played);
            }
            Content::Error(_) => {}
        }
        self.unsaved.insert(std::mem::replace(&mut item.key, key.clone()));
        item.content = Content::Decision(Box::new(decision));
        self.unsaved.insert(key);
        true
    }

    /// A match file knows who played and what, which an exported position does not.
    fn complete_decision(&mut self, question: &Question) {
        let same = same_decision(&question.position);
        for item in &mut self.items {
            if let Content::Decision(decision) = &mut item.content
                && same_decision(&decision.position) == same
                && decision.complete(&question.players, question.position, question.played)
            {
                self.unsaved.insert(item.key.clone());
            }
        }
    }

    fn push(&mut self, source: &str, content: Content) {
        let item = Item { id: self.next, key: content.key(), source: source.to_string(), content };
        self.unsaved.insert(item.key.clone());
        self.items.push(item);
        self.next += 1;
    }

    /// Replaces a question by an engine's analysis.
    pub fn answer(&mut self, id: u32, decision: Decision) {
        let Some(item) = self.index_of(id).and_then(|index| self.items.get_mut(index)) else { return };
        self.unsaved.insert(std::mem::take(&mut item.key));
        item.content = Content::Decision(Box::new(decision));
        item.key = item.content.key();
        self.unsaved.insert(item.key.clone());
    }

    pub fn set_note(&mut self, id: u32, text: &str) {
        let item = self.index_of(id).and_then(|index| self.items.get_mut(index));
        if let Some(Item { content: Content::Decision(decision), key, .. }) = item {
            decision.note = text.to_string();
            self.unsaved.insert(key.clone());
        }
    }

    pub fn remove(&mut self, id: u32) -> Option<Item> {
        let item = self.items.remove(self.index_of(id)?);
        self.unsaved.insert(item.key.clone());
        Some(item)
    }

    /// Removes all items that pass the filter.
    pub fn clear(&mut self, selection: &Selection) -> Vec<Item> {
        let gone: BTreeSet<u32> = self.selected(selection).map(|item| item.id).collect();
        let (gone, left) =
            std::mem::take(&mut self.items).into_iter().partition(|item| gone.contains(&item.id));
        self.items = left;
        let gone: Vec<Item> = gone;
        self.unsaved.extend(gone.iter().map(|item| item.key.clone()));
        gone
    }

    /// Puts removed items back in their places, except those that were added again since.
    pub fn put_back(&mut self, items: Vec<Item>) {
        let known: BTreeSet<String> = self.items.iter().map(|item| item.key.clone()).collect();
        for item in items {
            if item.key.is_empty() || !known.contains(&item.key) {
                self.unsaved.insert(item.key.clone());
                self.items.push(item);
            }
        }
        self.items.sort_by_key(|item| item.id);
    }

    pub fn deck(&self, settings: &Settings) -> Deck {
        Deck::new(self.decisions(), settings)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:Ann   O:Bo\n\n \
        1. 3-ply  8/5 6/5  eq:+0.162\n 2. 3-ply  24/20  eq:-0.016 (-0.178)\n\n\
        XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n No redouble: +0.760 (-0.085)\n \
        Redouble/Take: +0.845\n Redouble/Pass: +1.000 (+0.155)\n\n\
        XGID=-b----E-C---eE---c-e----B-:0:0:1:77:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n\n\
        XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10\n";

    pub fn collection() -> CardCollection {
        let mut collection = CardCollection::default();
        let added = collection.add("export.txt", EXPORT.as_bytes());
        assert_eq!((added.decisions, added.questions, added.errors, added.known), (2, 1, 1, 0));
        collection
    }

    #[test]
    fn items_keep_their_order_and_get_unique_ids() {
        let collection = collection();
        assert_eq!(collection.items().iter().map(|item| item.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(
            matches!(&collection.items()[2].content, Content::Error(error) if error.location.number() == 14)
        );
    }

    #[test]
    fn adding_the_same_export_again_keeps_the_note() {
        let mut collection = collection();
        collection.set_note(0, "Mine.");
        let added = collection.add("export.txt", EXPORT.as_bytes());
        assert_eq!(added.known, 3);
        assert_eq!(collection.decisions().count(), 2);
        assert_eq!(collection.decisions().next().map(|d| d.note.as_str()), Some("Mine."));
    }

    pub const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
        1) 31: 8/5 6/5                     42: 8/4 6/4\n  2) 52: 13/8 13/11                  63: 24/15\n";

    #[test]
    fn decisions_of_a_review_are_added_once() {
        let mut collection = CardCollection::default();
        let decisions: Vec<Decision> = read(EXPORT.as_bytes()).decisions().cloned().collect();
        let added = collection.add_decisions("match.mat", decisions.clone());
        assert_eq!((added.decisions, added.known, collection.items().len()), (2, 0, 2));
        let again = collection.add_decisions("match.mat", decisions);
        assert_eq!((again.known, collection.items().len()), (2, 2));
    }

    #[test]
    fn a_selection_filters_by_player_and_by_loss() {
        let mut collection = CardCollection::default();
        collection.add("match.mat", MATCH.as_bytes());
        assert_eq!(collection.players(), ["Ann", "Bo"]);
        let all = collection.questions().count();
        let of_ann = Selection { player: "ann".into(), ..Selection::default() };
        let count = collection.selected(&of_ann).count();
        assert!(0 < count && count < all, "{count} of {all}");
        collection.add("export.txt", EXPORT.as_bytes());
        let costly = Selection { least_loss: 0.05, player: "Ann".into() };
        let decisions =
            collection.selected(&costly).filter(|item| matches!(item.content, Content::Decision(_))).count();
        assert_eq!(decisions, 2, "her decisions without a played move, and one without a name");
        collection.clear(&of_ann);
        assert!(!collection.items().is_empty(), "hidden items are still in the collection");
    }

    #[test]
    fn the_list_is_sorted_by_cost_on_request() {
        let mut collection = CardCollection::default();
        collection.add("match.mat", MATCH.as_bytes());
        collection.add("export.txt", EXPORT.as_bytes());
        for (item, label) in [(0, "8/5 6/5"), (1, "24/20")] {
            let mut decision = collection.decisions().next().unwrap().clone();
            decision.choices.iter_mut().for_each(|choice| choice.played = choice.label == label);
            collection.answer(item, decision);
        }
        let costs = |by_cost| -> Vec<Option<f64>> {
            let listed = collection.listed(&Selection::default(), by_cost);
            listed.iter().map(|item| item.content.decision().and_then(Decision::played_loss)).collect()
        };
        assert_eq!(costs(false)[..2], [Some(0.0), Some(0.178)]);
        assert_eq!(costs(true)[..2], [Some(0.178), Some(0.0)]);
        assert_eq!(costs(true).len(), costs(false).len());
    }

    #[test]
    fn an_answer_replaces_its_question() {
        let mut collection = collection();
        let answer = collection.decisions().next().unwrap().clone();
        collection.answer(3, answer);
        assert_eq!((collection.questions().count(), collection.decisions().count()), (0, 3));
    }
}

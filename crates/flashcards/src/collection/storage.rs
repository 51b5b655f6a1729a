//! A collection as a browser stores it: item by item, so that a change writes little and two windows with the same
//! collection don't overwrite each other's work.

use std::collections::BTreeSet;

use super::{CardCollection, Content, Item};
use crate::analysis_table::restored;
use crate::decision::DecisionKind;

impl CardCollection {
    /// The changes since the last call: each key with its text, or `None` if it is to be deleted.
    /// Errors are not stored.
    pub fn changes(&mut self) -> Vec<(String, Option<String>)> {
        let mut changed = std::mem::take(&mut self.unsaved);
        changed.remove("");
        let held: Vec<&Item> = self.items.iter().filter(|item| changed.contains(&item.key)).collect();
        let mut changes: Vec<(String, Option<String>)> =
            held.iter().map(|item| (item.key.clone(), serde_json::to_string(item).ok())).collect();
        for item in held {
            changed.remove(&item.key);
        }
        changes.extend(changed.into_iter().map(|key| (key, None)));
        changes
    }

    /// Marks changes as unsaved again after a failed write.
    pub fn mark_unsaved(&mut self, changes: &[(String, Option<String>)]) {
        self.unsaved.extend(changes.iter().map(|(key, _)| key.clone()));
    }

    pub fn has_changes(&self) -> bool {
        self.unsaved.iter().any(|key| !key.is_empty())
    }

    /// Rebuilds a collection from stored texts in any order; also returns how many could not be read.
    /// If two windows gave the same id to two items, the second gets a new one.
    pub fn restore<'a>(texts: impl IntoIterator<Item = &'a str>) -> (CardCollection, usize) {
        let (mut items, mut unreadable) = (Vec::<Item>::new(), 0);
        for text in texts {
            match serde_json::from_str(text) {
                Ok(item) => items.push(updated(item)),
                Err(_) => unreadable += 1,
            }
        }
        items.sort_by(|a, b| (a.id, &a.key).cmp(&(b.id, &b.key)));
        let mut next = items.last().map_or(0, |last| last.id.saturating_add(1));
        let (mut seen, mut changed) = (BTreeSet::new(), BTreeSet::new());
        for item in &mut items {
            if !seen.insert(item.id) {
                item.id = next;
                next = next.saturating_add(1);
                changed.insert(item.key.clone());
            }
        }
        items.sort_by_key(|item| item.id);
        (CardCollection { items, next, unsaved: changed }, unreadable)
    }
}

/// An item of an earlier version, as this version reads the same analysis.
fn updated(item: Item) -> Item {
    match item.content {
        Content::Decision(decision) if matches!(decision.kind, DecisionKind::Cube(_)) => {
            Item { content: Content::Decision(Box::new(restored(*decision))), ..item }
        }
        content => Item { content, ..item },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::{EXPORT, collection};
    use super::*;
    use crate::decision::Selection;

    /// What a browser would hold after these changes.
    fn store(collection: &mut CardCollection, stored: &mut BTreeMap<String, String>) {
        for (key, text) in collection.changes() {
            match text {
                Some(text) => drop(stored.insert(key, text)),
                None => drop(stored.remove(&key)),
            }
        }
    }

    fn restored(stored: &BTreeMap<String, String>) -> CardCollection {
        let (collection, unreadable) = CardCollection::restore(stored.values().map(String::as_str));
        assert_eq!(unreadable, 0);
        collection
    }

    #[test]
    fn a_stored_collection_is_restored_without_the_errors() {
        let (mut collection, mut stored) = (collection(), BTreeMap::new());
        store(&mut collection, &mut stored);
        assert_eq!(stored.len(), 3);
        assert!(!collection.has_changes() && collection.changes().is_empty(), "nothing has changed since");
        collection.set_note(1, "Cube\n\"quoted\"");
        collection.remove(0);
        let changes = collection.changes();
        assert_eq!(changes.len(), 2, "only what changed is written");
        collection.mark_unsaved(&changes);
        assert!(collection.has_changes(), "the browser had no room");
        store(&mut collection, &mut stored);
        let mut back = restored(&stored);
        assert_eq!(back.items().iter().map(|item| item.id).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(back.decisions().collect::<Vec<_>>(), collection.decisions().collect::<Vec<_>>());
        assert_eq!(
            back.questions().next().map(|(id, q)| (id, q.position.xgid())),
            collection.questions().next().map(|(id, q)| (id, q.position.xgid()))
        );
        back.add("more", EXPORT.as_bytes());
        assert_eq!(back.items().last().map(|item| item.id), Some(5), "ids are not used again");
        let (nothing, unreadable) = CardCollection::restore(["[1]", ""]);
        assert_eq!((nothing.items().len(), unreadable), (0, 2));
    }

    #[test]
    fn computed_equities_are_restored_to_the_last_digit() {
        let (mut collection, mut stored) = (CardCollection::default(), BTreeMap::new());
        collection.add("match.sgf", include_bytes!("../../tests/data/match.sgf"));
        store(&mut collection, &mut stored);
        assert!(restored(&stored).decisions().eq(collection.decisions()));
    }

    #[test]
    fn two_windows_lose_nothing_to_each_other() {
        let mut stored = BTreeMap::new();
        let (first, second) = EXPORT.split_at(EXPORT.find("XGID=---BB").unwrap());
        let (mut one, mut other) = (CardCollection::default(), CardCollection::default());
        one.add("one", first.as_bytes());
        store(&mut one, &mut stored);
        other.add("other", second.as_bytes());
        store(&mut other, &mut stored);
        let mut both = restored(&stored);
        assert_eq!((both.decisions().count(), both.questions().count()), (2, 1));
        let ids: Vec<u32> = both.items().iter().map(|item| item.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        assert_eq!(both.changes().len(), 1, "the one with a new id");
    }

    #[test]
    fn removed_items_are_put_back_in_their_places() {
        let (mut collection, mut stored) = (collection(), BTreeMap::new());
        let all = |collection: &CardCollection| {
            collection.items().iter().map(|item| item.key.clone()).collect::<Vec<_>>()
        };
        let before = all(&collection);
        let one = collection.remove(1).unwrap();
        collection.put_back(vec![one]);
        assert_eq!(all(&collection), before);
        let everything = collection.clear(&Selection::default());
        assert!(collection.items().is_empty());
        store(&mut collection, &mut stored);
        assert!(stored.is_empty());
        collection.add("again", EXPORT.as_bytes());
        collection.put_back(everything);
        assert_eq!(collection.decisions().count(), 2, "what came again is not there twice");
        collection.clear(&Selection::default());
        store(&mut collection, &mut stored);
        assert!(stored.is_empty());
    }
}

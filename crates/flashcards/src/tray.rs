//! The tray: everything a player has pasted or dropped, in order, until it becomes a deck. Mistakes lie among the rest,
//! each in its place, until they are taken away. It is kept item by item, so that a change is as small on disk as it was
//! on the tray, and two windows on the same tray do not undo each other's work.

use crate::card::Card;
use crate::decision::{Decision, Question, Selection};
use crate::deck::Deck;
use crate::error::ReadError;
use crate::read::{Format, Found, read};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Its own for as long as the tray lives; items lie in the order of their ids.
    pub id: u32,
    /// What it is kept under: the same for the same question about the same position. Empty for mistakes.
    pub key: String,
    /// The file it came from, or a word for what was pasted.
    pub source: String,
    pub what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum What {
    Decision(Box<Decision>),
    Question(Box<Question>),
    /// What cannot be read is not kept between visits: the text is no longer there to be mended.
    #[serde(skip)]
    Mistake(ReadError),
}

/// What came of something pasted or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    pub format: Format,
    pub decisions: usize,
    pub questions: usize,
    pub mistakes: usize,
    /// Those that were on the tray before; decisions are as they were seen last.
    pub again: usize,
}

impl What {
    fn key(&self) -> String {
        match self {
            What::Decision(decision) => Card::guid_of(decision),
            What::Question(question) => question.position.xgid(),
            What::Mistake(_) => String::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Tray {
    items: Vec<Item>,
    next: u32,
    /// Keys of what is not kept as it is now.
    changed: BTreeSet<String>,
}

impl Tray {
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn get(&self, id: u32) -> Option<&Item> {
        self.place(id).and_then(|place| self.items.get(place))
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.items.binary_search_by_key(&id, |item| item.id).ok()
    }

    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.items.iter().filter_map(|item| match &item.what {
            What::Decision(decision) => Some(decision.as_ref()),
            _ => None,
        })
    }

    /// Those that nobody has judged yet, with the id of their item.
    pub fn questions(&self) -> impl Iterator<Item = (u32, &Question)> {
        self.items.iter().filter_map(|item| match &item.what {
            What::Question(question) => Some((item.id, question.as_ref())),
            _ => None,
        })
    }

    /// What the selection leaves, in order; mistakes are always to be seen.
    pub fn selected(&self, selection: &Selection) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| match &item.what {
            What::Decision(decision) => selection.takes(decision),
            What::Question(question) => selection.asks(question),
            What::Mistake(_) => true,
        })
    }

    /// Whoever made decisions in matches, by name, each once: those a selection can tell apart.
    pub fn players(&self) -> Vec<&str> {
        let sides = self.items.iter().filter_map(|item| match &item.what {
            What::Decision(decision) => {
                decision.played().map(|_| decision.players.of(decision.position.to_act()))
            }
            What::Question(question) => {
                question.played.map(|_| question.players.of(question.position.to_act()))
            }
            What::Mistake(_) => None,
        });
        let mut names: Vec<&str> = Vec::new();
        for name in sides.map(str::trim).filter(|name| !name.is_empty()) {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name);
            }
        }
        names
    }

    /// A position that is there already is replaced, so that pasting an export again does no harm; a note that the
    /// player wrote here stays.
    pub fn add(&mut self, source: &str, bytes: &[u8]) -> Added {
        let reading = read(bytes);
        let mut added = Added { format: reading.format, decisions: 0, questions: 0, mistakes: 0, again: 0 };
        for found in reading.found {
            match found {
                Ok(Found::Decision(decision)) => {
                    added.decisions += 1;
                    added.again += usize::from(self.put(source, *decision));
                }
                Ok(Found::Question(question)) => {
                    added.questions += 1;
                    match self.knows(&question) {
                        true => added.again += 1,
                        false => self.push(source, What::Question(Box::new(question))),
                    }
                }
                Err(error) => {
                    added.mistakes += 1;
                    self.push(source, What::Mistake(error));
                }
            }
        }
        added
    }

    /// True if it was there before.
    fn put(&mut self, source: &str, mut decision: Decision) -> bool {
        let key = Card::guid_of(&decision);
        let Some(item) = self.items.iter_mut().find(|item| item.key == key) else {
            self.push(source, What::Decision(Box::new(decision)));
            return false;
        };
        if let What::Decision(known) = &item.what
            && decision.note.is_empty()
        {
            decision.note.clone_from(&known.note);
        }
        item.what = What::Decision(Box::new(decision));
        self.changed.insert(key);
        true
    }

    /// Asked before, or even answered.
    fn knows(&self, question: &Question) -> bool {
        let key = question.position.xgid();
        self.items.iter().any(|item| match &item.what {
            What::Decision(known) => known.position == question.position,
            What::Question(_) => item.key == key,
            What::Mistake(_) => false,
        })
    }

    fn push(&mut self, source: &str, what: What) {
        let item = Item { id: self.next, key: what.key(), source: source.to_string(), what };
        self.changed.insert(item.key.clone());
        self.items.push(item);
        self.next += 1;
    }

    /// What an engine said about a question takes its place.
    pub fn answer(&mut self, id: u32, decision: Decision) {
        let Some(item) = self.place(id).and_then(|place| self.items.get_mut(place)) else { return };
        self.changed.insert(std::mem::take(&mut item.key));
        item.what = What::Decision(Box::new(decision));
        item.key = item.what.key();
        self.changed.insert(item.key.clone());
    }

    pub fn note(&mut self, id: u32, text: &str) {
        let item = self.place(id).and_then(|place| self.items.get_mut(place));
        if let Some(Item { what: What::Decision(decision), key, .. }) = item {
            decision.note = text.to_string();
            self.changed.insert(key.clone());
        }
    }

    pub fn remove(&mut self, id: u32) -> Option<Item> {
        let item = self.items.remove(self.place(id)?);
        self.changed.insert(item.key.clone());
        Some(item)
    }

    /// Takes everything away that the selection leaves to be seen.
    pub fn clear(&mut self, selection: &Selection) -> Vec<Item> {
        let gone: BTreeSet<u32> = self.selected(selection).map(|item| item.id).collect();
        let (gone, left) =
            std::mem::take(&mut self.items).into_iter().partition(|item| gone.contains(&item.id));
        self.items = left;
        let gone: Vec<Item> = gone;
        self.changed.extend(gone.iter().map(|item| item.key.clone()));
        gone
    }

    /// What was taken away comes back where it was, unless it has come again by itself.
    pub fn put_back(&mut self, items: Vec<Item>) {
        let known: BTreeSet<String> = self.items.iter().map(|item| item.key.clone()).collect();
        for item in items {
            if item.key.is_empty() || !known.contains(&item.key) {
                self.changed.insert(item.key.clone());
                self.items.push(item);
            }
        }
        self.items.sort_by_key(|item| item.id);
    }

    pub fn deck(&self, settings: &Settings) -> Deck {
        Deck::new(self.decisions(), settings)
    }

    /// What has changed since this was last asked: each key with its text, or with nothing where it is to be forgotten.
    /// Mistakes are not kept.
    pub fn changes(&mut self) -> Vec<(String, Option<String>)> {
        let mut changed = std::mem::take(&mut self.changed);
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

    /// They could not be written: they are changes still.
    pub fn unkept(&mut self, changes: &[(String, Option<String>)]) {
        self.changed.extend(changes.iter().map(|(key, _)| key.clone()));
    }

    pub fn has_changes(&self) -> bool {
        self.changed.iter().any(|key| !key.is_empty())
    }

    /// Put together again from the texts that `changes` gave out, in any order, and how many of them cannot be read.
    /// Two windows may have given the same id to two items: the second then gets a new one.
    pub fn kept<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Tray, usize) {
        let (mut items, mut unreadable) = (Vec::<Item>::new(), 0);
        for text in texts {
            match serde_json::from_str(text) {
                Ok(item) => items.push(item),
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
        (Tray { items, next, changed }, unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:Ann   O:Bo\n\n \
        1. 3-ply  8/5 6/5  eq:+0.162\n 2. 3-ply  24/20  eq:-0.016 (-0.178)\n\n\
        XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n No redouble: +0.760 (-0.085)\n \
        Redouble/Take: +0.845\n Redouble/Pass: +1.000 (+0.155)\n\n\
        XGID=-b----E-C---eE---c-e----B-:0:0:1:77:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n\n\
        XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10\n";

    fn tray() -> Tray {
        let mut tray = Tray::default();
        let added = tray.add("export.txt", EXPORT.as_bytes());
        assert_eq!((added.decisions, added.questions, added.mistakes, added.again), (2, 1, 1, 0));
        tray
    }

    #[test]
    fn everything_lies_in_its_place_and_has_its_own_id() {
        let tray = tray();
        assert_eq!(tray.items().iter().map(|item| item.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(matches!(&tray.items()[2].what, What::Mistake(error) if error.line == 14));
    }

    #[test]
    fn the_same_export_again_changes_nothing_but_keeps_the_note() {
        let mut tray = tray();
        tray.note(0, "Mine.");
        let added = tray.add("export.txt", EXPORT.as_bytes());
        assert_eq!(added.again, 3);
        assert_eq!(tray.decisions().count(), 2);
        assert_eq!(tray.decisions().next().map(|d| d.note.as_str()), Some("Mine."));
    }

    /// What a browser would hold after these changes.
    fn keep(tray: &mut Tray, kept: &mut BTreeMap<String, String>) {
        for (key, text) in tray.changes() {
            match text {
                Some(text) => drop(kept.insert(key, text)),
                None => drop(kept.remove(&key)),
            }
        }
    }

    fn back(kept: &BTreeMap<String, String>) -> Tray {
        let (tray, unreadable) = Tray::kept(kept.values().map(String::as_str));
        assert_eq!(unreadable, 0);
        tray
    }

    #[test]
    fn what_is_kept_comes_back_without_the_mistakes() {
        let (mut tray, mut kept) = (tray(), BTreeMap::new());
        keep(&mut tray, &mut kept);
        assert_eq!(kept.len(), 3);
        assert!(!tray.has_changes() && tray.changes().is_empty(), "nothing has changed since");
        tray.note(1, "Cube\n\"quoted\"");
        tray.remove(0);
        let changes = tray.changes();
        assert_eq!(changes.len(), 2, "only what changed is written");
        tray.unkept(&changes);
        assert!(tray.has_changes(), "the browser had no room");
        keep(&mut tray, &mut kept);
        let mut back = back(&kept);
        assert_eq!(back.items().iter().map(|item| item.id).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(back.decisions().collect::<Vec<_>>(), tray.decisions().collect::<Vec<_>>());
        assert_eq!(
            back.questions().next().map(|(id, q)| (id, q.position.xgid())),
            tray.questions().next().map(|(id, q)| (id, q.position.xgid()))
        );
        back.add("more", EXPORT.as_bytes());
        assert_eq!(back.items().last().map(|item| item.id), Some(5), "ids are not used again");
        let (nothing, unreadable) = Tray::kept(["[1]", ""]);
        assert_eq!((nothing.items().len(), unreadable), (0, 2));
    }

    #[test]
    fn equities_that_were_computed_come_back_to_the_last_digit() {
        let (mut tray, mut kept) = (Tray::default(), BTreeMap::new());
        tray.add("match.sgf", include_bytes!("../tests/data/match.sgf"));
        keep(&mut tray, &mut kept);
        assert!(back(&kept).decisions().eq(tray.decisions()));
    }

    #[test]
    fn two_windows_lose_nothing_to_each_other() {
        let mut kept = BTreeMap::new();
        let (first, second) = EXPORT.split_at(EXPORT.find("XGID=---BB").unwrap());
        let (mut one, mut other) = (Tray::default(), Tray::default());
        one.add("one", first.as_bytes());
        keep(&mut one, &mut kept);
        other.add("other", second.as_bytes());
        keep(&mut other, &mut kept);
        let mut both = back(&kept);
        assert_eq!((both.decisions().count(), both.questions().count()), (2, 1));
        let ids: Vec<u32> = both.items().iter().map(|item| item.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        assert_eq!(both.changes().len(), 1, "the one with a new id");
    }

    #[test]
    fn what_was_taken_away_comes_back_in_its_place() {
        let (mut tray, mut kept) = (tray(), BTreeMap::new());
        let all = |tray: &Tray| tray.items().iter().map(|item| item.key.clone()).collect::<Vec<_>>();
        let before = all(&tray);
        let one = tray.remove(1).unwrap();
        tray.put_back(vec![one]);
        assert_eq!(all(&tray), before);
        let everything = tray.clear(&Selection::default());
        assert!(tray.items().is_empty());
        keep(&mut tray, &mut kept);
        assert!(kept.is_empty());
        tray.add("again", EXPORT.as_bytes());
        tray.put_back(everything);
        assert_eq!(tray.decisions().count(), 2, "what came again is not there twice");
        tray.clear(&Selection::default());
        keep(&mut tray, &mut kept);
        assert!(kept.is_empty());
    }

    const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
        1) 31: 8/5 6/5                     42: 8/4 6/4\n  2) 52: 13/8 13/11                  63: 24/15\n";

    #[test]
    fn a_selection_leaves_one_players_decisions_and_the_dear_ones() {
        let mut tray = Tray::default();
        tray.add("match.mat", MATCH.as_bytes());
        assert_eq!(tray.players(), ["Ann", "Bo"]);
        let all = tray.questions().count();
        let hers = Selection { player: "ann".into(), ..Selection::default() };
        let count = tray.selected(&hers).count();
        assert!(0 < count && count < all, "{count} of {all}");
        tray.add("export.txt", EXPORT.as_bytes());
        let dear = Selection { least_loss: 0.05, player: "Ann".into() };
        let kinds = tray.selected(&dear).filter(|item| matches!(item.what, What::Decision(_))).count();
        assert_eq!(kinds, 2, "hers, of which nobody knows what she played, and one that names nobody");
        tray.clear(&hers);
        assert!(!tray.items().is_empty(), "what was not to be seen is still there");
    }

    #[test]
    fn an_answer_takes_the_place_of_its_question() {
        let mut tray = tray();
        let answer = tray.decisions().next().unwrap().clone();
        tray.answer(3, answer);
        assert_eq!((tray.questions().count(), tray.decisions().count()), (0, 3));
    }
}

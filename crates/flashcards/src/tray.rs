//! The tray: everything a player has pasted or dropped, in order, until it becomes a deck. Mistakes lie among the rest,
//! each in its place, until they are taken away.

use crate::card::Card;
use crate::decision::{Decision, Question};
use crate::deck::Deck;
use crate::error::ReadError;
use crate::read::{Format, Found, read};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Its own for as long as the tray lives.
    pub id: u32,
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

#[derive(Clone, Debug, Default)]
pub struct Tray {
    items: Vec<Item>,
    next: u32,
}

impl Tray {
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn get(&self, id: u32) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
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
        let same = |item: &&mut Item| match &item.what {
            What::Decision(known) => {
                known.position == decision.position && Card::kind_of(known) == Card::kind_of(&decision)
            }
            _ => false,
        };
        match self.items.iter_mut().find(same) {
            Some(item) => {
                if let What::Decision(known) = &item.what
                    && decision.note.is_empty()
                {
                    decision.note.clone_from(&known.note);
                }
                item.what = What::Decision(Box::new(decision));
                true
            }
            None => {
                self.push(source, What::Decision(Box::new(decision)));
                false
            }
        }
    }

    /// Asked before, or even answered.
    fn knows(&self, question: &Question) -> bool {
        self.items.iter().any(|item| match &item.what {
            What::Decision(known) => known.position == question.position,
            What::Question(known) => known.position == question.position,
            What::Mistake(_) => false,
        })
    }

    fn push(&mut self, source: &str, what: What) {
        self.items.push(Item { id: self.next, source: source.to_string(), what });
        self.next += 1;
    }

    /// What an engine said about a question takes its place.
    pub fn answer(&mut self, id: u32, decision: Decision) {
        if let Some(item) = self.items.iter_mut().find(|item| item.id == id) {
            item.what = What::Decision(Box::new(decision));
        }
    }

    pub fn note(&mut self, id: u32, text: &str) {
        if let Some(Item { what: What::Decision(decision), .. }) =
            self.items.iter_mut().find(|item| item.id == id)
        {
            decision.note = text.to_string();
        }
    }

    pub fn remove(&mut self, id: u32) {
        self.items.retain(|item| item.id != id);
    }

    pub fn clear(&mut self) {
        self.items.clear();
    }

    pub fn deck(&self, settings: &Settings) -> Deck {
        Deck::new(self.decisions(), settings)
    }

    /// As text that `kept` reads, without the mistakes.
    pub fn keep(&self) -> String {
        let kept: Vec<&Item> =
            self.items.iter().filter(|item| !matches!(item.what, What::Mistake(_))).collect();
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// None if this is not what `keep` wrote.
    pub fn kept(text: &str) -> Option<Tray> {
        let items: Vec<Item> = serde_json::from_str(text).ok()?;
        let next = items.iter().map(|item| item.id).max().map_or(0, |last| last.saturating_add(1));
        Some(Tray { items, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn what_is_kept_comes_back_without_the_mistakes() {
        let mut tray = tray();
        tray.note(1, "Cube\n\"quoted\"");
        tray.remove(0);
        let back = Tray::kept(&tray.keep()).unwrap();
        assert_eq!(back.items().iter().map(|item| item.id).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(back.decisions().collect::<Vec<_>>(), tray.decisions().collect::<Vec<_>>());
        assert_eq!(
            back.questions().next().map(|(id, q)| (id, q.position.xgid())),
            tray.questions().next().map(|(id, q)| (id, q.position.xgid()))
        );
        let mut back = back;
        back.add("more", EXPORT.as_bytes());
        assert_eq!(back.items().last().map(|item| item.id), Some(5), "ids are not used again");
        assert!(Tray::kept("[1]").is_none() && Tray::kept("").is_none());
    }

    #[test]
    fn an_answer_takes_the_place_of_its_question() {
        let mut tray = tray();
        let answer = tray.decisions().next().unwrap().clone();
        tray.answer(3, answer);
        assert_eq!((tray.questions().count(), tray.decisions().count()), (0, 3));
    }
}

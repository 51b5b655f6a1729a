//! A named set of cards. Exporting again gives the same ids, so that Anki updates its notes and keeps their history.

use crate::card::{Card, CardKind};
use crate::decision::Decision;
use crate::settings::Settings;
use std::collections::HashMap;

/// Frozen: another number would be another note type in the learner's collection.
pub const NOTE_TYPE_ID: i64 = 1_763_200_000_451;
pub const NOTE_TYPE: &str = "Tabiya Backgammon";

#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    pub name: String,
    pub cards: Vec<Card>,
}

impl Deck {
    /// One card per question: a position that occurs twice gives one card, from its last occurrence.
    pub fn new<'a>(decisions: impl IntoIterator<Item = &'a Decision>, settings: &Settings) -> Deck {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut cards: Vec<Card> = Vec::new();
        for decision in decisions {
            let card = Card::new(decision, settings);
            match places.get(&card.guid).and_then(|place| cards.get_mut(*place)) {
                Some(known) => *known = card,
                None => {
                    places.insert(card.guid.clone(), cards.len());
                    cards.push(card);
                }
            }
        }
        Deck { name: settings.deck_name.clone(), cards }
    }

    /// The deck a card goes to: one below the named deck for each kind.
    pub fn name_for(&self, kind: CardKind) -> String {
        format!("{}::{}", self.name, kind.deck())
    }
}

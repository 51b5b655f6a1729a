//! The address decides what is shown; actions only change the address.

use flashcards::{Quiz, Selection};
use leptos::prelude::*;

use super::address::CardsAddress;
use super::state::{CardsState, today};
use super::storage;
use crate::route;

impl CardsState {
    fn address(self) -> CardsAddress {
        CardsAddress {
            selection: self.selection.get_untracked(),
            by_cost: self.by_cost.get_untracked(),
            drills: self.quiz.with_untracked(Option::is_some),
            sets_up: self.sets_up.get_untracked(),
        }
    }

    /// A visit without a filter continues with the last one.
    pub(super) fn begin_address(self) {
        if CardsAddress::here() == Some(CardsAddress::default()) {
            let last = CardsAddress { selection: storage::selection(), ..CardsAddress::default() };
            route::replace(&last.path());
        }
        self.show_address();
    }

    fn show_address(self) -> Option<CardsAddress> {
        let address = CardsAddress::here()?;
        if self.selection.with_untracked(|selection| *selection != address.selection) {
            self.selection.set(address.selection.clone());
            storage::save_selection(&address.selection);
        }
        if self.sets_up.get_untracked() != address.sets_up {
            self.sets_up.set(address.sets_up);
        }
        if self.by_cost.get_untracked() != address.by_cost {
            self.by_cost.set(address.by_cost);
        }
        Some(address)
    }

    pub(super) fn follow_address(self) {
        let Some(address) = self.show_address().filter(|_| self.is_loaded.get_untracked()) else { return };
        if self.chosen.get_untracked().is_none_or(|id| !self.shown().contains(&id)) {
            self.choose_first();
        }
        match (address.drills, self.quiz.with_untracked(Option::is_some)) {
            (true, false) => self.start_quiz(),
            (false, true) => self.quiz.set(None),
            _ => {}
        }
    }

    pub fn select(self, act: impl FnOnce(&mut Selection)) {
        let mut address = self.address();
        act(&mut address.selection);
        route::go(&address.path());
    }

    pub fn sort(self, by_cost: bool) {
        route::go(&CardsAddress { by_cost, ..self.address() }.path());
    }

    pub fn drill(self) {
        route::go(&CardsAddress { drills: true, ..self.address() }.path());
    }

    pub fn end_drill(self) {
        route::go(&CardsAddress { drills: false, ..self.address() }.path());
    }

    /// Sets up a position by hand.
    pub fn begin_set_up(self) {
        // What was read before has nothing to do with it.
        self.clear_status();
        route::go(&CardsAddress { sets_up: true, ..self.address() }.path());
    }

    pub fn end_set_up(self) {
        route::go(&CardsAddress { sets_up: false, ..self.address() }.path());
    }

    /// What is due of the visible decisions, or all of them if nothing is.
    fn start_quiz(self) {
        let decisions = self.decisions();
        if decisions.is_empty() {
            return self.end_drill();
        }
        let quiz = self.settings.with_untracked(|settings| {
            self.schedule.with_untracked(|schedule| {
                let due = Quiz::new(&decisions, settings, schedule, today(), false);
                match due.current().is_some() {
                    true => due,
                    false => Quiz::new(&decisions, settings, schedule, today(), true),
                }
            })
        });
        // What was read before has nothing to do with the drill.
        self.clear_status();
        self.quiz.set(Some(quiz));
    }
}

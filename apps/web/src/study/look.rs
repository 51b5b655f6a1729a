//! What the player wants to see on the board of the study; kept in the browser.

use diagram::go::{Look, Numbering, Variations};
use leptos::prelude::*;

use crate::storage;

const NUMBERS: &str = "tabiya.numbers";
const VARIATIONS: &str = "tabiya.variations";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    #[default]
    None,
    All,
    /// From the move at which it was chosen.
    FromHere,
    LastTen,
}

impl Numbers {
    pub const ALL: [Numbers; 4] = [Numbers::None, Numbers::All, Numbers::FromHere, Numbers::LastTen];

    pub fn name(self) -> &'static str {
        match self {
            Numbers::None => "None",
            Numbers::All => "All",
            Numbers::FromHere => "From here",
            Numbers::LastTen => "Last 10",
        }
    }

    fn named(name: &str) -> Option<Numbers> {
        Numbers::ALL.into_iter().find(|numbers| numbers.name() == name)
    }
}

#[derive(Clone, Copy)]
pub struct Looks {
    numbers: RwSignal<Numbers>,
    first: RwSignal<u32>,
    variations: RwSignal<bool>,
}

impl Looks {
    pub fn provide() {
        let numbers = storage::find(NUMBERS).and_then(|name| Numbers::named(&name)).unwrap_or_default();
        provide_context(Looks {
            numbers: RwSignal::new(numbers),
            first: RwSignal::new(1),
            variations: RwSignal::new(storage::find(VARIATIONS).as_deref() != Some("off")),
        });
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> Looks {
        expect_context()
    }

    pub fn look(self) -> Look {
        let numbering = match self.numbers.get() {
            Numbers::None => Numbering::None,
            Numbers::All => Numbering::All,
            Numbers::FromHere => Numbering::From(self.first.get()),
            Numbers::LastTen => Numbering::Last(10),
        };
        let variations = if self.variations.get() { Variations::AsFile } else { Variations::None };
        Look { numbering, variations }
    }

    pub fn numbers(self) -> Numbers {
        self.numbers.get()
    }

    /// `next` is the move that would come now.
    pub fn choose_numbers(self, numbers: Numbers, next: u32) {
        self.first.set(next);
        self.numbers.set(numbers);
        // Where the browser refuses, the choice holds until the page is closed.
        let _ = storage::keep(NUMBERS, numbers.name());
    }

    pub fn variations(self) -> bool {
        self.variations.get()
    }

    pub fn show_variations(self, shown: bool) {
        self.variations.set(shown);
        let _ = storage::keep(VARIATIONS, if shown { "on" } else { "off" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_found_again_by_its_name() {
        for numbers in Numbers::ALL {
            assert_eq!(Numbers::named(numbers.name()), Some(numbers));
        }
    }
}

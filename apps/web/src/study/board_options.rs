//! Display options of the Go board; stored in the browser.

use diagram::go::{Look, Numbering, Variations};
use leptos::prelude::*;

use crate::language;
use crate::storage;

const NUMBERS: &str = "tabiya.numbers";
const LAST: &str = "tabiya.numbers.last";
const VARIATIONS: &str = "tabiya.variations";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    #[default]
    None,
    All,
    /// From the move at which it was chosen.
    FromHere,
    /// As many as `BoardOptions::last`.
    Last,
}

impl Numbers {
    pub const ALL: [Numbers; 4] = [Numbers::None, Numbers::All, Numbers::FromHere, Numbers::Last];

    /// The stored name.
    fn name(self) -> &'static str {
        match self {
            Numbers::None => "None",
            Numbers::All => "All",
            Numbers::FromHere => "From here",
            Numbers::Last => "Last",
        }
    }

    /// The label shown.
    pub fn label(self) -> &'static str {
        let words = language::study();
        match self {
            Numbers::None => words.numbers_none,
            Numbers::All => words.numbers_all,
            Numbers::FromHere => words.numbers_from_here,
            Numbers::Last => words.numbers_last,
        }
    }

    fn named(name: &str) -> Option<Numbers> {
        Numbers::ALL.into_iter().find(|numbers| numbers.name() == name)
    }
}

/// Which other moves are shown as small stones, with their stored names.
pub const VARIATION_CHOICES: [(Variations, &str); 4] = [
    (Variations::AsFile, "As the file says"),
    (Variations::Next, "Next"),
    (Variations::Siblings, "Instead"),
    (Variations::None, "None"),
];

/// The label shown for it.
pub fn variations_label(variations: Variations) -> &'static str {
    let words = language::study();
    match variations {
        Variations::AsFile => words.variations_file,
        Variations::Next => words.variations_next,
        Variations::Siblings => words.variations_siblings,
        Variations::None => words.variations_none,
    }
}

#[derive(Clone, Copy)]
pub struct BoardOptions {
    numbers: RwSignal<Numbers>,
    first: RwSignal<u32>,
    last: RwSignal<u32>,
    variations: RwSignal<Variations>,
}

impl BoardOptions {
    pub fn provide() {
        let numbers = storage::get(NUMBERS).and_then(|name| Numbers::named(&name)).unwrap_or_default();
        let last = storage::get(LAST).and_then(|text| read_count(&text)).unwrap_or(10);
        let variations = storage::get(VARIATIONS).and_then(|name| variations_named(&name));
        provide_context(BoardOptions {
            numbers: RwSignal::new(numbers),
            first: RwSignal::new(1),
            last: RwSignal::new(last),
            variations: RwSignal::new(variations.unwrap_or_default()),
        });
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> BoardOptions {
        expect_context()
    }

    pub fn look(self) -> Look {
        let numbering = match self.numbers.get() {
            Numbers::None => Numbering::None,
            Numbers::All => Numbering::All,
            Numbers::FromHere => Numbering::From(self.first.get()),
            Numbers::Last => Numbering::Last(self.last.get()),
        };
        Look { numbering, variations: self.variations.get() }
    }

    pub fn numbers(self) -> Numbers {
        self.numbers.get()
    }

    /// `next` is the number of the next move.
    pub fn choose_numbers(self, numbers: Numbers, next: u32) {
        self.first.set(next);
        self.numbers.set(numbers);
        // If the browser refuses, the choice lasts until the page is closed.
        let _ = storage::set(NUMBERS, numbers.name());
    }

    pub fn last(self) -> u32 {
        self.last.get()
    }

    /// Anything but a number leaves it as it is.
    pub fn choose_last(self, text: &str) {
        if let Some(count) = read_count(text) {
            self.last.set(count);
            let _ = storage::set(LAST, &count.to_string());
        }
    }

    pub fn variations(self) -> Variations {
        self.variations.get()
    }

    pub fn choose_variations(self, variations: Variations) {
        self.variations.set(variations);
        let name = VARIATION_CHOICES.iter().find(|(choice, _)| *choice == variations);
        let _ = storage::set(VARIATIONS, name.map_or("", |(_, name)| name));
    }
}

fn variations_named(name: &str) -> Option<Variations> {
    VARIATION_CHOICES.iter().find(|(_, known)| *known == name).map(|(choice, _)| *choice)
}

fn read_count(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|count| (1..=999).contains(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_found_by_its_name() {
        for numbers in Numbers::ALL {
            assert_eq!(Numbers::named(numbers.name()), Some(numbers));
        }
        for (choice, name) in VARIATION_CHOICES {
            assert_eq!(variations_named(name), Some(choice));
        }
    }

    #[test]
    fn a_count_is_a_number_of_moves_that_a_board_can_show() {
        for (text, count) in [("5", Some(5)), (" 12 ", Some(12)), ("0", None), ("1000", None), ("ten", None)]
        {
            assert_eq!(read_count(text), count, "{text}");
        }
    }
}

//! The keys of the studio: one table feeds the handler and the help.

use words::Frame;

use crate::pages::Page;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    ShowKeys,
    TurnCoordinates,
}

/// Who answers the key: the studio, or the browser by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    Studio(Act),
    Browser,
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// As the browser names them, any one of them.
    pub keys: &'static [&'static str],
    pub does: fn(&Frame) -> &'static str,
    /// None: on every page.
    page: Option<Page>,
    answers: Answers,
}

const TABLE: &[Binding] = &[
    Binding {
        keys: &["C"],
        does: |words| words.key_coordinates,
        page: Some(Page::Study),
        answers: Answers::Studio(Act::TurnCoordinates),
    },
    Binding {
        keys: &["?", "F1"],
        does: |words| words.key_show_keys,
        page: None,
        answers: Answers::Studio(Act::ShowKeys),
    },
    Binding { keys: &["Esc"], does: |words| words.key_close, page: None, answers: Answers::Browser },
    Binding {
        keys: &["Tab", "Shift Tab"],
        does: |words| words.key_tab,
        page: None,
        answers: Answers::Browser,
    },
    Binding { keys: &["Enter"], does: |words| words.key_enter, page: None, answers: Answers::Browser },
];

/// What works on a page, its own keys first.
pub fn on(page: Option<Page>) -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().filter(move |binding| binding.page.is_none() || binding.page == page)
}

/// What a pressed key asks for. Letters count in either case.
pub fn pressed(key: &str, page: Option<Page>) -> Option<Act> {
    on(page).find(|binding| binding.keys.iter().any(|k| k.eq_ignore_ascii_case(key))).and_then(|binding| {
        match binding.answers {
            Answers::Studio(act) => Some(act),
            Answers::Browser => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_means_what_its_page_says() {
        let cases = [
            ("?", None, Some(Act::ShowKeys)),
            ("F1", Some(Page::Home), Some(Act::ShowKeys)),
            ("c", Some(Page::Study), Some(Act::TurnCoordinates)),
            ("C", Some(Page::Study), Some(Act::TurnCoordinates)),
            ("c", Some(Page::Home), None),
            ("Tab", Some(Page::Study), None),
            ("x", Some(Page::Study), None),
        ];
        for (key, page, act) in cases {
            assert_eq!(pressed(key, page), act, "{key} on {page:?}");
        }
    }

    #[test]
    fn no_key_is_bound_twice_on_a_page() {
        for page in Page::ALL {
            let mut keys: Vec<&str> = on(Some(page)).flat_map(|binding| binding.keys).copied().collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{page:?}");
        }
    }
}

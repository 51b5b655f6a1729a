//! The keys that work on all pages: one table for the handler and the help.

use i18n::Frame;

use crate::pages::Page;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    ShowKeys,
    ToggleCoordinates,
}

/// Who handles the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handler {
    Studio(KeyAction),
    Browser,
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Alternatives, as browsers name them.
    pub keys: &'static [&'static str],
    pub does: fn(&Frame) -> &'static str,
    /// None: on every page.
    page: Option<Page>,
    handler: Handler,
}

const TABLE: &[Binding] = &[
    Binding {
        keys: &["C"],
        does: |words| words.key_coordinates,
        page: Some(Page::Study),
        handler: Handler::Studio(KeyAction::ToggleCoordinates),
    },
    Binding {
        keys: &["?", "F1"],
        does: |words| words.key_show_keys,
        page: None,
        handler: Handler::Studio(KeyAction::ShowKeys),
    },
    Binding { keys: &["Esc"], does: |words| words.key_close, page: None, handler: Handler::Browser },
    Binding {
        keys: &["Tab", "Shift Tab"],
        does: |words| words.key_tab,
        page: None,
        handler: Handler::Browser,
    },
    Binding { keys: &["Enter"], does: |words| words.key_enter, page: None, handler: Handler::Browser },
];

/// The keys of a page, its own first.
pub fn on(page: Option<Page>) -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().filter(move |binding| binding.page.is_none() || binding.page == page)
}

/// The action of a key. The case of letters does not matter.
pub fn pressed(key: &str, page: Option<Page>) -> Option<KeyAction> {
    // Study has its list of commands there.
    if key == "F1" && page == Some(Page::Study) {
        return None;
    }
    on(page).find(|binding| binding.keys.iter().any(|k| k.eq_ignore_ascii_case(key))).and_then(|binding| {
        match binding.handler {
            Handler::Studio(act) => Some(act),
            Handler::Browser => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_the_action_of_its_page() {
        let cases = [
            ("?", None, Some(KeyAction::ShowKeys)),
            ("F1", Some(Page::Home), Some(KeyAction::ShowKeys)),
            ("F1", Some(Page::Study), None),
            ("c", Some(Page::Study), Some(KeyAction::ToggleCoordinates)),
            ("C", Some(Page::Study), Some(KeyAction::ToggleCoordinates)),
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

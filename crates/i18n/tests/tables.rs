//! What the compiler cannot check: placeholders, plural forms, and texts left in English.

use std::collections::BTreeSet;

use i18n::Language;

/// Texts that are the same in every language: names, and places for names.
const SAME: &[&str] = &[
    ", ",
    ".",
    "{name}, {points}",
    "{name}: {action}.",
    "Backgammon",
    "backgammon",
    "PR",
    "PR {name}",
    "Unicode",
];

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Each text of a language beside the English one.
fn beside_english(language: Language) -> impl Iterator<Item = (String, &'static str, &'static str)> {
    let english = Language::En.entries();
    let pairs = english.into_iter().zip(language.entries());
    pairs.map(|((page, key, english), (_, _, text))| (format!("{page}.{key}"), english, text))
}

#[test]
fn every_text_has_the_same_placeholders_in_every_language() {
    for language in Language::ALL {
        for (key, english, text) in beside_english(language) {
            assert_eq!(placeholders(text), placeholders(english), "{key} in {}", language.name());
        }
    }
}

#[test]
fn every_form_of_a_counted_text_has_its_number() {
    for language in Language::ALL {
        for (page, key, text) in language.entries() {
            let forms: Vec<_> = text.split('|').collect();
            assert!(
                forms.len() == 1 || forms.len() == language.forms(),
                "{page}.{key} in {} has {} forms",
                language.name(),
                forms.len()
            );
            for form in &forms {
                assert_eq!(placeholders(form), placeholders(text), "{page}.{key} in {}", language.name());
                assert_eq!(form.matches('{').count(), form.matches('}').count(), "{page}.{key}");
            }
        }
    }
}

#[test]
fn no_text_is_empty_or_ends_in_a_space() {
    for language in Language::ALL {
        for (page, key, text) in language.entries() {
            assert!(!text.trim().is_empty(), "{page}.{key} in {}", language.name());
            assert!(text.trim() == text || text == ", ", "{page}.{key} in {}", language.name());
        }
    }
}

#[test]
fn nothing_was_left_in_english() {
    for language in [Language::Vi, Language::Zh] {
        for (key, english, text) in beside_english(language) {
            assert!(text != english || SAME.contains(&text), "{key} in {}: {text}", language.name());
        }
    }
}

//! Sample puzzles in each language, so that nobody needs a file to start.

use i18n::Language;

use crate::language;

pub fn chess(language: Language) -> &'static [u8] {
    language::sample!(language, "samples/chess", "pgn")
}

pub fn go(language: Language) -> &'static [u8] {
    language::sample!(language, "samples/go", "sgf")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::puzzle_file::Puzzles;

    #[test]
    fn every_sample_is_a_puzzle_in_every_language() {
        for language in Language::ALL {
            let count = |sample: &[u8]| Puzzles::read("", sample.to_vec()).map(|puzzles| puzzles.len());
            let counts = (count(chess(language)), count(go(language)));
            assert_eq!(counts, (Some(6), Some(3)), "{}", language.name());
        }
    }

    /// A player who changes the language keeps the history.
    #[test]
    fn the_puzzles_are_the_same_in_every_language() {
        let ids = |sample: &[u8]| Puzzles::read("", sample.to_vec()).map(|puzzles| puzzles.ids().to_vec());
        for language in Language::ALL {
            assert_eq!(ids(chess(language)), ids(chess(Language::En)), "{}", language.name());
            assert_eq!(ids(go(language)), ids(go(Language::En)), "{}", language.name());
        }
    }

    #[test]
    fn no_text_is_left_in_english() {
        let words = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let texts_between = |(start, end)| {
                let parts = text.split(start).skip(1);
                parts
                    .map(move |part: &str| part.split(end).next().unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            };
            [("[Event \"", '"'), ("{", '}'), ("GN[", ']'), ("C[", ']')]
                .into_iter()
                .flat_map(texts_between)
                .collect()
        };
        for language in [Language::Vi, Language::Zh] {
            for (own, english) in [(chess(language), chess(Language::En)), (go(language), go(Language::En))] {
                let english = words(english);
                // `RIGHT` marks the solution in every language.
                let left: Vec<String> =
                    words(own).into_iter().filter(|word| word != "RIGHT" && english.contains(word)).collect();
                assert!(left.is_empty() && english.len() > 6, "{}: {left:?}", language.name());
            }
        }
    }

    #[test]
    fn only_texts_differ_between_the_languages() {
        let moves = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes);
            let lines = text.lines().filter(|line| !line.starts_with("[Event"));
            let parts = lines.flat_map(|line| line.split('{').enumerate());
            parts.map(|(n, part)| if n == 0 { part } else { part.split_once('}').unwrap().1 }).collect()
        };
        for language in Language::ALL {
            assert_eq!(moves(chess(language)), moves(chess(Language::En)), "{}", language.name());
        }
    }
}

//! Where a text that is being typed is divided into undo steps: at each word, after a pause, and around text that was
//! pasted or cut. Time is an argument.

use std::time::Duration;

use moment::Moment;

/// Typing after a longer pause is a new step.
const PAUSE: Duration = Duration::from_secs(2);

/// The latest change of a text field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typing {
    at: Moment,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Letter,
    Space,
    Deletion,
    /// Pasted, cut, or written by an input method.
    Several,
}

impl Typing {
    pub fn new(at: Moment, before: &str, after: &str) -> Typing {
        Typing { at, kind: Kind::of(before, after) }
    }

    /// Whether it is a new step after the change before it.
    pub fn begins_step(self, last: Option<Typing>) -> bool {
        let Some(last) = last else { return true };
        let has_paused = last.at + PAUSE <= self.at;
        let continues = match (last.kind, self.kind) {
            // A space belongs to the word that follows it.
            (Kind::Letter | Kind::Space, Kind::Letter) | (Kind::Space, Kind::Space) => true,
            (Kind::Deletion, Kind::Deletion) => true,
            _ => false,
        };
        has_paused || !continues
    }
}

impl Kind {
    fn of(before: &str, after: &str) -> Kind {
        let (removed, inserted) = difference(before, after);
        let (cut, mut new) = (removed.chars().count(), inserted.chars());
        match (cut, new.next(), new.next()) {
            (1, None, _) => Kind::Deletion,
            (0, Some(letter), None) if letter.is_whitespace() => Kind::Space,
            // An accent that is typed after its letter replaces it.
            (0 | 1, Some(_), None) => Kind::Letter,
            _ => Kind::Several,
        }
    }
}

/// The part of the text that was replaced, and what replaced it.
fn difference<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str) {
    let pairs = before.char_indices().zip(after.chars());
    let same = pairs.take_while(|((_, one), other)| one == other);
    let start = same.last().map_or(0, |((at, letter), _)| at + letter.len_utf8());
    let (before, after) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let ends = before.chars().rev().zip(after.chars().rev()).take_while(|(one, other)| one == other);
    let end: usize = ends.map(|(letter, _)| letter.len_utf8()).sum();
    let cut = |text: &'t str| text.get(..text.len() - end).unwrap_or_default();
    (cut(before), cut(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_what_was_replaced() {
        for (before, after, expected) in [
            ("", "", ("", "")),
            ("ab", "abc", ("", "c")),
            ("abc", "ac", ("b", "")),
            ("aaa", "aaaa", ("", "a")),
            ("việt nam", "viết nam", ("ệ", "ế")),
            ("one two three", "one three", ("wo t", "")),
            ("黒", "白", ("黒", "白")),
        ] {
            assert_eq!(difference(before, after), expected, "{before} {after}");
        }
    }

    /// Types the texts one after another, a second apart, and gives those that begin a step.
    fn steps<'t>(texts: &[&'t str]) -> Vec<&'t str> {
        let mut last = None;
        let mut before = "";
        let mut begun = Vec::new();
        for (second, text) in texts.iter().enumerate() {
            let now = Typing::new(Moment::ORIGIN + Duration::from_secs(second as u64), before, text);
            if now.begins_step(last) {
                begun.push(*text);
            }
            (last, before) = (Some(now), text);
        }
        begun
    }

    #[test]
    fn words_deletions_and_pasted_text_are_steps_of_their_own() {
        assert_eq!(steps(&["a", "ab", "ab ", "ab c", "ab cd"]), ["a", "ab "]);
        assert_eq!(steps(&["a", "ab", "a", "", "c"]), ["a", "a", "c"]);
        assert_eq!(
            steps(&["a", "a pasted text", "a pasted texts"]),
            ["a", "a pasted text", "a pasted texts"]
        );
        assert_eq!(steps(&["a", "aê", "aế", "aến"]), ["a"], "an accent is no word");
    }

    #[test]
    fn typing_after_a_pause_is_a_new_step() {
        let at =
            |second, before, after| Typing::new(Moment::ORIGIN + Duration::from_secs(second), before, after);
        assert!(!at(1, "a", "ab").begins_step(Some(at(0, "", "a"))));
        assert!(at(2, "a", "ab").begins_step(Some(at(0, "", "a"))));
    }
}

//! Words for points in a comment: people dictate coordinates and later want "this" and "the marked stone".

/// Puts `words` in place of the first mention of a point, or of every one. Only whole words count: `D4` is not
/// mentioned in `D41` or `AD4`. None if the point is not mentioned.
pub fn say_instead(comment: &str, point: &str, words: &str, times: Times) -> Option<String> {
    let most = match times {
        Times::First => 1,
        Times::Every => usize::MAX,
    };
    let mut said = String::with_capacity(comment.len());
    let mut copied = 0;
    for start in mentions(comment, point).take(most) {
        said.push_str(comment.get(copied..start)?);
        said.push_str(words);
        copied = start + point.len();
    }
    said.push_str(comment.get(copied..)?);
    (copied > 0).then_some(said)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    First,
    Every,
}

/// Where the point's name stands as a word of its own, in either case.
fn mentions<'c>(comment: &'c str, point: &'c str) -> impl Iterator<Item = usize> + 'c {
    let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    comment.char_indices().map(|(at, _)| at).filter(move |&at| {
        let end = at + point.len();
        comment.get(at..end).is_some_and(|here| !here.is_empty() && here.eq_ignore_ascii_case(point))
            && !joins(comment[..at].chars().next_back())
            && !joins(comment[end..].chars().next())
    })
}

/// The comment without its line of that number, from 1. None if it has no such line.
pub fn without_line(comment: &str, number: usize) -> Option<String> {
    let lines: Vec<&str> = comment.split('\n').collect();
    let drop = number.checked_sub(1).filter(|drop| *drop < lines.len() && !comment.is_empty())?;
    let kept: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| *at != drop).map(|(_, line)| *line).collect();
    Some(kept.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_called_this_where_it_is_first_named() {
        let said = say_instead("Black q16 and then Q16 again", "Q16", "this", Times::First);
        assert_eq!(said.as_deref(), Some("Black this and then Q16 again"));
    }

    #[test]
    fn only_whole_words_are_points() {
        assert_eq!(say_instead("AD4 D41 d4x", "D4", "this", Times::Every), None);
        assert_eq!(say_instead("(D4), D4!", "D4", "x", Times::Every).as_deref(), Some("(x), x!"));
    }

    #[test]
    fn letters_of_any_language_around_a_point_are_kept() {
        assert_eq!(say_instead("黑 D4 好", "D4", "此", Times::Every).as_deref(), Some("黑 此 好"));
        assert_eq!(say_instead("é", "D4", "x", Times::Every), None);
    }

    #[test]
    fn lines_are_dropped_by_number() {
        assert_eq!(without_line("a\nb\nc", 2).as_deref(), Some("a\nc"));
        assert_eq!(without_line("a\nb", 1).as_deref(), Some("b"));
        assert_eq!(without_line("a", 1).as_deref(), Some(""));
        assert_eq!(without_line("a", 2), None);
        assert_eq!(without_line("", 1), None);
        assert_eq!(without_line("a", 0), None);
    }
}

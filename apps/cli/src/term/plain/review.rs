//! The review of a game in words.

use super::super::screen::review::{ReviewBox, ReviewState};
use crate::review::WorstMove;

pub(super) fn in_words(shown: &ReviewBox) -> Vec<String> {
    let ReviewState::Done(review) = &shown.state else { return Vec::new() };
    let moves = review.worst_moves();
    let heading = if moves.is_empty() { "No mistakes were found." } else { "The worst moves:" };
    let mut lines = review.players_in_words().to_vec();
    lines.push(heading.to_owned());
    lines.extend(moves.iter().map(move_in_words));
    lines
}

fn move_in_words(mv: &WorstMove<'_>) -> String {
    let line = mv.line.split_whitespace().collect::<Vec<_>>().join(" ");
    let more = [("Better", mv.better), ("Reply", mv.reply)].into_iter().filter(|(_, line)| !line.is_empty());
    more.fold(format!("{line}."), |words, (what, line)| format!("{words} {what}: {line}."))
}

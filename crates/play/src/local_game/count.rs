//! Counting: the engine may propose dead stones, the players correct them, and the rules count.

use record::GameRecord;
use rules::go::{Color, Count, Outcome, Point, Score};

use super::{Counting, LocalGame, Output, Phase, Player, Refusal, refuse};
use crate::Moment;

impl LocalGame {
    /// The count with the current marks; none outside counting.
    pub fn count(&self) -> Option<(&Counting, Count, Score)> {
        let Phase::Counting(counting) = &self.phase else { return None };
        let count = Count::of(&self.position, &counting.marking);
        let score = count.score(self.position.rules(), self.komi(), self.handicap());
        Some((counting, count, score))
    }

    pub(super) fn start_counting(&mut self, now: Moment) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.cancel_query();
        let has_engine = Color::BOTH.into_iter().any(|color| self.player(color) == Player::Engine);
        let querying_since = has_engine.then_some(now);
        self.phase = Phase::Counting(Counting { querying_since, ..Counting::default() });
        self.record.go_to(self.live);
        out.extend(has_engine.then(|| self.ask_score()));
        out
    }

    /// Does not overrule what a player has marked meanwhile.
    pub(super) fn engine_scored(&mut self, dead: Option<Vec<Point>>, score: Option<&str>) -> Vec<Output> {
        let board = self.position.board();
        let Phase::Counting(counting) = &mut self.phase else { return Vec::new() };
        if counting.querying_since.take().is_none() {
            return Vec::new();
        }
        counting.engine_score = score.and_then(parse_outcome);
        if counting.marking.dead().next().is_none() {
            for at in dead.unwrap_or_default() {
                if board.get(at).is_some() && !counting.marking.is_dead(at) {
                    counting.marking.toggle(board, at);
                }
            }
        }
        Vec::new()
    }

    pub(super) fn mark(&mut self, at: Point) -> Vec<Output> {
        let board = self.position.board();
        let Phase::Counting(counting) = &mut self.phase else { return refuse(Refusal::NotNow) };
        counting.marking.toggle(board, at);
        Vec::new()
    }

    pub(super) fn unmark_all(&mut self) -> Vec<Output> {
        let Phase::Counting(counting) = &mut self.phase else { return refuse(Refusal::NotNow) };
        counting.marking = Default::default();
        Vec::new()
    }

    pub(super) fn accept(&mut self) -> Vec<Output> {
        let Some((_, _, score)) = self.count() else { return refuse(Refusal::NotNow) };
        let mut out = self.cancel_query();
        out.append(&mut self.end(score.outcome()));
        out
    }

    /// After two passes the game continues before the last of them.
    pub(super) fn resume(&mut self, now: Moment) -> Vec<Output> {
        let Phase::Counting(_) = self.phase else { return refuse(Refusal::NotNow) };
        let mut out = self.cancel_query();
        let before = self.record.tree().parent(self.live).filter(|_| self.position.passes() >= 2);
        let target = before.map(|before| self.undo_target().unwrap_or(before));
        self.return_to(target.unwrap_or(self.live));
        out.append(&mut self.next_turn(now));
        out
    }
}

/// `W+5.5`, or as some engines write it: `White wins by 5.5 points`.
fn parse_outcome(text: &str) -> Option<Outcome> {
    let text = text.trim();
    if let Some(outcome) = Outcome::parse(text) {
        return Some(outcome);
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(|word| word.trim_end_matches(['.', '!', ','])).collect();
    match &words[..] {
        [winner @ ("black" | "white"), "wins", "by", how, ..] => {
            Outcome::parse(&format!("{}+{how}", winner.get(..1)?))
        }
        [winner @ ("black" | "white"), "wins", ..] => Outcome::parse(&format!("{}+", winner.get(..1)?)),
        ["jigo" | "draw", ..] => Some(Outcome::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_written_as_sentences_are_read() {
        for (text, result) in [
            ("W+5.5", Some("W+5.5")),
            ("White wins by 5.5 points", Some("W+5.5")),
            ("Black wins by 24.0 points.", Some("B+24")),
            ("White wins by resignation", Some("W+R")),
            ("Black wins!", Some("B+")),
            ("Jigo", Some("0")),
            ("0", Some("0")),
            ("cannot score", None),
            ("", None),
        ] {
            assert_eq!(parse_outcome(text).map(|outcome| outcome.to_string()).as_deref(), result, "{text:?}");
        }
    }
}

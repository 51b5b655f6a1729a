//! Counting: the machine may say which stones are dead, the people correct it, the rules count.

use rules::go::{Color, Count, Outcome, Point, Score};

use super::{Counting, Output, Phase, Refusal, Room, Seat, refuse};
use crate::Moment;

impl Room {
    /// The count as it is marked now; none outside counting.
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
        let mut out = self.stop_asking();
        let machine = Color::BOTH.into_iter().any(|color| self.seat(color) == Seat::Machine);
        let asking_since = machine.then_some(now);
        self.phase = Phase::Counting(Counting { asking_since, ..Counting::default() });
        self.record.go_to(self.live);
        out.extend(machine.then(|| self.ask_score()));
        out
    }

    /// What a person has marked meanwhile is not overruled.
    pub(super) fn judged(&mut self, dead: Option<Vec<Point>>, score: Option<&str>) -> Vec<Output> {
        let board = self.position.board();
        let Phase::Counting(counting) = &mut self.phase else { return Vec::new() };
        if counting.asking_since.take().is_none() {
            return Vec::new();
        }
        counting.machine_says = score.and_then(outcome_in_words);
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
        let mut out = self.stop_asking();
        out.append(&mut self.end(score.outcome()));
        out
    }

    /// After two passes the game goes on where the last of them was not yet played.
    pub(super) fn resume(&mut self, now: Moment) -> Vec<Output> {
        let Phase::Counting(_) = self.phase else { return refuse(Refusal::NotNow) };
        let mut out = self.stop_asking();
        let before = self.record.tree().parent(self.live).filter(|_| self.position.passes() >= 2);
        let target = before.map(|before| self.undo_target().unwrap_or(before));
        self.return_to(target.unwrap_or(self.live));
        out.append(&mut self.next_turn(now));
        out
    }
}

/// `W+5.5`, or as some engines say it: `White wins by 5.5 points`.
fn outcome_in_words(text: &str) -> Option<Outcome> {
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
    fn engines_say_the_result_in_words_too() {
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
            assert_eq!(
                outcome_in_words(text).map(|outcome| outcome.to_string()).as_deref(),
                result,
                "{text:?}"
            );
        }
    }
}

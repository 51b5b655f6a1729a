//! Counting: the engine may propose dead stones, the players correct them, and the rules count.

use moment::Moment;
use record::GameRecord;
use rules::go::{Board, Count, Marking, Outcome, Point, Score};

use super::{Counting, EngineCount, LocalGame, Output, Phase, Refusal, refuse};
use crate::automatic_player::{Request, agrees_to};

impl LocalGame {
    /// The count with the current marks; none outside counting.
    pub fn count(&self) -> Option<(&Counting, Count, Score)> {
        let Phase::Counting(counting) = &self.phase else { return None };
        let count = Count::of(&self.position, &counting.marking);
        Some((counting, count, self.score(&counting.marking)))
    }

    /// With this marking of the position at the end of the game so far.
    pub(super) fn score(&self, marking: &Marking) -> Score {
        let count = Count::of(&self.position, marking);
        count.score(self.position.rules(), self.komi(), self.handicap())
    }

    pub(super) fn start_counting(&mut self, now: Moment) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.cancel_query();
        let has_engine = self.engines().next().is_some();
        let engine = if has_engine { EngineCount::Querying { since: now } } else { EngineCount::Absent };
        self.phase = Phase::Counting(Counting { engine, ..Counting::default() });
        self.record.go_to(self.live);
        out.extend(has_engine.then(|| self.ask_score()));
        out
    }

    /// Does not overrule what a player has marked meanwhile.
    pub(super) fn engine_scored(&mut self, dead: Option<Vec<Point>>, score: Option<&str>) -> Vec<Output> {
        let board = self.position.board();
        let Phase::Counting(counting) = &mut self.phase else { return Vec::new() };
        if counting.querying_since().is_none() {
            return Vec::new();
        }
        // An engine that cannot judge dead stones takes all stones for alive.
        let dead = dead.unwrap_or_default();
        if counting.marking.dead().next().is_none() {
            mark_dead(&mut counting.marking, board, &dead);
        }
        counting.engine = EngineCount::Answered { dead, score: score.and_then(parse_outcome) };
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

    /// The people accept the marks. An engine that has counted must agree too; if it does not, the board decides.
    pub(super) fn accept(&mut self, now: Moment) -> Vec<Output> {
        let Phase::Counting(counting) = &self.phase else { return refuse(Refusal::NotNow) };
        let score = self.score(&counting.marking);
        match &counting.engine {
            EngineCount::Querying { .. } => refuse(Refusal::EngineCounts),
            EngineCount::Answered { dead, .. } if !self.engines_agree(score, dead) => {
                std::iter::once(Output::CountDeclined).chain(self.resume(now)).collect()
            }
            EngineCount::Answered { .. } | EngineCount::Absent => self.end(score.outcome()),
        }
    }

    fn engines_agree(&self, score: Score, dead: &[Point]) -> bool {
        let mut marking = Marking::default();
        mark_dead(&mut marking, self.position.board(), dead);
        let own = self.score(&marking);
        let agrees = |color| agrees_to(Request::Count { lead: score.lead(color), own: own.lead(color) });
        self.engines().all(agrees)
    }

    /// After two passes the game continues before the last pass of a human player, or before the last pass of engines.
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

fn mark_dead(marking: &mut Marking, board: &Board, dead: &[Point]) {
    for at in dead {
        if board.get(*at).is_some() && !marking.is_dead(*at) {
            marking.toggle(board, *at);
        }
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

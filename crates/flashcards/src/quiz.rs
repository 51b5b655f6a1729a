//! A quiz on decisions with spaced repetition. The learner chooses an option, and its quality grades the review.
//! Days are arguments.

use crate::card::{Card, offered};
use crate::decision::{Choice, Decision, Judgement};
use crate::settings::Settings;
use drill::{Day, Grade, Memory, Scheduler};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The review state of every card by its id; stored between visits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    cards: BTreeMap<String, (Day, Memory)>,
}

impl Schedule {
    /// None before the first answer.
    fn is_due(&self, card: &str, today: Day) -> Option<bool> {
        let (last, memory) = self.cards.get(card)?;
        Some(days(*last, today) >= Scheduler::default().interval(*memory))
    }

    /// In how many days it is asked again.
    pub fn days_left(&self, card: &str, today: Day) -> Option<u32> {
        let (last, memory) = self.cards.get(card)?;
        Some(Scheduler::default().interval(*memory).saturating_sub(days(*last, today)))
    }

    fn answered(&mut self, card: &str, today: Day, grade: Grade) {
        let before = self.cards.get(card).copied();
        let since = before.map_or(0, |(last, _)| days(last, today));
        let memory = Scheduler::default().after(before.map(|(_, memory)| memory), since, grade);
        self.cards.insert(card.to_string(), (today, memory));
    }

    /// Adds newer reviews from another window.
    pub fn merge(&mut self, other: Schedule) {
        for (card, (day, memory)) in other.cards {
            if self.cards.get(&card).is_none_or(|(last, _)| *last < day) {
                self.cards.insert(card, (day, memory));
            }
        }
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn from_json(text: &str) -> Option<Schedule> {
        serde_json::from_str(text).ok()
    }
}

/// At least 0, even if the clock was set back.
fn days(from: Day, to: Day) -> u32 {
    u32::try_from(to.saturating_sub(from).max(0)).unwrap_or(u32::MAX)
}

/// A decision with its options in the order they are shown.
#[derive(Clone, Debug)]
pub struct QuizCard {
    pub card: String,
    pub decision: Decision,
    pub options: Vec<Choice>,
    pub chosen: Option<usize>,
}

/// One session: due cards, then new ones; wrong answers are asked once more at the end.
#[derive(Clone, Debug)]
pub struct Quiz {
    queue: VecDeque<QuizCard>,
    current: Option<QuizCard>,
    right: usize,
    answered: usize,
}

impl Quiz {
    /// `all` includes cards that are not due.
    pub fn new<'a>(
        decisions: impl IntoIterator<Item = &'a Decision>,
        settings: &Settings,
        schedule: &Schedule,
        today: Day,
        all: bool,
    ) -> Quiz {
        let mut asked: Vec<(u8, QuizCard)> = decisions
            .into_iter()
            .filter_map(|decision| {
                let card = Card::guid_of(decision);
                let turn = match schedule.is_due(&card, today) {
                    Some(true) => 0,
                    None => 1,
                    Some(false) if all => 2,
                    Some(false) => return None,
                };
                let options = offered(decision, settings).into_iter().cloned().collect();
                Some((turn, QuizCard { card, decision: decision.clone(), options, chosen: None }))
            })
            .collect();
        asked.sort_by_key(|(turn, _)| *turn);
        let mut queue: VecDeque<QuizCard> = asked.into_iter().map(|(_, asked)| asked).collect();
        let current = queue.pop_front();
        Quiz { queue, current, right: 0, answered: 0 }
    }

    pub fn current(&self) -> Option<&QuizCard> {
        self.current.as_ref()
    }

    pub fn left(&self) -> usize {
        self.queue.len() + usize::from(self.current.as_ref().is_some_and(|asked| asked.chosen.is_none()))
    }

    /// How many were right, and how many were answered.
    pub fn score(&self) -> (usize, usize) {
        (self.right, self.answered)
    }

    /// Only the first choice counts.
    pub fn choose(&mut self, option: usize, today: Day, schedule: &mut Schedule) -> Option<Judgement> {
        let asked = self.current.as_mut().filter(|asked| asked.chosen.is_none())?;
        let judgement = asked.options.get(option)?.judgement();
        asked.chosen = Some(option);
        schedule.answered(&asked.card, today, grade(judgement));
        self.answered += 1;
        self.right += usize::from(judgement == Judgement::Right);
        if judgement == Judgement::Wrong {
            self.queue.push_back(QuizCard { chosen: None, ..asked.clone() });
        }
        Some(judgement)
    }

    pub fn next(&mut self) {
        self.current = self.queue.pop_front();
    }
}

/// Close counts as right but hard.
fn grade(judgement: Judgement) -> Grade {
    match judgement {
        Judgement::Right => Grade::Good,
        Judgement::Close => Grade::Hard,
        Judgement::Wrong => Grade::Again,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;

    const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n \
        1. 3-ply  8/5 6/5  eq:+0.162\n 2. 3-ply  24/23 13/10  eq:+0.150 (-0.012)\n 3. 3-ply  24/20  eq:-0.016 (-0.178)\n\n\
        XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n No redouble: +0.760 (-0.085)\n \
        Redouble/Take: +0.845\n Redouble/Pass: +1.000 (+0.155)\n";

    fn decisions() -> Vec<Decision> {
        read(EXPORT.as_bytes()).decisions().cloned().collect()
    }

    fn quiz(schedule: &Schedule, today: Day) -> Quiz {
        Quiz::new(&decisions(), &Settings::default(), schedule, today, false)
    }

    fn option(quiz: &Quiz, label: &str) -> usize {
        quiz.current().unwrap().options.iter().position(|choice| choice.label == label).unwrap()
    }

    #[test]
    fn a_right_answer_is_not_asked_again_before_it_is_due() {
        let mut schedule = Schedule::default();
        let mut first = quiz(&schedule, 100);
        assert_eq!(first.left(), 2);
        let at = option(&first, "8/5 6/5");
        assert_eq!(first.choose(at, 100, &mut schedule), Some(Judgement::Right));
        first.next();
        let at = option(&first, "Double/Take");
        assert_eq!(first.choose(at, 100, &mut schedule), Some(Judgement::Right));
        assert_eq!((first.left(), first.score()), (0, (2, 2)));
        first.next();
        assert!(first.current().is_none());
        assert!(quiz(&schedule, 100).current().is_none(), "nothing is due on the same day");
        let card = Card::guid_of(&decisions()[0]);
        let days = schedule.days_left(&card, 100).unwrap();
        assert!((1..=7).contains(&days), "{days}");
        assert_eq!(quiz(&schedule, 100 + Day::from(days) - 1).left(), 0);
        assert_eq!(quiz(&schedule, 100 + Day::from(days)).left(), 2);
        let all = Quiz::new(&decisions(), &Settings::default(), &schedule, 100, true);
        assert_eq!(all.left(), 2);
    }

    #[test]
    fn a_wrong_answer_comes_once_more_and_a_second_click_changes_nothing() {
        let mut schedule = Schedule::default();
        let mut quiz = quiz(&schedule, 5);
        let (wrong, right) = (option(&quiz, "24/20"), option(&quiz, "8/5 6/5"));
        assert_eq!(quiz.choose(wrong, 5, &mut schedule), Some(Judgement::Wrong));
        assert_eq!(quiz.choose(right, 5, &mut schedule), None);
        assert_eq!(quiz.left(), 2);
        quiz.next();
        let close = option(&quiz, "No double/Take");
        assert_eq!(quiz.choose(close, 5, &mut schedule), Some(Judgement::Wrong));
        quiz.next();
        assert_eq!(quiz.current().unwrap().decision.line, 1, "the first one again");
        let close = option(&quiz, "24/23 13/10");
        assert_eq!(quiz.choose(close, 5, &mut schedule), Some(Judgement::Close));
        assert_eq!(quiz.score(), (0, 3));
    }

    #[test]
    fn reviews_of_two_windows_are_merged() {
        let (mut one, mut other) = (Schedule::default(), Schedule::default());
        one.answered("a", 3, Grade::Good);
        one.answered("b", 9, Grade::Good);
        other.answered("b", 4, Grade::Again);
        other.answered("c", 4, Grade::Good);
        let newest = one.cards["b"];
        one.merge(other);
        assert_eq!(one.cards.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(one.cards["b"], newest);
    }

    #[test]
    fn due_cards_come_before_new_ones_and_the_schedule_is_stored() {
        let mut schedule = Schedule::default();
        let second = &decisions()[1..];
        let mut alone = Quiz::new(second, &Settings::default(), &schedule, 1, false);
        let at = option(&alone, "Double/Take");
        alone.choose(at, 1, &mut schedule);
        let schedule = Schedule::from_json(&schedule.to_json()).unwrap();
        let later = quiz(&schedule, 30);
        assert_eq!(later.current().unwrap().decision.line, decisions()[1].line);
        assert_eq!(later.left(), 2);
        assert_eq!(Schedule::from_json("nonsense"), None);
    }
}

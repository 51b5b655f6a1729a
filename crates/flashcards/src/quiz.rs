//! A quiz on decisions with spaced repetition. The learner chooses an option, and its quality grades the review.
//! Days are arguments.

use crate::card::{Card, offered};
use crate::decision::{CLOSE, Choice, Decision, Judgement};
use crate::settings::Settings;
use drill::{Day, Grade, Memory, Scheduler};
use rules::backgammon::Play;
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
    /// How many of the options are shown. A play made on the board may add one.
    offered: usize,
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
                let options: Vec<Choice> = offered(decision, settings).into_iter().cloned().collect();
                let offered = options.len();
                Some((turn, QuizCard { card, decision: decision.clone(), options, offered, chosen: None }))
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

    /// The option that a play made on the board stands for: plays are equal if they lead to the same board. A play that
    /// is not offered becomes one more option. If the program does not list it either, it costs at least as much as
    /// the worst that it lists.
    pub fn option_of(&mut self, play: Play) -> Option<usize> {
        let asked = self.current.as_mut().filter(|asked| asked.chosen.is_none())?;
        let position = asked.decision.position;
        let after = |play: Play| play.on(&position.board, position.turn);
        let reached = after(play)?;
        let same = |choice: &Choice| choice.label.parse().ok().and_then(after) == Some(reached);
        if let Some(offered) = asked.options.iter().position(same) {
            return Some(offered);
        }
        let listed = asked.decision.choices.iter().find(|choice| same(choice)).cloned();
        let choice = listed.or_else(|| not_listed(&asked.decision, play))?;
        asked.options.push(choice);
        Some(asked.options.len() - 1)
    }

    /// Only the first choice counts.
    pub fn choose(&mut self, option: usize, today: Day, schedule: &mut Schedule) -> Option<Judgement> {
        let asked = self.current.as_mut().filter(|asked| asked.chosen.is_none())?;
        let judgement = asked.decision.judgement(asked.options.get(option)?);
        asked.chosen = Some(option);
        schedule.answered(&asked.card, today, grade(judgement));
        self.answered += 1;
        self.right += usize::from(judgement == Judgement::Right);
        if judgement == Judgement::Wrong {
            let mut options = asked.options.clone();
            // Without the one that was made on the board.
            options.truncate(asked.offered);
            self.queue.push_back(QuizCard { chosen: None, options, ..asked.clone() });
        }
        Some(judgement)
    }

    pub fn next(&mut self) {
        self.current = self.queue.pop_front();
    }
}

fn not_listed(decision: &Decision, play: Play) -> Option<Choice> {
    let worst = decision.choices.iter().max_by(|a, b| a.loss.total_cmp(&b.loss))?;
    Some(Choice {
        label: play.to_string(),
        loss: worst.loss.max(CLOSE),
        rank: decision.choices.len() + 1,
        xg_rank: None,
        xg_error: None,
        from_xg_analysis: false,
        chances: None,
        played: false,
        ..worst.clone()
    })
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
    fn a_play_made_on_the_board_is_the_option_that_leads_to_the_same_board() {
        let play = |text: &str| text.parse::<Play>().unwrap();
        let mut schedule = Schedule::default();
        let mut asked = quiz(&schedule, 5);
        let right = option(&asked, "8/5 6/5");
        assert_eq!(asked.option_of(play("6/5 8/5")), Some(right));
        assert_eq!(asked.option_of(play("24/21 21/20")), Some(option(&asked, "24/20")));
        assert_eq!(asked.option_of(play("1/off")), None, "no checker there");
        // Not in the program's list: wrong, and at least as bad as its worst.
        let unlisted = asked.option_of(play("13/9")).unwrap();
        assert_eq!(unlisted, 3);
        assert_eq!(asked.choose(unlisted, 5, &mut schedule), Some(Judgement::Wrong));
        assert_eq!(asked.current().unwrap().options[unlisted].loss, 0.178);
        asked.next();
        asked.next();
        assert_eq!(asked.current().unwrap().options.len(), 3, "it is not offered the next time");
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

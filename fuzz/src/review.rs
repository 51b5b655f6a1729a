//! Whatever an engine answers, and whenever: a review asks for nothing that it knows, never has more open questions than
//! it may, and comes to an end once everything is answered. The first byte is the number of moves, the second how many
//! questions are open at once.

use std::collections::BTreeSet;

use analysis::review::{Accuracy, Game, Input, Output, Phase, Plan, Player, Question, Review, Source, Step};
use analysis::{Effort, Evaluation, Limit, Line, Native, Thresholds};
use moment::Moment;

pub(crate) fn check(bytes: &[u8]) {
    let [moves, at_once, rest @ ..] = bytes else { return };
    let at_once = usize::from(*at_once % 4) + 1;
    let plan = Plan { at_once, ..Plan::with_sweep(Limit::Nodes(u64::from(*moves) << 50)) };
    let review = Review::new(game(usize::from(*moves % 32)), plan);
    let mut session = Session { review, at_once, open: BTreeSet::new(), answered: BTreeSet::new(), now: 0 };
    session.give(Input::Start);
    for piece in rest.chunks(3) {
        let (kind, value) = (piece.first().copied().unwrap_or(0), piece.get(1).copied().unwrap_or(0));
        match kind % 8 {
            0 => session.give(Input::Stop),
            1 => session.give(Input::EngineGone),
            2 => session.give(Input::Start),
            3 => session.answer(Question { position: usize::from(value), pass: pass(kind) }, kind),
            _ => session.answer_open(value),
        }
    }
    session.finish();
}

fn game(moves: usize) -> Game {
    let step = |number: usize| Step {
        text: "a".to_owned(),
        player: if number.is_multiple_of(2) { Player::First } else { Player::Second },
        phase: Phase::Middlegame,
        is_interrupted: number % 7 == 3,
    };
    Game {
        steps: (0..moves).map(step).collect(),
        given: Default::default(),
        thresholds: Thresholds::CHESS,
        accuracy: Accuracy::Chess,
    }
}

fn pass(byte: u8) -> analysis::review::Pass {
    if byte < 128 { analysis::review::Pass::Sweep } else { analysis::review::Pass::Deeper }
}

struct Session {
    review: Review,
    at_once: usize,
    open: BTreeSet<Question>,
    answered: BTreeSet<Question>,
    now: u64,
}

impl Session {
    fn give(&mut self, input: Input) {
        self.now = self.now.wrapping_mul(3).wrapping_add(1);
        if matches!(input, Input::Stop | Input::EngineGone) {
            self.open.clear();
        }
        for output in self.review.handle(Moment::from_millis(self.now), input) {
            let Output::Ask(question) = output else { continue };
            assert!(!self.answered.contains(&question), "asked again: {question:?}");
            assert!(self.open.insert(question), "asked twice: {question:?}");
        }
        assert!(self.open.len() <= self.at_once, "too many open questions");
        let progress = self.review.progress();
        assert!(progress.done <= progress.of);
        let report = self.review.report();
        for player in &report.players {
            assert!(player.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
        }
    }

    fn answer(&mut self, question: Question, value: u8) {
        let native = match value % 5 {
            0 => Native::Mate(i32::from(value) - 99),
            1 => Native::Points(f32::from(value)),
            _ => Native::Centipawns(i32::from(value) * 16 - 2000),
        };
        let line =
            Line { evaluation: Evaluation::new(native, Effort::Depth(1)), moves: vec!["a".to_owned()] };
        let lines = vec![line; usize::from(value % 4)];
        self.open.remove(&question);
        self.answered.insert(question);
        let source = if value.is_multiple_of(2) { Source::Engine } else { Source::Stored };
        self.give(Input::Answer { question, lines, source });
    }

    fn answer_open(&mut self, value: u8) {
        let number = usize::from(value) % self.open.len().max(1);
        if let Some(question) = self.open.iter().nth(number).copied() {
            self.answer(question, value);
        }
    }

    fn finish(&mut self) {
        self.give(Input::Start);
        for value in 0..=u8::MAX {
            self.answer_open(value);
        }
        assert!(self.review.is_complete(), "{:?} are open", self.open);
    }
}

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::{Class, Effort, Evaluation, Native, Thresholds};

fn value(centipawns: i32) -> Evaluation {
    Evaluation::new(Native::Centipawns(centipawns), Effort::Depth(10))
}

/// A game of which the positions have these values; all moves are called `a`.
fn game(moves: usize) -> Game {
    let step = |number: usize| Step {
        text: "a".to_owned(),
        player: if number.is_multiple_of(2) { Player::First } else { Player::Second },
        phase: Phase::ALL[(number * 3 / moves.max(1)).min(2)],
        is_interrupted: false,
    };
    Game {
        steps: (0..moves).map(step).collect(),
        given: BTreeMap::new(),
        thresholds: Thresholds::CHESS,
        accuracy: Accuracy::Chess,
    }
}

fn plan(at_once: usize) -> Plan {
    Plan { at_once, ..Plan::with_sweep(Limit::Nodes(1000)) }
}

/// An engine: the value of each position in the sweep and in the deeper look.
type Values = Vec<(i32, i32)>;

fn lines(values: &Values, question: Question) -> Vec<Line> {
    let (sweep, deeper) = values[question.position];
    let centipawns = if question.pass == Pass::Sweep { sweep } else { deeper };
    let line = |name: &str| Line { evaluation: value(centipawns), moves: vec![name.to_owned()] };
    ["b", "c"].iter().take(question.pass.lines()).map(|name| line(name)).collect()
}

fn answer(values: &Values, question: Question) -> Input {
    Input::Answer { question, lines: lines(values, question), source: Source::Engine }
}

/// Answers everything, each search taking as long as its pass says in milliseconds. Returns the questions.
fn run(review: &mut Review, values: &Values, millis: [u64; 2]) -> Vec<Question> {
    let mut now = Moment::ORIGIN;
    let mut outputs = review.handle(now, Input::Start);
    let mut questions = Vec::new();
    while let [Output::Ask(question)] = outputs[..] {
        questions.push(question);
        now += Duration::from_millis(millis[question.pass as usize]);
        outputs = review.handle(now, answer(values, question));
    }
    assert_eq!(outputs, [Output::Done]);
    questions
}

fn positions(questions: &[Question], pass: Pass) -> Vec<usize> {
    questions.iter().filter(|question| question.pass == pass).map(|question| question.position).collect()
}

/// White blunders with move 2, and Black's move 3 loses a little.
fn blunder() -> Values {
    vec![(20, 20), (20, 20), (20, 20), (-400, -420), (-330, -330), (-330, -330)]
}

#[test]
fn all_positions_are_swept_backwards_and_the_suspects_looked_at_again_the_worst_first() {
    let mut review = Review::new(game(5), plan(1));
    let questions = run(&mut review, &blunder(), [10, 40]);
    assert_eq!(positions(&questions, Pass::Sweep), [5, 4, 3, 2, 1, 0]);
    assert_eq!(positions(&questions, Pass::Deeper), [3, 2, 4]);
    assert!(review.is_complete() && !review.is_running());
}

#[test]
fn a_blunder_is_told_with_what_should_have_been_played_and_its_refutation() {
    let mut review = Review::new(game(5), plan(1));
    run(&mut review, &blunder(), [10, 40]);
    let report = review.report();
    let worst = report.worst();
    assert_eq!((worst.len(), worst[0].step), (1, 2));
    assert_eq!(worst[0].verdict, Some(Verdict::Class(Class::Blunder)));
    assert_eq!(worst[0].best.as_ref().unwrap().moves, ["b"]);
    assert_eq!(worst[0].second.as_ref().unwrap().moves, ["c"]);
    assert_eq!(worst[0].refutation, ["b"]);
    assert_eq!(worst[0].value.unwrap().native, Native::Centipawns(-420));
    let [white, black] = &report.players;
    assert_eq!((white.blunders, white.mistakes, black.blunders), (1, 0, 0));
    assert!(white.accuracy < black.accuracy && white.phases[1] < white.phases[0]);
    assert_eq!(white.moves, 3);
}

#[test]
fn what_the_second_search_does_not_confirm_is_unsure() {
    let mut values = blunder();
    values[3].1 = 10;
    values[4].1 = 10;
    let mut review = Review::new(game(5), plan(1));
    run(&mut review, &values, [1, 1]);
    let report = review.report();
    assert_eq!(report.moves[2].verdict, Some(Verdict::Unsure));
    assert_eq!((report.players[0].unsure, report.players[0].blunders), (1, 0));
    assert!(report.worst().is_empty());
}

#[test]
fn a_suspect_that_was_not_looked_at_again_is_unsure() {
    let mut review = Review::new(game(5), plan(1));
    let mut outputs = review.handle(Moment::ORIGIN, Input::Start);
    while let [Output::Ask(question @ Question { pass: Pass::Sweep, .. })] = outputs[..] {
        outputs = review.handle(Moment::ORIGIN, answer(&blunder(), question));
    }
    assert_eq!(review.report().moves[2].verdict, Some(Verdict::Unsure));
    assert_eq!(review.report().moves[0].verdict, Some(Verdict::Class(Class::Good)));
}

#[test]
fn values_of_the_file_and_the_end_of_the_game_are_not_asked_for() {
    let mut analysed = game(5);
    analysed.given.insert(5, Given::Over(value(-300)));
    let of_file = [20, 20, 20, -400].map(|centipawns| Given::File(value(centipawns)));
    analysed.given.extend(of_file.into_iter().enumerate());
    let mut review = Review::new(analysed, plan(1));
    assert_eq!(run(&mut review, &blunder(), [1, 1]), [Question { position: 4, pass: Pass::Sweep }]);
    assert_eq!(review.report().moves[2].verdict, Some(Verdict::Class(Class::Blunder)));
}

#[test]
fn a_game_without_moves_and_one_that_is_known_are_done_at_once() {
    let mut known = game(1);
    known.given.extend([(0, Given::File(value(0))), (1, Given::File(value(0)))]);
    assert_eq!(Review::new(known, plan(1)).handle(Moment::ORIGIN, Input::Start), [Output::Done]);
    let mut empty = Review::new(game(0), plan(1));
    run(&mut empty, &vec![(0, 0)], [1, 1]);
    assert_eq!(empty.report().players[0].accuracy, None);
}

#[test]
fn a_position_that_the_engine_cannot_search_leaves_its_moves_without_a_verdict() {
    let mut review = Review::new(game(3), plan(1));
    let mut outputs = review.handle(Moment::ORIGIN, Input::Start);
    while let [Output::Ask(question)] = outputs[..] {
        let mut found = lines(&blunder(), question);
        if question.position == 1 {
            found.clear();
        }
        let input = Input::Answer { question, lines: found, source: Source::Engine };
        outputs = review.handle(Moment::ORIGIN, input);
    }
    assert_eq!(outputs, [Output::Done]);
    let verdicts: Vec<bool> = review.report().moves.iter().map(|mv| mv.verdict.is_some()).collect();
    assert_eq!(verdicts, [false, false, true]);
}

#[test]
fn a_move_after_which_stones_were_set_up_is_not_judged() {
    let mut interrupted = game(5);
    interrupted.steps[2].is_interrupted = true;
    let mut review = Review::new(interrupted, plan(1));
    run(&mut review, &blunder(), [1, 1]);
    let report = review.report();
    assert_eq!((report.moves[2].verdict, report.players[0].blunders), (None, 0));
    assert!(report.moves[1].verdict.is_some() && report.moves[3].verdict.is_some());
}

#[test]
fn the_remaining_time_is_what_the_searches_really_take() {
    let values = blunder();
    let mut review = Review::new(game(5), plan(1));
    let mut now = Moment::ORIGIN;
    let mut outputs = review.handle(now, Input::Start);
    assert_eq!(review.progress().remaining, None);
    let mut left = Vec::new();
    while let [Output::Ask(question)] = outputs[..] {
        now += Duration::from_millis([100, 400][question.pass as usize]);
        outputs = review.handle(now, answer(&values, question));
        left.push(review.progress().remaining.unwrap().as_millis());
    }
    // Once the sweep is complete, three deeper looks are left.
    assert_eq!(left[5..], [1200, 800, 400, 0]);
    assert_eq!(left[0], 500, "nothing suspicious was seen yet");
}

#[test]
fn time_in_which_the_review_stands_still_is_not_the_engines() {
    let values = blunder();
    let mut review = Review::new(game(5), plan(1));
    let first = Question { position: 5, pass: Pass::Sweep };
    assert_eq!(review.handle(Moment::ORIGIN, Input::Start), [Output::Ask(first)]);
    review.handle(Moment::from_millis(100), answer(&values, first));
    review.handle(Moment::from_millis(150), Input::Stop);
    let next = Question { position: 4, pass: Pass::Sweep };
    assert_eq!(review.handle(Moment::from_millis(90_000), Input::Start), [Output::Ask(next)]);
    review.handle(Moment::from_millis(90_100), answer(&values, next));
    assert_eq!(review.progress().remaining, Some(Duration::from_millis(400)));
    let stored = Input::Answer {
        question: Question { position: 3, pass: Pass::Sweep },
        lines: lines(&values, Question { position: 3, pass: Pass::Sweep }),
        source: Source::Stored,
    };
    review.handle(Moment::from_millis(90_100), stored);
    assert_eq!(review.progress().done, 3);
    assert!(review.progress().remaining.unwrap() >= Duration::from_millis(300));
}

#[test]
fn points_lost_make_the_accuracy_in_go() {
    let mut reviewed = game(2);
    (reviewed.accuracy, reviewed.thresholds) = (Accuracy::Go, Thresholds::GO);
    let points = |lead| Given::File(Evaluation::of_points(0.5, lead, Effort::Visits(1)));
    reviewed.given.extend([(0, points(0.0)), (1, points(-5.0)), (2, points(-5.0))]);
    let report = Review::new(reviewed, plan(1)).report();
    assert_eq!(report.moves[0].verdict, Some(Verdict::Class(Class::Mistake)));
    assert_eq!(report.players[0].mean_loss, Some(5.0));
    assert!((report.players[0].accuracy.unwrap() - 23.73).abs() < 0.01);
    assert_eq!(report.players[1].accuracy, Some(100.0));
}

/// What may happen between two answers.
#[derive(Clone, Debug)]
enum Event {
    /// Of the questions that are open, the one with this number; others are counted as often as they fit.
    Answer(usize),
    /// An earlier answer comes again.
    Again(usize),
    Stop,
    Gone,
    Start,
    Nonsense(usize),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => any::<usize>().prop_map(Event::Answer),
        1 => any::<usize>().prop_map(Event::Again),
        1 => Just(Event::Stop),
        1 => Just(Event::Gone),
        2 => Just(Event::Start),
        1 => any::<usize>().prop_map(Event::Nonsense),
    ];
    prop::collection::vec(event, 0..60)
}

/// Plays the events, then answers everything that is still open.
fn survive(review: &mut Review, values: &Values, events: Vec<Event>) {
    let (mut open, mut asked): (Vec<Question>, Vec<Question>) = Default::default();
    let mut now = 0;
    let mut events = events.into_iter();
    while !review.is_complete() {
        now += 7;
        let input = match events.next() {
            Some(Event::Answer(number)) if !open.is_empty() => {
                answer(values, open.remove(number % open.len()))
            }
            Some(Event::Again(number)) if !asked.is_empty() => answer(values, asked[number % asked.len()]),
            Some(Event::Stop) => Input::Stop,
            Some(Event::Gone) => Input::EngineGone,
            Some(Event::Nonsense(number)) => Input::Answer {
                question: Question { position: values.len() + number % 9, pass: Pass::Deeper },
                lines: Vec::new(),
                source: Source::Engine,
            },
            Some(_) => Input::Start,
            None if review.is_running() && !open.is_empty() => answer(values, open.remove(0)),
            None => Input::Start,
        };
        if matches!(input, Input::Stop | Input::EngineGone) {
            open.clear();
        }
        for output in review.handle(Moment::from_millis(now), input) {
            let Output::Ask(question) = output else { continue };
            open.push(question);
            asked.push(question);
        }
    }
}

proptest! {
    #[test]
    fn answers_late_twice_and_out_of_order_and_a_lost_engine_change_nothing(
        values in prop::collection::vec((-900i32..900, -900i32..900), 1..14),
        events in events(),
        at_once in 1usize..4,
    ) {
        let mut straight = Review::new(game(values.len() - 1), plan(1));
        run(&mut straight, &values, [3, 5]);
        let mut disturbed = Review::new(game(values.len() - 1), plan(at_once));
        survive(&mut disturbed, &values, events);
        prop_assert_eq!(straight.report(), disturbed.report());
    }

    #[test]
    fn nothing_is_asked_twice(values in prop::collection::vec((-900i32..900, -900i32..900), 1..30)) {
        let mut review = Review::new(game(values.len() - 1), plan(1));
        let questions = run(&mut review, &values, [1, 1]);
        let different: BTreeSet<&Question> = questions.iter().collect();
        prop_assert_eq!(different.len(), questions.len());
        let progress = review.progress();
        prop_assert_eq!((progress.done, progress.of), (questions.len(), questions.len()));
        for player in review.report().players {
            prop_assert!(player.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
        }
    }
}

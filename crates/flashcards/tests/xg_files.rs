//! Decisions from eXtreme Gammon's own files: its equities, errors, comments and rollouts.

#![allow(clippy::unwrap_used)]

use flashcards::{
    CardCollection, Content, Decision, DecisionKind, Format, MatchReview, Problem, Selection, read,
};
use record::backgammon::xg::XgFault;
use record::backgammon::{Location, MatchFile};
use rules::backgammon::Stage;

const MATCH: &[u8] = include_bytes!("../../../fuzz/corpus/xg_read/match.xg");
const CUBE: &[u8] = include_bytes!("../../../fuzz/corpus/xg_read/cube.xgp");
const CHECKER: &[u8] = include_bytes!("../../../fuzz/corpus/xg_read/checker.xgp");

fn decisions(bytes: &[u8]) -> Vec<Decision> {
    let found = read(bytes);
    assert_eq!((found.format, found.errors().count()), (Format::Xg, 0), "{:?}", found.found);
    found.decisions().cloned().collect()
}

fn told(decision: &Decision) -> String {
    let played = decision.played().unwrap();
    let best = &decision.best().unwrap().label;
    format!("{} {best} ({}: {:.3})", decision.line, played.label, played.loss)
}

#[test]
fn the_decisions_of_a_match_have_the_errors_that_the_program_prints() {
    let all: Vec<String> = decisions(MATCH).iter().map(told).collect();
    assert_eq!(
        all,
        [
            "3 8/5 6/5 (24/20: 0.200)",
            "5 No double/Take (No double/Take: 0.000)",
            "5 8/4 6/4 (8/4 6/4: 0.000)",
            "6 No double/Take (Double/Take: 0.100)",
            "6 Take (Take: 0.000)",
            "8 Double/Pass (Double/Pass: 0.000)",
            "8 Pass (Pass: 0.000)",
        ]
    );
}

#[test]
fn a_play_has_its_candidates_with_level_chances_and_comment() {
    let all = decisions(MATCH);
    let first = &all[0];
    assert_eq!((first.note.as_str(), first.source.program.as_str()), ("Not my best.", "eXtreme Gammon"));
    assert_eq!((first.players.bottom.as_str(), first.players.top.as_str()), ("Ann Ž", "Bo"));
    let rows: Vec<_> =
        first.choices.iter().map(|c| (c.level.as_str(), c.label.as_str(), c.xg_error)).collect();
    let error = |n: usize| first.choices[n].xg_error.map(|error| (error * 1e4).round() / 1e4);
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!((rows[0].0, rows[1].1, rows[2].0), ("4-ply", "24/23 13/10", "2-ply"));
    assert_eq!((error(0), error(1), error(2)), (None, Some(-0.1698), Some(-0.2)));
    let chances = first.choices[0].chances.unwrap();
    assert_eq!((chances.wins, chances.gammons, chances.lost_gammons), (54.4, 15.0, 12.0));
    let rolled_out = &all[2].choices[0];
    assert_eq!((rolled_out.level.as_str(), rolled_out.confidence), ("Rollout (1296 games)", Some(0.0061)));
}

#[test]
fn a_double_and_its_answer_are_two_decisions() {
    let all = decisions(MATCH);
    let stages: Vec<Stage> = all[3..5].iter().map(|decision| decision.position.stage).collect();
    assert_eq!(stages, [Stage::OnRoll, Stage::Doubled]);
    assert!(matches!(all[3].kind, DecisionKind::Cube(_)));
    assert!(matches!(all[4].kind, DecisionKind::Take(_)), "the answer is the taker's");
    assert_eq!(all[3].choices[0].xg_notation, "No double");
    assert_eq!(all[5].choices[1].xg_notation, "Redouble/Take");
}

#[test]
fn only_my_costly_decisions_are_chosen() {
    let of = |player: &str, least_loss| {
        let selection = Selection { least_loss, player: player.into() };
        let chosen = decisions(MATCH).into_iter().filter(|each| selection.includes_decision(each));
        chosen.map(|each| each.line).collect::<Vec<_>>()
    };
    assert_eq!(of("Ann Ž", 0.04), [3, 6]);
    assert_eq!(of("Bo", 0.04), Vec::<usize>::new());
}

#[test]
fn a_review_counts_as_the_program_does() {
    let review = MatchReview::of(&MatchFile::read(MATCH).unwrap());
    let [ann, bo] = review.total();
    let told = |errors: flashcards::Errors| format!("{} {:.3}", errors.decisions, errors.lost);
    assert_eq!((told(ann.checker), told(ann.cube)), ("1 0.200".into(), "2 0.100".into()));
    assert_eq!((told(bo.checker), told(bo.cube)), ("1 0.000".into(), "2 0.000".into()));
    let mistakes: Vec<(usize, usize, f64)> =
        review.mistakes.iter().map(|mistake| (mistake.game, mistake.action, mistake.lost)).collect();
    assert_eq!(mistakes, [(0, 0, 0.2), (0, 2, 0.1)]);
    assert!(review.has_analysis() && !review.is_analysed(), "the second game is not analysed");
    assert_eq!(review.source.program, "eXtreme Gammon");
}

#[test]
fn position_files_are_one_decision_or_question() {
    let cube = decisions(CUBE);
    assert_eq!(
        (cube.len(), cube[0].played(), cube[0].best().unwrap().label.as_str()),
        (1, None, "Double/Take")
    );
    let checker = read(CHECKER);
    let asked: Vec<_> =
        checker.questions().map(|question| (question.position.dice().is_some(), question.line)).collect();
    assert_eq!(asked, [(false, 3), (true, 3)], "nothing in this file is analysed");
}

#[test]
fn a_truncated_file_is_one_error_with_words() {
    let found = read(&MATCH[..5000]);
    let errors: Vec<_> = found.errors().collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].problem, Problem::Xg(XgFault::Incomplete));
    assert_eq!(errors[0].location, Location::Record(0));
    assert!(errors[0].to_string().starts_with("record 0: this eXtreme Gammon file is incomplete"));
}

#[test]
fn a_collection_takes_a_file_once_and_stores_it() {
    let mut collection = CardCollection::default();
    collection.add("match.xg", MATCH);
    let again = collection.add("match.xg", MATCH);
    assert_eq!((again.decisions, again.questions, again.known), (7, 2, 9), "the second game is not analysed");
    assert!(!collection.items().iter().any(|item| matches!(item.content, Content::Error(_))));
    let stored = collection.changes();
    let (restored, unreadable) =
        CardCollection::restore(stored.iter().filter_map(|(_, text)| text.as_deref()));
    assert_eq!(unreadable, 0);
    assert!(restored.decisions().eq(collection.decisions()));
}

use moment::Moment;

use super::*;
use crate::term::config::OpponentChoice;
use crate::term::review::ReviewJob;
use crate::term::testing::TestApp;

/// Plain mode on top of the same test support as the screens.
struct PlainTest {
    plain: Plain,
    test: TestApp,
}

impl PlainTest {
    fn start(answers: &[&'static str], opponent: OpponentChoice) -> PlainTest {
        let mut test =
            TestApp::with(|environment| environment.config.game.opponent = opponent).answering(answers);
        // Its own application is not used, only its engine and files.
        let spare = TestApp::with(|environment| environment.config.game.opponent = opponent);
        let app = std::mem::replace(&mut test.app, spare.app);
        let mut plain = PlainTest { plain: Plain::new(app), test };
        let effects = plain.plain.begin(Moment::ORIGIN);
        plain.run_effects(effects);
        plain
    }

    fn run_effects(&mut self, effects: Vec<Effect>) {
        let mut queue: VecDeque<Effect> = effects.into();
        while let Some(effect) = queue.pop_front() {
            if effect == Effect::ListGames {
                for event in self.test.listed() {
                    queue.extend(self.plain.event(Moment::ORIGIN, event));
                }
                continue;
            }
            if let Some(event) = self.test.effect(effect) {
                queue.extend(self.plain.event(Moment::ORIGIN, event));
            }
        }
    }

    fn type_in(&mut self, text: &str) -> String {
        for line in text.lines() {
            let effects = self.plain.line(Moment::ORIGIN, Some(line.to_owned()));
            self.run_effects(effects);
        }
        self.plain.take_output().join("\n")
    }
}

#[test]
fn a_finished_game_is_reviewed_in_words() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    plain.plain.take_output();
    assert!(plain.type_in("review").contains("when it is over"));
    plain.type_in("a1\na2\nb1\nresign");
    let output = plain.type_in("review\nboard");
    assert!(!output.contains("accuracy") && !output.contains('A'), "the review comes first: {output}");
    let job = ReviewJob { visits: 50, ..plain.test.reviews.last().unwrap().clone() };
    let mut events = Vec::new();
    let store = server::review::Store::new(None);
    job.run_with(&store, &|| false, |id, event| events.push(Event::Review { id, event }));
    for event in events {
        let effects = plain.plain.event(Moment::ORIGIN, event);
        plain.run_effects(effects);
    }
    let output = plain.plain.take_output().join("\n");
    assert!(output.contains("accuracy") && output.contains("9 "), "and the board after it: {output}");
}

#[test]
fn every_move_is_announced() {
    let mut plain = PlainTest::start(&["C3", "pass"], OpponentChoice::Engine);
    plain.plain.take_output();
    assert_eq!(plain.type_in("e5"), "Black plays E5.\nWhite plays C3.\nBlack to play.");
    assert_eq!(plain.type_in("E5"), "E5: there is already a stone there.\nBlack to play.");
    plain.test.dead = "C3";
    let output = plain.type_in("pass");
    assert!(output.starts_with("Black passes.\nWhite passes.\nCounting.\nDead: C3."), "{output}");
    assert_eq!(plain.type_in("dead a1"), "A1 is empty.");
    let output = plain.type_in("dead c3");
    assert!(output.starts_with("No stones are marked dead."), "{output}");
    let output = plain.type_in("dead c3");
    assert!(output.contains("Dead: C3. Black has 81, White has 6.5: B+74.5."), "{output}");
    assert_eq!(plain.type_in("accept"), "The game is over. Black wins by 74.5: B+74.5.");
    assert!(plain.test.file().contains("RE[B+74.5]"));
}

#[test]
fn an_opponent_that_does_not_agree_to_the_count_plays_on() {
    let mut plain = PlainTest::start(&["C3", "pass"], OpponentChoice::Engine);
    plain.type_in("e5\npass\ndead c3");
    assert_eq!(
        plain.type_in("accept"),
        "The opponent does not agree to this count; play on.\nNow at move 2.\nBlack to play."
    );
}

#[test]
fn captures_are_announced() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    let output = plain.type_in("b1\na1\na2");
    assert!(output.ends_with("Black plays A2 and captures 1 stone.\nWhite to play."), "{output}");
}

#[test]
fn early_lines_are_queued_while_the_opponent_thinks() {
    let mut plain = PlainTest::start(&["C3", "G7"], OpponentChoice::Engine);
    let output = plain.type_in("e5\ne6\nquit\ne7");
    assert!(plain.plain.is_over());
    assert!(!output.contains("E7"));
    assert_eq!(plain.test.line(), ";B[ee];W[cg];B[ed];W[gc])");
}

#[test]
fn stopping_does_not_wait() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Engine);
    let output = plain.type_in("e5\nundo\nstop");
    assert!(output.contains("Black plays E5."), "{output}");
    assert!(output.ends_with("Now at move 0.\nBlack to play."), "the queued undo ran next: {output}");
}

#[test]
fn plans_and_refusals_are_announced_without_naming_keys() {
    let mut plain = PlainTest::start(&["C3"], OpponentChoice::Engine);
    plain.type_in("e5");
    assert_eq!(plain.type_in("retry"), "The opponent has not stopped.");
    assert_eq!(plain.type_in("continue"), "To continue from a plan, type plan first.\nBlack to play.");
    assert_eq!(plain.type_in("plan"), "Planning. Black to play.");
    assert_eq!(plain.type_in("g7"), "Black plays G7.\nPlanning. White to play.");
    assert_eq!(plain.type_in("plan"), "Now at move 2.\nBlack to play.");
    assert_eq!(plain.type_in("record"), "Recording is off; type record to turn it on again.\nBlack to play.");
    assert_eq!(plain.type_in("resign"), "The game is over. Black resigns: W+R.");
    let output = plain.type_in("undo");
    assert!(output.starts_with("The game is over; type plan to try things out."), "{output}");
    assert_eq!(plain.test.line(), ";B[ee];W[cg](;)(;B[gc]))", "nothing is recorded after that");
}

#[test]
fn unknown_input_is_reported() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    assert!(plain.type_in("z9").contains("“z9” is neither a point nor a command"));
    assert!(plain.type_in("help").contains("d4"));
    assert!(plain.type_in("d4\nboard").contains("4 . . . X . . . . ."));
    assert!(plain.type_in("stones").contains("Black: D4. Captures: 0."));
    assert_eq!(plain.type_in("moves"), "1. Black plays D4.");
}

#[test]
fn comments_are_spoken_and_variations_can_be_taken() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    let game = "(;SZ[9]PB[Ada]PW[Bo];B[ee]C[The middle.](;W[cc])(;W[gg]C[The other corner.]))";
    plain.test.files.insert("2026-01-05.sgf".into(), game.into());
    let output = plain.type_in("history");
    assert!(
        output.contains("1 game.") && output.contains("1. no date, against Ada, Bo, board 9, 2 moves"),
        "{output}"
    );
    let output = plain.type_in("open 1\nback");
    assert!(output.contains("Comment: The middle."), "{output}");
    assert!(output.contains("Variations: 1 White plays C7, 2 White plays G3."), "{output}");
    let output = plain.type_in("variation 2");
    assert!(output.starts_with("White plays G3.\nComment: The other corner."), "{output}");
    assert!(plain.type_in("comment").contains("The other corner."));
    let output = plain.type_in("continue");
    assert!(output.contains("Who plays on? Type opponent"), "{output}");
    let output = plain.type_in("opponent friend");
    assert!(output.contains("Black to play."), "{output}");
}

#[test]
fn settings_new_games_and_deleting_work_without_a_screen() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    let output = plain.type_in("set size 13\nset level twelve");
    assert!(output.contains("board 13") && output.contains("invalid value"), "{output}");
    assert!(plain.type_in("new").contains("board 13, komi 6.5."));
    plain.type_in("d4");
    let output = plain.type_in("history\ndelete 1\nno\ndelete 1\nyes");
    assert!(output.contains("Type yes to move it to the trash folder."), "{output}");
    assert_eq!(plain.test.files.len(), 0);
    assert!(plain.type_in("d4").contains("There is no game here."));
}

#[test]
fn the_engine_is_talked_to_and_replaced() {
    let mut plain = PlainTest::start(&["C3"], OpponentChoice::Engine);
    plain.type_in("e5");
    assert_eq!(plain.type_in("gtp name"), "= Fake");
    let output = plain.type_in("opponent friend\nd4\nresign\nrematch");
    assert!(output.contains("A new game: you play White."), "{output}");
}

#[test]
fn the_bots_opinion_is_told_once_in_words() {
    let mut plain = PlainTest::start(&[], OpponentChoice::Friend);
    plain.plain.take_output();
    assert_eq!(plain.type_in("analyse\nmoves"), "");
    let job = plain.test.analyses.pop().unwrap();
    let line = |name: &str, expected: f32| analysis::Line {
        evaluation: analysis::Evaluation::of_points(expected, -3.0, analysis::Effort::Visits(9)),
        moves: vec![name.to_owned()],
    };
    let report = analysis::Report {
        nodes: 5000,
        lines: vec![line("C3", 0.4), line("G7", 0.45)],
        ..analysis::Report::default()
    };
    let effects = plain.plain.event(Moment::ORIGIN, Event::Analysed { id: job.id, report });
    plain.run_effects(effects);
    assert_eq!(
        plain.plain.take_output().join("\n"),
        "The bot gives White 60 %, White by 3.0 points. Its moves: C3 60 %, G7 55 %."
    );
    assert_eq!(plain.test.effects.last().map(String::as_str), Some("stop analysis"));
}

use moment::Moment;

use super::*;
use crate::term::config::OpponentChoice;
use crate::term::testing::TestApp;

/// Plain mode on top of the same test support as the screens.
struct Talk {
    plain: Plain,
    test: TestApp,
}

impl Talk {
    fn start(answers: &[&'static str], opponent: OpponentChoice) -> Talk {
        let mut test =
            TestApp::with(|environment| environment.config.game.opponent = opponent).answering(answers);
        // Its own application is not used, only its engine and files.
        let spare = TestApp::with(|environment| environment.config.game.opponent = opponent);
        let app = std::mem::replace(&mut test.app, spare.app);
        let mut talk = Talk { plain: Plain::new(app), test };
        let effects = talk.plain.begin(Moment::ORIGIN);
        talk.settle(effects);
        talk
    }

    fn settle(&mut self, effects: Vec<Effect>) {
        let mut queue: VecDeque<Effect> = effects.into();
        while let Some(effect) = queue.pop_front() {
            if let Some(event) = self.test.effect(effect) {
                queue.extend(self.plain.event(Moment::ORIGIN, event));
            }
        }
    }

    fn type_in(&mut self, text: &str) -> String {
        for line in text.lines() {
            let effects = self.plain.line(Moment::ORIGIN, Some(line.to_owned()));
            self.settle(effects);
        }
        self.plain.take_words().join("\n")
    }
}

#[test]
fn every_move_is_announced() {
    let mut talk = Talk::start(&["C3", "pass"], OpponentChoice::Engine);
    talk.plain.take_words();
    assert_eq!(talk.type_in("e5"), "Black plays E5.\nWhite plays C3.\nBlack to play.");
    assert_eq!(talk.type_in("E5"), "E5: there is already a stone there.\nBlack to play.");
    let said = talk.type_in("pass");
    assert!(
        said.starts_with("Black passes.\nWhite passes.\nCounting.\nNo stones are marked dead."),
        "{said}"
    );
    assert_eq!(talk.type_in("dead a1"), "A1 is empty.");
    let said = talk.type_in("dead c3");
    assert!(said.contains("Dead: C3. Black has 81, White has 6.5: B+74.5."), "{said}");
    assert_eq!(talk.type_in("accept"), "The game is over. Black wins by 74.5: B+74.5.");
    assert!(talk.test.file().contains("RE[B+74.5]"));
}

#[test]
fn captures_are_announced() {
    let mut talk = Talk::start(&[], OpponentChoice::Friend);
    let said = talk.type_in("b1\na1\na2");
    assert!(said.ends_with("Black plays A2 and captures 1 stone.\nWhite to play."), "{said}");
}

#[test]
fn early_lines_are_queued_while_the_opponent_thinks() {
    let mut talk = Talk::start(&["C3", "G7"], OpponentChoice::Engine);
    let said = talk.type_in("e5\ne6\nquit\ne7");
    assert!(talk.plain.is_over());
    assert!(!said.contains("E7"));
    assert_eq!(talk.test.line(), ";B[ee];W[cg];B[ed];W[gc])");
}

#[test]
fn stopping_does_not_wait() {
    let mut talk = Talk::start(&[], OpponentChoice::Engine);
    let said = talk.type_in("e5\nundo\nstop");
    assert!(said.contains("Black plays E5."), "{said}");
    assert!(said.ends_with("Now at move 0.\nBlack to play."), "the undo that waited came next: {said}");
}

#[test]
fn plans_and_refusals_are_announced_without_naming_keys() {
    let mut talk = Talk::start(&["C3"], OpponentChoice::Engine);
    talk.type_in("e5");
    assert_eq!(talk.type_in("retry"), "The opponent has not stopped.");
    assert_eq!(talk.type_in("continue"), "To continue from a plan, say plan first.\nBlack to play.");
    assert_eq!(talk.type_in("plan"), "Planning. Black to play.");
    assert_eq!(talk.type_in("g7"), "Black plays G7.\nPlanning. White to play.");
    assert_eq!(talk.type_in("plan"), "Now at move 2.\nBlack to play.");
    assert_eq!(talk.type_in("record"), "Recording is off; say record to turn it on again.\nBlack to play.");
    assert_eq!(talk.type_in("resign"), "The game is over. Black resigns: W+R.");
    let said = talk.type_in("undo");
    assert!(said.starts_with("The game is over; say plan to try things out."), "{said}");
    assert_eq!(talk.test.line(), ";B[ee];W[cg](;)(;B[gc]))", "since then nothing is recorded");
}

#[test]
fn unknown_input_is_reported() {
    let mut talk = Talk::start(&[], OpponentChoice::Friend);
    assert!(talk.type_in("z9").contains("“z9” is neither a point nor a command"));
    assert!(talk.type_in("help").contains("d4"));
    assert!(talk.type_in("d4\nboard").contains("4 . . . X . . . . ."));
    assert!(talk.type_in("stones").contains("Black: D4. Captures: 0."));
    assert_eq!(talk.type_in("moves"), "1. Black plays D4.");
}

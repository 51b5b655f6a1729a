//! The review of a game on the screen, by the real bot with few visits.

use server::review::Store;

use super::app::Event;
use super::review::ReviewJob;
use super::testing::TestApp;

/// White fills his own last eye with the sixth move, and loses everything.
const GAME: &str =
    "(;SZ[5]KM[0.5]PB[Ada]PW[Bo]RE[B+R];B[cb];W[cd];B[bc];W[dc];B[cc];W[aa];B[dd];W[ed];B[de])";

fn opened() -> TestApp {
    let mut test = TestApp::new();
    test.files.insert("game.sgf".into(), GAME.into());
    test.event(Event::Paste("game.sgf".to_owned()));
    test
}

/// Runs the review that was asked for last.
fn run(test: &mut TestApp) {
    let job = ReviewJob { visits: 50, ..test.reviews.last().unwrap().clone() };
    let mut events = Vec::new();
    job.run_with(&Store::new(None), &|| false, |id, event| events.push(Event::Review { id, event }));
    for event in events {
        test.event(event);
    }
}

#[test]
fn the_worst_moves_of_a_game_are_listed_and_one_goes_there() {
    let mut test = opened();
    test.expect("v review");
    test.keys("v").expect("The bot begins to search");
    run(&mut test);
    test.expect("Ada (Black): accuracy")
        .expect("Bo (White): accuracy")
        .expect("better  ")
        .expect("Enter goes there");
    let first = test.screen().lines().find(|line| line.contains("points, then")).unwrap().to_owned();
    let number: usize =
        first.split('.').next().unwrap().trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
    test.keys("<Enter>").expect(&format!("Move {number},"));
    test.keys("v").expect("Ada (Black): accuracy");
    assert_eq!(test.reviews.len(), 1, "nothing is searched twice");
}

#[test]
fn a_review_that_is_stopped_tells_how_to_go_on() {
    let mut test = opened();
    test.keys("v<Esc>").expect("v continues it");
    assert!(test.effects.contains(&"stop review".to_owned()));
    run(&mut test);
    assert!(!test.shows("accuracy"), "what comes late is not shown:\n{}", test.screen());
    test.keys("v");
    assert_eq!(test.reviews.len(), 2);
}

#[test]
fn a_running_game_is_not_reviewed() {
    let mut test = TestApp::new();
    test.keys("p").keys("v").expect("A game can be reviewed when it is over");
    assert!(test.reviews.is_empty());
}

#[test]
fn the_box_fits_small_screens() {
    let mut test = opened();
    test.keys("v");
    run(&mut test);
    for (width, height) in [(60, 20), (80, 24), (200, 60)] {
        test.resize(width, height).expect("reply  ").expect("Enter goes there").expect("points, then");
    }
}

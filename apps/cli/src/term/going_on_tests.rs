//! Games that go on: resumed, continued, with other opponents, with clocks, and what follows a game.

use super::app::Event;
use super::config::{ColorChoice, OpponentChoice};
use super::testing::TestApp;

const UNFINISHED: &str = "2026-01-05_120000_9x9.sgf";

fn with_record(name: &str, game: &str) -> TestApp {
    let mut test = TestApp::new();
    test.files.insert(name.into(), game.into());
    let effects = test.app.begin(test.now);
    test.run_effect(effects);
    test
}

#[test]
fn the_last_game_is_resumed_with_its_colour_and_its_opponent() {
    let game = "(;SZ[9]KM[5.5]RU[Chinese]PB[fake]PW[Player];B[ee];W[cc])";
    let mut test = with_record(UNFINISHED, game).answering(&["G7"]);
    test.expect("Resume fake, move 2");
    test.keys("r");
    assert_eq!(test.file().matches(";B[").count(), 2, "the engine still has Black: {}", test.file());
    test.expect("komi 5.5, Chinese").expect("Move 4: White to play");
    assert_eq!(test.files.len(), 2, "on a copy");
}

#[test]
fn a_game_killed_while_the_engine_thinks_goes_on_with_the_engine() {
    let mut test = with_record(UNFINISHED, "(;SZ[9]PB[Player]PW[fake];B[ee])").answering(&["C3"]);
    test.keys("r");
    test.expect("Move 3: Black to play");
}

#[test]
fn a_game_against_a_friend_goes_on_without_an_engine() {
    let mut test = with_record(UNFINISHED, "(;SZ[9]PB[Player]PW[Friend];B[ee])");
    test.keys("r");
    test.expect("Move 2: White to play");
    test.keys("C3<Enter>");
    test.expect("Move 3: Black to play");
}

#[test]
fn the_level_of_the_bot_is_that_of_the_record() {
    // Earlier versions numbered them.
    for (name, level) in [("easy", bot::Level::Easy), ("level 2", bot::Level::Beginner)] {
        let mut test = with_record(UNFINISHED, &format!("(;SZ[9]PB[Player]PW[Tabiya, {name}];B[ee])"));
        test.keys("r");
        assert_eq!((test.jobs.len(), test.jobs[0].level), (1, level), "{name}");
    }
}

#[test]
fn an_unknown_opponent_is_asked_for() {
    let mut test = with_record(UNFINISHED, "(;SZ[9]PB[Ada]PW[Bo];B[ee];W[cc])");
    test.keys("r");
    test.expect("Who plays on?");
    test.keys("<Esc>");
    test.expect("New game");
    test.keys("r").keys("<Left><Left><Enter>");
    test.expect("Move 3: Black to play").expect("Ada against Bo");
}

#[test]
fn leaving_unchanged_keeps_no_identical_copy_and_leaving_at_once_no_empty_game() {
    let mut test = with_record(UNFINISHED, "(;SZ[9]PB[Player]PW[Friend];B[ee])");
    test.keys("r").keys("q<Enter>y");
    assert_eq!(test.files.len(), 1);
    test.keys("p").keys("q<Enter>");
    test.expect("New game");
    assert_eq!(test.files.len(), 1);
}

#[test]
fn the_opponent_is_changed_in_the_middle_of_the_game() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter><Enter>");
    test.keys("c<Enter>");
    test.expect("Change the opponent");
    test.moves.push_back("C3");
    // A friend is the last opponent, an engine the one before.
    test.keys("<Left><Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
    assert!(test.file().contains("PW[Fake 1]"), "the engine's own name is recorded: {}", test.file());
    test.keys("c<Enter><Left><Enter>");
    assert!(test.effects.contains(&"stop engine".to_owned()));
    assert_eq!(test.app.current().unwrap().opponent, OpponentChoice::Bot);
}

#[test]
fn after_a_game_come_a_rematch_with_other_colours_a_new_game_or_the_studio() {
    let mut test = TestApp::new();
    test.keys("<Enter>");
    test.moves.push_back("C3");
    test.keys("<Enter>R<Enter>y");
    test.expect("m↵ rematch").expect("n↵ new game");
    test.keys("o<Enter>");
    assert!(test.effects.contains(&"open 2026-02-11_150405_9x9.sgf".to_owned()), "{:?}", test.effects);
    test.event(Event::StudioOpened(Ok(Some("http://127.0.0.1:1/".to_owned()))));
    test.expect("http://127.0.0.1:1/");
    test.keys("<Enter>");
    test.moves.push_back("G7");
    test.keys("m<Enter>");
    test.expect("A new game: you play White").expect("Move 2: White to play");
    assert_eq!(test.files.len(), 2);
    test.keys("R<Enter>y").keys("n<Enter>");
    test.expect("New game");
}

#[test]
fn a_failure_to_record_is_told_once_and_rec_goes_out() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.disk_is_full = true;
    test.keys("<Enter>D4<Enter>");
    test.expect("Not recorded").expect("no space left");
    test.keys("<Enter>");
    test.expect("not saved");
    assert!(!test.shows("REC"), "{}", test.screen());
    test.keys("E4<Enter>");
    assert!(!test.shows("Not recorded"), "once is enough: {}", test.screen());
    test.disk_is_full = false;
    test.keys("F4<Enter>");
    test.expect("The game is recorded again").expect("REC");
}

#[test]
fn the_clocks_run_and_who_has_no_time_left_loses() {
    let mut test = TestApp::with(|environment| {
        environment.config.game.opponent = OpponentChoice::Friend;
        environment.config.game.time = "1+2x10".to_owned();
    });
    test.keys("<Enter>").wait(20);
    test.expect("0:40").expect("1:00");
    test.keys("D4<Enter>").wait(65);
    test.expect("0:05 (2)");
    test.wait(20);
    test.expect("Game over: B+T").expect("White has no time left");
    assert!(test.file().contains("TM[60]") && test.file().contains("OT[2x10 byo-yomi]"), "{}", test.file());
}

#[test]
fn a_random_colour_is_drawn() {
    let colours: Vec<bool> = (0..8)
        .map(|seed| {
            let mut test = TestApp::with(|environment| {
                environment.seed = seed;
                environment.config.game.color = ColorChoice::Random;
                environment.config.game.opponent = OpponentChoice::Friend;
            });
            test.keys("<Enter>D4<Enter>");
            test.file().contains("PB[Player]")
        })
        .collect();
    assert!(colours.contains(&true) && colours.contains(&false), "{colours:?}");
}

#[test]
fn an_engine_that_is_starting_does_not_think_yet() {
    let mut test = TestApp::new();
    test.silent = true;
    test.keys("<Enter><Enter>");
    test.expect("The engine is starting, 0 s");
}

#[test]
fn the_end_goes_back_to_the_game_from_an_old_branch_too() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>D4<Enter>E4<Enter>uF4<Enter>D5<Enter>[}");
    test.expect("Looking at move 2").expect("E4");
    test.keys("<End>");
    test.expect("Move 4: White to play");
}

#[test]
fn a_narrow_screen_tells_turn_captures_and_score_in_one_line() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.resize(60, 20);
    test.keys("<Enter>B1<Enter>A1<Enter>A2<Enter>");
    let first = |test: &TestApp| test.screen().lines().next().unwrap().to_owned();
    assert!(
        first(&test).contains("Move 4: White to play") && first(&test).contains("+1"),
        "{}",
        first(&test)
    );
    test.keys("p<Enter>p<Enter>");
    assert!(first(&test).contains("Black 80, White 6.5: B+73.5"), "{}", first(&test));
}

#[test]
fn marks_labels_branches_and_ranks_are_drawn_in_the_reader() {
    let game = "(;SZ[9]PB[Ada]BR[3d]PW[Bo]TR[cc]LB[gg:K];B[ee](;W[gc])(;W[cg]))";
    let mut test = TestApp::new();
    test.files.insert("g.sgf".into(), game.into());
    test.event(Event::Paste("g.sgf".to_owned()));
    test.keys("g");
    test.expect("Ada 3d").expect("▲").expect("─K─");
    test.keys("]");
    test.expect("─a─").expect("─b─");
    test.keys("]#");
    test.expect("1 ").expect("2 ");
}

#[test]
fn long_comments_scroll() {
    let text: Vec<String> = (1..60).map(|n| format!("Line {n}")).collect();
    let game = format!("(;SZ[9]C[{}];B[ee])", text.join("\n"));
    let mut test = TestApp::new();
    test.files.insert("g.sgf".into(), game.into());
    test.event(Event::Paste("g.sgf".to_owned()));
    test.keys("g");
    test.expect("Line 1").expect("… , reads on");
    test.keys(",");
    assert!(test.shows("Line 18") && !test.shows("Line 59"), "{}", test.screen());
    test.keys("<PgDn><PgDn><PgDn><PgDn><PgDn>");
    test.expect("Line 59").expect("59 of 59 lines");
}

#[test]
fn control_keys_redraw_and_suspend() {
    let mut test = TestApp::new();
    test.keys("<C-l><C-z>");
    assert_eq!(test.effects, ["Redraw", "Suspend"]);
}

//! The whole application in memory: keys in, screens and files out. Here games are played.

use std::path::PathBuf;

use super::app::Event;
use analysis::{Effort, Evaluation, Line, Report};
use bot::Level;
use rules::go::{Move, Point};

use super::bot::{Answer, BotReply, Question};
use super::config::OpponentChoice;
use super::testing::TestApp;
use super::theme::ThemeName;

fn playing(answers: &[&'static str]) -> TestApp {
    let mut test = TestApp::new().answering(answers);
    test.keys("<Enter>");
    test
}

#[test]
fn a_game_is_played_and_recorded_from_the_first_move() {
    let mut test = playing(&["C3", "G7"]);
    assert!(test.files.is_empty(), "a game without a move is not worth a record");
    test.keys("<Enter>").keys("kk<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg];B[ec];W[gc])");
    assert!(test.files.contains_key(&PathBuf::from("2026-02-11_150405_9x9.sgf")));
    insta::assert_snapshot!(test.screen());
}

#[test]
fn the_set_up_screen() {
    let mut test = TestApp::new();
    test.keys("<Down>");
    insta::assert_snapshot!(test.screen());
}

#[test]
fn the_usual_board_fits_a_small_screen_whole() {
    let mut test = TestApp::with(|environment| environment.config.game.size = 19);
    test.keys("<Enter>");
    insta::assert_snapshot!(test.screen());
}

#[test]
fn everything_can_be_drawn_in_ascii() {
    let mut test = TestApp::with(|environment| environment.config.look.theme = Some("ascii".to_owned()))
        .answering(&["C3"]);
    test.keys("<Enter><Enter>t<Enter>");
    insta::assert_snapshot!(test.screen());
    for (name, keys) in [
        ("words", "zz<Enter>"),
        ("keys", "?"),
        ("score", "xs<Enter>"),
        ("colours", "<Esc>q<Enter>yc"),
        ("history", "qi"),
    ] {
        test.keys(keys);
        let screen = test.screen();
        assert!(screen.is_ascii(), "{name}: {screen}");
    }
}

#[test]
fn undo_takes_both_moves_back_and_the_line_stays() {
    let mut test = playing(&["C3", "G7"]);
    test.keys("<Enter>u");
    test.expect("Move 1: Black to play");
    test.keys("j<Enter>");
    assert_eq!(test.line(), "(;B[ef];W[gc])(;B[ee];W[cg]))");
    test.keys("uu");
    test.expect("There is nothing to take back");
}

#[test]
fn the_tree_shows_what_was_taken_back() {
    let mut test = playing(&["C3", "G7", "G3"]);
    test.keys("<Enter>uj<Enter>l<Enter>t<Enter>");
    insta::assert_snapshot!(test.screen());
}

#[test]
fn every_key_answers_while_the_engine_thinks_and_escape_stops_it() {
    let mut test = playing(&[]);
    test.keys("<Enter>").wait(3);
    test.expect("White is thinking, 3 s");
    test.expect("Esc stop");
    test.keys("hhkt<Enter>?").keys("x");
    test.keys("<Enter>");
    test.expect("It is not your turn");
    test.keys("<Esc>");
    test.expect("Stopped: Enter asks again");
    test.moves.push_back("C3");
    test.keys("<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
}

#[test]
fn a_plan_leaves_the_game_as_it_is_until_it_is_played_on() {
    let mut test = playing(&["C3", "A1"]);
    test.keys("<Enter>a<Enter>").keys("l<Enter>l<Enter>");
    test.expect("Planning: move 5, Black");
    insta::assert_snapshot!(test.screen());
    test.keys("a<Enter>");
    test.expect("Move 3: Black to play");
    assert_eq!(test.line(), ";B[ee];W[cg](;)(;B[fe];W[ge]))");
    test.keys("a<Enter>").keys("]]").keys("A<Enter>");
    test.expect("Move 5: Black to play");
    test.keys("k<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg];B[fe];W[ge];B[gd];W[ai])");
}

#[test]
fn stepping_back_does_not_disturb_the_game() {
    let mut test = playing(&["C3", "G7"]);
    test.keys("<Enter>k<Enter>[[");
    test.expect("Looking at move 2");
    test.keys("<Enter>");
    test.expect("End returns to the game; a and Enter plan from here");
    test.keys("<End>");
    test.expect("Move 5: Black to play");
}

#[test]
fn two_passes_are_counted_with_the_engines_dead_stones_and_the_players_corrections() {
    let mut test = playing(&["C3", "pass"]);
    test.dead = "C3";
    test.keys("<Enter>p<Enter>");
    test.expect("Counting");
    insta::assert_snapshot!(test.screen());
    test.keys("x").keys("s");
    test.expect("Enter: accept the score and end the game");
    test.keys("<Enter>");
    test.expect("Game over");
    assert!(test.file().contains("RE[W+6.5]"), "{}", test.file());
    test.keys("<Enter>");
    test.expect("The game is over; a and Enter plan from here");
    test.keys("u");
    test.expect("The game is over; a and Enter plan from here");
}

#[test]
fn a_plan_made_after_the_end_is_there_the_next_time() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>R<Enter>y").keys("a<Enter>l<Enter>k<Enter>").keys("q<Enter>q<Enter>");
    assert!(test.shows("New game"), "a plan needs no question: {}", test.screen());
    assert!(test.file().contains(";B[ee];W[cg](;)(;B[fe];W[fd]))"), "{}", test.file());
    test.keys("i");
    test.expect("move 2 of 2");
}

#[test]
fn after_an_invalid_answer_the_engine_gets_the_game_again() {
    let mut test = playing(&["E5", "C3"]);
    test.keys("<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.keys("~");
    assert_eq!(test.screen().matches("genmove white").count(), 2, "{}", test.screen());
    test.keys("<Esc>").moves.extend(["E5", "E5", "Z99"]);
    test.keys("k<Enter>");
    test.expect("invalid answer");
    test.keys("u");
    test.expect("Move 3: Black to play");
}

#[test]
fn resigning_asks_and_leaving_a_running_game_asks_too() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>R<Enter>");
    test.expect("Resign?");
    test.keys("n").keys("q<Enter>");
    test.expect("Leave the game?");
    test.keys("n").keys("R<Enter>y");
    assert!(test.file().contains("RE[W+R]"));
    test.keys("q<Enter>");
    assert!(test.shows("New game"), "a game that is over needs no question");
    assert!(test.effects.contains(&"stop engine".to_owned()));
}

#[test]
fn an_engine_that_dies_is_started_again_and_after_the_fourth_time_the_player_is_asked() {
    let mut test = playing(&[]);
    test.keys("<Enter>");
    test.kill_engine().kill_engine().kill_engine();
    test.expect("White is thinking");
    test.kill_engine();
    insta::assert_snapshot!(test.screen());
    test.moves.push_back("C3");
    test.keys("<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
}

#[test]
fn the_bot_is_asked_answers_and_can_be_stopped() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Bot);
    test.keys("<Enter><Enter>");
    let answer = |test: &mut TestApp, x, y| {
        let id = test.jobs.last().unwrap().id;
        let answer = Answer::Move { best: Move::Place(Point::new(x, y)), win_rate: 0.5 };
        test.event(Event::BotReply(BotReply { id, answer }));
    };
    assert_eq!((test.jobs.len(), test.jobs[0].level), (1, Level::Medium));
    answer(&mut test, 2, 6);
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.keys("k<Enter>").keys("u");
    assert!(test.effects.contains(&"stop thinking".to_owned()));
    answer(&mut test, 0, 0);
    assert_eq!(test.line(), ";B[ee];W[cg];B[ed])", "a late answer is not played");
    test.keys("p<Enter>q<Enter>");
    test.expect("Leave the game?");
}

#[test]
fn the_bot_proposes_dead_stones_and_agrees_to_a_count_that_costs_it_nothing() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Bot);
    test.keys("<Enter><Enter>");
    let answer = |test: &mut TestApp, answer| {
        let id = test.jobs.last().unwrap().id;
        test.event(Event::BotReply(BotReply { id, answer }));
    };
    answer(&mut test, Answer::Move { best: Move::Place(Point::new(2, 6)), win_rate: 0.5 });
    test.keys("p<Enter>");
    answer(&mut test, Answer::Move { best: Move::Pass, win_rate: 0.5 });
    assert_eq!(test.jobs.last().unwrap().question, Question::DeadStones);
    test.expect("The opponent is counting");
    answer(&mut test, Answer::Dead(vec![Point::new(2, 6)]));
    test.expect("Result B+74.5").expect("x all alive");
    test.keys("x");
    assert!(test.shows("Result W+6.5") && !test.shows("x all alive"), "{}", test.screen());
    test.keys("s<Enter>");
    assert!(test.file().contains("RE[W+6.5]"), "{}", test.file());
}

#[test]
fn the_bot_plays_on_when_its_living_stones_are_marked_dead() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Bot);
    test.keys("<Enter><Enter>");
    let answer = |test: &mut TestApp, answer| {
        let id = test.jobs.last().unwrap().id;
        test.event(Event::BotReply(BotReply { id, answer }));
    };
    answer(&mut test, Answer::Move { best: Move::Place(Point::new(4, 3)), win_rate: 0.5 });
    test.keys("p<Enter>");
    answer(&mut test, Answer::Move { best: Move::Pass, win_rate: 0.5 });
    test.keys("s<Enter>");
    assert!(test.shows("The opponent is still counting"), "{}", test.screen());
    answer(&mut test, Answer::Dead(Vec::new()));
    test.keys("k<Enter>s<Enter>");
    assert!(test.shows("The opponent does not agree to this count"), "{}", test.screen());
    assert!(test.shows("Move 3: Black to play"), "{}", test.screen());
}

#[test]
fn recording_stops_and_resumes_in_the_same_file() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>D4<Enter>r<Enter>").keys("E4<Enter>");
    assert_eq!(test.line(), ";B[df])");
    test.expect("not recording");
    test.keys("q<Enter>");
    test.expect("unrecorded moves will be lost");
    test.keys("n");
    test.keys("r<Enter>");
    assert_eq!(test.line(), ";B[df];W[ef])");
    test.expect("REC");
    assert_eq!(test.files.len(), 1);
}

#[test]
fn a_recording_that_starts_in_the_middle_begins_with_the_stones() {
    let mut test = TestApp::with(|environment| {
        environment.config.game.opponent = OpponentChoice::Friend;
        environment.config.game.record = false;
    });
    test.keys("<Enter>D4<Enter>E4<Enter>D5<Enter>");
    assert!(test.files.is_empty());
    test.keys("r<Enter>").keys("E5<Enter>");
    let file = test.file();
    assert!(file.contains("AB[de][df]AW[ef]PL[W];W[ee])"), "{file}");
    test.keys("uuu").keys("G7<Enter>");
    let file = test.file();
    assert!(file.contains("AB[df]PL[W](;W[gc])(;W[ef];B[de];W[ee]))"), "the earlier recording stays: {file}");
}

#[test]
fn colours_are_seen_at_once_and_saved_when_left() {
    let mut test = TestApp::with(|environment| environment.default_theme = ThemeName::Dark);
    test.keys("c<Right>");
    test.expect("Light");
    test.keys("jl<Enter><C-u>#c0a060<Enter>");
    insta::assert_snapshot!(test.screen());
    test.keys("q");
    let config = test.config.clone().unwrap();
    assert!(config.contains("theme = \"light\"") && config.contains("board = \"#C0A060\""), "{config}");
}

#[test]
fn broken_settings_give_a_message_and_are_never_overwritten() {
    let mut test = TestApp::with(|environment| {
        environment.config_problem = Some("term.toml:3: expected a number".to_owned());
    });
    test.expect("term.toml:3: expected a number");
    test.keys("<Enter>").keys("c<Right>q<Enter>").keys("q<Enter>q");
    assert_eq!(test.config, None);
}

#[test]
fn the_last_choice_is_remembered() {
    let mut test = TestApp::new();
    test.keys("<Down>13<Enter>").keys("<Up><Up><Enter>");
    let config = test.config.clone().unwrap();
    assert!(config.contains("size = 13"), "{config}");
}

#[test]
fn the_console_talks_to_the_engine() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>~").keys("showboard<Enter>");
    insta::assert_snapshot!(test.screen());
    test.keys("<Esc>");
    test.expect("Move 3: Black to play");
}

#[test]
fn focus_hides_everything_but_the_board() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>f<Enter>");
    insta::assert_snapshot!(test.screen());
    test.keys("<Enter>");
    assert!(test.shows("E5: there is already a stone there"), "error messages are still shown");
}

#[test]
fn the_mouse_plays_selects_and_scrolls() {
    let mut test = playing(&["C3"]);
    let row = test.screen().lines().position(|line| line.contains("5   ├")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().chars().position(|c| c == '├').unwrap();
    test.event(Event::Press { x: column as u16 + 16, y: row as u16 });
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.event(Event::Wheel { by: -1 });
    test.expect("Looking at move 1");
    let row = test.screen().lines().position(|line| line.contains("2. W C3")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().split("2. W").next().unwrap().chars().count();
    test.event(Event::Press { x: column as u16, y: row as u16 });
    test.expect("Move 3: Black to play");
    test.keys("q<Enter>y");
    let row = test.screen().lines().position(|line| line.contains("HISTORY")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().split("HISTORY").next().unwrap().chars().count();
    test.event(Event::Press { x: column as u16, y: row as u16 });
    test.expect("1 of 1");
}

#[test]
fn hints_and_answers_are_buttons_too() {
    let mut test = playing(&["C3"]);
    let press = |test: &mut TestApp, words: &str| {
        let screen = test.screen();
        let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains(words)).last().unwrap();
        let column = line.split(words).next().unwrap().chars().count();
        test.event(Event::Press { x: column as u16, y: row as u16 });
    };
    press(&mut test, "Enter play");
    assert_eq!(test.line(), ";B[ee];W[cg])");
    press(&mut test, "? keys");
    test.expect("any key closes");
    press(&mut test, "any key closes");
    press(&mut test, "q↵ leave");
    press(&mut test, "n no");
    test.expect("Move 3");
    press(&mut test, "q↵ leave");
    press(&mut test, "y yes");
    press(&mut test, "i history");
    press(&mut test, "9 -");
    assert!(test.shows("read only"), "the selected one opens: {}", test.screen());
    press(&mut test, "q back");
    press(&mut test, "q back");
    press(&mut test, "c colours");
    press(&mut test, "Theme");
    test.expect("ASCII");
}

#[test]
fn no_size_of_the_window_and_no_board_breaks_the_drawing() {
    for size in [1, 9, 52] {
        let mut test = TestApp::with(|environment| environment.config.game.size = size).answering(&["pass"]);
        for (width, height) in [(1, 1), (20, 8), (64, 10), (80, 24), (200, 60)] {
            test.resize(width, height);
            test.screen();
            for keys in [
                "?",
                "x",
                "c",
                "q",
                "i",
                "q",
                "<Enter>",
                "hhjj",
                "t<Enter>",
                "t<Enter>",
                "f<Enter>",
                "f<Enter>",
                "#",
                "p<Enter>",
                "?",
                "x",
                "q<Enter>",
                "q<Enter>y",
            ] {
                test.keys(keys);
                test.screen();
                for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
                    test.event(Event::Press { x, y });
                    test.screen();
                }
            }
            test.keys("<Esc><Esc>y").keys("<Esc>q<Enter>y");
        }
    }
}

fn opinion(nodes: u64, moves: &[(&str, f32)]) -> Report {
    let line = |(name, expected): &(&str, f32)| Line {
        evaluation: Evaluation::of_points(*expected, (expected - 0.5) * 20.0, Effort::Visits(100)),
        moves: vec![(*name).to_owned()],
    };
    Report { nodes, lines: moves.iter().map(line).collect(), ..Report::default() }
}

#[test]
fn the_bots_opinion_follows_the_position_until_it_is_turned_off() {
    let mut test = playing(&["C3"]);
    test.keys("i");
    test.expect("The bot begins to search");
    let first = test.analyses[0].id;
    test.event(Event::Analysed { id: first, report: opinion(900, &[("D5", 0.62), ("E6", 0.58)]) });
    test.expect("B 62 %, B+2.4  900 visits   1 D5 B 62 %, B+2.4   2 E6 B 58 %, B+1.6");
    test.expect("──1──");
    test.keys("<Enter>");
    assert_eq!(test.analyses.len(), 3, "after the move and after the answer");
    test.event(Event::Analysed { id: first, report: opinion(1000, &[("D5", 0.9)]) });
    test.expect("The bot begins to search");
    test.keys("i");
    assert_eq!(test.effects.last().map(String::as_str), Some("stop analysis"));
    assert!(!test.shows("begins to search"));
}

#[test]
fn leaving_a_game_ends_the_search() {
    let mut test = playing(&[]);
    test.keys("iq<Enter>");
    assert_eq!(test.effects.last().map(String::as_str), Some("stop analysis"));
}

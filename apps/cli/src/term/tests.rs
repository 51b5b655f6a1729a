//! The whole application in memory: keys in, screens and files out.

use std::path::PathBuf;

use super::app::{Event, StartOptions};
use rules::go::{Move, Point};

use super::bot::{Answer, BotReply, Question};
use super::config::OpponentChoice;
use super::testing::TestApp;
use super::theme::ThemeName;

const REVIEWED: &str =
    "(;GM[1]SZ[9]KM[5.5]PB[Ada]PW[Bo]RE[B+3.5]DT[1999];B[ee]C[The middle.];W[ce](;B[gg];W[gc])(;B[dd]))";

fn playing(answers: &[&'static str]) -> TestApp {
    let mut test = TestApp::new().answering(answers);
    test.keys("<Enter>");
    test
}

fn with_history() -> TestApp {
    let mut test = TestApp::new();
    test.files.insert("2026-01-05_120000_9x9.sgf".into(), REVIEWED.into());
    let other = REVIEWED.replace("Bo]", "Kim]").replace("B+3.5", "W+R");
    test.files.insert("2026-01-04_120000_9x9.sgf".into(), other.into());
    test
}

#[test]
fn a_game_is_played_and_recorded_from_the_first_move() {
    let mut test = playing(&["C3", "G7"]);
    assert_eq!(test.line(), ")", "the record exists before the first move");
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
    test.keys("<Enter><Enter>t");
    insta::assert_snapshot!(test.screen());
    for (name, keys) in
        [("words", "zz<Enter>"), ("keys", "?"), ("score", "xs"), ("colours", "qqyc"), ("history", "qi")]
    {
        test.keys(keys);
        let screen = test.screen();
        assert!(screen.is_ascii(), "{name}: {screen}");
    }
}

#[test]
fn undo_takes_both_moves_back_and_the_line_stays() {
    let mut test = playing(&["C3", "G7"]);
    test.keys("<Enter>u");
    assert!(test.shows("Move 1: Black to play"), "{}", test.screen());
    test.keys("j<Enter>");
    assert_eq!(test.line(), "(;B[ef];W[gc])(;B[ee];W[cg]))");
    test.keys("uu");
    assert!(test.shows("There is nothing to take back"));
}

#[test]
fn the_tree_shows_what_was_taken_back() {
    let mut test = playing(&["C3", "G7", "G3"]);
    test.keys("<Enter>uj<Enter>l<Enter>t");
    insta::assert_snapshot!(test.screen());
}

#[test]
fn points_can_be_typed_whichever_letter_they_begin_with() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>:a1<Enter>")
        .keys("D4<Enter>")
        .keys("5f<Enter>")
        .keys(":H9<Enter>")
        .keys(":pass<Enter>");
    assert_eq!(test.line(), ";B[ai];W[df];B[fe];W[ha];B[])");
    test.keys("99x<Enter>");
    assert!(test.shows("“99x” is not a point on this board"));
    test.keys("D4<Enter>");
    assert!(test.shows("D4: there is already a stone there"));
}

#[test]
fn every_key_answers_while_the_engine_thinks_and_escape_stops_it() {
    let mut test = playing(&[]);
    test.keys("<Enter>").wait(3);
    assert!(test.shows("White is thinking, 3 s"), "{}", test.screen());
    assert!(test.shows("Esc stop"));
    test.keys("hhkt?").keys("x");
    test.keys("<Enter>");
    assert!(test.shows("It is not your turn"));
    test.keys("<Esc>");
    assert!(test.shows("Stopped: Enter asks again"), "{}", test.screen());
    test.moves.push_back("C3");
    test.keys("<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
}

#[test]
fn a_plan_leaves_the_game_as_it_is_until_it_is_played_on() {
    let mut test = playing(&["C3", "A1"]);
    test.keys("<Enter>a").keys("l<Enter>l<Enter>");
    assert!(test.shows("Planning: move 5, Black"), "{}", test.screen());
    insta::assert_snapshot!(test.screen());
    test.keys("a");
    assert!(test.shows("Move 3: Black to play"));
    assert_eq!(test.line(), ";B[ee];W[cg](;)(;B[fe];W[ge]))");
    test.keys("a").keys("]]").keys("A");
    assert!(test.shows("Move 5: Black to play"), "{}", test.screen());
    test.keys("k<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg];B[fe];W[ge];B[gd];W[ai])");
}

#[test]
fn stepping_back_does_not_disturb_the_game() {
    let mut test = playing(&["C3", "G7"]);
    test.keys("<Enter>k<Enter>[[");
    assert!(test.shows("Looking at move 2"));
    test.keys("<Enter>");
    assert!(test.shows("End returns to the game; a plans from here"));
    test.keys("<End>");
    assert!(test.shows("Move 5: Black to play"));
}

#[test]
fn two_passes_are_counted_with_the_engines_dead_stones_and_the_players_corrections() {
    let mut test = playing(&["C3", "pass"]);
    test.dead = "C3";
    test.keys("<Enter>p");
    assert!(test.shows("Counting"));
    insta::assert_snapshot!(test.screen());
    test.keys("x").keys("s");
    assert!(test.shows("Game over"), "{}", test.screen());
    assert!(test.file().contains("RE[W+6.5]"), "{}", test.file());
    test.keys("<Enter>");
    assert!(test.shows("The game is over; a plans from here"));
    test.keys("u");
    assert!(test.shows("The game is over; a plans from here"));
}

#[test]
fn a_plan_made_after_the_end_is_there_the_next_time() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>Ry").keys("al<Enter>k<Enter>").keys("qq");
    assert!(test.shows("New game"), "a plan needs no question: {}", test.screen());
    assert!(test.file().contains(";B[ee];W[cg](;)(;B[fe];W[fd]))"), "{}", test.file());
    test.keys("i");
    assert!(test.shows("move 2 of 2"), "{}", test.screen());
}

#[test]
fn after_an_invalid_answer_the_engine_gets_the_game_again() {
    let mut test = playing(&["E5", "C3"]);
    test.keys("<Enter>");
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.keys("~");
    assert_eq!(test.screen().matches("genmove white").count(), 2, "{}", test.screen());
    test.keys("<Esc>").moves.extend(["E5", "Z99"]);
    test.keys("k<Enter>");
    assert!(test.shows("invalid answer"), "{}", test.screen());
    test.keys("u");
    assert!(test.shows("Move 3: Black to play"), "{}", test.screen());
}

#[test]
fn resigning_asks_and_leaving_a_running_game_asks_too() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>R");
    assert!(test.shows("Resign?"));
    test.keys("n").keys("q");
    assert!(test.shows("Leave the game?"));
    test.keys("n").keys("Ry");
    assert!(test.file().contains("RE[W+R]"));
    test.keys("q");
    assert!(test.shows("New game"), "a game that is over needs no question");
    assert!(test.effects.contains(&"stop engine".to_owned()));
}

#[test]
fn an_engine_that_dies_is_started_again_and_after_the_fourth_time_the_player_is_asked() {
    let mut test = playing(&[]);
    test.keys("<Enter>");
    test.kill_engine().kill_engine().kill_engine();
    assert!(test.shows("White is thinking"));
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
        let answer = Answer::Move(Move::Place(Point::new(x, y)));
        test.event(Event::BotReply(BotReply { id, answer }));
    };
    assert_eq!((test.jobs.len(), test.jobs[0].level), (1, 5));
    answer(&mut test, 2, 6);
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.keys("k<Enter>").keys("u");
    assert!(test.effects.contains(&"stop thinking".to_owned()));
    answer(&mut test, 0, 0);
    assert_eq!(test.line(), ";B[ee];W[cg];B[ed])", "a late answer is not played");
    test.keys("pq");
    assert!(test.shows("Leave the game?"));
}

#[test]
fn the_bot_proposes_dead_stones_and_the_player_can_change_them() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Bot);
    test.keys("<Enter><Enter>");
    let answer = |test: &mut TestApp, answer| {
        let id = test.jobs.last().unwrap().id;
        test.event(Event::BotReply(BotReply { id, answer }));
    };
    answer(&mut test, Answer::Move(Move::Place(Point::new(2, 6))));
    test.keys("p");
    answer(&mut test, Answer::Move(Move::Pass));
    assert_eq!(test.jobs.last().unwrap().question, Question::DeadStones);
    assert!(test.shows("The opponent is counting"), "{}", test.screen());
    answer(&mut test, Answer::Dead(vec![Point::new(2, 6)]));
    assert!(test.shows("Result B+74.5") && test.shows("x all alive"), "{}", test.screen());
    test.keys("x");
    assert!(test.shows("Result W+6.5") && !test.shows("x all alive"), "{}", test.screen());
    test.keys("s");
    assert!(test.file().contains("RE[W+6.5]"), "{}", test.file());
}

#[test]
fn recording_stops_and_resumes_in_the_same_file() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>D4<Enter>r").keys("E4<Enter>");
    assert_eq!(test.line(), ";B[df])");
    assert!(test.shows("not recording"));
    test.keys("q");
    assert!(test.shows("unrecorded moves will be lost"), "{}", test.screen());
    test.keys("n");
    test.keys("r");
    assert_eq!(test.line(), ";B[df];W[ef])");
    assert!(test.shows("REC"));
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
    test.keys("r").keys("E5<Enter>");
    let file = test.file();
    assert!(file.contains("AB[de][df]AW[ef]PL[W];W[ee])"), "{file}");
    test.keys("uuu").keys("G7<Enter>");
    let file = test.file();
    assert!(file.contains("AB[df]PL[W](;W[gc])(;W[ef];B[de];W[ee]))"), "the earlier recording stays: {file}");
}

#[test]
fn history_lists_filters_and_shows_any_position() {
    let mut test = with_history();
    test.keys("i");
    insta::assert_snapshot!(test.screen());
    test.keys("/kim<Enter>");
    assert!(test.shows("1 of 2"), "{}", test.screen());
    test.keys("[[");
    assert!(test.shows("move 2 of 4"), "{}", test.screen());
}

#[test]
fn a_record_is_only_read_until_it_is_continued_on_a_copy_that_loses_nothing() {
    let mut test = with_history();
    test.keys("i<Enter>[[");
    assert!(test.shows("read only"));
    test.keys("p");
    assert!(test.shows("Read only; c continues on a copy"));
    insta::assert_snapshot!(test.screen());
    test.moves.push_back("A1");
    test.keys("c").keys("D7<Enter>");
    assert_eq!(test.files.len(), 3);
    let copy = test.file();
    let kept = REVIEWED.replace("(;B[gg]", "(;B[dc];W[ai])(;B[gg]");
    assert_eq!(copy.trim(), kept);
    assert_eq!(test.files[&PathBuf::from("2026-01-05_120000_9x9.sgf")], REVIEWED.as_bytes());
}

#[test]
fn in_review_the_arrows_step_and_change_variations() {
    let mut test = with_history();
    test.keys("i<Enter><Left><Down>");
    assert!(test.shows("3. B D6"), "{}", test.screen());
    test.keys("<Left><Right>");
    assert!(test.shows(">  3. B D6"), "back and forward returns to the same move: {}", test.screen());
    test.keys("<Up>");
    assert!(test.shows(">  3. B G3"), "{}", test.screen());
}

#[test]
fn a_file_of_several_games_shows_them_all() {
    let mut test = with_history();
    test.files.insert("two.sgf".into(), b"(;SZ[9]PB[Ada];B[aa])(;SZ[13]PB[Grace];B[bb])".to_vec());
    test.event(Event::Paste("two.sgf".to_owned()));
    assert!(test.shows("Ada") && test.shows("n next game"), "{}", test.screen());
    test.keys("n");
    assert!(test.shows("Grace") && test.shows("Game 2 of 2"), "{}", test.screen());
    test.keys("q").keys("i");
    assert!(!test.shows("next game"));
}

#[test]
fn a_game_is_deleted_into_the_trash_and_only_after_a_question() {
    let mut test = with_history();
    test.keys("idn");
    assert_eq!(test.files.len(), 2);
    test.keys("dy");
    assert!(test.shows("1 of 1") && test.shows("Moved to trash/game.sgf"), "{}", test.screen());
    test.keys("s<C-u>~/mine<Enter>");
    assert!(test.effects.iter().any(|effect| effect.contains("~/mine")), "{:?}", test.effects);
}

#[test]
fn colours_are_seen_at_once_and_saved_when_left() {
    let mut test = TestApp::with(|environment| environment.default_theme = ThemeName::Dark);
    test.keys("c<Right>");
    assert!(test.shows("Light"));
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
    assert!(test.shows("term.toml:3: expected a number"), "{}", test.screen());
    test.keys("<Enter>").keys("c<Right>q<Enter>").keys("qq");
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
    assert!(test.shows("Move 3: Black to play"));
}

#[test]
fn a_pasted_or_named_file_opens() {
    let mut test = with_history();
    test.event(Event::Paste("'2026-01-05_120000_9x9.sgf'\n".to_owned()));
    assert!(test.shows("read only"));
    let wanted = StartOptions { file: Some("none.sgf".into()), ..StartOptions::default() };
    let mut test = TestApp::wanting(wanted, |_| {});
    let effects = test.app.begin(test.now);
    test.run_effect(effects);
    assert!(test.shows("none.sgf: no such file"), "{}", test.screen());
}

#[test]
fn focus_hides_everything_but_the_board() {
    let mut test = playing(&["C3"]);
    test.keys("<Enter>f");
    insta::assert_snapshot!(test.screen());
    test.keys("<Enter>");
    assert!(test.shows("E5: there is already a stone there"), "error messages are still shown");
}

#[test]
fn the_mouse_plays_selects_and_scrolls() {
    let mut test = playing(&["C3"]);
    let row = test.screen().lines().position(|line| line.contains("5  ├")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().chars().position(|c| c == '├').unwrap();
    test.event(Event::Press { x: column as u16 + 8, y: row as u16 });
    assert_eq!(test.line(), ";B[ee];W[cg])");
    test.event(Event::Wheel { by: -1 });
    assert!(test.shows("Looking at move 1"));
    let row = test.screen().lines().position(|line| line.contains("2. W C3")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().split("2. W").next().unwrap().chars().count();
    test.event(Event::Press { x: column as u16, y: row as u16 });
    assert!(test.shows("Move 3: Black to play"), "{}", test.screen());
    test.keys("qy");
    let row = test.screen().lines().position(|line| line.contains("HISTORY")).unwrap();
    let column = test.screen().lines().nth(row).unwrap().split("HISTORY").next().unwrap().chars().count();
    test.event(Event::Press { x: column as u16, y: row as u16 });
    assert!(test.shows("1 of 1"), "{}", test.screen());
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
    assert!(test.shows("any key closes"));
    press(&mut test, "any key closes");
    press(&mut test, "q back");
    press(&mut test, "n no");
    assert!(test.shows("Move 3"), "{}", test.screen());
    press(&mut test, "q back");
    press(&mut test, "y yes");
    press(&mut test, "i history");
    press(&mut test, "9 -");
    assert!(test.shows("read only"), "the selected one opens: {}", test.screen());
    press(&mut test, "q back");
    press(&mut test, "q back");
    press(&mut test, "c colours");
    press(&mut test, "Theme");
    assert!(test.shows("ASCII"), "{}", test.screen());
}

#[test]
fn no_size_of_the_window_and_no_board_breaks_the_drawing() {
    for size in [1, 9, 52] {
        let mut test = TestApp::with(|environment| environment.config.game.size = size).answering(&["pass"]);
        for (width, height) in [(1, 1), (20, 8), (64, 10), (80, 24), (200, 60)] {
            test.resize(width, height);
            test.screen();
            for keys in [
                "?", "x", "c", "q", "i", "q", "<Enter>", "hhjj", "t", "t", "f", "f", "p", "?", "x", "q", "qy",
            ] {
                test.keys(keys);
                test.screen();
                for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
                    test.event(Event::Press { x, y });
                    test.screen();
                }
            }
            test.keys("<Esc><Esc>y").keys("<Esc>qy");
        }
    }
}

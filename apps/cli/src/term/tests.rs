//! The whole program in a world of memory: keys in, screens and files out.

use std::path::PathBuf;

use super::app::{Event, Wanted};
use rules::go::{Move, Point};

use super::bot::{Answer, Question, Thought};
use super::config::Opponent;
use super::testing::World;
use super::theme::ThemeName;

const REVIEWED: &str =
    "(;GM[1]SZ[9]KM[5.5]PB[Ada]PW[Bo]RE[B+3.5]DT[1999];B[ee]C[The middle.];W[ce](;B[gg];W[gc])(;B[dd]))";

fn playing(answers: &[&'static str]) -> World {
    let mut world = World::new().answering(answers);
    world.keys("<Enter>");
    world
}

fn at_home_with_files() -> World {
    let mut world = World::new();
    world.files.insert("2026-01-05_120000_9x9.sgf".into(), REVIEWED.into());
    let other = REVIEWED.replace("Bo]", "Kim]").replace("B+3.5", "W+R");
    world.files.insert("2026-01-04_120000_9x9.sgf".into(), other.into());
    world
}

#[test]
fn a_game_is_played_and_recorded_from_the_first_move() {
    let mut world = playing(&["C3", "G7"]);
    assert_eq!(world.line(), ")", "the record is there before the first move");
    world.keys("<Enter>").keys("kk<Enter>");
    assert_eq!(world.line(), ";B[ee];W[cg];B[ec];W[gc])");
    assert!(world.files.contains_key(&PathBuf::from("2026-02-11_150405_9x9.sgf")));
    insta::assert_snapshot!(world.screen());
}

#[test]
fn the_set_up_screen() {
    let mut world = World::new();
    world.keys("<Down>");
    insta::assert_snapshot!(world.screen());
}

#[test]
fn the_usual_board_fits_a_small_screen_whole() {
    let mut world = World::with(|around| around.config.game.size = 19);
    world.keys("<Enter>");
    insta::assert_snapshot!(world.screen());
}

#[test]
fn everything_can_be_drawn_in_ascii() {
    let mut world =
        World::with(|around| around.config.look.theme = Some("ascii".to_owned())).answering(&["C3"]);
    world.keys("<Enter><Enter>t");
    insta::assert_snapshot!(world.screen());
    for (name, keys) in
        [("words", "zz<Enter>"), ("keys", "?"), ("score", "xs"), ("colours", "qqyc"), ("history", "qi")]
    {
        world.keys(keys);
        let screen = world.screen();
        assert!(screen.is_ascii(), "{name}: {screen}");
    }
}

#[test]
fn undo_takes_both_moves_back_and_the_line_stays() {
    let mut world = playing(&["C3", "G7"]);
    world.keys("<Enter>u");
    assert!(world.shows("Move 1: Black to play"), "{}", world.screen());
    world.keys("j<Enter>");
    assert_eq!(world.line(), "(;B[ef];W[gc])(;B[ee];W[cg]))");
    world.keys("uu");
    assert!(world.shows("There is nothing to take back"));
}

#[test]
fn the_tree_shows_what_was_taken_back() {
    let mut world = playing(&["C3", "G7", "G3"]);
    world.keys("<Enter>uj<Enter>l<Enter>t");
    insta::assert_snapshot!(world.screen());
}

#[test]
fn points_can_be_typed_whichever_letter_they_begin_with() {
    let mut world = World::with(|around| around.config.game.opponent = Opponent::Friend);
    world
        .keys("<Enter>:a1<Enter>")
        .keys("D4<Enter>")
        .keys("5f<Enter>")
        .keys(":H9<Enter>")
        .keys(":pass<Enter>");
    assert_eq!(world.line(), ";B[ai];W[df];B[fe];W[ha];B[])");
    world.keys("99x<Enter>");
    assert!(world.shows("“99x” is no point of this board"));
    world.keys("D4<Enter>");
    assert!(world.shows("D4: there is a stone already"));
}

#[test]
fn every_key_answers_while_the_engine_thinks_and_escape_stops_it() {
    let mut world = playing(&[]);
    world.keys("<Enter>").wait(3);
    assert!(world.shows("White thinks, 3 s"), "{}", world.screen());
    assert!(world.shows("Esc stop"));
    world.keys("hhkt?").keys("x");
    world.keys("<Enter>");
    assert!(world.shows("It is not your turn"));
    world.keys("<Esc>");
    assert!(world.shows("Stopped: Enter asks again"), "{}", world.screen());
    world.moves.push_back("C3");
    world.keys("<Enter>");
    assert_eq!(world.line(), ";B[ee];W[cg])");
}

#[test]
fn a_plan_leaves_the_game_as_it_is_until_it_is_played_on() {
    let mut world = playing(&["C3", "A1"]);
    world.keys("<Enter>a").keys("l<Enter>l<Enter>");
    assert!(world.shows("Planning: move 5, Black"), "{}", world.screen());
    insta::assert_snapshot!(world.screen());
    world.keys("a");
    assert!(world.shows("Move 3: Black to play"));
    assert_eq!(world.line(), ";B[ee];W[cg](;)(;B[fe];W[ge]))");
    world.keys("a").keys("]]").keys("A");
    assert!(world.shows("Move 5: Black to play"), "{}", world.screen());
    world.keys("k<Enter>");
    assert_eq!(world.line(), ";B[ee];W[cg];B[fe];W[ge];B[gd];W[ai])");
}

#[test]
fn walking_back_does_not_disturb_the_game() {
    let mut world = playing(&["C3", "G7"]);
    world.keys("<Enter>k<Enter>[[");
    assert!(world.shows("Looking at move 2"));
    world.keys("<Enter>");
    assert!(world.shows("End goes back to the game, a plans from here"));
    world.keys("<End>");
    assert!(world.shows("Move 5: Black to play"));
}

#[test]
fn two_passes_are_counted_with_the_engines_dead_stones_and_the_players_corrections() {
    let mut world = playing(&["C3", "pass"]);
    world.dead = "C3";
    world.keys("<Enter>p");
    assert!(world.shows("Counting"));
    insta::assert_snapshot!(world.screen());
    world.keys("x").keys("s");
    assert!(world.shows("Game over"), "{}", world.screen());
    assert!(world.file().contains("RE[W+6.5]"), "{}", world.file());
    world.keys("<Enter>");
    assert!(world.shows("The game is over; a plans from here"));
    world.keys("u");
    assert!(world.shows("The game is over; a plans from here"));
}

#[test]
fn a_plan_made_after_the_end_is_there_the_next_time() {
    let mut world = playing(&["C3"]);
    world.keys("<Enter>Ry").keys("al<Enter>k<Enter>").keys("qq");
    assert!(world.shows("New game"), "a plan needs no question: {}", world.screen());
    assert!(world.file().contains(";B[ee];W[cg](;)(;B[fe];W[fd]))"), "{}", world.file());
    world.keys("i");
    assert!(world.shows("move 2 of 2"), "{}", world.screen());
}

#[test]
fn an_engine_that_lies_is_told_the_game_again_and_believed_only_by_the_rules() {
    let mut world = playing(&["E5", "C3"]);
    world.keys("<Enter>");
    assert_eq!(world.line(), ";B[ee];W[cg])");
    world.keys("~");
    assert_eq!(world.screen().matches("genmove white").count(), 2, "{}", world.screen());
    world.keys("<Esc>").moves.extend(["E5", "Z99"]);
    world.keys("k<Enter>");
    assert!(world.shows("answers nonsense"), "{}", world.screen());
    world.keys("u");
    assert!(world.shows("Move 3: Black to play"), "{}", world.screen());
}

#[test]
fn resigning_asks_and_leaving_a_running_game_asks_too() {
    let mut world = playing(&["C3"]);
    world.keys("<Enter>R");
    assert!(world.shows("Resign?"));
    world.keys("n").keys("q");
    assert!(world.shows("Leave the game?"));
    world.keys("n").keys("Ry");
    assert!(world.file().contains("RE[W+R]"));
    world.keys("q");
    assert!(world.shows("New game"), "a game that is over needs no question");
    assert!(world.effects.contains(&"stop engine".to_owned()));
}

#[test]
fn an_engine_that_dies_is_started_again_and_after_the_fourth_time_the_player_is_asked() {
    let mut world = playing(&[]);
    world.keys("<Enter>");
    world.kill_engine().kill_engine().kill_engine();
    assert!(world.shows("White thinks"));
    world.kill_engine();
    insta::assert_snapshot!(world.screen());
    world.moves.push_back("C3");
    world.keys("<Enter>");
    assert_eq!(world.line(), ";B[ee];W[cg])");
}

#[test]
fn the_bot_is_asked_answers_and_can_be_stopped() {
    let mut world = World::with(|around| around.config.game.opponent = Opponent::Bot);
    world.keys("<Enter><Enter>");
    let answer = |world: &mut World, x, y| {
        let ticket = world.jobs.last().unwrap().ticket;
        let answer = Answer::Move(Move::Place(Point::new(x, y)));
        world.event(Event::Thought(Thought { ticket, answer }));
    };
    assert_eq!((world.jobs.len(), world.jobs[0].level), (1, 5));
    answer(&mut world, 2, 6);
    assert_eq!(world.line(), ";B[ee];W[cg])");
    world.keys("k<Enter>").keys("u");
    assert!(world.effects.contains(&"stop thinking".to_owned()));
    answer(&mut world, 0, 0);
    assert_eq!(world.line(), ";B[ee];W[cg];B[ed])", "an answer that comes too late is no move");
    world.keys("pq");
    assert!(world.shows("Leave the game?"));
}

#[test]
fn the_bot_proposes_dead_stones_and_the_player_has_the_last_word() {
    let mut world = World::with(|around| around.config.game.opponent = Opponent::Bot);
    world.keys("<Enter><Enter>");
    let answer = |world: &mut World, answer| {
        let ticket = world.jobs.last().unwrap().ticket;
        world.event(Event::Thought(Thought { ticket, answer }));
    };
    answer(&mut world, Answer::Move(Move::Place(Point::new(2, 6))));
    world.keys("p");
    answer(&mut world, Answer::Move(Move::Pass));
    assert_eq!(world.jobs.last().unwrap().question, Question::DeadStones);
    assert!(world.shows("The opponent counts"), "{}", world.screen());
    answer(&mut world, Answer::Dead(vec![Point::new(2, 6)]));
    assert!(world.shows("Result B+74.5") && world.shows("x all alive"), "{}", world.screen());
    world.keys("x");
    assert!(world.shows("Result W+6.5") && !world.shows("x all alive"), "{}", world.screen());
    world.keys("s");
    assert!(world.file().contains("RE[W+6.5]"), "{}", world.file());
}

#[test]
fn recording_stops_and_resumes_in_the_same_file() {
    let mut world = World::with(|around| around.config.game.opponent = Opponent::Friend);
    world.keys("<Enter>D4<Enter>r").keys("E4<Enter>");
    assert_eq!(world.line(), ";B[df])");
    assert!(world.shows("not recording"));
    world.keys("q");
    assert!(world.shows("what was not written will be gone"), "{}", world.screen());
    world.keys("n");
    world.keys("r");
    assert_eq!(world.line(), ";B[df];W[ef])");
    assert!(world.shows("REC"));
    assert_eq!(world.files.len(), 1);
}

#[test]
fn a_recording_that_starts_in_the_middle_begins_with_the_stones() {
    let mut world = World::with(|around| {
        around.config.game.opponent = Opponent::Friend;
        around.config.game.record = false;
    });
    world.keys("<Enter>D4<Enter>E4<Enter>D5<Enter>");
    assert!(world.files.is_empty());
    world.keys("r").keys("E5<Enter>");
    let file = world.file();
    assert!(file.contains("AB[de][df]AW[ef]PL[W];W[ee])"), "{file}");
    world.keys("uuu").keys("G7<Enter>");
    let file = world.file();
    assert!(file.contains("AB[df]PL[W](;W[gc])(;W[ef];B[de];W[ee]))"), "what was recorded stays: {file}");
}

#[test]
fn history_lists_filters_and_shows_any_position() {
    let mut world = at_home_with_files();
    world.keys("i");
    insta::assert_snapshot!(world.screen());
    world.keys("/kim<Enter>");
    assert!(world.shows("1 of 2"), "{}", world.screen());
    world.keys("[[");
    assert!(world.shows("move 2 of 4"), "{}", world.screen());
}

#[test]
fn a_record_is_only_read_until_it_is_continued_on_a_copy_that_loses_nothing() {
    let mut world = at_home_with_files();
    world.keys("i<Enter>[[");
    assert!(world.shows("read only"));
    world.keys("p");
    assert!(world.shows("Nothing is changed here: c plays on, on a copy"));
    insta::assert_snapshot!(world.screen());
    world.moves.push_back("A1");
    world.keys("c").keys("D7<Enter>");
    assert_eq!(world.files.len(), 3);
    let copy = world.file();
    let kept = REVIEWED.replace("(;B[gg]", "(;B[dc];W[ai])(;B[gg]");
    assert_eq!(copy.trim(), kept);
    assert_eq!(world.files[&PathBuf::from("2026-01-05_120000_9x9.sgf")], REVIEWED.as_bytes());
}

#[test]
fn in_a_record_the_arrows_walk_and_change_the_variation() {
    let mut world = at_home_with_files();
    world.keys("i<Enter><Left><Down>");
    assert!(world.shows("3. B D6"), "{}", world.screen());
    world.keys("<Left><Right>");
    assert!(world.shows(">  3. B D6"), "back and on is where one was: {}", world.screen());
    world.keys("<Up>");
    assert!(world.shows(">  3. B G3"), "{}", world.screen());
}

#[test]
fn a_file_of_several_games_shows_them_all() {
    let mut world = at_home_with_files();
    world.files.insert("two.sgf".into(), b"(;SZ[9]PB[Ada];B[aa])(;SZ[13]PB[Grace];B[bb])".to_vec());
    world.event(Event::Paste("two.sgf".to_owned()));
    assert!(world.shows("Ada") && world.shows("n next game"), "{}", world.screen());
    world.keys("n");
    assert!(world.shows("Grace") && world.shows("Game 2 of 2"), "{}", world.screen());
    world.keys("q").keys("i");
    assert!(!world.shows("next game"));
}

#[test]
fn a_game_is_deleted_into_the_trash_and_only_after_a_question() {
    let mut world = at_home_with_files();
    world.keys("idn");
    assert_eq!(world.files.len(), 2);
    world.keys("dy");
    assert!(world.shows("1 of 1") && world.shows("Moved to trash/game.sgf"), "{}", world.screen());
    world.keys("s<C-u>~/mine<Enter>");
    assert!(world.effects.iter().any(|effect| effect.contains("~/mine")), "{:?}", world.effects);
}

#[test]
fn colours_are_seen_at_once_and_saved_when_left() {
    let mut world = World::with(|around| around.suits = ThemeName::Dark);
    world.keys("c<Right>");
    assert!(world.shows("Light"));
    world.keys("jl<Enter><C-u>#c0a060<Enter>");
    insta::assert_snapshot!(world.screen());
    world.keys("q");
    let config = world.config.clone().unwrap();
    assert!(config.contains("theme = \"light\"") && config.contains("board = \"#C0A060\""), "{config}");
}

#[test]
fn broken_settings_give_a_message_and_are_never_written_over() {
    let mut world =
        World::with(|around| around.config_problem = Some("term.toml:3: expected a number".to_owned()));
    assert!(world.shows("term.toml:3: expected a number"), "{}", world.screen());
    world.keys("<Enter>").keys("c<Right>q<Enter>").keys("qq");
    assert_eq!(world.config, None);
}

#[test]
fn the_last_choice_is_remembered() {
    let mut world = World::new();
    world.keys("<Down>13<Enter>").keys("<Up><Up><Enter>");
    let config = world.config.clone().unwrap();
    assert!(config.contains("size = 13"), "{config}");
}

#[test]
fn the_console_talks_to_the_engine() {
    let mut world = playing(&["C3"]);
    world.keys("<Enter>~").keys("showboard<Enter>");
    insta::assert_snapshot!(world.screen());
    world.keys("<Esc>");
    assert!(world.shows("Move 3: Black to play"));
}

#[test]
fn a_pasted_or_named_file_opens() {
    let mut world = at_home_with_files();
    world.event(Event::Paste("'2026-01-05_120000_9x9.sgf'\n".to_owned()));
    assert!(world.shows("read only"));
    let wanted = Wanted { file: Some("none.sgf".into()), ..Wanted::default() };
    let mut world = World::wanting(wanted, |_| {});
    let effects = world.app.begin(world.now);
    world.carry_out(effects);
    assert!(world.shows("none.sgf: no such file"), "{}", world.screen());
}

#[test]
fn focus_hides_everything_but_the_board() {
    let mut world = playing(&["C3"]);
    world.keys("<Enter>f");
    insta::assert_snapshot!(world.screen());
    world.keys("<Enter>");
    assert!(world.shows("E5: there is a stone already"), "what must be said is said");
}

#[test]
fn the_mouse_plays_chooses_and_walks() {
    let mut world = playing(&["C3"]);
    let row = world.screen().lines().position(|line| line.contains("5  ├")).unwrap();
    let column = world.screen().lines().nth(row).unwrap().chars().position(|c| c == '├').unwrap();
    world.event(Event::Press { x: column as u16 + 8, y: row as u16 });
    assert_eq!(world.line(), ";B[ee];W[cg])");
    world.event(Event::Wheel { by: -1 });
    assert!(world.shows("Looking at move 1"));
    let row = world.screen().lines().position(|line| line.contains("2. W C3")).unwrap();
    let column = world.screen().lines().nth(row).unwrap().split("2. W").next().unwrap().chars().count();
    world.event(Event::Press { x: column as u16, y: row as u16 });
    assert!(world.shows("Move 3: Black to play"), "{}", world.screen());
    world.keys("qy");
    let row = world.screen().lines().position(|line| line.contains("HISTORY")).unwrap();
    let column = world.screen().lines().nth(row).unwrap().split("HISTORY").next().unwrap().chars().count();
    world.event(Event::Press { x: column as u16, y: row as u16 });
    assert!(world.shows("1 of 1"), "{}", world.screen());
}

#[test]
fn hints_and_answers_are_buttons_too() {
    let mut world = playing(&["C3"]);
    let press = |world: &mut World, words: &str| {
        let screen = world.screen();
        let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains(words)).last().unwrap();
        let column = line.split(words).next().unwrap().chars().count();
        world.event(Event::Press { x: column as u16, y: row as u16 });
    };
    press(&mut world, "Enter play");
    assert_eq!(world.line(), ";B[ee];W[cg])");
    press(&mut world, "? keys");
    assert!(world.shows("any key closes"));
    press(&mut world, "any key closes");
    press(&mut world, "q back");
    press(&mut world, "n no");
    assert!(world.shows("Move 3"), "{}", world.screen());
    press(&mut world, "q back");
    press(&mut world, "y yes");
    press(&mut world, "i history");
    press(&mut world, "9 -");
    assert!(world.shows("read only"), "the chosen one opens: {}", world.screen());
    press(&mut world, "q back");
    press(&mut world, "q back");
    press(&mut world, "c colours");
    press(&mut world, "Theme");
    assert!(world.shows("ASCII"), "{}", world.screen());
}

#[test]
fn no_size_of_the_window_and_no_board_breaks_the_drawing() {
    for size in [1, 9, 52] {
        let mut world = World::with(|around| around.config.game.size = size).answering(&["pass"]);
        for (width, height) in [(1, 1), (20, 8), (64, 10), (80, 24), (200, 60)] {
            world.resize(width, height);
            world.screen();
            for keys in [
                "?", "x", "c", "q", "i", "q", "<Enter>", "hhjj", "t", "t", "f", "f", "p", "?", "x", "q", "qy",
            ] {
                world.keys(keys);
                world.screen();
                for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
                    world.event(Event::Press { x, y });
                    world.screen();
                }
            }
            world.keys("<Esc><Esc>y").keys("<Esc>qy");
        }
    }
}

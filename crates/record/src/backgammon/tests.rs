mod beavers;
mod dialects;
mod properties;

use rules::backgammon::{Side, Stage, Stake};

use super::*;
use crate::GameRecord;

const MAT: &str = "\
; [Event \"Thursday\"]
; [EventDate \"2026.03.05\"]

 3 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/18 18/13             61: 13/7 8/7
  3)  Doubles => 2                Takes
  4) 11: 8/7 8/7 6/5 6/5          Doubles => 4
  5)  Drops                       Wins 2 points

 Game 2
 Ann : 0                          Bob : 2
  1)                             21: 13/11 6/5

 Game 3
 Ann : 1                          Bob : 2
  1) 21: 13/11 6/5
";

fn read(text: &str) -> MatchFile {
    MatchFile::read(text.as_bytes()).unwrap()
}

fn errors(file: &MatchFile) -> Vec<String> {
    file.errors().iter().map(ToString::to_string).collect()
}

/// Cube value and owner, stage, and dice at every node of a game.
fn navigate(record: &mut MatchRecord) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        let position = record.position();
        let owner = position.cube.owner.map_or("nobody".into(), |side| side.to_string());
        let stage = match position.stage {
            Stage::Rolled(dice) => dice.to_string(),
            stage => format!("{stage:?}"),
        };
        seen.push(format!("{} {stage} {} {owner}", position.to_act(), position.cube.value()));
        if !record.forward() {
            return seen;
        }
    }
}

#[test]
fn a_match_file_has_tags_games_scores_and_results() {
    let file = read(MAT);
    assert_eq!((file.tag("Event"), file.date(), file.length()), (Some("Thursday"), "2026.03.05", 3));
    let [first, second, third] = file.games() else { panic!("{file:?}") };
    assert_eq!((first.players.of(Side::Top), first.players.of(Side::Bottom)), ("Ann", "Bob"));
    assert_eq!((first.actions.len(), first.won), (9, Some(Win { side: Side::Bottom, points: 2 })));
    assert_eq!((second.score().bottom, second.won), (2, None));
    assert_eq!(first.start.stake, Stake::Match { length: 3, crawford: false });
    assert_eq!(second.start.stake, Stake::Match { length: 3, crawford: true });
    assert_eq!(
        third.start.stake,
        Stake::Match { length: 3, crawford: false },
        "the Crawford game is played once"
    );
}

#[test]
fn every_node_has_its_dice_cube_and_cube_owner() {
    let mut record = MatchRecord::open(read(MAT), 0);
    let seen = navigate(&mut record);
    assert_eq!(
        seen,
        [
            "top 31 1 nobody",
            "bottom 42 1 nobody",
            "top 65 1 nobody",
            "bottom 61 1 nobody",
            "top OnRoll 1 nobody",
            "bottom Doubled 1 nobody",
            "top 11 2 bottom",
            "bottom OnRoll 2 bottom",
            "top Doubled 2 bottom",
            "bottom OnRoll 2 bottom",
        ]
    );
    assert_eq!(record.last_action().unwrap().action.to_string(), "passes");
    assert!(record.next_action().is_none());
    assert!(record.back() && record.back());
    assert_eq!(record.next_action().unwrap().action.to_string(), "doubles");
}

#[test]
fn the_cursor_goes_from_game_to_game() {
    let mut record = MatchRecord::open(read(MAT), 0);
    record.forward();
    assert!(record.next_game());
    assert_eq!((record.number(), record.actions_made(), record.position().score.bottom), (1, 0, 2));
    assert!(record.next_game() && !record.next_game());
    assert_eq!((record.number(), record.position().turn), (2, Side::Top));
    assert!(record.previous_game() && record.previous_game() && !record.previous_game());
    assert_eq!(MatchRecord::open(read(MAT), 1).number(), 1);
}

#[test]
fn bytes_are_written_back_as_they_were() {
    for bytes in [
        MAT.as_bytes().to_vec(),
        MAT.replace('\n', "\r\n").replace("Ann", "Zo\u{eb}").into_bytes(),
        SGF.into(),
    ] {
        assert_eq!(MatchFile::read(&bytes).unwrap().write(), bytes);
    }
    let latin = b" 1 point match\n Game 1\n Zo\xeb : 0                          Bob : 0\n";
    let file = MatchFile::read(latin).unwrap();
    assert_eq!((file.games()[0].players.top.as_str(), file.write()), ("Zo\u{eb}", latin.to_vec()));
}

#[test]
fn an_illegal_play_is_reported_with_its_location_and_reading_continues() {
    let file = read(&MAT.replace("42: 8/4 6/4", "42: 8/4 6/3"));
    assert_eq!(file.games()[0].actions.len(), 9);
    assert_eq!(errors(&file)[0], "8:34: 8/4 6/3 is not legal with 42");
}

#[test]
fn reading_a_game_stops_at_an_impossible_play_and_the_next_game_is_read() {
    let file = read(&MAT.replace("42: 8/4 6/4", "42: 9/5 7/5"));
    assert_eq!(file.games()[0].actions.len(), 1);
    assert_eq!(file.games()[1].actions.len(), 1);
    assert_eq!(file.games()[0].won, Some(Win { side: Side::Bottom, points: 2 }));
    assert_eq!(errors(&file)[0], "8:34: 9/5 7/5 is not legal with 42");
}

#[test]
fn all_problems_of_a_match_are_listed_in_order() {
    let text = MAT
        .replace("61: 13/7 8/7", "77: 8/1")
        .replace("Ann : 0                          Bob : 2", "Ann : 0                          Bob : 1");
    assert_eq!(
        errors(&read(&text)),
        [
            "9:34: “77: 8/1” cannot be read",
            "15:1: the score of the bottom player is 1, but the games before give 2"
        ]
    );
    let text = MAT.replace("  1) 31: 8/5 6/5  ", "  1)  Takes       ");
    assert_eq!(errors(&read(&text))[0], "8:7: an answer where nobody doubled");
}

#[test]
fn doubling_is_refused_in_the_crawford_game_and_without_the_cube() {
    let text = MAT.replace(
        "  1)                             21: 13/11 6/5\n",
        "  1)                             21: 13/11 6/5\n  2)  Doubles => 2                Takes\n  3) 31: 8/5 6/5\n",
    );
    let found = errors(&read(&text));
    assert_eq!(found, ["17:7: the top player cannot double here"]);
}

const SGF: &str = "(;FF[4]GM[6]AP[GNU Backgammon:1.06]MI[length:5][game:0][ws:0][bs:1]PW[Ann]PB[Bob]DT[2026-03-05]RE[B+2]\n\
    ;B[31qtst]\n;W[double];B[take];W[65xrrm])\n\
    (;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:3]PW[Ann]PB[Bob]RU[Crawford:CrawfordGame]RE[W+1R]\n;W[42mkxt])";

#[test]
fn gnubgs_sgf_reads_like_a_match_file() {
    let file = read(SGF);
    assert_eq!(
        (file.length(), file.date(), file.tag("Program")),
        (5, "2026-03-05", Some("GNU Backgammon:1.06"))
    );
    let [first, second] = file.games() else { panic!("{file:?}") };
    assert_eq!((first.score().bottom, first.won), (1, Some(Win { side: Side::Bottom, points: 2 })));
    let played: Vec<String> = first.actions.iter().map(|played| played.action.to_string()).collect();
    assert_eq!(played, ["31: 8/5 6/5", "doubles", "takes", "65: 24/13"]);
    assert_eq!(first.actions[0].location, TextLocation { line: 2, column: 1 }.into());
    assert_eq!(first.actions[2].location, TextLocation { line: 3, column: 11 }.into());
    assert!(second.start.is_crawford());
    assert_eq!(errors(&file), Vec::<String>::new());
}

#[test]
fn variations_in_sgf_are_not_part_of_the_game() {
    let file = read("(;GM[6]MI[length:1];B[31qtst](;W[65xrrm])(;W[21xwxv]))");
    let played: Vec<String> =
        file.games()[0].actions.iter().map(|played| played.action.to_string()).collect();
    assert_eq!(played, ["31: 8/5 6/5", "65: 24/13"]);
}

#[test]
fn words_instead_of_a_play_mean_that_nothing_was_played() {
    let file = read(&MAT.replace("61: 13/7 8/7", "66: Cannot Move"));
    assert_eq!(file.games()[0].actions[3].action.to_string(), "66: no play");
    assert_eq!(errors(&file)[0], "9:34: no play is not legal with 66");
}

#[test]
fn other_files_are_not_matches() {
    for text in ["", "(;GM[1];B[aa])", "1. e4 e5", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"] {
        assert_eq!(MatchFile::read(text.as_bytes()).err(), Some(NoMatch::Unknown), "{text}");
    }
}

#[test]
fn a_match_cannot_be_edited() {
    let mut record = MatchRecord::open(read(MAT), 0);
    record.forward();
    assert_eq!(record.cut().err(), Some(crate::Refusal::ReadOnly));
    assert_eq!(record.set_comment("good"), Err(crate::Refusal::ReadOnly));
    assert_eq!((record.write(), record.is_dirty()), (MAT.as_bytes().to_vec(), false));
}

#[test]
fn a_match_without_games_has_a_cursor() {
    let mut record = MatchRecord::open(read(" 3 point match\n Game 1\n"), 0);
    assert!(record.game().is_none() && !record.forward() && !record.next_game());
}

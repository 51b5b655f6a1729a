//! Match files as different programs and servers write them.

use rules::backgammon::{Board, Side, Stake};

use super::*;

const SCORE: &str = " Ann : 0                          Bob : 0";

/// A match to five with these lines of moves.
fn game(rows: &str) -> String {
    format!(" 5 point match\n\n Game 1\n{SCORE}\n{rows}")
}

fn played(text: &str) -> Vec<String> {
    let file = read(text);
    file.games()[0].actions.iter().map(|played| format!("{} {}", played.side, played.action)).collect()
}

fn no_errors(text: &str) {
    assert_eq!(errors(&read(text)), Vec::<String>::new(), "{text}");
}

#[test]
fn extreme_gammon_has_tags_with_spaces_rules_and_wide_columns() {
    let text = "\u{feff}; [Site \"XG Mobile\"]\r\n; [Match ID \"17\"]\r\n; [Player 1 \"Ann\"]\r\n\
        ; [Jacoby \"On\"]\r\n; [Beaver \"On\"]\r\n; [CubeLimit \"64\"]\r\n\r\n0 point match\r\n\r\nGame 1 \r\n\
        Ann : 0                              Bob : 0 \r\n\
        \x20 1)                                  15: 24/23 13/8\r\n\
        \x20 2) 66: Cannot Move                  \r\n 3)  Wins 1 point\r\n";
    let file = read(text);
    assert_eq!((file.tag("Match ID"), file.tag("Site")), (Some("17"), Some("XG Mobile")));
    let start = file.games()[0].start;
    assert_eq!((start.stake, start.cube_limit), (Stake::Money { jacoby: true, beavers: false }, 6));
    assert_eq!(played(text), ["bottom 51: 24/23 13/8", "top 66: no play"]);
}

#[test]
fn cells_need_no_space_between_them_and_tabs_reach_to_the_next_stop() {
    for (gap, name) in [(" ", "a space"), ("", "no space")] {
        let rows = format!(
            "  1) 42: 8/4 6/4                 31: 8/5 6/5\n  2) 66: 24/18 24/18 13/7 13/7{gap}42: 8/4 6/4\n"
        );
        assert_eq!(played(&game(&rows))[2..], ["top 66: 24/18(2) 13/7(2)", "bottom 42: 8/4 6/4"], "{name}");
    }
    let tabs = game("  1)\t\t\t\t31: 8/5 6/5\n  2)\t42: 8/4 6/4\t\t31:8/5 6/5\n");
    assert_eq!(played(&tabs), ["bottom 31: 8/5 6/5", "top 42: 8/4 6/4", "bottom 31: 8/5 6/5"]);
}

#[test]
fn words_are_read_in_any_case_and_with_other_arrows() {
    let text = game(
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  doubles ==> 2               TAKES\n  \
         3) 65: 24/13                    Double=>4\n  4)  Drop                        Win 2 Points and the  Match\n",
    );
    no_errors(&text);
    assert_eq!(read(&text).games()[0].won, Some(Win { side: Side::Bottom, points: 2 }));
}

#[test]
fn score_lines_are_read_with_little_space_and_with_colons_in_names() {
    for (line, top, bottom) in [
        ("Bot1: 0   Bot2: 3", ("Bot1", 0), ("Bot2", 3)),
        (
            " A_very_long_name_from_a_tournament_(JPN) : 2 B : 3",
            ("A_very_long_name_from_a_tournament_(JPN)", 2),
            ("B", 3),
        ),
        (" Ann: the first : 1          Bob Smith : 2", ("Ann: the first", 1), ("Bob Smith", 2)),
        ("Zo\u{eb} : 1\t\tBob : 0", ("Zo\u{eb}", 1), ("Bob", 0)),
    ] {
        let file = read(&format!(" 5 point match\n Game 1\n{line}\n  1) 31: 8/5 6/5\n"));
        let game = &file.games()[0];
        assert_eq!((&*game.players.top, game.score().top), top, "{line}");
        assert_eq!((&*game.players.bottom, game.score().bottom), bottom, "{line}");
        assert_eq!(game.actions.len(), 1, "{line}");
    }
}

#[test]
fn a_game_without_its_score_line_is_read_with_the_score_that_follows_from_the_games_before() {
    let text = format!(
        "{}  2)                              Wins 2 points\n\n Game 2\n  1) 31: 8/5 6/5\n\n Game 3\n{}\n  1) 31: 8/5 6/5\n",
        game("  1) 31: 8/5 6/5\n"),
        " Ann : 1                          Bob : 2"
    );
    let file = read(&text);
    assert_eq!(file.games().len(), 3);
    let second = &file.games()[1];
    assert_eq!((second.players.of(Side::Top), second.score().bottom, second.actions.len()), ("Ann", 2, 1));
    assert_eq!(errors(&file), ["9:1: the game has no line with names and score"]);
}

#[test]
fn long_hops_stand_for_all_dice_and_hits_are_found_where_the_file_leaves_them_out() {
    let text = game(
        "  1) 44: 24/16 13/5              62: 24/18 13/11\n  2) 61: 13/7* 8/7                51: bar/24 13/8\n",
    );
    no_errors(&text);
    let forced = game("  1) 62: 24/18 13/11             61: 13/7 8/7\n");
    assert_eq!(played(&forced)[1], "bottom 61: 13/7* 8/7");
    // The only way is over the blot on 18.
    let over = game(
        "  1) 62: 24/18 13/11             41: 24/20 8/7\n  2) 55: 13/3(2)                 44: 20/8 6/2\n",
    );
    assert_eq!(read(&over).games()[0].actions.len(), 4);
}

#[test]
fn hops_are_played_in_any_order() {
    let text = game("  1) 65: 18/13 24/18\n");
    no_errors(&text);
    assert_eq!(played(&text), ["top 65: 24/13"]);
    let finished = game("  1) 65: 24/13 0/0\n");
    no_errors(&finished);
}

#[test]
fn a_player_who_resigns_after_rolling_does_not_play_the_roll() {
    for roll in ["51: ", "51: ????", "00: ????", "        "] {
        let text = game(&format!(
            "  1) 31: 8/5 6/5                 {roll}\n  2)  Resigned Game\n      Wins 2 points and the match\n"
        ));
        no_errors(&text);
        assert_eq!(read(&text).games()[0].won, Some(Win { side: Side::Top, points: 2 }), "{roll}");
    }
    let later = game("  1) 31: ???                      42: 8/4 6/4\n");
    assert_eq!(errors(&read(&later)), ["5:6: no play is not legal with 31"]);
    let illegal = game("  1) 31: Illegal play              42: 8/4 6/4\n");
    assert_eq!(errors(&read(&illegal)), ["5:6: “31: Illegal play” cannot be read"]);
}

#[test]
fn after_an_illegal_play_the_game_continues_from_the_board_in_the_file() {
    let board = "0;-2;0;0;0;0;5;0;3;0;0;0;-4;5;0;0;-1;-3;0;-5;0;0;0;0;2;0";
    let text = game(&format!(
        "  1) 11: Illegal play (5;0;1;0;0;Bob;Ann;0;0;0;1;0;{board};3;1;) 31: 8/5 6/5\n  2) 65: 24/13\n"
    ));
    assert_eq!(played(&text), ["top 11: no play", "bottom 31: 8/5 6/5", "top 65: 24/13"]);
    assert_eq!(errors(&read(&text)), ["5:6: an illegal play, of which the file has only the board after it"]);
    assert_eq!(read(&text).games()[0].position(1).board.count(Side::Top, 9), 1);
    let broken = text.replace("0;-2;", "0;-9;");
    assert_eq!(read(&broken).games()[0].actions.len(), 0);
}

#[test]
fn the_cube_and_the_result_are_compared_with_the_game() {
    let doubled = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 4                Drops\n      Wins 2 points\n";
    assert_eq!(
        errors(&read(&game(doubled))),
        [
            "6:7: the cube goes to 4, but the doubles before give 2",
            "7:7: the top player wins 2, which does not fit the end of the game"
        ]
    );
    let resigned = |points: u16| game(&format!("  1) 31: 8/5 6/5\n      Wins {points} points\n"));
    for points in 1..=3 {
        no_errors(&resigned(points));
    }
    assert_eq!(
        errors(&read(&resigned(4))),
        ["6:7: the top player wins 4, which does not fit the end of the game"]
    );
    // Servers write no more points than are needed.
    let capped = resigned(1).replace(" 5 point", " 1 point");
    no_errors(&capped.replace(
        "31: 8/5 6/5\n",
        "31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                Takes\n",
    ));
}

#[test]
fn actions_out_of_turn_are_reported_and_reading_continues() {
    for (rows, message) in [
        ("  1) 31: 8/5 6/5\n  2) 31: 6/5 8/5\n", "6:6: it is not the top player's turn"),
        ("  1) 31: 8/5 6/5\n  2)  Doubles => 2\n", "6:7: it is not the top player's turn"),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n  2)                             31: 8/5 6/5\n",
            "6:34: the double before was neither taken nor passed",
        ),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n                                  Takes\n",
            "6:35: it is not the bottom player's turn",
        ),
    ] {
        let file = read(&game(rows));
        assert_eq!(errors(&file)[0], message, "{rows}");
        assert!(file.games()[0].stopped.is_none() && file.games()[0].actions.len() >= 2, "{rows}");
    }
}

#[test]
fn text_that_is_not_a_move_is_reported_and_reading_continues() {
    let text =
        game("  1) 31: 8/5 6/5                 42: 8/4 6/4\nAnn asks for coffee\n  2) then 65: 24/13\n");
    assert_eq!(played(&text).len(), 3);
    assert_eq!(
        errors(&read(&text)),
        [
            "6:1: “Ann asks for coffee” is neither a move nor a cube action",
            "7:6: “then” is neither a move nor a cube action"
        ]
    );
    let chatter = game(&"and so on\n".repeat(1000));
    assert_eq!(errors(&read(&chatter)).len(), 10);
}

#[test]
fn actions_after_the_end_of_a_game_are_reported() {
    let text = game("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n  3) 31: 6/5 8/5\n");
    assert_eq!(errors(&read(&text)), ["7:6: the game is already over"]);
    let won = game("  1) 31: 8/5 6/5\n      Wins 1 point\n  2)                             42: 8/4 6/4\n");
    assert_eq!(errors(&read(&won)), ["7:34: the game is already over"]);
}

#[test]
fn the_winner_after_a_pass_is_certain_whichever_column_the_result_is_in() {
    let text = game("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n      Wins 1 point\n");
    assert_eq!(read(&text).games()[0].won, Some(Win { side: Side::Bottom, points: 1 }));
    no_errors(&text);
}

#[test]
fn variants_have_their_own_start_and_other_positions_stop_reading() {
    let nack = format!("; [Variation \"NackGammon\"]\n{}", game("  1) 31: 23/20 24/23\n"));
    no_errors(&nack);
    assert_ne!(read(&nack).games()[0].start.board, Board::START);
    let set = |points: &str| game(&format!("; Set Pos={points}/0\n  1) 31: 8/5 6/5\n"));
    no_errors(&set("-b----E-C---eE---c-e----B-"));
    let other = set("-a----E-C---eE---c-e----B-");
    assert_eq!(errors(&read(&other)), ["5:1: a position set up by hand is not read"]);
    assert_eq!(read(&other).games()[0].actions.len(), 0);
}

#[test]
fn the_crawford_game_is_played_when_one_player_is_one_point_away() {
    let start = |length: u16, scores: &[(u16, u16)], tag: &str| -> Vec<bool> {
        let games: String = scores
            .iter()
            .map(|(top, bottom)| {
                format!(" Game 1\n Ann : {top}            Bob : {bottom}\n  1) 31: 8/5 6/5\n")
            })
            .collect();
        let file = read(&format!("{tag} {length} point match\n{games}"));
        file.games().iter().map(|game| game.start.is_crawford()).collect()
    };
    assert_eq!(start(5, &[(0, 0), (4, 0), (4, 1), (4, 4)], ""), [false, true, false, false]);
    assert_eq!(start(1, &[(0, 0)], ""), [false]);
    assert_eq!(start(5, &[(4, 0)], "; [Crawford \"Off\"]\n"), [false]);
}

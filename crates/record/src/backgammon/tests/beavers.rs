//! Beavers and raccoons, in each way that files have them.

use rules::backgammon::{Side, Stage};

use super::*;

/// The lines after the opening roll of a money game; Ann is on the left, at the top.
fn money(lines: &str) -> String {
    format!(
        " 0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
         1) 31: 8/5 6/5                 42: 8/4 6/4\n{lines}"
    )
}

fn cube_at_end(text: &str) -> (u32, Option<Side>) {
    let file = read(text);
    let end = file.games()[0].end;
    (end.cube.value(), end.cube.owner)
}

fn actions(file: &MatchFile) -> Vec<String> {
    file.games()[0].actions.iter().map(|played| format!("{} {}", played.side, played.action)).collect()
}

#[test]
fn a_player_who_beavers_keeps_the_cube_at_four() {
    let with_take = "  2)  Doubles => 2                Beavers => 4\n  3)  Takes\n  4) 65: 24/13\n";
    let without_take = "  2)  Doubles => 2                Beavers\n  3) 65: 24/13\n";
    let two_doubles = "  2)  Doubles => 2                Doubles => 4\n  3)  Takes\n  4) 65: 24/13\n";
    for lines in [with_take, without_take, two_doubles] {
        let text = money(lines);
        assert_eq!(cube_at_end(&text), (4, Some(Side::Bottom)), "{lines}");
        assert_eq!(errors(&read(&text)), Vec::<String>::new(), "{lines}");
        assert!(read(&text).games()[0].start.beavers_allowed(), "{lines}");
        assert!(actions(&read(&text)).contains(&"bottom beavers".to_owned()), "{lines}");
    }
}

#[test]
fn a_raccoon_doubles_the_beaver() {
    let text = money(
        "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Takes\n  \
         4) 65: 24/13\n",
    );
    assert_eq!(cube_at_end(&text), (8, Some(Side::Bottom)));
    let mut record = MatchRecord::open(read(&text), 0);
    let seen = navigate(&mut record);
    assert_eq!(
        seen[2..],
        [
            "top OnRoll 1 nobody",
            "bottom Doubled 1 nobody",
            "top Beavered 1 nobody",
            "bottom Raccooned 1 nobody",
            "top 65 8 bottom",
            "bottom OnRoll 8 bottom"
        ]
    );
    assert_eq!(errors(record.file()), Vec::<String>::new());
}

#[test]
fn passing_a_beaver_loses_two_points_and_passing_a_raccoon_four() {
    let beaver =
        "  2)  Doubles => 2                Beavers => 4\n  3)  Drops                       Wins 2 points\n";
    let raccoon = "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Drops\n\
        \x20     Wins 4 points\n";
    for (lines, side) in [(beaver, Side::Bottom), (raccoon, Side::Top)] {
        let file = read(&money(lines));
        assert_eq!(errors(&file), Vec::<String>::new(), "{lines}");
        assert_eq!(file.games()[0].won.map(|won| won.side), Some(side), "{lines}");
    }
    let wrong = money(&beaver.replace("Wins 2", "Wins 4"));
    assert_eq!(
        errors(&read(&wrong)),
        ["7:35: the bottom player wins 4, which does not fit the end of the game"]
    );
}

#[test]
fn beavers_are_refused_in_a_match_where_the_file_forbids_them_and_without_a_double() {
    let lines = "  2)  Doubles => 2                Beavers => 4\n  3) 65: 24/13\n";
    let in_match = money(lines).replace(" 0 point", " 5 point");
    assert_eq!(errors(&read(&in_match)), ["6:35: the bottom player cannot beaver here"]);
    let forbidden = format!("; [Beaver \"Off\"]\n{}", money(lines));
    assert_eq!(errors(&read(&forbidden)), ["7:35: the bottom player cannot beaver here"]);
    let no_double = money("  2)  Beavers => 4\n");
    assert_eq!(errors(&read(&no_double)), ["6:7: an answer where nobody doubled"]);
    let raccoon = money("  2)  Doubles => 2                Raccoons => 8\n");
    assert_eq!(errors(&read(&raccoon))[0], "6:35: a raccoon where nobody beavered");
}

#[test]
fn gnubg_writes_beavers_as_doubles() {
    let text = "(;FF[4]GM[6]MI[length:0];B[31qtst];W[double];B[double];W[double];B[take];W[65xrrm])";
    let file = read(text);
    let expected = [
        "bottom 31: 8/5 6/5",
        "top doubles",
        "bottom beavers",
        "top raccoons",
        "bottom takes",
        "top 65: 24/13",
    ];
    assert_eq!(actions(&file), expected);
    assert_eq!(errors(&file), Vec::<String>::new());
    assert_eq!((file.games()[0].end.cube.value(), file.games()[0].end.cube.owner), (8, Some(Side::Bottom)));
    assert_eq!(file.games()[0].actions[3].before.stage, Stage::Beavered);
}

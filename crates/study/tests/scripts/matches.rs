//! Backgammon matches: opened, stepped through, and never edited.

use rules::backgammon::Side;
use study::{Command, Input};

use super::player::Player;

const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
    1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                Takes\n\n Game 2\n \
    Ann : 0                          Bob : 2\n  1)                             21: 13/11 6/5\n";

#[test]
fn a_match_is_stepped_through_with_the_usual_keys() {
    for (keys, dice, cube, actions) in [
        ("", Some("31"), 1, 0),
        ("Right", Some("42"), 1, 1),
        ("Right Right Right", None, 1, 3),
        ("End", None, 2, 4),
        ("End Left", None, 1, 3),
        ("End Home", Some("31"), 1, 0),
        ("move:2", None, 1, 2),
    ] {
        let player = Player::with(MATCH).plays(keys);
        let record = player.workspace.current().backgammon().unwrap();
        let position = record.position();
        assert_eq!(position.dice().map(|dice| dice.to_string()).as_deref(), dice, "{keys}");
        assert_eq!((position.cube.value(), record.actions_made()), (cube, actions), "{keys}");
    }
}

#[test]
fn another_game_of_the_match_has_its_own_score() {
    let mut player = Player::with(MATCH);
    player.workspace.handle(player.now, Input::ChooseGame(1));
    let position = player.workspace.current().backgammon().unwrap().position();
    assert_eq!((position.score.of(Side::Bottom), position.is_crawford()), (2, true));
}

#[test]
fn editing_a_match_is_refused_and_changes_nothing() {
    for command in
        [Command::Cut, Command::Paste, Command::EditMode, Command::ClearComment, Command::SaveFromHere]
    {
        let mut player = Player::with(MATCH).plays("Right");
        assert!(!player.workspace.can(command), "{command:?}");
        player.effects = player.workspace.handle(player.now, Input::Do(command));
        assert_eq!(player.sentence(), "Backgammon matches can be viewed but not edited.", "{command:?}");
        let record = player.workspace.current().record();
        assert_eq!((record.write(), record.is_dirty()), (MATCH.as_bytes().to_vec(), false));
    }
    let mut player = Player::with(MATCH);
    player.effects = player.workspace.handle(player.now, Input::Comment("good".into()));
    assert_eq!(player.sentence(), "Backgammon matches can be viewed but not edited.");
}

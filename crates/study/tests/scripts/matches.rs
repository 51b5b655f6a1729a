//! Backgammon matches: opened, stepped through, and never edited.

use record::sgf::Charset;
use rules::backgammon::Side;
use study::{COMMANDS, Command, Dialog, Effect, FileName, Input, Opened, Platform, Workspace};

use super::player::Player;

pub const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
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
    player.word("game:1");
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

#[test]
fn a_file_of_extreme_gammon_is_opened_and_never_saved() {
    let bytes = include_bytes!("../../../../fuzz/corpus/xg_read/match.xg").to_vec();
    let mut player = Player::with(MATCH);
    let file = FileName { identity: "/m.xg".into(), path: Some("/m.xg".into()), name: "m.xg".into() };
    player
        .workspace
        .handle(player.now, Input::Opened(Opened { file, bytes: bytes.clone(), autosaved: None }));
    player.word("Right");
    assert_eq!(player.workspace.current().backgammon().unwrap().actions_made(), 1);
    for command in [Command::Save, Command::SaveAs] {
        player.effects = player.workspace.handle(player.now, Input::Do(command));
        let said = "Tabiya reads eXtreme Gammon files and never writes them: this file stays as it is.";
        assert_eq!(player.sentence(), said, "{command:?}");
        assert!(!player.effects.iter().any(|effect| matches!(effect, Effect::Write { .. })));
    }
    assert_eq!(player.workspace.current().record().write(), bytes);
}

#[test]
fn every_command_leaves_a_match_as_it_is() {
    for place in ["", "Right", "End"] {
        for entry in COMMANDS {
            let mut player = Player::with(MATCH).plays(place);
            let can = player.workspace.can(entry.command);
            player.effects = player.workspace.handle(player.now, Input::Do(entry.command));
            let was_closed = entry.command == Command::Close;
            if !was_closed {
                let record = player.workspace.current().record();
                assert_eq!((record.write(), record.is_dirty()), (MATCH.as_bytes().to_vec(), false));
            }
            let refused = player.effects.iter().any(|effect| matches!(effect, Effect::Notify(_)));
            let is_edit = entry.command.is_edit() || !entry.command.is_for(record::GameType::Backgammon);
            assert!(
                !is_edit || (!can && refused),
                "{:?} is greyed out and refused with words",
                entry.command
            );
            let waits = player.workspace.deadline().is_some() && !player.workspace.is_playing_automatically();
            assert!(!waits, "{:?} schedules no autosave", entry.command);
        }
    }
}

#[test]
fn the_board_of_a_match_can_be_flipped() {
    let player = Player::with(MATCH);
    assert!(player.workspace.can(Command::Flip) && !player.workspace.current().is_flipped());
    let player = player.plays("F");
    assert!(player.workspace.current().is_flipped() && !player.workspace.current().is_dirty());
    assert!(!player.plays("F").workspace.current().is_flipped());
}

#[test]
fn a_match_is_closed_without_a_question() {
    let player = Player::with(MATCH).plays("Right Ctrl+Alt+F4");
    assert!(player.workspace.question().is_none());
    assert!(player.workspace.current().go().is_some(), "an empty board is left");
}

#[test]
fn names_in_a_wrong_charset_are_read_again() {
    let text = MATCH.replace("Ann", "\u{410}\u{43d}\u{44f}");
    let bytes: Vec<u8> =
        text.chars().map(|c| if c.is_ascii() { c as u8 } else { (c as u32 - 0x350) as u8 }).collect();
    let mut workspace = Workspace::new(Platform::Browser, 1);
    let file = FileName { name: "a.mat".into(), path: None, identity: "a".into() };
    let effects = workspace.handle(
        moment::Moment::ORIGIN,
        Input::Opened(Opened { file, bytes: bytes.clone(), autosaved: None }),
    );
    assert_eq!(effects, [Effect::Show(Dialog::Games(workspace.current().id()))]);
    let name = |workspace: &Workspace| {
        let record = workspace.current().backgammon().unwrap();
        (record.game().unwrap().players.top.clone(), record.actions_made())
    };
    assert_eq!(name(&workspace), ("\u{c0}\u{ed}\u{ff}".to_owned(), 0));
    workspace.handle(moment::Moment::ORIGIN, Input::Do(Command::Next));
    let cyrillic = Charset::named("windows-1251").unwrap();
    assert_eq!(workspace.sample(cyrillic).as_deref(), Some("\u{410}\u{43d}\u{44f} \u{b7} Bob"));
    workspace.handle(moment::Moment::ORIGIN, Input::ReadAs(cyrillic));
    assert_eq!(name(&workspace), ("\u{410}\u{43d}\u{44f}".to_owned(), 1));
    assert_eq!((workspace.current().record().write(), workspace.current().is_dirty()), (bytes, false));
}

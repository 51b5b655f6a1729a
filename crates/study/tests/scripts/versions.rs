//! Earlier versions of a file, files changed by other programs, and autosaves stored under other keys.

use moment::Moment;
use study::{Answer, Autosaved, Command, Dialog, Effect, FileName, Input, Opened, Place, Question, Target};

use super::player::{Player, workspace};

/// An earlier version replaces the record of the current game.
fn restored(mut player: Player, version: &str) -> Player {
    let game = player.workspace.current().id();
    let input = Input::RestoreVersion { game, bytes: version.into() };
    player.effects = player.workspace.handle(player.now, input);
    player
}

#[test]
fn a_version_replaces_the_record_but_not_the_file() {
    let player = restored(Player::with("(;SZ[9];B[ee])"), "(;SZ[9])");
    assert_eq!(player.written(), "(;SZ[9])");
    assert!(player.workspace.current().is_dirty());
    assert_eq!(player.workspace.current().path(), Some("/games/game1.sgf"));
    assert!(!player.effects.iter().any(|effect| matches!(effect, Effect::Write { .. })));
    let player = player.plays("Ctrl+S");
    let Some(Effect::Write { target, bytes, .. }) = player.effects.first() else {
        panic!("{:?}", player.effects)
    };
    assert_eq!(*target, Target::Same { suggested: "game1.sgf".into() });
    assert_eq!(bytes, b"(;SZ[9])");
}

#[test]
fn restoring_is_undone_and_redone_with_the_edits_around_it() {
    let player = Player::with("(;SZ[9])").plays("click:E5 click:C5 Ctrl+Z");
    let player = restored(player, "(;SZ[13])").plays("click:A1");
    let steps = [
        ("Ctrl+Z", "(;SZ[13])"),
        ("Ctrl+Z", "(;SZ[9];B[ee])"),
        ("Ctrl+Z", "(;SZ[9])"),
        ("Ctrl+Z", "(;SZ[9])"),
        ("Ctrl+Y", "(;SZ[9];B[ee])"),
        ("Ctrl+Y", "(;SZ[13])"),
        ("Ctrl+Y", "(;SZ[13];B[am])"),
        ("Ctrl+Y", "(;SZ[13];B[am])"),
    ];
    steps.into_iter().fold(player, |player, (keys, after)| {
        let player = player.plays(keys);
        assert_eq!(player.written(), after, "after {keys}");
        player
    });
}

#[test]
fn an_undone_version_is_not_redone_after_an_edit() {
    let player = restored(Player::with("(;SZ[9])"), "(;SZ[13])").plays("Ctrl+Z click:E5");
    assert!(!player.workspace.can(Command::Redo));
    let player = player.plays("Ctrl+Z Ctrl+Y Ctrl+Y");
    assert_eq!(player.written(), "(;SZ[9];B[ee])");
}

#[test]
fn several_versions_are_undone_one_after_the_other() {
    let player = restored(restored(Player::with("(;SZ[9])"), "(;SZ[13])"), "(;SZ[19])").plays("Ctrl+Z");
    assert_eq!(player.written(), "(;SZ[13])");
    let player = player.plays("Ctrl+Z");
    assert_eq!((player.written().as_str(), player.workspace.current().is_dirty()), ("(;SZ[9])", false));
    assert!(!player.workspace.can(Command::Undo));
}

#[test]
fn after_saving_a_version_the_record_before_it_is_unsaved() {
    let mut player = restored(Player::with("(;SZ[9])"), "(;SZ[13])").plays("Ctrl+S");
    let current = player.workspace.current();
    let (game, revision) = (current.id(), current.record().revision());
    let file = current.file().cloned();
    player.workspace.handle(player.now, Input::Saved { game, revision, file });
    assert!(!player.workspace.current().is_dirty());
    let player = player.plays("Ctrl+Z");
    assert_eq!((player.written().as_str(), player.workspace.current().is_dirty()), ("(;SZ[9])", true));
}

#[test]
fn a_restored_version_is_autosaved() {
    let player = restored(Player::with("(;SZ[9])"), "(;SZ[13])").plays("wait:6s");
    let key = "/games/game1.sgf".into();
    let place = Place { path: ".".into(), ..Place::default() };
    let autosaved = Effect::Autosave { key, name: "game1.sgf".into(), bytes: b"(;SZ[13])".to_vec(), place };
    assert_eq!(player.effects, [autosaved]);
    let player = player.plays("Ctrl+Z");
    assert_eq!(player.effects, [Effect::DiscardAutosave { key: "/games/game1.sgf".into() }]);
}

#[test]
fn a_version_without_a_game_changes_nothing() {
    let player = restored(Player::with("(;SZ[9])"), "milk, bread");
    assert_eq!(player.written(), "(;SZ[9])");
    assert!(player.sentence().starts_with("Could not open game1.sgf"), "{}", player.sentence());
}

#[test]
fn only_files_with_a_path_have_earlier_versions() {
    let mut player = Player::with("(;SZ[9])");
    let list = Input::Do(Command::EarlierVersions);
    let shown = player.workspace.handle(player.now, list.clone());
    assert_eq!(shown, [Effect::Show(Dialog::EarlierVersions)]);
    player.workspace = workspace();
    assert!(!player.workspace.can(Command::EarlierVersions));
    let shown = player.workspace.handle(player.now, list);
    assert!(matches!(shown.as_slice(), [Effect::Notify(_)]), "{shown:?}");
}

/// Another program has changed the file of the current game, which is being saved.
fn changed(keys: &str) -> Player {
    let mut player = Player::with("(;SZ[9])").plays(keys);
    let game = player.workspace.current().id();
    player.effects = player.workspace.handle(player.now, Input::FileChanged { game });
    player
}

#[test]
fn another_programs_changes_are_not_overwritten_without_a_question() {
    let player = changed("click:E5 Ctrl+S");
    let game = player.workspace.current().id();
    let path = "/games/game1.sgf".to_owned();
    assert_eq!(
        player.effects,
        [Effect::Ask(Question::Overwrite { game, path, is_kept: true, is_compared: false })]
    );
    let target = |player: Player| match player.effects.into_iter().next() {
        Some(Effect::Write { target, bytes, .. }) => {
            assert_eq!(bytes, b"(;SZ[9];B[ee])");
            target
        }
        effect => panic!("{effect:?}"),
    };
    let suggested = || "game1.sgf".to_owned();
    assert_eq!(target(player.plays("yes")), Target::Overwrite { suggested: suggested() });
    assert_eq!(target(changed("click:E5 Ctrl+S").plays("save")), Target::Pick { suggested: suggested() });
    let cancelled = changed("click:E5 Ctrl+S").plays("cancel");
    let why = "Not saved: /games/game1.sgf was changed by another program after it was opened here.";
    assert_eq!(cancelled.sentence(), why);
    assert!(cancelled.workspace.current().is_dirty());
    assert!(matches!(cancelled.plays("Ctrl+S").effects.first(), Some(Effect::Write { .. })));
}

#[test]
fn a_game_that_is_being_closed_is_closed_once_it_is_overwritten() {
    let mut player = changed("click:E5 Ctrl+Alt+F4 save").plays("yes");
    let current = player.workspace.current();
    let (game, revision, file) = (current.id(), current.record().revision(), current.file().cloned());
    player.workspace.handle(player.now, Input::Saved { game, revision, file });
    assert_eq!(player.workspace.current().name(), "Untitled.sgf");
    let stays = changed("click:E5 Ctrl+Alt+F4 save").plays("cancel");
    assert_eq!(stays.workspace.current().name(), "game1.sgf");
}

#[test]
fn a_question_that_is_open_is_not_replaced() {
    let player = changed("click:E5 Ctrl+S Ctrl+Alt+F4");
    let question = player.workspace.question();
    assert!(matches!(question, Some(Question::SaveBeforeClosing { .. })), "{question:?}");
    assert!(player.sentence().starts_with("Not saved: "), "{}", player.sentence());
}

#[test]
fn an_autosave_under_another_key_is_stored_there_until_the_file_is_saved() {
    let mut player = Player::with("(;SZ[9])");
    let file = FileName {
        name: "a.sgf".into(),
        path: Some("/games/a.sgf".into()),
        identity: "path:/games/a.sgf".into(),
    };
    let key = "path:/link/a.sgf".to_owned();
    let autosaved =
        Autosaved { key: key.clone(), saved_at: 1, bytes: b"(;SZ[9];B[ee])".to_vec(), place: None };
    let opened = Opened { file: file.clone(), bytes: b"(;SZ[9])".to_vec(), autosaved: Some(autosaved) };
    player.workspace.handle(Moment::ORIGIN, Input::Opened(opened));
    player.workspace.handle(Moment::ORIGIN, Input::Answer(Answer::Yes));
    player = player.plays("End click:C5 wait:6s");
    assert!(matches!(player.effects.first(), Some(Effect::Autosave { key: now, .. }) if *now == key));
    player = player.plays("Ctrl+S");
    let current = player.workspace.current();
    let saved = Input::Saved { game: current.id(), revision: current.record().revision(), file: Some(file) };
    let effects = player.workspace.handle(player.now, saved);
    assert!(effects.contains(&Effect::DiscardAutosave { key }), "{effects:?}");
    player = player.plays("click:A1 wait:6s");
    assert!(
        matches!(player.effects.first(), Some(Effect::Autosave { key, .. }) if key == "path:/games/a.sgf")
    );
}

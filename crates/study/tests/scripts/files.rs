//! Opening, saving and autosaving games, and their charsets.

use moment::Moment;
use record::go::NewGame;
use record::sgf::Charset;
use record::{GameRecord, GameType, Path};
use rules::go::Size;
use study::{Answer, Autosaved, Effect, FileName, Input, Opened, Place, Target};

use super::GAME;
use super::player::{Player, workspace};

#[test]
fn games_are_rotated_in_the_order_of_their_use() {
    let mut player = Player::with("(;SZ[9]C[1])").plays("open:(;SZ[9]C[2]) open:(;SZ[9]C[3])");
    let mut seen = Vec::new();
    for _ in 0..4 {
        player.word("Shift+W");
        seen.push(player.workspace.current().name());
    }
    assert_eq!(seen, ["game2.sgf", "game1.sgf", "game3.sgf", "game2.sgf"]);
}

#[test]
fn a_file_is_not_opened_twice_and_the_default_game_is_removed() {
    let mut player = Player::with("(;SZ[9])");
    assert_eq!(player.workspace.games().len(), 1, "the untouched initial game is closed");
    player = player.plays("open:(;SZ[13])");
    player.files = 0;
    player = player.plays("open:(;SZ[9])");
    assert_eq!(player.workspace.games().len(), 2);
    assert_eq!(player.workspace.current().name(), "game1.sgf");
}

#[test]
fn a_changed_game_asks_before_it_is_closed_and_cancel_keeps_it() {
    let changed = || Player::with("(;SZ[9])").plays("click:E5 Ctrl+Alt+F4");
    assert_eq!(changed().sentence(), "Save the changes to game1.sgf before closing it?");
    assert_eq!(changed().plays("cancel").written(), "(;SZ[9];B[ee])");
    assert_eq!(changed().plays("discard").workspace.current().name(), "Untitled.sgf");
    let mut saving = changed().plays("save");
    let Some(Effect::Write { game, target, bytes, revision }) = saving.effects.first().cloned() else {
        panic!("{:?}", saving.effects)
    };
    assert_eq!(
        (target, bytes.as_slice()),
        (Target::Same { suggested: "game1.sgf".into() }, b"(;SZ[9];B[ee])".as_slice())
    );
    let file = FileName { name: "game1.sgf".into(), path: None, identity: "/games/game1.sgf".into() };
    saving.workspace.handle(saving.now, Input::Saved { game, revision, file: Some(file) });
    assert_eq!(saving.workspace.current().name(), "Untitled.sgf", "closed once it is saved");
}

#[test]
fn a_save_asked_for_while_another_is_written_waits_for_it() {
    let mut player = Player::with("(;SZ[9])").plays("click:E5 Ctrl+S");
    let Some(Effect::Write { game, revision, .. }) = player.effects.first().cloned() else {
        panic!("{:?}", player.effects)
    };
    player = player.plays("click:D5 Ctrl+S");
    assert_eq!(player.effects, [], "nothing is written while the first write is under way");
    let file = FileName { name: "game1.sgf".into(), path: None, identity: "/games/game1.sgf".into() };
    let saved = Input::Saved { game, revision, file: Some(file.clone()) };
    let effects = player.workspace.handle(player.now, saved);
    let Some(Effect::Write { bytes, revision, .. }) = effects.last() else { panic!("{effects:?}") };
    assert_eq!(bytes.as_slice(), b"(;SZ[9];B[ee];W[de])");
    player.workspace.handle(player.now, Input::Saved { game, revision: *revision, file: Some(file) });
    assert!(!player.workspace.current().is_dirty());
}

#[test]
fn a_failed_write_does_not_block_the_next_one() {
    let mut player = Player::with("(;SZ[9])").plays("click:E5 Ctrl+S Ctrl+S");
    let game = player.workspace.current().id();
    player.workspace.handle(player.now, Input::SaveFailed { game, why: "the disk is full".into() });
    player = player.plays("Ctrl+S");
    assert!(matches!(player.effects.first(), Some(Effect::Write { .. })), "{:?}", player.effects);
}

#[test]
fn a_game_that_could_not_be_saved_stays_open_and_changed() {
    let mut player = Player::with("(;SZ[9])").plays("click:E5 Ctrl+Alt+F4 save");
    let game = player.workspace.current().id();
    let effects =
        player.workspace.handle(player.now, Input::SaveFailed { game, why: "the disk is full".into() });
    assert_eq!(effects, [Effect::Notify("Not saved: the disk is full".into())]);
    assert!(player.workspace.current().is_dirty());
}

#[test]
fn changes_are_autosaved_after_a_pause_and_discarded_when_undone() {
    let player = Player::with("(;SZ[9])").plays("click:E5 wait:4s");
    assert_eq!(player.effects, []);
    let player = player.plays("wait:1s");
    let autosaved = Effect::Autosave {
        key: "/games/game1.sgf".into(),
        name: "game1.sgf".into(),
        bytes: b"(;SZ[9];B[ee])".to_vec(),
        place: Place { path: "0".into(), ..Place::default() },
    };
    assert_eq!(player.effects, [autosaved]);
    let player = player.plays("Ctrl+Z");
    assert_eq!(player.effects, [Effect::DiscardAutosave { key: "/games/game1.sgf".into() }]);
}

#[test]
fn an_autosave_is_offered_and_counts_as_unsaved() {
    let mut workspace = workspace();
    let file = FileName { name: "a.sgf".into(), path: None, identity: "a".into() };
    let autosaved =
        Autosaved { key: "a".into(), saved_at: 0, bytes: b"(;SZ[9];B[ee])".to_vec(), place: None };
    let opened = Opened { file, bytes: b"(;SZ[9])".to_vec(), autosaved: Some(autosaved) };
    let asked = workspace.handle(Moment::ORIGIN, Input::Opened(opened));
    assert!(matches!(asked.first(), Some(Effect::Ask(_))), "{asked:?}");
    workspace.handle(Moment::ORIGIN, Input::Answer(Answer::Yes));
    assert_eq!(workspace.current().record().write(), b"(;SZ[9];B[ee])");
    assert!(workspace.current().is_dirty());
}

#[test]
fn text_that_the_charset_lacks_is_entered_after_converting() {
    let player = Player::with("(;CA[ISO-8859-1]SZ[9]C[caf\u{e9}])").plays("type:黒");
    assert!(player.sentence().is_empty(), "valid UTF-8 wins over CA");
    let mut workspace = workspace();
    let file = FileName { name: "a.sgf".into(), path: None, identity: "a".into() };
    let bytes = b"(;CA[ISO-8859-1]SZ[9]C[caf\xe9])".to_vec();
    workspace.handle(Moment::ORIGIN, Input::Opened(Opened { file, bytes, autosaved: None }));
    let asked = workspace.handle(Moment::ORIGIN, Input::Comment("黒".into()));
    assert!(matches!(asked.first(), Some(Effect::Ask(_))), "{asked:?}");
    workspace.handle(Moment::ORIGIN, Input::Answer(Answer::Yes));
    assert_eq!(String::from_utf8(workspace.current().record().write()).unwrap(), "(;CA[UTF-8]SZ[9]C[黒])");
}

#[test]
fn a_new_game_has_its_handicap_stones_once() {
    let mut workspace = workspace();
    let new = NewGame { size: Size::square(9).unwrap(), handicap: 2, komi: 0.5, ..NewGame::default() };
    workspace.handle(Moment::ORIGIN, Input::Create(study::NewGame::Go(new)));
    let record = workspace.current().go().unwrap();
    assert_eq!(record.position().board().stones(rules::go::Color::Black).count(), 2);
    assert_eq!(record.to_play(), rules::go::Color::White);
    assert_eq!(record.tree().path(record.here()), Path::Children(Vec::new()));
}

#[test]
fn a_flipped_save_rotates_every_node() {
    let player = Player::with("(;SZ[9]AB[aa:ba];B[ab](;W[bb])(;W[cc]LB[aa:x]))").plays("Ctrl+Shift+Alt+F");
    let Some(Effect::Write { bytes, target, .. }) = player.effects.first() else {
        panic!("{:?}", player.effects)
    };
    assert_eq!(String::from_utf8_lossy(bytes), "(;SZ[9]AB[hi:ii];B[ih](;W[hh])(;W[gg]LB[ii:x]))");
    assert_eq!(*target, Target::Copy { suggested: "game1-flipped.sgf".into() });
}

#[test]
fn the_path_is_copied_outside_of_text() {
    let player = Player::with(GAME).plays("Ctrl+C");
    assert!(player.effects.contains(&Effect::Copy("/games/game1.sgf".into())));
}

#[test]
fn two_workspaces_autosave_new_games_under_different_keys() {
    let mut keys = Vec::new();
    for name in [1, 2] {
        let mut player = Player::with("(;SZ[9])");
        player.workspace = study::Workspace::new(study::Platform::Browser, name);
        player = player.plays("click:E5 wait:6s");
        let put = player.effects.into_iter().find_map(|effect| match effect {
            Effect::Autosave { key, .. } => Some(key),
            _ => None,
        });
        keys.push(put.unwrap());
    }
    assert_ne!(keys[0], keys[1]);
}

/// A file of bytes, opened.
fn opened(bytes: &[u8]) -> study::Workspace {
    let mut workspace = workspace();
    let file = FileName { name: "a.sgf".into(), path: None, identity: "a".into() };
    workspace.handle(Moment::ORIGIN, Input::Opened(Opened { file, bytes: bytes.to_vec(), autosaved: None }));
    workspace
}

#[test]
fn a_file_that_was_guessed_wrong_is_read_as_another_charset() {
    // 黒 in Shift_JIS, in a file whose CA says Latin.
    let bytes = b"(;CA[ISO-8859-1]SZ[9]PB[\x8d\x95];B[ee])";
    let mut workspace = opened(bytes);
    workspace.handle(Moment::ORIGIN, Input::Do(study::Command::Next));
    let japanese = Charset::named("Shift_JIS").unwrap();
    assert_eq!(workspace.sample(japanese).as_deref(), Some("黒"));
    workspace.handle(Moment::ORIGIN, Input::ReadAs(japanese));
    let record = workspace.current().go().unwrap();
    assert_eq!(record.node(record.root()).simple_text("PB").as_deref(), Some("黒"));
    assert_eq!(record.tree().path(record.here()).to_string(), "0", "the cursor stays");
    assert_eq!((record.write().as_slice(), workspace.current().is_dirty()), (bytes.as_slice(), false));
    workspace.handle(Moment::ORIGIN, Input::Do(study::Command::ConvertToUtf8));
    let written = workspace.current().record().write();
    assert_eq!(String::from_utf8(written).unwrap(), "(;CA[UTF-8]SZ[9]PB[黒];B[ee])");
}

#[test]
fn a_file_changed_after_choosing_a_charset_gets_ca() {
    let bytes = b"(;CA[ISO-8859-1]SZ[9]PB[\x8d\x95];B[ee])";
    let mut workspace = opened(bytes);
    workspace.handle(Moment::ORIGIN, Input::ReadAs(Charset::named("Shift_JIS").unwrap()));
    workspace.handle(Moment::ORIGIN, Input::Comment("\u{9ed2}".into()));
    let saved = workspace.handle(Moment::ORIGIN, Input::Do(study::Command::Save));
    let Some(Effect::Write { bytes: written, .. }) = saved.first() else { panic!("{saved:?}") };
    assert_eq!(written, b"(;CA[Shift_JIS]SZ[9]PB[\x8d\x95]C[\x8d\x95];B[ee])");
    workspace.handle(Moment::ORIGIN, Input::Do(study::Command::Undo));
    assert_eq!(workspace.current().record().write(), bytes, "after undo the file is unchanged");
}

#[test]
fn another_charset_keeps_the_changes_and_the_autosave_key() {
    let mut workspace = opened(b"(;SZ[9]PB[\x8d\x95])");
    workspace.handle(Moment::ORIGIN, Input::Do(study::Command::Pass));
    let japanese = Charset::named("Shift_JIS").unwrap();
    workspace.handle(Moment::ORIGIN, Input::ReadAs(japanese));
    assert!(workspace.current().is_dirty());
    assert_eq!(workspace.current().record().write(), b"(;SZ[9]PB[\x8d\x95]CA[Shift_JIS];B[])");
    let put = workspace.handle(Moment::from_millis(9000), Input::Wake);
    assert!(matches!(put.first(), Some(Effect::Autosave { key, .. }) if key == "a"), "{put:?}");
}

/// The system asks to open another file while the current game has changes.
fn activated() -> Player {
    let mut player = Player::with("(;SZ[9])").plays("click:E5");
    let file = FileName { name: "b.sgf".into(), path: None, identity: "/games/b.sgf".into() };
    let opened = Opened { file, bytes: b"(;SZ[13])".to_vec(), autosaved: None };
    player.effects = player.workspace.handle(player.now, Input::Activated(opened));
    player
}

/// Reports to the workspace that its last write succeeded.
fn saves(player: &mut Player) {
    let write = player.effects.iter().find_map(|effect| match effect {
        Effect::Write { game, revision, .. } => Some((*game, *revision)),
        _ => None,
    });
    let (game, revision) = write.unwrap_or_else(|| panic!("nothing is written: {:?}", player.effects));
    let name = player.workspace.game(game).unwrap().name();
    let file = FileName { identity: format!("/games/{name}"), path: None, name };
    player.effects = player.workspace.handle(player.now, Input::Saved { game, revision, file: Some(file) });
}

fn names(player: &Player) -> Vec<String> {
    player.workspace.games().iter().map(study::OpenGame::name).collect()
}

#[test]
fn a_file_opened_by_the_system_asks_about_unsaved_changes() {
    assert_eq!(activated().sentence(), "Save the changes to game1.sgf before opening b.sgf?");
    assert_eq!(names(&activated().plays("cancel")), ["game1.sgf"]);
    let discarded = activated().plays("discard");
    assert_eq!(names(&discarded), ["b.sgf"]);
    assert!(discarded.effects.contains(&Effect::DiscardAutosave { key: "/games/game1.sgf".into() }));
    let mut saved = activated().plays("save");
    assert_eq!(names(&saved), ["game1.sgf"], "not before it is saved");
    saves(&mut saved);
    assert_eq!(names(&saved), ["b.sgf", "game1.sgf"]);
    assert!(saved.workspace.games().iter().all(|game| !game.is_dirty()));
}

#[test]
fn a_file_is_not_opened_over_changes_that_could_not_be_saved() {
    let mut player = activated().plays("save");
    let game = player.workspace.current().id();
    player.effects =
        player.workspace.handle(player.now, Input::SaveFailed { game, why: "the disk is full.".into() });
    assert_eq!(player.sentence(), "Not saved: the disk is full. b.sgf was not opened.");
    assert_eq!(names(&player), ["game1.sgf"]);
}

#[test]
fn a_file_opened_by_the_system_asks_nothing_without_changes() {
    let mut player = Player::with("(;SZ[9])");
    player = player.plays("click:E5 open:(;SZ[13])");
    let file = |name: &str| FileName { name: name.into(), path: None, identity: format!("/games/{name}") };
    let opened = |name| Opened { file: file(name), bytes: b"(;SZ[19])".to_vec(), autosaved: None };
    player.effects = player.workspace.handle(player.now, Input::Activated(opened("b.sgf")));
    assert_eq!(names(&player), ["b.sgf", "game2.sgf", "game1.sgf"], "only the current file is asked about");
    player = player.plays("click:D4");
    player.effects = player.workspace.handle(player.now, Input::Activated(opened("game2.sgf")));
    assert_eq!(
        (names(&player)[0].as_str(), player.workspace.question()),
        ("game2.sgf", None),
        "it is open already"
    );
}

fn quitting(games: &str) -> Player {
    let mut player = Player::with("(;SZ[9])").plays(games);
    player.effects = player.workspace.handle(player.now, Input::Quit);
    player
}

#[test]
fn a_workspace_without_changes_lets_the_program_end() {
    assert_eq!(quitting("open:(;SZ[13])").effects, [Effect::Quit]);
}

#[test]
fn all_changed_games_are_saved_one_after_the_other_before_the_end() {
    let two = "click:E5 open:(;SZ[13]) click:D4";
    let mut player = quitting(two);
    let asked = "2 games have unsaved changes: game2.sgf, game1.sgf. Save them before quitting Tabiya?";
    assert_eq!(player.sentence(), asked);
    player = player.plays("save");
    assert_eq!(player.effects.len(), 1, "one at a time");
    saves(&mut player);
    assert!(!player.effects.contains(&Effect::Quit));
    saves(&mut player);
    assert!(player.effects.contains(&Effect::Quit), "{:?}", player.effects);
}

#[test]
fn quitting_is_cancelled_by_cancel_and_by_a_failed_save() {
    let two = "click:E5 open:(;SZ[13]) click:D4";
    let player = quitting(two).plays("cancel");
    assert_eq!(player.effects, [Effect::FocusBoard]);
    let mut player = quitting(two).plays("save");
    saves(&mut player);
    let game = player.workspace.games()[1].id();
    player.effects = player.workspace.handle(player.now, Input::SaveFailed { game, why: "no place.".into() });
    assert_eq!(player.effects, [Effect::Notify("Not saved: no place.".into())]);
    player.effects = player.workspace.handle(player.now, Input::Quit);
    assert_eq!(player.sentence(), "Save the changes to game1.sgf before quitting Tabiya?", "one is left");
}

#[test]
fn discarded_changes_are_not_autosaved_when_quitting() {
    let mut player = quitting("click:E5 open:(;SZ[13]) click:D4").plays("discard");
    let forget = |key: &str| Effect::DiscardAutosave { key: key.into() };
    assert_eq!(player.effects, [forget("/games/game2.sgf"), forget("/games/game1.sgf"), Effect::Quit]);
    player.effects = player.workspace.handle(player.now, Input::PageHides);
    assert_eq!(player.effects, []);
}

#[test]
fn the_contents_of_a_file_decide_which_game_it_is() {
    for (name, bytes, game) in [
        ("a.pgn", "(;SZ[9];B[aa])", GameType::Go),
        ("a.sgf", "[White \"Ann\"]\n\n1. e4 *\n", GameType::Chess),
        ("a.txt", "1. e4 e5 *\n", GameType::Chess),
        ("a.txt", "Our game:\n(;SZ[9];B[aa])", GameType::Go),
    ] {
        let mut workspace = workspace();
        let file = FileName { name: name.into(), path: None, identity: name.into() };
        let opened = Opened { file, bytes: bytes.into(), autosaved: None };
        workspace.handle(Moment::ORIGIN, Input::Opened(opened));
        assert_eq!(workspace.current().record().game_type(), game, "{name}: {bytes}");
        assert_eq!(workspace.current().record().write(), bytes.as_bytes(), "{name}");
    }
}

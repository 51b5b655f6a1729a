//! What a crash costs, and where one is afterwards; text as steps of undo; files that another program has changed.

use std::time::Duration;

use study::{Answer, Autosaved, Effect, FileName, Input, OnDisk, Opened, Question, ReadFor};

use super::GAME;
use super::player::{Player, script, shows_message, workspace};

/// The bytes and the place that were autosaved last.
fn autosaved(effects: &[Effect]) -> Option<Autosaved> {
    effects.iter().find_map(|effect| match effect {
        Effect::Autosave { key, bytes, place, .. } => Some(Autosaved {
            key: key.clone(),
            saved_at: 1,
            bytes: bytes.clone(),
            place: Some(place.clone()),
        }),
        _ => None,
    })
}

#[test]
fn a_comment_that_is_typed_for_half_a_minute_is_autosaved_meanwhile() {
    let mut player = Player::with("(;SZ[9])");
    let mut stored = Vec::new();
    for second in 0..32 {
        player.word(&format!("type:{}", "x".repeat(second + 1)));
        player.now += Duration::from_secs(1);
        if player.workspace.deadline().is_some_and(|deadline| deadline <= player.now) {
            let effects = player.workspace.handle(player.now, Input::Wake);
            stored.extend(autosaved(&effects).map(|autosaved| autosaved.bytes.len()));
        }
    }
    assert_eq!(stored.len(), 6, "{stored:?}");
    assert!(*stored.last().unwrap() + 5 > player.written().len(), "no more than five seconds are lost");
}

#[test]
fn after_a_crash_the_same_move_of_the_same_game_is_shown() {
    let game = "(;SZ[9];B[aa])(;SZ[9];B[bb];W[cc](;B[dd])(;B[ee]))";
    let mut player = Player::with(game).plays("game:1 Right Right Down Right type:here wait:5s");
    let mut stored = autosaved(&player.effects).unwrap();
    // Walking on is stored without the game.
    player = player.plays("Left wait:5s");
    let Some(Effect::StorePlace { key, place }) = player.effects.first().cloned() else {
        panic!("{:?}", player.effects)
    };
    assert_eq!((&key, player.path().as_str()), (&stored.key, "0.0"));
    stored.place = Some(place);
    let mut after = Player { workspace: workspace(), ..Player::with(game) };
    let file = FileName { name: "game1.sgf".into(), path: None, identity: key };
    let opened = Opened { file, bytes: game.into(), autosaved: Some(stored) };
    after.workspace.handle(after.now, Input::Opened(opened));
    let effects = after.workspace.handle(after.now, Input::Answer(Answer::Yes));
    assert_eq!((after.workspace.current().record().number(), after.path().as_str()), (1, "0.0"));
    assert_eq!(effects, [Effect::FocusBoard], "there is nothing to choose");
    assert!(after.plays("Right").written().contains("C[here]"));
}

#[test]
fn walking_in_an_unchanged_game_stores_nothing() {
    let player = Player::with(GAME).plays("Right Right wait:9s");
    assert_eq!((player.effects.as_slice(), player.workspace.deadline()), ([].as_slice(), None));
}

#[test]
fn a_comment_is_undone_word_by_word_and_paste_by_paste() {
    let typed = "type:a type:ab type:ab_ type:ab_c type:ab_cd";
    script("(;SZ[9])", &format!("{typed} Ctrl+Z"), "(;SZ[9]C[ab])", ".");
    script("(;SZ[9])", &format!("{typed} Ctrl+Z Ctrl+Z"), "(;SZ[9])", ".");
    script("(;SZ[9])", &format!("{typed} Ctrl+Z Ctrl+Z Ctrl+Y"), "(;SZ[9]C[ab])", ".");
    let pasted = "type:a type:a_pasted_text type:a_pasted_texts";
    script("(;SZ[9])", &format!("{pasted} Ctrl+Z"), "(;SZ[9]C[a pasted text])", ".");
    script("(;SZ[9])", &format!("{pasted} Ctrl+Z Ctrl+Z"), "(;SZ[9]C[a])", ".");
    let cut = "type:one_two type:one_two_x type:x";
    script("(;SZ[9])", &format!("{cut} Ctrl+Z"), "(;SZ[9]C[one two x])", ".");
}

#[test]
fn a_comment_is_undone_to_the_last_pause() {
    script("(;SZ[9])", "type:a type:ab wait:3s type:abc type:abcd Ctrl+Z", "(;SZ[9]C[ab])", ".");
    script("(;SZ[9])", "type:a wait:1s type:ab Ctrl+Z", "(;SZ[9])", ".");
}

#[test]
fn the_first_branch_is_said_to_be_the_first() {
    shows_message(GAME, "Right Right Ctrl+Up", "This is already the first branch.");
    shows_message(GAME, "Right Down Right Ctrl+Down", "This is already the last branch.");
    shows_message(GAME, "Right Right Ctrl+Down", "Move this branch down?");
}

/// A game with changes, whose file another program has changed too.
fn changed() -> Player {
    let mut player = Player::with("(;SZ[9];B[ee])").plays("End click:C5 Ctrl+S");
    let game = player.workspace.current().id();
    player.effects = player.workspace.handle(player.now, Input::FileChanged { game });
    player
}

fn answered(player: &mut Player, answer: Answer) -> (study::GameId, ReadFor) {
    let effects = player.workspace.handle(player.now, Input::Answer(answer));
    match effects.first() {
        Some(Effect::ReadAgain { game, purpose }) => (*game, *purpose),
        _ => panic!("{effects:?}"),
    }
}

#[test]
fn a_changed_file_is_reloaded_and_undo_brings_the_own_version_back() {
    let mut player = changed();
    let (game, purpose) = answered(&mut player, Answer::Reload);
    let bytes = b"(;SZ[9];B[ee];W[aa])".to_vec();
    player.effects = player.workspace.handle(player.now, Input::ReadAgain { game, purpose, bytes });
    assert_eq!((player.written().as_str(), player.path().as_str()), ("(;SZ[9];B[ee];W[aa])", "0.0"));
    assert!(!player.workspace.current().is_dirty());
    let player = player.plays("Ctrl+Z");
    assert_eq!(player.written(), "(;SZ[9];B[ee];W[ce])");
    assert!(player.workspace.current().is_dirty());
}

#[test]
fn a_changed_file_is_compared_before_it_is_decided() {
    let mut player = changed();
    let (game, purpose) = answered(&mut player, Answer::Compare);
    let bytes = b"(;SZ[9];B[ee];W[aa])".to_vec();
    player.workspace.handle(player.now, Input::ReadAgain { game, purpose, bytes });
    let question = player.workspace.question();
    assert!(matches!(question, Some(Question::Overwrite { is_compared: true, .. })), "{question:?}");
    assert_eq!(player.workspace.comparison().len(), 3, "{:?}", player.workspace.comparison());
    let player = player.plays("yes");
    assert!(matches!(player.effects.first(), Some(Effect::Write { .. })), "{:?}", player.effects);
}

#[test]
fn what_is_no_record_is_refused() {
    let mut player = Player::with("(;SZ[9])");
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(;C[x])(;)(;B[aa])".as_slice(), &[0; 60]].concat();
    for (name, bytes) in [("a.png", png.clone()), ("a.sgf", png), ("a.js", b"for (;;) { look() }".to_vec())] {
        let file = FileName { name: name.into(), path: None, identity: name.into() };
        let opened = Opened { file, bytes, autosaved: None };
        player.effects = player.workspace.handle(player.now, Input::Opened(opened));
        assert!(player.sentence().starts_with(&format!("Could not open {name}")), "{}", player.sentence());
        assert_eq!(player.workspace.games().len(), 1);
    }
}

#[test]
fn a_game_that_is_not_go_is_a_tree_of_properties() {
    let chess = "(;GM[3]SZ[8]B[aa];W[bb]KI[x];B[cc])";
    script(chess, "End type:text", "(;GM[3]SZ[8]B[aa];W[bb]KI[x];B[cc]C[text])", "0.0");
    for keys in ["click:E5", "Ctrl+P", "F2", "ctrl:E5"] {
        let player = Player::with(chess).plays(keys);
        assert_eq!(player.sentence(), "This game is not Go, so it has no board here.", "{keys}");
        assert_eq!(player.written(), chess, "{keys}");
    }
    let player = Player::with(chess).plays("End");
    assert!(!player.board().contains(['X', 'O']), "nothing is played");
}

#[test]
fn a_change_on_disk_is_told_at_once_and_the_user_decides() {
    let mut player = Player::with("(;SZ[9])").plays("type:m");
    let game = player.workspace.current().id();
    let on_disk = |player: &mut Player, event| {
        player.effects = player.workspace.handle(player.now, Input::OnDisk { game, event });
    };
    on_disk(&mut player, OnDisk::Changed);
    assert!(player.workspace.current().is_changed_on_disk() && player.effects.is_empty());
    player = player.plays("type:mi");
    let written = player.written();
    player = player.plays("Ctrl+Z");
    assert_ne!(player.written(), written, "typing goes on as one step");
    assert_eq!(player.written(), "(;SZ[9])");
    on_disk(&mut player, OnDisk::Choose);
    assert!(matches!(player.effects.first(), Some(Effect::Ask(Question::Overwrite { .. }))));
    assert!(player.effects.contains(&Effect::ReadAgain { game, purpose: ReadFor::Comparison }));
    let mut player = player.plays("cancel");
    assert_eq!(player.sentence(), "", "nothing was to be saved");
    on_disk(&mut player, OnDisk::Keep);
    assert!(!player.workspace.current().is_changed_on_disk());
    on_disk(&mut player, OnDisk::Changed);
    on_disk(&mut player, OnDisk::Reload);
    assert_eq!(player.effects, [Effect::ReadAgain { game, purpose: ReadFor::Reload }]);
    let bytes = b"(;SZ[9]C[theirs])".to_vec();
    let input = Input::ReadAgain { game, purpose: ReadFor::Reload, bytes };
    player.effects = player.workspace.handle(player.now, input);
    let now = player.workspace.current();
    assert!(!now.is_changed_on_disk() && !now.is_dirty());
    assert_eq!(player.written(), "(;SZ[9]C[theirs])");
}

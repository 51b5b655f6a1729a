//! Autosaves of earlier versions are restored. The texts below are in their format.

use moment::Moment;
use study::{Answer, Autosaved, Effect, FileName, Input, Opened, Question, Workspace};

use super::player::workspace;

const PGN: &str = "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
/// Of a large file only the changed games were stored.
const CHANGES: &str = "%tabiya changes to a file of 2\n%tabiya game 1 113\n\
[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Bob\"]\n[Black \"?\"]\n[Result \"*\"]\n\n\
1. d4 {later} d5 *";

fn file(name: &str, identity: &str) -> FileName {
    let path = (!identity.starts_with("new-")).then(|| identity.to_owned());
    FileName { name: name.into(), path, identity: identity.into() }
}

fn restore(file: FileName, bytes: &str, autosaved: &str) -> Workspace {
    let mut workspace = workspace();
    let (name, path) = (file.name.clone(), file.path.clone());
    let autosaved = Autosaved {
        key: file.identity.clone(),
        saved_at: 1_763_350_012_345,
        bytes: autosaved.into(),
        place: None,
    };
    let opened = Opened { file, bytes: bytes.into(), autosaved: Some(autosaved) };
    let asked = workspace.handle(Moment::ORIGIN, Input::Opened(opened));
    let saved_at = 1_763_350_012_345;
    assert_eq!(asked, [Effect::Ask(Question::RestoreAutosave { name, path, saved_at })]);
    assert!(workspace.restorable().is_some(), "the host can draw it");
    workspace.handle(Moment::ORIGIN, Input::Answer(Answer::Yes));
    assert!(workspace.current().is_dirty());
    workspace
}

fn written(workspace: &Workspace) -> String {
    String::from_utf8(workspace.current().record().write()).unwrap()
}

#[test]
fn a_go_game_with_a_file() {
    let restored = restore(file("a.sgf", "/games/a.sgf"), "(;SZ[9])", "(;SZ[9];B[ee]C[later])");
    assert_eq!(written(&restored), "(;SZ[9];B[ee]C[later])");
}

#[test]
fn new_games_of_go_and_chess_without_a_file() {
    let go = "(;GM[1]FF[4]CA[UTF-8]AP[Tabiya:0.5.0]SZ[19]KM[6.5];B[pd])";
    let restored = restore(file("Untitled.sgf", "new-1f-2"), "", go);
    assert_eq!((written(&restored).as_str(), &*restored.current().name()), (go, "Untitled.sgf"));
    let restored = restore(file("Untitled.sgf", "new-1f-3"), "", PGN);
    assert_eq!((written(&restored).as_str(), &*restored.current().name()), (PGN, "Untitled.pgn"));
}

#[test]
fn a_chess_file_stored_whole() {
    let changed = PGN.replace("d4", "d4 {later}");
    let restored = restore(file("a.pgn", "/games/a.pgn"), PGN, &changed);
    assert_eq!(written(&restored), changed);
}

#[test]
fn a_large_chess_file_stored_as_its_changed_games() {
    let restored = restore(file("a.pgn", "/games/a.pgn"), PGN, CHANGES);
    let text = written(&restored);
    assert!(text.starts_with("[White \"Ann\"]\n\n1. e4 e5 *\n"), "{text}");
    assert!(text.contains("1. d4 {later} d5 *"), "{text}");
}

//! Chess files in the workspace: their games in order, positions and games as text, and what comes back after a reload.

use record::GameRecord;
use record::chess::NewGame;
use rules::chess::Position;
use study::{
    Autosaved, Command, Dialog, Effect, FileName, GamesEdit, Input, Opened, Place, Question, Reopened,
};

use crate::player::Player;

const FILE: &str = "[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n\n[White \"Bob\"]\n\n1. d4 *\n\n[White \"Cy\"]\n\n1. Nf3 e5 2. e4 *\n";
const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

fn give(player: &mut Player, input: Input) {
    player.effects = player.workspace.handle(player.now, input);
}

fn command(player: &mut Player, command: Command) {
    give(player, Input::Do(command));
}

fn edit(player: &mut Player, edit: GamesEdit) {
    let game = player.workspace.current().id();
    give(player, Input::EditGames { game, edit });
}

fn names(player: &Player) -> String {
    let record = player.workspace.current().chess().unwrap();
    let name = |number| record.tag_of(number, "White").unwrap_or_default().into_owned();
    (0..record.games()).map(name).collect::<Vec<_>>().join(" ")
}

fn open(player: &Player) -> (String, usize) {
    let record = player.workspace.current().chess().unwrap();
    let here = record.numbered_san(record.here()).unwrap_or_else(|| "start".to_owned());
    (here, record.number())
}

fn puzzle() -> NewGame {
    let start = Position::from_fen(FEN, false).unwrap().position;
    NewGame { white: "Dora".into(), black: String::new(), start }
}

#[test]
fn keys_go_from_game_to_game_and_stop_at_the_ends() {
    let mut player = Player::with(FILE).plays("PageDown");
    assert_eq!((player.sentence().as_str(), open(&player).1), ("Game 2 of 3.", 1));
    player = player.plays("PageDown PageDown");
    assert_eq!((player.sentence().as_str(), open(&player).1), ("This is the last game of the file.", 2));
    player = player.plays("PageUp PageUp PageUp");
    assert_eq!((player.sentence().as_str(), open(&player).1), ("This is the first game of the file.", 0));
    assert_eq!(player.written(), FILE);
}

#[test]
fn games_are_added_deleted_and_moved_and_each_is_undone_byte_for_byte() {
    let mut player = Player::with(FILE);
    edit(&mut player, GamesEdit::Add(puzzle()));
    assert_eq!((names(&player).as_str(), open(&player).1), ("Ann Dora Bob Cy", 1));
    command(&mut player, Command::MoveGameDown);
    assert_eq!((names(&player).as_str(), open(&player).1), ("Ann Bob Dora Cy", 2));
    player.word("PageUp");
    command(&mut player, Command::MoveGameUp);
    command(&mut player, Command::DeleteGame);
    assert_eq!(player.sentence(), "Delete game 1 (Bob – ?) from the file? Undo brings it back.");
    player.word("yes");
    assert_eq!(names(&player), "Ann Dora Cy");
    assert!(player.workspace.current().is_dirty());
    assert!(
        player.written().starts_with("[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n\n"),
        "other games keep their bytes"
    );
    assert!(player.written().ends_with("[White \"Cy\"]\n\n1. Nf3 e5 2. e4 *\n"));
    let after = player.written();
    while player.workspace.can(Command::Undo) {
        player.word("Ctrl+Z");
    }
    assert_eq!(player.written(), FILE);
    assert!(!player.workspace.current().is_dirty());
    while player.workspace.can(Command::Redo) {
        player.word("Ctrl+Shift+Z");
    }
    assert_eq!(player.written(), after);
}

#[test]
fn an_edit_before_and_after_a_moved_game_is_undone_in_its_turn() {
    let mut player = Player::with(FILE).plays("Right type:first");
    command(&mut player, Command::MoveGameDown);
    assert_eq!(open(&player), ("1. e4".to_owned(), 1), "still the same game at the same move");
    player = player.plays("type:second Ctrl+Z");
    assert!(player.written().contains("{first}") && names(&player) == "Bob Ann Cy");
    player = player.plays("Ctrl+Z");
    assert!(player.written().contains("{first}") && names(&player) == "Ann Bob Cy");
    player = player.plays("Ctrl+Z");
    assert_eq!(player.written(), FILE);
}

#[test]
fn a_question_is_asked_before_a_game_is_deleted_and_the_last_one_stays() {
    let mut player = Player::with(FILE);
    command(&mut player, Command::DeleteGame);
    player.word("no");
    assert_eq!(player.written(), FILE);
    let mut player = Player::with("1. e4 *\n");
    command(&mut player, Command::DeleteGame);
    assert_eq!(player.sentence(), "This is the only game of the file.");
}

#[test]
fn the_changed_list_of_games_is_saved_into_the_same_file() {
    let mut player = Player::with(FILE);
    edit(&mut player, GamesEdit::Move { from: 2, to: 0 });
    player.word("Ctrl+S");
    let Some(Effect::Write { game, target, bytes, revision }) = player.effects.pop() else { panic!() };
    assert!(matches!(target, study::Target::Same { .. }));
    assert!(bytes.starts_with(b"[White \"Cy\"]\n\n1. Nf3 e5 2. e4 *\n\n[White \"Ann\"]"));
    let file = player.workspace.current().file().cloned();
    give(&mut player, Input::Saved { game, revision, file });
    assert!(!player.workspace.current().is_dirty());
    player.word("Ctrl+Z");
    assert!(player.workspace.current().is_dirty(), "the file on disk has the new order");
    assert_eq!(player.written(), FILE);
}

#[test]
fn a_position_and_a_game_are_copied_as_text() {
    let mut player = Player::with(FILE).plays("Right");
    command(&mut player, Command::CopyFen);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(player.effects[0], Effect::Copy(fen.into()));
    command(&mut player, Command::CopyPgn);
    assert_eq!(player.effects[0], Effect::Copy("[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n".into()));
    let mut broken = Player::with("1. e4 Qh8 *\n").plays("End");
    command(&mut broken, Command::CopyFen);
    assert_eq!(broken.sentence(), "No move can be played here.");
}

#[test]
fn a_pasted_position_or_game_opens_as_a_new_unsaved_game() {
    let mut player = Player::with(FILE);
    give(&mut player, Input::PasteText(format!(" {FEN}\n")));
    let record = player.workspace.current().chess().unwrap();
    assert_eq!(record.position().unwrap().fen(), FEN);
    assert!(player.workspace.current().is_dirty() && player.workspace.current().file().is_none());
    player.word("wait:6s");
    assert!(matches!(player.effects.first(), Some(Effect::Autosave { .. })), "{:?}", player.effects);
    give(&mut player, Input::PasteText("1. d4 d5 *".into()));
    player.word("End");
    assert_eq!(open(&player).0, "1... d5");
    give(&mut player, Input::PasteText(FILE.into()));
    let id = player.workspace.current().id();
    assert_eq!(player.effects, [Effect::Show(Dialog::Games(id))]);
    give(&mut player, Input::PasteText("(;SZ[9];B[ee])".into()));
    assert!(player.workspace.current().go().is_some());
}

#[test]
fn a_copied_branch_is_pasted_as_a_branch() {
    let mut player = Player::with(FILE).plays("Right Right Ctrl+Shift+C");
    let Some(Effect::Copy(text)) = player.effects.first().cloned() else { panic!("{:?}", player.effects) };
    player = player.plays("PageDown");
    command(&mut player, Command::Next);
    give(&mut player, Input::PasteText(text));
    assert!(player.written().contains("1. d4 e5"), "{}", player.written());
    player = player.plays("PageUp Right Right Ctrl+X yes");
    let Some(Effect::Copy(cut)) = player.effects.first().cloned() else { panic!("{:?}", player.effects) };
    give(&mut player, Input::PasteText(cut));
    assert!(player.written().contains("1. e4 e5 2. Nf3"), "{}", player.written());
}

#[test]
fn a_pasted_link_tells_how_to_download_the_game() {
    for (link, site) in
        [("https://lichess.org/AbCdEfGh", "lichess"), ("https://www.chess.com/game/live/1", "chess.com")]
    {
        let mut player = Player::with(FILE);
        give(&mut player, Input::PasteText(link.into()));
        let text = player.sentence();
        assert!(text.contains(site) && text.contains("PGN") && !text.contains('\n'), "{text}");
        assert_eq!(player.workspace.games().len(), 1);
    }
    let mut player = Player::with(FILE);
    give(&mut player, Input::PasteText("hello".into()));
    assert!(player.sentence().starts_with("The clipboard has no game"), "{}", player.sentence());
}

#[test]
fn a_position_is_found_in_the_other_games_of_the_file() {
    let mut player = Player::with(FILE).plays("End");
    command(&mut player, Command::FindPosition);
    assert_eq!((player.sentence().as_str(), open(&player)), ("Game 3 of 3.", ("2. e4".to_owned(), 2)));
    command(&mut player, Command::FindPosition);
    assert_eq!(open(&player), ("2. Nf3".to_owned(), 0));
    player = player.plays("PageDown End");
    command(&mut player, Command::FindPosition);
    assert!(player.sentence().starts_with("This position occurs nowhere else"), "{}", player.sentence());
}

#[test]
fn a_large_file_is_searched_in_parts_until_another_input() {
    let filler = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *\n\n";
    let file = format!("{FILE}\n{}1. Nf3 e5 2. e4 d6 *\n", filler.repeat((3 << 20) / filler.len()));
    let mut player = Player::with(&file);
    player.word("game:2");
    player.word("End");
    command(&mut player, Command::FindPosition);
    let mut parts = 0;
    while player.effects == [Effect::Continue] {
        parts += 1;
        give(&mut player, Input::Continue);
    }
    assert!(parts >= 2, "{parts}");
    assert_eq!(open(&player).0, "2. e4");
    assert_ne!(open(&player).1, 2);
    command(&mut player, Command::FindPosition);
    command(&mut player, Command::Start);
    give(&mut player, Input::Continue);
    assert_eq!((player.effects.len(), open(&player).0.as_str()), (0, "start"));
}

#[test]
fn a_file_is_trained_with_its_unsaved_changes() {
    let mut player = Player::with(FILE).plays("Right type:changed");
    command(&mut player, Command::Train);
    let Some(Effect::Train { name, bytes }) = player.effects.pop() else { panic!() };
    assert_eq!((name.as_str(), bytes), ("game1.sgf", player.written().into_bytes()));
}

#[test]
fn a_diagram_is_marked_for_printing_and_undone() {
    let mut player = Player::with(FILE).plays("Right D");
    assert!(player.workspace.current().chess().unwrap().has_diagram());
    assert!(player.written().contains("1. e4 $220"), "{}", player.written());
    player = player.plays("Ctrl+Z");
    assert_eq!(player.written(), FILE);
    command(&mut player, Command::Print);
    assert_eq!(player.effects, [Effect::Print]);
}

#[test]
fn dialogs_and_questions_name_their_game() {
    let mut player = Player::with(FILE);
    player.word("open:1. a4 *");
    let first = player.workspace.games()[1].id();
    give(&mut player, Input::ChooseGame { game: first, number: 2 });
    assert_eq!((player.workspace.current().id(), open(&player).1), (first, 2));
    let other = player.workspace.games()[1].id();
    assert_eq!(
        player.workspace.game(other).unwrap().record().number(),
        0,
        "the game in front was not touched"
    );
    command(&mut player, Command::DeleteGame);
    let asked = player.workspace.question();
    assert!(matches!(asked, Some(Question::DeleteGame { game, number: 2, .. }) if game == first));
    give(&mut player, Input::Switch(other));
    player.word("yes");
    assert_eq!(names(&player), "Ann Bob", "the answer goes to the file of the question");
}

fn file(name: &str) -> FileName {
    FileName { name: name.into(), path: None, identity: format!("id-{name}") }
}

fn reopened(name: &str, place: Place, is_current: bool) -> Input {
    let opened = Opened { file: file(name), bytes: FILE.into(), autosaved: None };
    Input::Reopened(Box::new(Reopened { opened, place: Some(place), is_current }))
}

fn order(player: &Player) -> Vec<String> {
    player.workspace.games().iter().map(study::OpenGame::name).collect()
}

#[test]
fn a_reload_comes_back_to_the_same_game_at_the_same_move() {
    let mut before = Player::with(FILE).plays("PageDown PageDown Right Right F");
    let place = before.workspace.current().place();
    assert_eq!(place, Place { number: 2, path: "0.0".into(), is_flipped: true });
    before.workspace = crate::player::workspace();
    give(&mut before, reopened("other.pgn", Place::default(), false));
    give(&mut before, reopened("front.pgn", place, true));
    assert_eq!(order(&before), ["front.pgn", "other.pgn"]);
    assert_eq!(open(&before), ("1... e5".to_owned(), 2));
    assert!(before.workspace.current().is_flipped() && !before.workspace.current().is_dirty());
}

#[test]
fn what_comes_back_never_covers_what_was_opened() {
    let mut player = Player { workspace: crate::player::workspace(), ..Player::with(FILE) };
    player.word("open:1. a4 *");
    let asked_for = player.workspace.current().id();
    give(&mut player, reopened("a.pgn", Place::default(), true));
    let autosaved = Autosaved { key: "new-1-1".into(), saved_at: 1, bytes: FILE.into(), place: None };
    let opened = Opened { file: file("b.pgn"), bytes: Vec::new(), autosaved: Some(autosaved) };
    give(&mut player, Input::Reopened(Box::new(Reopened { opened, place: None, is_current: false })));
    assert_eq!(player.workspace.current().id(), asked_for);
    assert_eq!(player.effects, [], "no chooser and no question");
    assert_eq!(player.workspace.games().len(), 3);
    let unsaved = player.workspace.games().iter().find(|game| game.name() == "b.pgn").unwrap();
    assert!(unsaved.is_dirty());
    give(&mut player, reopened("a.pgn", Place::default(), true));
    assert_eq!(player.workspace.games().len(), 3, "not twice");
}

#[test]
fn a_place_that_no_longer_exists_is_ignored() {
    let mut player = Player { workspace: crate::player::workspace(), ..Player::with(FILE) };
    let place = Place { number: 9, path: "5.5.x".into(), is_flipped: false };
    give(&mut player, reopened("a.pgn", place, true));
    assert_eq!(open(&player), ("start".to_owned(), 0));
}

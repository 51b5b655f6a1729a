//! Chess in the workspace: the same keys, questions and files.

use record::pgn::{Brush, Shape};
use record::sgf::Charset;
use record::{GameRecord, chess};
use rules::chess::Position;
use study::{Autosaved, COMMANDS, ChessInput, Command, Effect, Input, NewGame};

use crate::player::Player;

const GAME: &str = "[White \"Ann\"]\n\n1. e4 {first} e5 (1... c5 2. Nf3) 2. Nf3 *\n";

fn autosaved(bytes: &[u8]) -> Autosaved {
    Autosaved { key: "elsewhere".into(), saved_at: 0, bytes: bytes.to_vec(), place: None }
}

fn put(player: &mut Player, step: &str) {
    let (from, to) = step.split_at(2);
    let input = Input::Chess(ChessInput::Move {
        from: from.parse().unwrap(),
        to: to.parse().unwrap(),
        promotion: None,
    });
    player.effects = player.workspace.handle(player.now, input);
}

fn give(player: &mut Player, input: Input) {
    player.effects = player.workspace.handle(player.now, input);
}

fn written(player: &Player) -> String {
    String::from_utf8(player.workspace.current().record().write()).unwrap()
}

/// Without line breaks.
fn flat(player: &Player) -> String {
    written(player).replace('\n', " ")
}

fn at(player: &Player) -> String {
    let record = player.workspace.current().chess().unwrap();
    record.numbered_san(record.here()).unwrap_or_else(|| "start".to_owned())
}

#[test]
fn the_keys_navigate_a_chess_game_too() {
    for (keys, place) in [
        ("Right", "1. e4"),
        ("End", "2. Nf3"),
        ("End Home", "start"),
        ("Right Down Right", "1... c5"),
        ("Right Down End Ctrl+Left", "1. e4"),
        ("End Ctrl+Shift+Up", "1. e4"),
        ("move:2", "2. Nf3"),
        ("find:c5", "1... c5"),
    ] {
        let player = Player::with(GAME).plays(keys);
        assert_eq!(at(&player), place, "{keys}");
        assert_eq!(written(&player), GAME);
        assert!(!player.workspace.current().is_dirty());
    }
    assert_eq!(Player::with(GAME).plays("find:gambit").sentence(), "“gambit” was not found in this game.");
}

#[test]
fn moves_comments_nags_and_arrows_are_undone_byte_for_byte() {
    let mut player = Player::with(GAME).plays("End");
    put(&mut player, "b8c6");
    give(&mut player, Input::Comment("Knights first.".into()));
    give(&mut player, Input::Chess(ChessInput::Nag(1)));
    let (from, to) = ("f1".parse().unwrap(), "b5".parse().ok());
    give(&mut player, Input::Chess(ChessInput::Shapes(vec![Shape { brush: Brush::Green, from, to }])));
    let after = flat(&player);
    assert!(after.contains("2. Nf3 Nc6 $1 {Knights first. [%cal Gf1b5]} *"), "{after}");
    while player.workspace.can(Command::Undo) {
        player.word("Ctrl+Z");
    }
    assert_eq!(written(&player), GAME);
    assert!(!player.workspace.current().is_dirty());
    while player.workspace.can(Command::Redo) {
        player.word("Ctrl+Shift+Z");
    }
    assert_eq!(flat(&player), after);
}

#[test]
fn an_illegal_move_shows_a_message_and_changes_nothing() {
    let mut player = Player::with(GAME);
    put(&mut player, "e2e5");
    assert_eq!(player.sentence(), "That move is not legal here.");
    give(&mut player, Input::Chess(ChessInput::MoveText("Ke2".into())));
    assert_eq!(player.sentence(), "“Ke2” is not a legal move here.");
    give(&mut player, Input::Chess(ChessInput::Nag(1)));
    assert_eq!(player.sentence(), "There is no move at the start.");
    assert_eq!(written(&player), GAME);
    give(&mut player, Input::Chess(ChessInput::MoveText("d4".into())));
    assert!(flat(&player).contains("(1. d4)"), "{}", flat(&player));
}

#[test]
fn a_typed_move_that_is_not_clear_is_answered_with_the_moves_that_it_could_mean() {
    let rooks = "[FEN \"R4R2/7k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n";
    let pawn = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n*\n";
    for (game, text, sentence) in [
        (rooks, "Rb8", "Rb8 could be Rab8 or Rfb8."),
        (pawn, "a8", "a8: which piece? Type a8=Q, a8=R, a8=B or a8=N."),
        (pawn, "a9", "“a9” is not a move. Type it like Nf3, exd5 or e2e4."),
        (pawn, "a6", "“a6” is not a legal move here."),
    ] {
        let mut player = Player::with(game);
        give(&mut player, Input::Chess(ChessInput::MoveText(text.into())));
        assert_eq!(player.sentence(), sentence);
        assert_eq!(written(&player), game);
    }
    let mut player = Player::with("(;SZ[9])");
    give(&mut player, Input::Chess(ChessInput::MoveText("e4".into())));
    assert_eq!(player.sentence(), "This works only in chess games.");
}

#[test]
fn typing_commands_into_a_comment_writes_each_of_them_once() {
    let mut player = Player::with(GAME).plays("Right");
    let text = "good [%csl Ge4] move [%my own]";
    for (end, letter) in text.char_indices() {
        give(&mut player, Input::Comment(text[..end + letter.len_utf8()].into()));
    }
    assert!(flat(&player).contains("1. e4 {good [%csl Ge4] move [%my own]} 1... e5"), "{}", flat(&player));
    while player.workspace.can(Command::Undo) {
        player.word("Ctrl+Z");
    }
    assert_eq!(written(&player), GAME);
}

#[test]
fn branches_are_cut_pasted_moved_and_removed_after_a_question() {
    let mut player = Player::with(GAME).plays("Right Down Right Ctrl+X");
    assert_eq!(player.sentence(), "Cut this move and the one after it?");
    player = player.plays("yes");
    assert!(!written(&player).contains("c5"));
    player = player.plays("Ctrl+V");
    assert!(flat(&player).contains("(1... c5 2. Nf3)"), "{}", flat(&player));
    player = player.plays("Ctrl+Up yes");
    assert!(flat(&player).contains("1... c5 (1... e5 2. Nf3) 2. Nf3"), "{}", flat(&player));
    player = player.plays("do:others yes");
    assert!(!written(&player).contains("e5"), "{}", flat(&player));
}

#[test]
fn saving_writes_the_file_and_a_part_is_saved_to_another_file() {
    let mut player = Player::with(GAME).plays("Right type:changed Ctrl+S");
    let Some(Effect::Write { bytes, game, revision, .. }) = player.effects.pop() else { panic!() };
    assert_eq!(bytes, written(&player).into_bytes());
    let file = player.workspace.current().file().cloned();
    give(&mut player, Input::Saved { game, revision, file });
    assert!(!player.workspace.current().is_dirty());
    player = player.plays("do:from-here");
    let Some(Effect::Write { bytes, target, .. }) = player.effects.pop() else { panic!() };
    assert!(String::from_utf8(bytes).unwrap().contains("[FEN "));
    assert!(matches!(target, study::Target::Copy { suggested } if suggested.ends_with("-part.pgn")));
}

#[test]
fn a_file_with_several_games_asks_which_and_keeps_the_others() {
    let two = format!("{GAME}\n[White \"Bob\"]\n\n1. d4   d5 *\n");
    let mut player = Player::with(&two);
    let id = player.workspace.current().id();
    assert_eq!(player.effects, [Effect::Show(study::Dialog::Games(id))]);
    player.word("game:1");
    player = player.plays("End type:new");
    assert!(written(&player).starts_with(GAME), "the first game is unchanged");
    assert!(flat(&player).contains("1. d4 d5 {new} *"));
    player.word("game:9");
    assert_eq!(player.workspace.current().record().number(), 1);
}

#[test]
fn unsaved_chess_is_autosaved_and_restored() {
    let player = Player::with(GAME).plays("Right type:later wait:6s");
    let Some(Effect::Autosave { bytes, .. }) = player.effects.first() else { panic!("{:?}", player.effects) };
    let autosaved = Some(autosaved(bytes));
    let mut again = Player::with("(;SZ[9])");
    let file = study::FileName { name: "game.pgn".into(), path: None, identity: "elsewhere".into() };
    give(&mut again, Input::Opened(study::Opened { file, bytes: GAME.into(), autosaved }));
    again = again.plays("yes");
    assert!(again.workspace.current().is_dirty() && flat(&again).contains("{later}"));
}

#[test]
fn of_a_large_file_only_the_changed_game_is_autosaved() {
    let large = format!("{GAME}\n").repeat((5 << 20) / GAME.len());
    let mut player = Player::with(&large);
    player.word("game:1000");
    player = player.plays("Right type:later wait:6s");
    let Some(Effect::Autosave { bytes, .. }) = player.effects.first() else { panic!("{:?}", player.effects) };
    assert!(bytes.len() < 10 * GAME.len(), "{} bytes", bytes.len());
    let autosaved = Some(autosaved(bytes));
    let mut again = Player::with("(;SZ[9])");
    let file = study::FileName { name: "large.pgn".into(), path: None, identity: "elsewhere".into() };
    give(&mut again, Input::Opened(study::Opened { file, bytes: large.into(), autosaved }));
    again = again.plays("yes");
    assert!(again.workspace.current().is_dirty());
    assert_eq!(again.workspace.current().record().write(), player.workspace.current().record().write());
    again.word("game:1000");
    assert_eq!(game_text(&again), game_text(&player));
}

fn game_text(player: &Player) -> Option<String> {
    player.workspace.current().chess().map(|chess| chess.game().to_text())
}

#[test]
fn text_that_the_charset_lacks_asks_for_utf_8() {
    let mut player = Player::with(GAME);
    let file = study::FileName { name: "old.pgn".into(), path: None, identity: "old".into() };
    let bytes = b"[White \"J\xfcrgen\"]\n\n1. e4 *\n".to_vec();
    give(&mut player, Input::Opened(study::Opened { file, bytes, autosaved: None }));
    player = player.plays("Right type:\u{597d}");
    assert!(player.sentence().contains("windows-1252"), "{}", player.sentence());
    player = player.plays("yes");
    assert!(written(&player).contains("Jürgen") && written(&player).contains("{\u{597d}}"));
}

#[test]
fn every_command_can_be_given_to_a_chess_game() {
    for place in ["", "Right", "End", "Right Down Right"] {
        for entry in COMMANDS {
            let mut player = Player::with(GAME).plays(place);
            let can = player.workspace.can(entry.command);
            give(&mut player, Input::Do(entry.command));
            assert!(can || written(&player) == GAME, "{:?} was greyed out and did something", entry.command);
        }
    }
}

#[test]
fn go_and_chess_are_open_in_one_workspace() {
    let mut player = Player::with(GAME).plays("Right open:(;SZ[9];B[ee]) Right");
    assert!(player.workspace.current().chess().is_none());
    player.word("Shift+W");
    assert_eq!(at(&player), "1. e4");
    player.word("F");
    assert!(player.workspace.current().is_flipped());
    player = player.plays("Ctrl+P");
    assert_eq!(player.sentence(), "This works only in Go games.");
}

#[test]
fn a_new_chess_game_begins_where_it_was_set_up() {
    let mut player = Player::with("(;SZ[9];B[ee])");
    let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false).unwrap().position;
    give(
        &mut player,
        Input::Create(NewGame::Chess(chess::NewGame { white: "Ann".into(), black: "Bob".into(), start })),
    );
    assert_eq!(player.workspace.current().name(), "Untitled.pgn");
    assert!(!player.workspace.current().is_dirty());
    put(&mut player, "e2e4");
    assert!(flat(&player).contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"), "{}", flat(&player));
    player = player.plays("wait:6s");
    let Some(Effect::Autosave { bytes, .. }) = player.effects.first() else { panic!("{:?}", player.effects) };
    let autosaved = Some(autosaved(bytes));
    let mut again = Player::with("(;SZ[9])");
    let file = study::FileName { name: "Untitled.sgf".into(), path: None, identity: "new-1".into() };
    give(&mut again, Input::Opened(study::Opened { file, bytes: Vec::new(), autosaved }));
    again = again.plays("yes");
    assert_eq!(again.workspace.current().name(), "Untitled.pgn");
    assert!(flat(&again).contains("1. e4"));
}

#[test]
fn pieces_are_set_up_in_a_dialog() {
    assert_eq!(Player::with(GAME).plays("F2").effects, [Effect::Show(study::Dialog::SetUp)]);
}

#[test]
fn a_chess_file_is_read_again_in_another_charset() {
    let mut player = Player::with(GAME);
    let file = study::FileName { name: "old.pgn".into(), path: None, identity: "old".into() };
    // Cyrillic in windows-1251, which nothing in the file indicates.
    let bytes = b"[White \"\xcf\xe5\xf2\xf0\"]\n\n1. e4 {\xf5\xee\xe4} e5 *\n".to_vec();
    give(&mut player, Input::Opened(study::Opened { file, bytes: bytes.clone(), autosaved: None }));
    player = player.plays("Right");
    let cyrillic = Charset::named("windows-1251").unwrap();
    assert_eq!(player.workspace.current().record().charset().name(), "windows-1252");
    assert_eq!(player.workspace.sample(cyrillic).as_deref(), Some("Петр · ход"));
    give(&mut player, Input::ReadAs(cyrillic));
    let record = player.workspace.current().chess().unwrap();
    assert_eq!((record.comment().as_str(), at(&player).as_str()), ("ход", "1. e4"));
    assert_eq!(player.workspace.current().record().write(), bytes, "reading changes nothing");
    player = player.plays("type:да");
    assert!(player.workspace.current().record().write().windows(4).any(|part| part == b"{\xe4\xe0}"));
    give(&mut player, Input::ReadAs(Charset::named("Shift_JIS").unwrap()));
    assert_eq!(player.sentence(), "This file is not encoded in Shift_JIS.");
}

#[test]
fn a_line_is_promoted_and_demoted_without_a_question_and_undone() {
    let player = Player::with(GAME).plays("Right Down End Alt+Up");
    assert!(player.effects.is_empty());
    assert_eq!(at(&player), "2. Nf3", "the cursor stays on its move");
    assert!(flat(&player).contains("1... c5 (1... e5 2. Nf3) 2. Nf3"), "{}", flat(&player));
    let player = player.plays("Alt+Down");
    assert!(flat(&player).contains("e5 (1... c5 2. Nf3) 2. Nf3"), "{}", flat(&player));
    assert!(!player.workspace.can(Command::DemoteLine) && player.workspace.can(Command::PromoteLine));
    let player = player.plays("Ctrl+Z Ctrl+Z");
    assert_eq!(written(&player), GAME);
}

#[test]
fn a_comment_before_a_move_is_typed_and_undone_as_one_step() {
    let mut player = Player::with(GAME).plays("Right Down Right");
    for text in ["O", "Or"] {
        give(&mut player, Input::Chess(ChessInput::CommentBefore(text.into())));
    }
    assert!(flat(&player).contains("({Or} 1... c5 2. Nf3)"), "{}", flat(&player));
    let player = player.plays("Ctrl+Z");
    assert_eq!(written(&player), GAME);
}

#[test]
fn a_comment_before_a_move_that_the_charset_lacks_asks_to_convert_the_file() {
    let mut player = Player::with(GAME);
    let latin = b"[Event \"Caf\xe9\"]\n\n1. e4 e5 *\n".to_vec();
    give(
        &mut player,
        Input::Opened(study::Opened {
            file: study::FileName { name: "latin.pgn".into(), path: None, identity: "latin".into() },
            bytes: latin,
            autosaved: None,
        }),
    );
    let mut player = player.plays("Right");
    give(&mut player, Input::Chess(ChessInput::CommentBefore("好".into())));
    assert!(matches!(
        player.effects.as_slice(),
        [Effect::Ask(study::Question::ConvertToUtf8 { character: '好', .. })]
    ));
}

//! Edits of a game, undone and written.

use record::editor::apply;
use record::pgn::{Brush, Game, MoveTarget, Outcome, Pgn, Shape};
use record::{Attachment, Cursor, DoesNotFit, Edit, EditOf, Editor, NodeId};
use rules::chess::{Color, Square};

use crate::shown::shown;

const TEXT: &str = "[Event \"Club\"]\n[White \"Ann\"]\n\n1. e4 ! {yes [%clk 0:01:00]} e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *\n";

fn game() -> (Pgn, Game) {
    let file = Pgn::read(TEXT.as_bytes().to_vec());
    let game = file.game(0).unwrap();
    (file, game)
}

fn at(game: &Game, path: &str) -> NodeId {
    game.tree().follow(game.root(), &path.parse().unwrap(), |_| true).unwrap()
}

fn play(game: &mut Game, node: NodeId, san: &str) -> NodeId {
    let mv = game.position(node).unwrap().read_move(san).unwrap();
    game.play(node, mv).unwrap()
}

#[test]
fn every_edit_can_be_undone_byte_for_byte() {
    let changes: Vec<fn(&mut Game) -> EditOf<Game>> = vec![
        |game| Edit::Cut { node: at(game, "0.1") },
        |game| Edit::Reorder { node: at(game, "0.1"), index: 0 },
        |game| game.comment_edit(at(game, "0"), "other words"),
        |game| game.nags_edit(at(game, "0"), &[3, 14]),
        |game| game.shapes_edit(at(game, "0"), &[Shape { brush: Brush::Red, from: Square::E4, to: None }]),
        |game| game.tag_edit("White", "Bob"),
        |game| game.tag_edit("Round", "7"),
        |game| game.result_edit(Outcome::Won(Color::Black)),
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let (mut file, mut game) = game();
        let edit = change(&mut game);
        let back = apply(&mut game, edit).unwrap();
        assert!(game.is_changed(), "change {n}");
        let there = shown(&game);
        let forth = apply(&mut game, back).unwrap();
        assert!(!game.is_changed(), "change {n} taken back");
        file.replace(0, &game).unwrap();
        assert_eq!(file.write(), file.to_utf8().write());
        assert_eq!(file.write(), TEXT.as_bytes());
        apply(&mut game, forth).unwrap();
        assert_eq!(shown(&game), there, "change {n} made again");
    }
}

#[test]
fn a_changed_game_is_written_in_export_format() {
    let (mut file, mut game) = game();
    let e4 = at(&game, "0");
    let nf3 = at(&game, "0.1.0");
    play(&mut game, nf3, "d6");
    let edit = game.comment_edit(e4, "best by test");
    game.change(edit);
    file.replace(0, &game).unwrap();
    let text = String::from_utf8(file.write()).unwrap();
    assert_eq!(
        text,
        "[Event \"Club\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n[Result \"*\"]\n\n\
         1. e4 $1 {best by test [%clk 0:01:00]} 1... e5 (1... c5 {sharp} 2. Nf3 d6) 2.\nNf3 *\n"
    );
}

#[test]
fn blacks_move_has_a_number_only_after_a_note() {
    for moves in [
        "1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *",
        "1. e4 (1. d4 {closed} 1... d5) (1. c4 $5 e5) 1... e5 *",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5) 2... d6) 2. Nf3 *",
    ] {
        let text = Game::read(moves).unwrap().to_text();
        assert_eq!(text.split_once("\n\n").unwrap().1.trim_end(), moves);
    }
}

#[test]
fn other_games_are_unchanged() {
    let text = "%head\n1.e4 *\n\nprose\n\n1.d4 {x} *\n\n1.c4 *\ntail";
    let mut file = Pgn::read(text.as_bytes().to_vec());
    let mut game = file.game(1).unwrap();
    let edit = game.nags_edit(at(&game, "0"), &[1]);
    game.change(edit);
    file.replace(1, &game).unwrap();
    let written = String::from_utf8(file.write()).unwrap();
    assert!(written.starts_with("%head\n1.e4 *\n\nprose\n\n[Event \"?\"]"), "{written}");
    assert!(written.ends_with("1. d4 $1 {x} *\n\n1.c4 *\ntail"), "{written}");
    file.add(&Game::read("1. b4 *").unwrap()).unwrap();
    assert_eq!(Pgn::read(file.write()).len(), 4);
}

#[test]
fn drawing_keeps_text_and_clocks() {
    let (_, mut game) = game();
    let e4 = at(&game, "0");
    let shapes = [
        Shape { brush: Brush::Green, from: Square::E2, to: Some(Square::E4) },
        Shape { brush: Brush::Yellow, from: Square::D5, to: None },
    ];
    let edit = game.shapes_edit(e4, &shapes);
    game.change(edit);
    assert_eq!(shown(&game), "e4 $1 {yes [%csl Yd5][%cal Ge2e4][%clk 0:01:00]} e5 (c5 {sharp} Nf3) Nf3");
    let edit = game.shapes_edit(e4, &[]);
    game.change(edit);
    assert_eq!(shown(&game), "e4 $1 {yes [%clk 0:01:00]} e5 (c5 {sharp} Nf3) Nf3");
}

#[test]
fn an_existing_move_is_not_added_twice() {
    let (_, game) = game();
    let mv = game.mv(at(&game, "0.1")).unwrap();
    assert_eq!(game.move_target(at(&game, "0"), mv), Ok(MoveTarget::Existing(at(&game, "0.1"))));
    assert!(game.move_target(at(&game, "0.0"), mv).is_err());
}

#[test]
fn text_that_does_not_fit_the_charset_is_refused_and_utf8_offered() {
    let bytes = b"[White \"M\xfcller\"]\r\n\r\n1. e4 {sch\xf6n} *\r\n".to_vec();
    let mut file = Pgn::read(bytes);
    let mut game = file.game(0).unwrap();
    let edit = game.comment_edit(at(&game, "0"), "\u{bd}, na\u{ef}ve");
    game.change(edit);
    file.replace(0, &game).unwrap();
    let written = file.write();
    let has = |part: &[u8]| written.windows(part.len()).any(|w| w == part);
    assert!(has(b"M\xfcller\"]\r\n") && has(b"{\xbd, na\xefve}"));
    let edit = game.comment_edit(at(&game, "0"), "n\u{1b0}\u{1edb}c hay");
    game.change(edit);
    let charset = file.charset().name();
    assert_eq!(file.replace(0, &game), Err(DoesNotFit { charset, character: '\u{1b0}' }));
    let mut file = file.to_utf8();
    assert_eq!(file.tag(0, "White").unwrap(), "M\u{fc}ller");
    let mut game = file.game(0).unwrap();
    let edit = game.comment_edit(at(&game, "0"), "n\u{1b0}\u{1edb}c hay");
    game.change(edit);
    file.replace(0, &game).unwrap();
    assert_eq!(shown(&Pgn::read(file.write()).game(0).unwrap()), "e4 {n\u{1b0}\u{1edb}c hay}");
}

#[test]
fn a_move_number_larger_than_any_game_is_written_as_it_is() {
    let text = "[FEN \"4k3/8/8/8/8/8/P7/4K3 b - - 0 4294967295\"]\n\nKd7 a3 *\n";
    let game = Pgn::read(text.as_bytes().to_vec()).game(0).unwrap();
    assert!(game.to_text().contains("4294967295... Kd7 4294967296. a3"), "{}", game.to_text());
}

#[test]
fn an_editor_navigates_edits_and_undoes_everything() {
    let (mut file, game) = game();
    let root = game.root();
    let mut editor = Editor::new(game, root);
    editor.to_end();
    let here = editor.position().clone().unwrap();
    assert_eq!(here.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    let nc6 = here.read_move("Nc6").unwrap();
    let Ok(MoveTarget::New(text)) = editor.game().move_target(editor.here(), nc6) else {
        panic!("Nc6 is new")
    };
    let node = editor.add_detached(text);
    let attachment = Attachment { parent: editor.here(), index: usize::MAX, preferred: true };
    editor.apply(vec![Edit::Attach { node, attachment }], node).unwrap();
    editor.apply(vec![editor.game().comment_edit(node, "natural")], node).unwrap();
    assert_eq!(shown(editor.game()), "e4 $1 {yes [%clk 0:01:00]} e5 (c5 {sharp} Nf3) Nf3 Nc6 {natural}");
    assert!(editor.is_dirty() && editor.game().is_changed());
    assert!(editor.undo() && editor.undo());
    file.replace(0, editor.game()).unwrap();
    assert_eq!(file.write(), TEXT.as_bytes());
}

#[test]
fn pretty_keeps_what_is_between_the_games() {
    let text = "%evochess 1\n%second\n1.e2-e4 *\nprose\n1.d4 *\n\n\n[White \"Cy\"]\n\n1.c4 *\ntail\n\n";
    let pretty = Pgn::read(text.as_bytes().to_vec()).pretty();
    assert!(pretty.starts_with("%evochess 1\n%second\n\n[Event \"?\"]"), "{pretty}");
    assert!(
        pretty.contains("1. e4 *\n\nprose\n\n[Event") && pretty.ends_with("1. c4 *\n\ntail\n"),
        "{pretty}"
    );
    let wide: Vec<u8> = "\u{feff}%top\n1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(Pgn::read(wide).pretty().starts_with("%top\n\n[Event"));
}

#[test]
fn comments_after_the_result_are_written_once_each_however_many_there_are() {
    let comments = (0..50_000).map(|n| format!(" {{c{}}}", n % 7)).collect::<String>();
    let game = Game::read(&format!("1. e4 (1. d4 d5) e5 *{comments}\n")).unwrap();
    // Comparing every comment with all before it took minutes.
    assert!(game.to_text().ends_with(&format!("1... e5 *{comments}")));
}

use rules::chess::Square;

use super::*;
use crate::pgn::{Brush, Pgn, Shape};
use crate::sgf::Charset;
use crate::{GameRecord, Refusal};

const TWO: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 *\n\n\
                   [White \"Cid\"]\n\n1. d4   d5 {odd  spaces} 1-0\n";

fn record(text: &str) -> ChessRecord {
    ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
}

fn text(record: &ChessRecord) -> String {
    String::from_utf8(record.write()).unwrap()
}

/// On one line, without the writer's line breaks.
fn flat(record: &ChessRecord) -> String {
    text(record).replace('\n', " ")
}

fn squares(from: &str, to: &str) -> (Square, Square) {
    (from.parse().unwrap(), to.parse().unwrap())
}

fn put(record: &mut ChessRecord, from: &str, to: &str) -> Result<crate::NodeId, Refusal> {
    let (from, to) = squares(from, to);
    record.put(from, to, None)
}

#[test]
fn navigating_and_undoing_everything_leaves_every_byte() {
    let mut game = record(TWO);
    game.to_end();
    put(&mut game, "b8", "c6").unwrap();
    game.set_comment("developing").unwrap();
    game.toggle_nag(1).unwrap();
    let (from, to) = squares("c6", "d4");
    game.set_shapes(&[Shape { brush: Brush::Red, from, to: Some(to) }]).unwrap();
    assert!(game.is_dirty());
    assert!(flat(&game).contains("2. Nf3 Nc6 $1 {developing [%cal Rc6d4]} *"), "{}", text(&game));
    assert!(text(&game).ends_with("1. d4   d5 {odd  spaces} 1-0\n"), "the other game is unchanged");
    while game.undo() {}
    assert!(!game.is_dirty());
    assert_eq!(text(&game), TWO);
    while game.redo() {}
    assert!(text(&game).contains("[%cal Rc6d4]"));
}

#[test]
fn an_existing_move_is_followed_and_a_new_one_becomes_a_branch() {
    let mut game = record(TWO);
    put(&mut game, "e2", "e4").unwrap();
    put(&mut game, "c7", "c5").unwrap();
    assert!(!game.is_dirty(), "the variation already existed");
    game.back();
    put(&mut game, "e7", "e6").unwrap();
    assert!(flat(&game).contains("(1... c5 2. Nf3) (1... e6)"), "{}", text(&game));
    assert_eq!(put(&mut game, "e6", "e5"), Err(ChessRefusal::Illegal.into()));
    assert_eq!(game.numbered_san(game.here()).as_deref(), Some("1... e6"));
}

#[test]
fn each_game_of_a_file_has_its_own_undo_history() {
    let mut game = record(TWO);
    game.forward();
    game.set_comment("changed").unwrap();
    let first = game.revision();
    assert!(game.open_game(1));
    assert_eq!((game.number(), game.revision(), game.is_dirty()), (1, first, true));
    game.to_end();
    game.set_comment("").unwrap();
    let written = flat(&game);
    assert!(written.contains("{changed}") && !written.contains("odd  spaces"), "{written}");
    game.saved(game.revision());
    assert!(!game.is_dirty());
    assert!(game.open_game(0) && game.undo() && game.is_dirty());
    assert!(!game.open_game(7));
}

#[test]
fn a_save_that_came_too_late_leaves_the_file_dirty() {
    let mut game = record(TWO);
    game.forward();
    game.set_comment("one").unwrap();
    let written = game.revision();
    game.cursor_mut().end_typing();
    game.set_comment("two").unwrap();
    game.saved(written);
    assert!(game.is_dirty());
}

#[test]
fn a_node_has_one_nag_about_the_move_and_one_about_the_position() {
    let mut game = record(TWO);
    assert_eq!(game.toggle_nag(1), Err(Refusal::Start));
    game.forward();
    for nag in [16, 1, 4, 14, 146] {
        game.toggle_nag(nag).unwrap();
    }
    assert_eq!(game.nags(), [4, 14, 146]);
    game.toggle_nag(4).unwrap();
    assert_eq!(game.nags(), [14, 146]);
}

#[test]
fn a_branch_is_cut_and_pasted_with_its_comments() {
    let mut game = record("1. e4 e5 2. Nf3 {well} Nc6 (2... d6 $6) *");
    for _ in 0..3 {
        game.forward();
    }
    let clip = game.cut().unwrap().unwrap();
    assert!(!text(&game).contains("Nf3"));
    game.paste(&clip).unwrap();
    let written = flat(&game);
    assert!(written.contains("1. e4 e5 2. Nf3 {well} 2... Nc6 (2... d6 $6) *"), "{written}");
    game.to_move(1).unwrap();
    assert_eq!(game.paste(&clip), Err(ChessRefusal::Illegal.into()));
}

#[test]
fn a_part_begins_with_the_position_at_the_cursor() {
    let mut game = record(TWO);
    game.forward();
    let part = String::from_utf8(game.file_from_here().unwrap()).unwrap().replace('\n', " ");
    assert!(part.contains("[White \"Ann\"]") && part.contains("[FEN \"rnbqkbnr/pppppppp"), "{part}");
    assert!(part.contains("1... e5 (1... c5 2. Nf3) 2. Nf3 *"), "{part}");
}

#[test]
fn moves_and_comments_are_found() {
    let mut game = record(TWO);
    game.to_move(2).unwrap();
    assert_eq!(game.numbered_san(game.here()).as_deref(), Some("2. Nf3"));
    game.to_previous_comment().unwrap();
    assert_eq!(game.comment(), "king's pawn");
    game.find("c5").unwrap();
    assert_eq!(game.numbered_san(game.here()).as_deref(), Some("1... c5"));
    game.find("KING").unwrap();
    assert_eq!(game.comment(), "king's pawn");
    assert_eq!(game.to_move(9), Err(Refusal::NotFound));
    assert_eq!(game.find("zugzwang"), Err(Refusal::NotFound));
}

#[test]
fn text_that_the_charset_lacks_is_refused_until_the_file_is_converted() {
    let latin = b"[White \"J\xfcrgen\"]\n\n1. e4 e5 *\n";
    let mut game = ChessRecord::open(Pgn::read(latin.to_vec()), 0);
    game.forward();
    assert!(matches!(game.set_comment("好"), Err(Refusal::DoesNotFit(_))));
    game.convert_to_utf8().unwrap();
    game.set_comment("好").unwrap();
    assert!(text(&game).contains("Jürgen") && text(&game).contains("{好}"));
}

#[test]
fn a_conversion_is_undone_and_redone() {
    let latin = b"[White \"J\xfcrgen\"]\n\n1. e4 e5 *\n\n[White \"Bj\xf6rn\"]\n\n1. d4 *\n";
    let mut game = ChessRecord::open(Pgn::read(latin.to_vec()), 0);
    game.convert_to_utf8().unwrap();
    let converted = game.write();
    assert_eq!(
        String::from_utf8(converted.clone()).unwrap(),
        String::from_utf8_lossy(latin).replace("J\u{fffd}", "Jü").replace("j\u{fffd}", "jö")
    );
    assert!(game.is_dirty() && game.charset() == Charset::Utf8);
    assert!(game.undo());
    assert_eq!(game.write(), latin);
    assert!(!game.is_dirty() && game.charset().name() == "windows-1252");
    assert!(game.redo());
    assert_eq!(game.write(), converted);
    game.open_game(1);
    assert_eq!(game.write(), converted, "another game of the file is open");
    game.saved(game.revision());
    game.open_game(0);
    assert!(!game.is_dirty() && game.undo() && game.is_dirty());
    assert_eq!(game.write(), latin);
}

#[test]
fn text_beyond_the_charset_of_another_game_is_kept_when_the_conversion_is_undone() {
    let latin = b"[White \"J\xfcrgen\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
    let mut game = ChessRecord::open(Pgn::read(latin.to_vec()), 0);
    game.convert_to_utf8().unwrap();
    game.open_game(1);
    game.set_comment("好").unwrap();
    game.open_game(0);
    assert!(game.undo());
    assert!(text(&game).contains("Jürgen") && text(&game).contains("{好}"));
}

#[test]
fn tags_are_one_step_and_the_result_goes_with_its_tag() {
    let mut game = record(TWO);
    let tags = [("White", "Eve"), ("Result", "0-1"), ("Annotator", "Me")];
    game.set_tags(&tags.map(|(name, value)| (name.to_owned(), value.to_owned()))).unwrap();
    let written = flat(&game);
    assert!(written.contains("[White \"Eve\"]") && written.contains("[Annotator \"Me\"]"), "{written}");
    assert!(written.contains("2. Nf3 0-1"), "{written}");
    assert!(game.undo());
    assert_eq!(text(&game), TWO);
}

#[test]
fn an_empty_file_is_an_empty_game() {
    let mut game = record("");
    put(&mut game, "e2", "e4").unwrap();
    assert!(text(&game).contains("1. e4 *"));
}

#[test]
fn a_line_is_added_as_one_step_and_follows_what_is_there() {
    let mut game = record(TWO);
    let line = |texts: &[&str]| {
        let position = rules::chess::Position::initial();
        position.read_engine_line(texts.iter().copied()).into_iter().map(|mv| mv.mv).collect::<Vec<_>>()
    };
    game.add_line(&line(&["e2e4", "e7e5", "f2f4", "e5f4"])).unwrap();
    assert!(flat(&game).contains("2. Nf3 (2. f4 exf4)"), "{}", text(&game));
    assert_eq!(game.here(), game.root(), "the cursor stays");
    game.add_line(&line(&["e2e4", "c7c5"])).unwrap();
    game.undo();
    assert!(!game.is_dirty(), "the second line was there already, so one step undoes all");
    assert_eq!(text(&game), TWO);
    assert!(game.add_line(&line(&["e2e4", "e7e5", "f2f4"])[1..]).is_err(), "Black does not begin");
}

#[test]
fn the_moves_to_the_cursor_are_those_that_were_played() {
    let mut game = record(TWO);
    game.to_end();
    let (start, moves) = game.moves_here().unwrap();
    assert_eq!((start, moves.len()), (&rules::chess::Position::initial(), 3));
    assert_eq!(record("1. e4 e4 2. d4 *").moves_here().map(|(_, moves)| moves.len()), Some(0));
}

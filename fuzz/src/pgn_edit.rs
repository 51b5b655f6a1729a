//! After any edits of a chess record, undoing all of them restores every byte. Before that, the comments are written so that
//! they are read back as they are.

use record::pgn::{Game, Pgn};
use record::{ChessRecord, GameRecord};

const FILE: &[u8] =
    b"[White \"J\xfcrgen\"]\n\n1. e4  {a} e5 (1... c5 2. Nf3 (2. c3 $5)) 2. Nf3 Nc6 *\n\n1. d4 d5 *\n";

pub(crate) fn check(keys: &[u8]) {
    let mut record = ChessRecord::open(Pgn::read(FILE.to_vec()), 0);
    for key in keys {
        press(&mut record, *key);
    }
    check_comments(record.game());
    for number in 0..2 {
        record.open_game(number);
        while record.undo() {}
    }
    assert_eq!(record.write(), FILE);
}

fn check_comments(game: &Game) {
    let comments = |game: &Game| -> Vec<String> {
        game.tree().preorder(game.root()).map(|node| game.comment(node)).collect()
    };
    let written = game.to_text();
    let again = Game::read(&written).expect("a written game can be read");
    assert_eq!(comments(&again), comments(game), "{written}");
}

/// Pieces of a comment, typed one after the other.
const TYPED: [&str; 16] = [
    "word ",
    "[%csl Ge4]",
    "[%cal ",
    "Ge2e4]",
    "[%clk 0:01:00]",
    "[%odd]",
    "[",
    "]",
    "{",
    "}",
    ";",
    "\n",
    "\n\n",
    "%",
    "[Event \"x\"]",
    "*",
];

fn press(record: &mut ChessRecord, key: u8) {
    let value = u32::from(key >> 4);
    match key & 15 {
        0 => drop(record.forward()),
        1 => drop(record.back()),
        2 => drop(record.choose_branch(value % 2 == 0)),
        3 => drop(record.set_comment(&(record.comment() + TYPED[value as usize]))),
        4 => drop(record.toggle_nag(value)),
        5 => drop(record.cut()),
        6 => drop(record.move_branch(value % 2 == 0)),
        7 => drop(record.make_main_line()),
        8 => drop(record.remove_other_variations()),
        9 => drop(record.undo()),
        10 => drop(record.redo()),
        11 => drop(record.open_game(value as usize % 2)),
        12 => drop(record.copy().and_then(|clip| record.paste(&clip))),
        13 if value == 0 => drop(record.clear_comment()),
        13 => drop(record.convert_to_utf8()),
        _ => {
            let moves = record.position().map(|position| position.legal_moves()).unwrap_or_default();
            if let Some(mv) = moves.get(value as usize) {
                drop(record.play(*mv));
            }
        }
    }
}

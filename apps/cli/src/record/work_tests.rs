//! The work for a file grows in proportion to its games and nodes.

use std::fmt::Write;

use flashcards::{Deck, Settings};
use record::GameRecord;
use record::go::{GoRecord, check};
use record::pgn::Pgn;
use record::sgf;

use super::{chess, json, show};
use crate::allocations::assert_linear;

type Generate = fn(usize) -> Vec<u8>;

const GO: [(&str, Generate); 4] = [
    ("Go games", |count| "(;SZ[9]PB[Ann];B[aa];W[bb];B[zz])".repeat(count).into_bytes()),
    ("Go moves", |count| nested(count, ";B[aa];W[bb]", "")),
    ("nested variations", |count| nested(count, "(;B[aa]", ")")),
    ("variations", |count| nested(count, "(;B[aa]C[x])", "")),
];

const CHESS: [(&str, Generate); 4] = [
    ("chess games", |count| {
        "[White \"Ann\"]\n\n1. e4 (1. d4) e5 {x} 2. Ke4 *\n\n".repeat(count).into_bytes()
    }),
    ("chess moves", |count| {
        let moves = (0..count).fold(String::new(), |mut text, n| {
            let _ = write!(text, "{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2);
            text
        });
        format!("[White \"Ann\"]\n\n{moves}*\n").into_bytes()
    }),
    ("chess variations", |count| format!("1. e4 {} e5 *\n", "(1. d4 d5) ".repeat(count)).into_bytes()),
    ("comments after the result", |count| format!("1. e4 *{}\n", " {x}".repeat(count)).into_bytes()),
];

fn nested(count: usize, node: &str, close: &str) -> Vec<u8> {
    format!("(;SZ[9]{}{})", node.repeat(count), close.repeat(count)).into_bytes()
}

#[test]
fn twice_the_go_record_is_twice_the_work() {
    for (what, generate) in GO {
        let read = |bytes: &[u8]| sgf::read(bytes).unwrap();
        assert_linear(&format!("show {what}"), generate, |bytes| {
            show::everything(read(bytes), 0..usize::MAX, &[])
        });
        assert_linear(&format!("show --json {what}"), generate, |bytes| {
            json::document(&read(bytes), 0..read(bytes).games().len(), &[])
        });
        assert_linear(&format!("check {what}"), generate, |bytes| check(&read(bytes)));
        assert_linear(&format!("fmt --pretty {what}"), generate, |bytes| read(bytes).pretty());
        assert_linear(&format!("draw --at {what}"), generate, |bytes| {
            let mut record = GoRecord::open(read(bytes), 0);
            let last = record.tree().main_line(record.root()).last().unwrap();
            record.go_to(last);
        });
    }
}

#[test]
fn twice_the_chess_record_is_twice_the_work() {
    for (what, generate) in CHESS {
        let read = |bytes: &[u8]| Pgn::read(bytes.to_vec());
        assert_linear(&format!("show {what}"), generate, |bytes| {
            let file = read(bytes);
            chess::everything(&file, 0..file.len()).map(|text| text.len()).sum::<usize>()
        });
        assert_linear(&format!("show --json {what}"), generate, |bytes| {
            let file = read(bytes);
            chess::document(&file, 0..file.len())
        });
        assert_linear(&format!("check {what}"), generate, |bytes| chess::findings(&read(bytes)).count());
        assert_linear(&format!("fmt --pretty {what}"), generate, |bytes| read(bytes).pretty());
        assert_linear(&format!("draw --at {what}"), generate, |bytes| {
            let game = read(bytes).game(0).unwrap();
            let last = game.tree().main_line(game.root()).last().unwrap();
            game.position(last)
        });
    }
}

/// Positions that differ in the score, each with an analysis of two plays.
fn analyses(count: usize) -> Vec<u8> {
    let plays = "    1. 3-ply  8/5 6/5  eq:+0.162\n    2. 3-ply  24/20  eq:-0.016 (-0.178)\n\n";
    let position = |n: usize| {
        format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:{}:{}:0:99:10\n\n{plays}\n", n / 90, n % 90)
    };
    (0..count).map(position).collect::<String>().into_bytes()
}

#[test]
fn twice_the_analyses_are_twice_the_work() {
    assert_linear("deck", analyses, |bytes| {
        let deck = Deck::new(flashcards::read(bytes).decisions(), &Settings::default());
        flashcards::package(&deck, 0).unwrap()
    });
}

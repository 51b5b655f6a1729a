//! Chess files of real players: every one is written back byte for byte, and its moves and positions are those that
//! python-chess finds, if it can read the game.
//! Without the corpus this is skipped, except in CI.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use e2e::corpus_files;
use record::pgn::{Game, Pgn, Start};
use rules::chess::Position;

fn read(path: &PathBuf) -> (Vec<u8>, Pgn) {
    let bytes = std::fs::read(path).unwrap();
    (bytes.clone(), Pgn::read(bytes))
}

#[test]
fn every_file_is_written_back_byte_for_byte() {
    for path in corpus_files("pgn", "pgn").unwrap() {
        let (bytes, mut file) = read(&path);
        for n in 0..file.len() {
            let game = file.game(n).unwrap();
            file.replace(n, &game).unwrap();
        }
        assert!(file.write() == bytes, "{} differs", path.display());
    }
}

/// Depth and move of every move that can be played, in the order of the file, and the position where a line ends.
fn played(game: &Game) -> Vec<(usize, String, String)> {
    let Some(start) = game.position(game.root()) else { return Vec::new() };
    let mut moves = Vec::new();
    let mut line: Vec<Option<Position>> = vec![Some(start)];
    let mut depths = HashMap::from([(game.root(), 0)]);
    for node in game.tree().preorder(game.root()).skip(1) {
        let depth: usize = depths[&game.tree().parent(node).unwrap()] + 1;
        depths.insert(node, depth);
        line.truncate(depth);
        let before = line[depth - 1].clone();
        let after = before.as_ref().zip(game.mv(node)).and_then(|(here, mv)| here.play(mv).ok());
        if let (Some(before), Some(after), Some(mv)) = (before, &after, game.mv(node)) {
            let continues = game.tree().children(node).any(|child| game.mv(child).is_some());
            let fen = if continues { String::new() } else { after.fen() };
            moves.push((depth, before.uci(mv), fen));
        }
        line.push(after);
    }
    moves
}

#[derive(serde::Deserialize)]
struct Theirs {
    errors: usize,
    nodes: Vec<(usize, String, String)>,
}

/// What python-chess reads from these texts.
fn referee(texts: &[String]) -> Vec<Theirs> {
    let python = e2e::python().expect("Python with the reference parsers");
    let script = e2e::workspace().join("e2e/referees/read_pgn.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the referee starts");
    let input = serde_json::to_vec(texts).expect("texts are JSON");
    child.stdin.take().expect("it listens").write_all(&input).expect("it reads until the end of input");
    let output = child.wait_with_output().expect("it answers");
    assert!(output.status.success(), "the referee failed");
    serde_json::from_slice(&output.stdout).expect("its answer is JSON")
}

/// python-chess allows null moves in check and positions without kings; we do not.
fn is_stricter(game: &Game) -> bool {
    let passes = |node| game.mv(node).is_none() && game.written_move(node) == "--";
    !matches!(game.start(), Start::Position(_)) || game.tree().preorder(game.root()).any(passes)
}

#[test]
fn moves_and_positions_are_those_of_python_chess() {
    let files: Vec<(PathBuf, Pgn)> =
        corpus_files("pgn", "pgn").unwrap().into_iter().map(|path| (path.clone(), read(&path).1)).collect();
    let all = || files.iter().flat_map(|(path, file)| (0..file.len()).map(move |n| (path, file, n)));
    let texts: Vec<String> = all().map(|(_, file, n)| file.text(n).unwrap().into_owned()).collect();
    if texts.is_empty() {
        return;
    }
    let (mut compared, mut moves) = (0, 0);
    for ((path, file, n), theirs) in all().zip(referee(&texts)) {
        let game = file.game(n).unwrap();
        if theirs.errors == 0 && !is_stricter(&game) {
            let ours = played(&game);
            assert_eq!(ours, theirs.nodes, "{}, game {n}", path.display());
            (compared, moves) = (compared + 1, moves + ours.len());
        }
    }
    println!("{compared} of {} games compared, {moves} moves", texts.len());
    assert!(compared * 100 > texts.len() * 97, "too few: {compared} of {}", texts.len());
}

//! Puzzles of real collections: playing the main line, and the main line of every variation, solves each of them.
//! Chess problems and Go problems go through the same trainer. Without the corpus this is skipped, except in CI.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use drill::chess::Drop;
use drill::{Attempt, AttemptInput, AttemptOutput, Board, Mode, Puzzle, Settings};
use moment::Moment;
use record::go::GoFile;
use record::pgn::Pgn;
use rules::chess;
use rules::go::Move;

/// Plays the puzzle's first move wherever a move is expected, as the input that `drop` makes of it.
fn solve<B: Board + Debug>(
    puzzle: Puzzle<B>,
    drop: impl Fn(&B::Move) -> Option<AttemptInput<B>>,
    name: &str,
) {
    let mut attempt = Attempt::new(puzzle.into(), Settings::default());
    let mut now = Moment::ORIGIN;
    attempt.handle(now, AttemptInput::Start);
    while !attempt.is_done() {
        if let Some(deadline) = attempt.deadline() {
            now = deadline;
            attempt.handle(now, AttemptInput::Wake);
            continue;
        }
        assert!(matches!(attempt.mode(), Mode::YourTurn), "{name}: {:?}", attempt.mode());
        let puzzle = attempt.puzzle();
        let wanted = puzzle.mv(puzzle.children(attempt.puzzle_node())[0]).unwrap().clone();
        let input = drop(&wanted).unwrap_or_else(|| panic!("{name}: {wanted:?} cannot be dropped"));
        now += Duration::from_secs(1);
        let outputs = attempt.handle(now, input);
        let is_refused = outputs.iter().any(|output| matches!(output, AttemptOutput::Refused));
        assert!(!is_refused, "{name}: {wanted:?} is refused");
    }
    let outcome = attempt.outcome(now);
    assert!(outcome.right && outcome.mistakes == 0, "{name}: {outcome:?}");
}

fn chess_drop(mv: &chess::Move) -> Option<AttemptInput<chess::Position>> {
    let step = mv.step()?;
    // If an ordinary king move to the same square exists, the king is dropped on the rook.
    let to = mv.rook().map_or(step.to, |rook| rook.from);
    Some(AttemptInput::Drop(Drop { from: step.from, to, promotion: mv.promotion() }))
}

fn go_drop(mv: &Move) -> Option<AttemptInput<rules::go::Position>> {
    match mv {
        Move::Place(at) => Some(AttemptInput::Drop(*at)),
        other => Some(AttemptInput::Move(*other)),
    }
}

#[test]
fn every_chess_puzzle_can_be_solved() {
    let mut solved = 0;
    for path in e2e::corpus_files("pgn", "pgn").unwrap() {
        let file = Pgn::read(std::fs::read(&path).unwrap());
        for n in 0..file.len().min(2000) {
            let Some(puzzle) = file.game(n).and_then(|game| drill::chess::puzzle(&game).ok()) else {
                continue;
            };
            let passes = |mv: &chess::Move| mv.step().is_none();
            if any_move(&puzzle, passes) {
                continue;
            }
            solve(puzzle, chess_drop, &name(&path, n));
            solved += 1;
        }
    }
    println!("{solved} chess puzzles solved");
}

#[test]
fn every_go_problem_can_be_solved() {
    let mut solved = 0;
    for path in e2e::corpus_files("sgf/problems", "sgf").unwrap() {
        let Ok(file) = record::sgf::read(&std::fs::read(&path).unwrap()) else { continue };
        let file = GoFile(file);
        for (n, root) in file.0.games().to_vec().into_iter().enumerate() {
            let Ok(puzzle) = drill::go::puzzle(&file, root) else { continue };
            solve(puzzle, go_drop, &name(&path, n));
            solved += 1;
        }
    }
    println!("{solved} Go problems solved");
}

/// Null moves occur in annotated games; they cannot be dropped.
fn any_move<B: Board>(puzzle: &Puzzle<B>, wanted: impl Fn(&B::Move) -> bool) -> bool {
    let mut waiting = vec![puzzle.root()];
    while let Some(place) = waiting.pop() {
        if puzzle.mv(place).is_some_and(&wanted) {
            return true;
        }
        waiting.extend(puzzle.children(place));
    }
    false
}

fn name(path: &Path, n: usize) -> String {
    format!("{}, game {}", path.file_name().unwrap_or_default().to_string_lossy(), n + 1)
}

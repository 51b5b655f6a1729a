//! What a file has to train with: its puzzles, and the games in which there is nothing to find.

use crate::puzzle::{Board, Puzzle};

#[derive(Clone, Debug)]
pub struct FoundPuzzles<B: Board> {
    /// With their numbers in the file, from 0.
    pub puzzles: Vec<(usize, Puzzle<B>)>,
    pub without_solution: Vec<GameWithoutSolution>,
}

/// A game without a move for the side that solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameWithoutSolution {
    /// In the file, from 0.
    pub number: usize,
    /// The players or the title; empty if the file has neither.
    pub name: String,
}

impl<B: Board> Default for FoundPuzzles<B> {
    fn default() -> FoundPuzzles<B> {
        FoundPuzzles { puzzles: Vec::new(), without_solution: Vec::new() }
    }
}

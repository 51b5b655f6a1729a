//! The puzzles of a session: in memory, or read when they are asked, because the positions of a large file would not fit
//! into memory.

use std::fmt;
use std::sync::Arc;

use crate::puzzle::{Board, Puzzle};

type Read<B> = Arc<dyn Fn(usize) -> Option<Arc<Puzzle<B>>> + Send + Sync>;

#[derive(Clone)]
pub struct SessionPuzzles<B: Board>(Source<B>);

#[derive(Clone)]
enum Source<B: Board> {
    InMemory(Vec<(usize, Arc<Puzzle<B>>)>),
    Read { numbers: Vec<usize>, read: Read<B> },
}

impl<B: Board> SessionPuzzles<B> {
    /// The puzzles with these numbers in the set, in the order in which they come, and how one is read.
    pub fn read_by(
        numbers: Vec<usize>,
        read: impl Fn(usize) -> Option<Arc<Puzzle<B>>> + Send + Sync + 'static,
    ) -> SessionPuzzles<B> {
        SessionPuzzles(Source::Read { numbers, read: Arc::new(read) })
    }

    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Source::InMemory(puzzles) => puzzles.len(),
            Source::Read { numbers, .. } => numbers.len(),
        }
    }

    /// The number in the set of the puzzle that comes at this place.
    pub(crate) fn number(&self, at: usize) -> Option<usize> {
        match &self.0 {
            Source::InMemory(puzzles) => puzzles.get(at).map(|(number, _)| *number),
            Source::Read { numbers, .. } => numbers.get(at).copied(),
        }
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter_map(|at| self.number(at))
    }

    /// None after the last, and for a puzzle that cannot be read again.
    pub(crate) fn get(&self, at: usize) -> Option<(usize, Arc<Puzzle<B>>)> {
        match &self.0 {
            Source::InMemory(puzzles) => puzzles.get(at).cloned(),
            Source::Read { numbers, read } => {
                numbers.get(at).and_then(|number| Some((*number, read(*number)?)))
            }
        }
    }
}

impl<B: Board> From<Vec<(usize, Arc<Puzzle<B>>)>> for SessionPuzzles<B> {
    fn from(puzzles: Vec<(usize, Arc<Puzzle<B>>)>) -> SessionPuzzles<B> {
        SessionPuzzles(Source::InMemory(puzzles))
    }
}

impl<B: Board> fmt::Debug for SessionPuzzles<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

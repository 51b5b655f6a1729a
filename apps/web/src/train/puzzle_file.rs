//! The puzzles of a file. A file may have a hundred thousand, so only their numbers and ids are kept, and a puzzle is read
//! when it is asked.

use std::sync::Arc;

use catalogue::{FileKind, recognise};
use drill::{
    GameWithoutSolution, PuzzleId, PuzzleIds, Session, SessionPuzzles, SessionSettings, SessionView,
};
use record::go::GoFile;
use record::pgn::Pgn;

use super::file_shapes::FileShapes;
use super::session_host::AnySession;

#[derive(Clone)]
enum Source {
    Chess(Arc<Pgn>),
    Go(Arc<GoFile>),
}

/// The puzzles of a file, in its order.
#[derive(Clone)]
pub struct Puzzles {
    source: Source,
    /// The number in the file of each puzzle's game.
    games: Arc<Vec<usize>>,
    ids: Arc<Vec<PuzzleId>>,
    without_solution: Arc<Vec<GameWithoutSolution>>,
}

/// A file whose puzzles are being found.
pub struct Reading {
    source: Source,
    count: usize,
    next: usize,
    games: Vec<usize>,
    ids: Vec<PuzzleId>,
    names: PuzzleIds,
    without_solution: Vec<GameWithoutSolution>,
}

impl Reading {
    /// None if the file has neither chess nor Go.
    pub fn new(name: &str, bytes: Vec<u8>) -> Option<Reading> {
        let source = match recognise(name, &bytes) {
            FileKind::ChessRecord => Source::Chess(Arc::new(Pgn::read(bytes))),
            FileKind::GoRecord => Source::Go(Arc::new(GoFile(record::sgf::read(&bytes).ok()?))),
            _ => return None,
        };
        let count = match &source {
            Source::Chess(file) => file.len(),
            Source::Go(file) => file.0.games().len(),
        };
        Some(Reading {
            source,
            count,
            next: 0,
            games: Vec::new(),
            ids: Vec::new(),
            names: PuzzleIds::default(),
            without_solution: Vec::new(),
        })
    }

    /// How many games have been looked at, and of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.count)
    }

    /// Looks at some more games.
    pub fn step(&mut self, games: usize) {
        for number in self.next..self.count.min(self.next + games) {
            let names = &mut self.names;
            let found = match &self.source {
                Source::Chess(file) => drill::chess::puzzle_in_file(file, number)
                    .map(|found| found.map(|puzzle| names.next(&puzzle))),
                Source::Go(file) => drill::go::puzzle_in_file(file, number)
                    .map(|found| found.map(|puzzle| names.next(&puzzle))),
            };
            match found {
                Some(Ok(id)) => {
                    self.games.push(number);
                    self.ids.push(id);
                }
                Some(Err(game)) => self.without_solution.push(game),
                None => {}
            }
        }
        self.next = self.count.min(self.next + games);
    }

    pub fn is_done(&self) -> bool {
        self.next >= self.count
    }

    /// The puzzles that were found.
    pub fn so_far(&self) -> Puzzles {
        Puzzles {
            source: self.source.clone(),
            games: Arc::new(self.games.clone()),
            ids: Arc::new(self.ids.clone()),
            without_solution: Arc::new(self.without_solution.clone()),
        }
    }
}

impl Puzzles {
    /// All puzzles of a small file; None if it has none.
    #[cfg(test)]
    pub fn read(name: &str, bytes: Vec<u8>) -> Option<Puzzles> {
        let mut reading = Reading::new(name, bytes)?;
        reading.step(usize::MAX - 1);
        Some(reading.so_far()).filter(|puzzles| puzzles.len() > 0)
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn ids(&self) -> &[PuzzleId] {
        &self.ids
    }

    /// The games of the file in which there is nothing to find.
    pub fn without_solution(&self) -> &[GameWithoutSolution] {
        &self.without_solution
    }

    /// The ids of the puzzles in the first games of the file.
    pub fn ids_in_first_games(&self, games: usize) -> &[PuzzleId] {
        let count = self.games.partition_point(|game| *game < games);
        self.ids.get(..count).unwrap_or_default()
    }

    /// A session of the puzzles with these indices.
    pub fn session(&self, indices: &[usize], settings: SessionSettings) -> AnySession {
        let (numbers, games) = (indices.to_vec(), self.games.clone());
        match &self.source {
            Source::Chess(file) => {
                let shapes = Arc::new(FileShapes::new(file.clone(), games.clone()));
                let file = file.clone();
                let read =
                    move |at: usize| drill::chess::puzzle_in_file(&file, *games.get(at)?)?.ok().map(Arc::new);
                let session = Session::of(SessionPuzzles::read_by(numbers, read), settings);
                AnySession::Chess(SessionView::new(session), shapes)
            }
            Source::Go(file) => {
                let file = file.clone();
                let read =
                    move |at: usize| drill::go::puzzle_in_file(&file, *games.get(at)?)?.ok().map(Arc::new);
                let session = Session::of(SessionPuzzles::read_by(numbers, read), settings);
                AnySession::Go(SessionView::new(session))
            }
        }
    }

    /// The whole file, for Study.
    pub fn file(&self) -> Vec<u8> {
        match &self.source {
            Source::Chess(file) => file.write(),
            Source::Go(file) => file.0.write(),
        }
    }

    /// The game of one puzzle as a file of its own, and its number in the file, from 1.
    pub fn game(&self, name: &str, at: usize) -> Option<(usize, Vec<u8>)> {
        let number = *self.games.get(at)?;
        Some((number + 1, catalogue::extract_game(name, &self.file(), number)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(count: usize) -> Vec<u8> {
        (0..count)
            .map(|n| format!("[Event \"{n}\"]\n\n1. {} *\n\n", ["e4", "d4", "c4"][n % 3]))
            .collect::<String>()
            .into_bytes()
    }

    #[test]
    fn a_file_of_any_number_of_games_is_read_in_steps() {
        let mut reading = Reading::new("large.pgn", pgn(6_001)).unwrap();
        reading.step(100);
        assert_eq!((reading.progress(), reading.is_done()), ((100, 6_001), false));
        while !reading.is_done() {
            reading.step(1_000);
        }
        let puzzles = reading.so_far();
        let mut ids = puzzles.ids().to_vec();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((puzzles.len(), ids.len()), (6_001, 6_001), "equal puzzles have ids of their own");
    }

    #[test]
    fn games_without_a_solution_are_left_out_and_keep_their_place_in_the_file() {
        let file = "1. e4 *\n\n[Event \"nothing\"]\n\n*\n\n1. d4 *\n\n".as_bytes().to_vec();
        let puzzles = Puzzles::read("a.pgn", file).unwrap();
        assert_eq!(puzzles.len(), 2);
        let left_out = GameWithoutSolution { number: 1, name: "nothing".to_owned() };
        assert_eq!(puzzles.without_solution(), [left_out]);
        let (number, game) = puzzles.game("a.pgn", 1).unwrap();
        assert_eq!((number, String::from_utf8_lossy(&game).contains("d4")), (3, true));
    }
}

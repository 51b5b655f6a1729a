//! The lesson on the board, of whichever game: what can be done to it, and what there is to see of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use drill::chess::Drop;
use drill::{
    Attempted, Board, EndReason, Hint, Input, Lesson, Output, Puzzle, Session, SessionInput, SessionOutput,
    SessionSettings, Side, Status, Summary, Told,
};
use record::NodeId;
use record::go::GoFile;
use record::pgn::{Brush, Pgn, Shape};
use rules::{chess, go};

use crate::language;

/// What a file draws on its positions, by the puzzle's place in the list and the node.
type Drawings = Arc<BTreeMap<(usize, NodeId), Vec<Shape>>>;

/// The puzzles of a file with their numbers in it.
#[derive(Clone)]
pub enum Puzzles {
    /// The last says how many games there were to choose from.
    Chess(Vec<(usize, Arc<Puzzle<chess::Position>>)>, Drawings, usize),
    Go(Vec<(usize, Arc<Puzzle<go::Position>>)>),
}

/// So many games of a file make a set; the positions of more would not fit into a browser's memory.
pub const MOST: usize = 5_000;

impl Puzzles {
    /// Chess where it is no SGF file, and nothing where there is nothing to find.
    pub fn read(bytes: Vec<u8>) -> Puzzles {
        let is_sgf = bytes.trim_ascii_start().first() == Some(&b'(') && bytes.contains(&b';');
        match is_sgf.then(|| record::sgf::read(&bytes).ok()).flatten() {
            Some(file) => Puzzles::Go(shared(drill::go::puzzles(&GoFile(file)))),
            None => {
                let file = Pgn::read(bytes);
                let puzzles = shared(drill::chess::first_puzzles(&file, MOST));
                let drawings = drawings(&file, &puzzles);
                Puzzles::Chess(puzzles, drawings, file.len())
            }
        }
    }

    /// The games that the file has, where they are too many for a set.
    pub fn too_many(&self) -> Option<usize> {
        match self {
            Puzzles::Chess(.., games) => Some(*games).filter(|games| *games > MOST),
            Puzzles::Go(_) => None,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Puzzles::Chess(puzzles, ..) => puzzles.len(),
            Puzzles::Go(puzzles) => puzzles.len(),
        }
    }

    /// A session of those whose places in the list are given.
    pub fn class(&self, places: &[usize], settings: SessionSettings) -> Class {
        match self {
            Puzzles::Chess(puzzles, drawings, _) => {
                let lesson = Lesson::new(Session::new(chosen(puzzles, places), settings));
                Class::Chess(lesson, drawings.clone())
            }
            Puzzles::Go(puzzles) => Class::Go(Lesson::new(Session::new(chosen(puzzles, places), settings))),
        }
    }
}

fn shared<B: Board>(puzzles: Vec<(usize, Puzzle<B>)>) -> Vec<(usize, Arc<Puzzle<B>>)> {
    puzzles.into_iter().map(|(number, puzzle)| (number, Arc::new(puzzle))).collect()
}

fn drawings(file: &Pgn, puzzles: &[(usize, Arc<Puzzle<chess::Position>>)]) -> Drawings {
    let mut all = BTreeMap::new();
    for (place, (number, _)) in puzzles.iter().enumerate() {
        // Few files have any, and reading every game twice would take its time.
        if !file.text(*number).is_some_and(|text| text.contains("[%c")) {
            continue;
        }
        let Some(game) = file.game(*number) else { continue };
        let nodes = game.tree().preorder(game.root()).map(|node| (node, game.shapes(node)));
        all.extend(
            nodes.filter(|(_, shapes)| !shapes.is_empty()).map(|(node, shapes)| ((place, node), shapes)),
        );
    }
    Arc::new(all)
}

/// A puzzle is known by its place in the list, which has no gaps.
fn chosen<B: Board>(puzzles: &[(usize, Arc<Puzzle<B>>)], places: &[usize]) -> Vec<(usize, Arc<Puzzle<B>>)> {
    places.iter().filter_map(|place| Some((*place, puzzles.get(*place)?.1.clone()))).collect()
}

pub enum Class {
    Chess(Lesson<chess::Position>, Drawings),
    Go(Lesson<go::Position>),
}

/// What can be done, whatever the game.
#[derive(Clone, Debug)]
pub enum Act {
    Start,
    Wake,
    Hint,
    Skip,
    Solution,
    Restart,
    Jump,
    Next,
    Retry,
    Pause,
    Resume,
    Stop,
    Typed(String),
    Choose(usize),
    Cancel,
    Drop(Drop),
    Point(go::Point),
}

/// What is to be heard or kept after an act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heard {
    Moved,
    Captured,
    Right,
    Wrong,
    Done(Attempted),
    Ended,
}

/// What there is to see, apart from the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub status: Status,
    pub line: Vec<Told>,
    pub puzzle: (usize, usize),
    pub number: usize,
    pub solver: Side,
    pub choices: Vec<String>,
    pub hint: Option<String>,
    pub done: Option<Attempted>,
    pub end: Option<(EndReason, Summary)>,
    pub is_paused: bool,
    pub is_automatic: bool,
    pub is_your_turn: bool,
    pub seconds: u64,
    /// How many positions the line of the puzzle has, to be walked when it is done.
    pub walk: usize,
}

macro_rules! each {
    ($class:expr, $lesson:ident => $act:expr) => {
        match $class {
            Class::Chess($lesson, _) => $act,
            Class::Go($lesson) => $act,
        }
    };
}

impl Class {
    pub fn act(&mut self, now: Duration, act: Act) -> Vec<Heard> {
        match (self, act) {
            (Class::Chess(lesson, _), Act::Drop(drop)) => {
                let out = lesson.handle(now, SessionInput::Puzzle(Input::Drop(drop)));
                heard(&out, |mv| mv.taken().is_some())
            }
            (Class::Go(lesson), Act::Point(at)) => {
                heard(&lesson.handle(now, SessionInput::Puzzle(Input::Drop(at))), |_| false)
            }
            (Class::Chess(lesson, _), act) => heard(&plain_act(lesson, now, act), |mv| mv.taken().is_some()),
            (Class::Go(lesson), act) => heard(&plain_act(lesson, now, act), |_| false),
        }
    }

    pub fn deadline(&self) -> Option<Duration> {
        each!(self, lesson => lesson.session().deadline())
    }

    pub fn failed(&self) -> Vec<usize> {
        each!(self, lesson => lesson.session().failed())
    }

    pub fn seen(&self, now: Duration) -> Seen {
        each!(self, lesson => seen(lesson, now))
    }
}

fn seen<B: Board>(lesson: &Lesson<B>, now: Duration) -> Seen {
    let spell = |mv: &B::Move| lesson.board.as_ref().map(|board| board.spell(mv)).unwrap_or_default();
    let session = lesson.session();
    let attempt = session.attempt();
    Seen {
        status: lesson.status,
        line: lesson.line.clone(),
        puzzle: lesson.puzzle,
        number: lesson.number,
        solver: lesson.solver,
        choices: lesson.choices.iter().map(spell).collect(),
        hint: lesson.hint_words(language::here()),
        done: lesson.done,
        end: lesson.end,
        is_paused: session.is_paused(),
        is_automatic: attempt.is_some_and(|attempt| attempt.is_automatic()),
        is_your_turn: lesson.is_your_turn(),
        seconds: session.time_left(now).as_millis().div_ceil(1000) as u64,
        walk: attempt.map_or(0, |attempt| main_line(attempt.puzzle()).len()),
    }
}

/// What the file draws where the puzzle stands, or at one step of its solution.
pub fn drawn(lesson: &Lesson<chess::Position>, drawings: &Drawings, walk: Option<usize>) -> Vec<Shape> {
    let shapes = || {
        let attempt = lesson.session().attempt()?;
        let puzzle = attempt.puzzle();
        let place = walk.map_or(Some(attempt.place()), |step| main_line(puzzle).get(step).copied())?;
        drawings.get(&(lesson.number, puzzle.node(place))).cloned()
    };
    shapes().unwrap_or_default()
}

/// The position and the move before it at one step of the solution.
pub fn walked<B: Board>(lesson: &Lesson<B>, step: usize) -> Option<(B, Option<B::Move>)> {
    let puzzle = lesson.session().attempt()?.puzzle();
    let place = *main_line(puzzle).get(step)?;
    Some((puzzle.board(place).clone(), puzzle.mv(place).cloned()))
}

fn main_line<B: Board>(puzzle: &Puzzle<B>) -> Vec<drill::Place> {
    std::iter::successors(Some(puzzle.root()), |place| puzzle.children(*place).first().copied()).collect()
}

fn plain_act<B: Board>(lesson: &mut Lesson<B>, now: Duration, act: Act) -> Vec<SessionOutput<B>> {
    let puzzle = SessionInput::Puzzle;
    let input = match act {
        Act::Typed(text) => return lesson.typed(now, &text),
        Act::Start => SessionInput::Start,
        Act::Wake => SessionInput::Wake,
        Act::Hint => puzzle(Input::Hint),
        Act::Skip => puzzle(Input::Skip),
        Act::Solution => puzzle(Input::ShowSolution),
        Act::Restart => puzzle(Input::Restart),
        Act::Jump => puzzle(Input::Jump),
        Act::Choose(n) => puzzle(Input::Choose(n)),
        Act::Cancel => puzzle(Input::Cancel),
        Act::Next => SessionInput::Next,
        Act::Retry => SessionInput::Retry,
        Act::Pause => SessionInput::Pause,
        Act::Resume => SessionInput::Resume,
        Act::Stop => SessionInput::Stop,
        // A hand on the board of the other game.
        Act::Drop(_) | Act::Point(_) => return Vec::new(),
    };
    lesson.handle(now, input)
}

fn heard<B: Board>(outputs: &[SessionOutput<B>], takes: impl Fn(&B::Move) -> bool) -> Vec<Heard> {
    let one = |output: &SessionOutput<B>| match output {
        SessionOutput::Puzzle(Output::Played { mv, .. }) if takes(mv) => Some(Heard::Captured),
        SessionOutput::Puzzle(Output::Played { .. }) => Some(Heard::Moved),
        SessionOutput::Puzzle(Output::Says(Status::Solved)) => Some(Heard::Right),
        SessionOutput::Puzzle(Output::Says(Status::Incorrect | Status::Mistake)) => Some(Heard::Wrong),
        SessionOutput::PuzzleDone(attempted) => Some(Heard::Done(*attempted)),
        SessionOutput::Ended { .. } => Some(Heard::Ended),
        _ => None,
    };
    outputs.iter().filter_map(one).collect()
}

/// What a hint points at on a chess board.
pub fn chess_hint(lesson: &Lesson<chess::Position>) -> Option<Shape> {
    let (hint, mv) = lesson.hint.as_ref()?;
    let step = mv.step()?;
    let to = (*hint == Hint::Arrow).then_some(step.to);
    Some(Shape { brush: Brush::Yellow, from: step.from, to })
}

//! A training session of either game behind one type: the commands it takes, and a snapshot to show.

use std::collections::BTreeMap;
use std::sync::Arc;

use catalogue::{FileKind, recognise};
use drill::chess::Drop;
use drill::{
    AttemptInput, AttemptOutput, Board, EndReason, FinishedAttempt, Hint, LineMove, Puzzle, Session,
    SessionInput, SessionOutput, SessionSettings, SessionView, Side, Status, Summary,
};
use moment::Moment;
use record::NodeId;
use record::go::GoFile;
use record::pgn::{Brush, Pgn, Shape};
use rules::{chess, go};

use crate::language;

/// Arrows and circles of the file, by the puzzle's index and the node.
type Drawings = Arc<BTreeMap<(usize, NodeId), Vec<Shape>>>;

/// The puzzles of a file with their numbers in it.
#[derive(Clone)]
pub enum Puzzles {
    /// The last field is the number of games in the file.
    Chess(Vec<(usize, Arc<Puzzle<chess::Position>>)>, Drawings, usize),
    Go(Vec<(usize, Arc<Puzzle<go::Position>>)>),
}

/// Games of a file beyond this number are left out: their positions would not fit into a browser's memory.
pub const MAX_GAMES: usize = 5_000;

impl Puzzles {
    /// The puzzles of a file; none if it has no solutions.
    pub fn read(name: &str, bytes: Vec<u8>) -> Puzzles {
        match recognise(name, &bytes) {
            FileKind::ChessRecord => Puzzles::of_chess(&Pgn::read(bytes)),
            FileKind::GoRecord => {
                let problems = record::sgf::read(&bytes).map(|file| drill::go::puzzles(&GoFile(file)));
                Puzzles::Go(shared(problems.unwrap_or_default()))
            }
            _ => Puzzles::Go(Vec::new()),
        }
    }

    fn of_chess(file: &Pgn) -> Puzzles {
        let puzzles = shared(drill::chess::first_puzzles(file, MAX_GAMES));
        let drawings = drawings(file, &puzzles);
        Puzzles::Chess(puzzles, drawings, file.len())
    }

    /// The number of games in the file, if it exceeds `MAX_GAMES`.
    pub fn too_many(&self) -> Option<usize> {
        match self {
            Puzzles::Chess(.., games) => Some(*games).filter(|games| *games > MAX_GAMES),
            Puzzles::Go(_) => None,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Puzzles::Chess(puzzles, ..) => puzzles.len(),
            Puzzles::Go(puzzles) => puzzles.len(),
        }
    }

    /// A session of the puzzles with these indices.
    pub fn session(&self, indices: &[usize], settings: SessionSettings) -> AnySession {
        match self {
            Puzzles::Chess(puzzles, drawings, _) => {
                let view = SessionView::new(Session::new(chosen(puzzles, indices), settings));
                AnySession::Chess(view, drawings.clone())
            }
            Puzzles::Go(puzzles) => {
                AnySession::Go(SessionView::new(Session::new(chosen(puzzles, indices), settings)))
            }
        }
    }
}

fn shared<B: Board>(puzzles: Vec<(usize, Puzzle<B>)>) -> Vec<(usize, Arc<Puzzle<B>>)> {
    puzzles.into_iter().map(|(number, puzzle)| (number, Arc::new(puzzle))).collect()
}

fn drawings(file: &Pgn, puzzles: &[(usize, Arc<Puzzle<chess::Position>>)]) -> Drawings {
    let mut all = BTreeMap::new();
    for (at, (number, _)) in puzzles.iter().enumerate() {
        // Few files have any; this avoids parsing every game twice.
        if !file.text(*number).is_some_and(|text| text.contains("[%c")) {
            continue;
        }
        let Some(game) = file.game(*number) else { continue };
        let nodes = game.tree().preorder(game.root()).map(|node| (node, game.shapes(node)));
        all.extend(nodes.filter(|(_, shapes)| !shapes.is_empty()).map(|(node, shapes)| ((at, node), shapes)));
    }
    Arc::new(all)
}

/// Puzzles are identified by their index in the list.
fn chosen<B: Board>(puzzles: &[(usize, Arc<Puzzle<B>>)], indices: &[usize]) -> Vec<(usize, Arc<Puzzle<B>>)> {
    indices.iter().filter_map(|at| Some((*at, puzzles.get(*at)?.1.clone()))).collect()
}

pub enum AnySession {
    Chess(SessionView<chess::Position>, Drawings),
    Go(SessionView<go::Position>),
}

/// A command of the player or of the timer, for either game.
#[derive(Clone, Debug)]
pub enum SessionCommand {
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

/// What the page reacts to after a command: sounds, and attempts to store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SessionEvent {
    Moved,
    Captured,
    Right,
    Wrong,
    Done(FinishedAttempt),
    Ended,
}

/// Everything on the screen apart from the board.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionSnapshot {
    pub status: Status,
    pub line: Vec<LineMove>,
    pub puzzle: (usize, usize),
    pub number: usize,
    pub solver: Side,
    pub choices: Vec<String>,
    pub hint: Option<String>,
    pub done: Option<FinishedAttempt>,
    pub end: Option<(EndReason, Summary)>,
    pub is_paused: bool,
    pub is_automatic: bool,
    pub is_your_turn: bool,
    pub seconds: u64,
    /// The number of positions of the solution, which can be stepped through afterwards.
    pub solution_length: usize,
}

macro_rules! each {
    ($session:expr, $view:ident => $act:expr) => {
        match $session {
            AnySession::Chess($view, _) => $act,
            AnySession::Go($view) => $act,
        }
    };
}

impl AnySession {
    pub fn act(&mut self, now: Moment, act: SessionCommand) -> Vec<SessionEvent> {
        match (self, act) {
            (AnySession::Chess(view, _), SessionCommand::Drop(drop)) => {
                let out = view.handle(now, SessionInput::Puzzle(AttemptInput::Drop(drop)));
                events(&out, |mv| mv.taken().is_some())
            }
            (AnySession::Go(view), SessionCommand::Point(at)) => {
                events(&view.handle(now, SessionInput::Puzzle(AttemptInput::Drop(at))), |_| false)
            }
            (AnySession::Chess(view, _), act) => {
                events(&run_command(view, now, act), |mv| mv.taken().is_some())
            }
            (AnySession::Go(view), act) => events(&run_command(view, now, act), |_| false),
        }
    }

    pub fn deadline(&self) -> Option<Moment> {
        each!(self, view => view.session().deadline())
    }

    pub fn failed(&self) -> Vec<usize> {
        each!(self, view => view.session().failed())
    }

    pub fn snapshot(&self, now: Moment) -> SessionSnapshot {
        each!(self, view => snapshot(view, now))
    }
}

fn snapshot<B: Board>(view: &SessionView<B>, now: Moment) -> SessionSnapshot {
    let move_text = |mv: &B::Move| view.board.as_ref().map(|board| board.move_text(mv)).unwrap_or_default();
    let session = view.session();
    let attempt = session.attempt();
    SessionSnapshot {
        status: view.status,
        line: view.line.clone(),
        puzzle: view.puzzle,
        number: view.number,
        solver: view.solver,
        choices: view.choices.iter().map(move_text).collect(),
        hint: view.hint_text(language::here()),
        done: view.done,
        end: view.end,
        is_paused: session.is_paused(),
        is_automatic: attempt.is_some_and(|attempt| attempt.is_automatic()),
        is_your_turn: view.is_your_turn(),
        seconds: session.time_left(now).as_millis().div_ceil(1000) as u64,
        solution_length: attempt.map_or(0, |attempt| main_line(attempt.puzzle()).len()),
    }
}

/// Arrows and circles of the file for the position on the board or for one step of the solution.
pub fn file_shapes(
    view: &SessionView<chess::Position>,
    drawings: &Drawings,
    solution_step: Option<usize>,
) -> Vec<Shape> {
    let shapes = || {
        let attempt = view.session().attempt()?;
        let puzzle = attempt.puzzle();
        let at =
            solution_step.map_or(Some(attempt.puzzle_node()), |step| main_line(puzzle).get(step).copied())?;
        drawings.get(&(view.number, puzzle.node(at))).cloned()
    };
    shapes().unwrap_or_default()
}

/// The position at one step of the solution, and the move that led to it.
pub fn solution_position<B: Board>(view: &SessionView<B>, step: usize) -> Option<(B, Option<B::Move>)> {
    let puzzle = view.session().attempt()?.puzzle();
    let at = *main_line(puzzle).get(step)?;
    Some((puzzle.board(at).clone(), puzzle.mv(at).cloned()))
}

fn main_line<B: Board>(puzzle: &Puzzle<B>) -> Vec<drill::PuzzleNodeId> {
    std::iter::successors(Some(puzzle.root()), |at| puzzle.children(*at).first().copied()).collect()
}

fn run_command<B: Board>(
    view: &mut SessionView<B>,
    now: Moment,
    act: SessionCommand,
) -> Vec<SessionOutput<B>> {
    let puzzle = SessionInput::Puzzle;
    let input = match act {
        SessionCommand::Typed(text) => return view.typed(now, &text),
        SessionCommand::Start => SessionInput::Start,
        SessionCommand::Wake => SessionInput::Wake,
        SessionCommand::Hint => puzzle(AttemptInput::Hint),
        SessionCommand::Skip => puzzle(AttemptInput::Skip),
        SessionCommand::Solution => puzzle(AttemptInput::ShowSolution),
        SessionCommand::Restart => puzzle(AttemptInput::Restart),
        SessionCommand::Jump => puzzle(AttemptInput::Jump),
        SessionCommand::Choose(n) => puzzle(AttemptInput::Choose(n)),
        SessionCommand::Cancel => puzzle(AttemptInput::Cancel),
        SessionCommand::Next => SessionInput::Next,
        SessionCommand::Retry => SessionInput::Retry,
        SessionCommand::Pause => SessionInput::Pause,
        SessionCommand::Resume => SessionInput::Resume,
        SessionCommand::Stop => SessionInput::Stop,
        // An input for the board of the other game.
        SessionCommand::Drop(_) | SessionCommand::Point(_) => return Vec::new(),
    };
    view.handle(now, input)
}

fn events<B: Board>(outputs: &[SessionOutput<B>], takes: impl Fn(&B::Move) -> bool) -> Vec<SessionEvent> {
    let one = |output: &SessionOutput<B>| match output {
        SessionOutput::Puzzle(AttemptOutput::Played { mv, .. }) if takes(mv) => Some(SessionEvent::Captured),
        SessionOutput::Puzzle(AttemptOutput::Played { .. }) => Some(SessionEvent::Moved),
        SessionOutput::Puzzle(AttemptOutput::Feedback(Status::Solved)) => Some(SessionEvent::Right),
        SessionOutput::Puzzle(AttemptOutput::Feedback(Status::Incorrect | Status::Mistake)) => {
            Some(SessionEvent::Wrong)
        }
        SessionOutput::PuzzleDone(attempted) => Some(SessionEvent::Done(*attempted)),
        SessionOutput::Ended { .. } => Some(SessionEvent::Ended),
        _ => None,
    };
    outputs.iter().filter_map(one).collect()
}

/// The hint as a circle or an arrow.
pub fn hint_shape(view: &SessionView<chess::Position>) -> Option<Shape> {
    let (hint, mv) = view.hint.as_ref()?;
    let step = mv.step()?;
    let to = (*hint == Hint::Arrow).then_some(step.to);
    Some(Shape { brush: Brush::Yellow, from: step.from, to })
}

//! A training session of either game behind one type: the commands it takes, and a snapshot to show.

use std::sync::Arc;

use drill::chess::Drop;
use drill::{
    AttemptInput, AttemptOutput, Board, EndReason, FinishedAttempt, Hint, LineMove, Puzzle, SessionInput,
    SessionOutput, SessionView, Side, Status, Summary, Verdict, Words,
};
use moment::Moment;
use record::pgn::{Brush, Shape};
use rules::{chess, go};

use super::file_shapes::FileShapes;
use super::judge::Judgement;
use crate::language;

pub enum AnySession {
    Chess(SessionView<chess::Position>, Arc<FileShapes>),
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
    /// The engine's answer to the question with this number.
    Judged(u32, Verdict),
    Choose(usize),
    Cancel,
    Drop(Drop),
    Point(go::Point),
}

/// What the page reacts to after a command: sounds, and attempts to store.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionEvent {
    Moved,
    Captured,
    Right,
    Wrong,
    Done(FinishedAttempt),
    /// The studio's engine has to judge a move.
    Judge(Judgement),
    Ended,
}

/// Everything on the screen apart from the board.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionSnapshot {
    pub status: Status,
    pub status_text: String,
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
    pub words: Words,
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
                chess_events(&view.handle(now, SessionInput::Puzzle(AttemptInput::Drop(drop))))
            }
            (AnySession::Go(view), SessionCommand::Point(at)) => {
                events(&view.handle(now, SessionInput::Puzzle(AttemptInput::Drop(at))), |_| false)
            }
            (AnySession::Chess(view, _), act) => chess_events(&run_command(view, now, act)),
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

    /// The author's words at one step of the solution, or for the position on the board.
    pub fn words(&self, solution_step: Option<usize>) -> Words {
        each!(self, view => {
            let attempt = view.session().attempt();
            let at = |step| attempt.and_then(|attempt| main_line(attempt.puzzle()).get(step).copied());
            let words = solution_step.and_then(at).and_then(|at| Some(attempt?.words_at(at)));
            words.unwrap_or_else(|| view.words.clone())
        })
    }
}

fn snapshot<B: Board>(view: &SessionView<B>, now: Moment) -> SessionSnapshot {
    let move_text = |mv: &B::Move| view.board.as_ref().map(|board| board.move_text(mv)).unwrap_or_default();
    let session = view.session();
    let attempt = session.attempt();
    SessionSnapshot {
        status: view.status,
        status_text: view.status_text(language::here()),
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
        words: view.words.clone(),
    }
}

/// Arrows and circles of the file for the position on the board or for one step of the solution.
pub fn file_shapes(
    view: &SessionView<chess::Position>,
    drawings: &FileShapes,
    solution_step: Option<usize>,
) -> Vec<Shape> {
    let shapes = || {
        let attempt = view.session().attempt()?;
        let puzzle = attempt.puzzle();
        let at =
            solution_step.map_or(Some(attempt.puzzle_node()), |step| main_line(puzzle).get(step).copied())?;
        let shapes = drawings.at(view.number, puzzle.node(at));
        // An arrow along the move to be found would give it away.
        let next = puzzle.children(at).first().filter(|_| view.is_your_turn() && solution_step.is_none());
        let step = next.and_then(|next| puzzle.mv(*next)?.step());
        let is_shown =
            |shape: &Shape| step.is_none_or(|step| (shape.from, shape.to) != (step.from, Some(step.to)));
        Some(shapes.into_iter().filter(is_shown).collect())
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
        SessionCommand::Judged(number, verdict) => puzzle(AttemptInput::Judged { number, verdict }),
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

fn chess_events(outputs: &[SessionOutput<chess::Position>]) -> Vec<SessionEvent> {
    let questions = outputs.iter().filter_map(|output| match output {
        SessionOutput::Puzzle(AttemptOutput::Judge(question)) => {
            Some(SessionEvent::Judge(Judgement::of(question)))
        }
        _ => None,
    });
    let mut events = events(outputs, |mv| mv.taken().is_some());
    events.extend(questions);
    events
}

fn events<B: Board>(outputs: &[SessionOutput<B>], takes: impl Fn(&B::Move) -> bool) -> Vec<SessionEvent> {
    let one = |output: &SessionOutput<B>| match output {
        SessionOutput::Puzzle(AttemptOutput::Played { mv, .. }) if takes(mv) => Some(SessionEvent::Captured),
        SessionOutput::Puzzle(AttemptOutput::Played { .. }) => Some(SessionEvent::Moved),
        SessionOutput::Puzzle(AttemptOutput::Feedback(
            Status::Solved | Status::SolvedWithHint | Status::AsGood,
        )) => Some(SessionEvent::Right),
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

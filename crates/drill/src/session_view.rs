//! A session with everything that a screen shows of it: the board, the line, the status. Page and terminal draw it and
//! decide nothing.

use i18n::Language;
use moment::Moment;

use crate::attempt::{AttemptInput, AttemptOutput, By, Hint, Mode};
use crate::puzzle::{Board, Side, TypedInput};
use crate::session::{EndReason, FinishedAttempt, Session, SessionInput, SessionOutput, Summary};
use crate::status::Status;

/// A move of the line on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move with its number or colour: `12... Nf6`, `B D4`.
    pub text: String,
    pub by: By,
}

#[derive(Clone, Debug)]
pub struct SessionView<B: Board> {
    session: Session<B>,
    pub board: Option<B>,
    pub solver: Side,
    pub last: Option<B::Move>,
    pub hint: Option<(Hint, B::Move)>,
    pub line: Vec<LineMove>,
    /// The puzzle's number in the session from 1, and the number of puzzles.
    pub puzzle: (usize, usize),
    /// The puzzle's number in the set from 0.
    pub number: usize,
    pub choices: Vec<B::Move>,
    pub status: Status,
    /// How the puzzle on the board went, once it is done.
    pub done: Option<FinishedAttempt>,
    pub end: Option<(EndReason, Summary)>,
}

impl<B: Board> SessionView<B> {
    pub fn new(session: Session<B>) -> SessionView<B> {
        SessionView {
            session,
            board: None,
            solver: Side::White,
            last: None,
            hint: None,
            line: Vec::new(),
            puzzle: (0, 0),
            number: 0,
            choices: Vec::new(),
            status: Status::YourTurn,
            done: None,
            end: None,
        }
    }

    pub fn session(&self) -> &Session<B> {
        &self.session
    }

    pub fn is_your_turn(&self) -> bool {
        self.session.attempt().is_some_and(|attempt| *attempt.mode() == Mode::YourTurn)
    }

    /// Passes an input to the session, applies its outputs and returns them.
    pub fn handle(&mut self, now: Moment, input: SessionInput<B>) -> Vec<SessionOutput<B>> {
        let outputs = self.session.handle(now, input);
        outputs.iter().for_each(|output| self.apply_output(output));
        if !self.session.attempt().is_some_and(|attempt| matches!(attempt.mode(), Mode::Promotion { .. })) {
            self.choices.clear();
        }
        outputs
    }

    /// A typed move. Text that is not a move gives `Status::Illegal`.
    pub fn typed(&mut self, now: Moment, text: &str) -> Vec<SessionOutput<B>> {
        let Some(board) = self.board.as_ref().filter(|_| self.is_your_turn()) else { return Vec::new() };
        match board.parse_typed(text) {
            Some(TypedInput::Move(mv)) => self.handle(now, SessionInput::Puzzle(AttemptInput::Move(mv))),
            Some(TypedInput::Drop(drop)) => self.handle(now, SessionInput::Puzzle(AttemptInput::Drop(drop))),
            None => {
                self.status = Status::Illegal;
                vec![SessionOutput::Puzzle(AttemptOutput::Feedback(Status::Illegal))]
            }
        }
    }

    fn apply_output(&mut self, output: &SessionOutput<B>) {
        match output {
            SessionOutput::PuzzleStart { puzzle, number, total, solver } => {
                (self.number, self.puzzle, self.solver) = (*puzzle, (*number, *total), *solver);
                (self.last, self.hint, self.done) = (None, None, None);
                self.line.clear();
            }
            SessionOutput::Puzzle(output) => self.apply_attempt_output(output),
            SessionOutput::PuzzleDone(attempted) => self.done = Some(*attempted),
            SessionOutput::Ended { reason, status, summary } => {
                (self.status, self.end) = (*status, Some((*reason, *summary)));
            }
            SessionOutput::TimeLeft { .. } => {}
        }
    }

    fn apply_attempt_output(&mut self, output: &AttemptOutput<B>) {
        match output {
            AttemptOutput::Show { board, .. } => {
                (self.last, self.hint, self.board) = (None, None, Some(board.clone()));
                self.line = self.line_so_far();
            }
            AttemptOutput::Played { mv, board, by, .. } => {
                let text = self.board.as_ref().map(|before| before.move_text(mv)).unwrap_or_default();
                self.line.push(LineMove { text, by: *by });
                (self.last, self.hint, self.board) = (Some(mv.clone()), None, Some(board.clone()));
            }
            AttemptOutput::Feedback(status) => self.status = *status,
            AttemptOutput::Hint { hint, mv } => self.hint = Some((*hint, mv.clone())),
            AttemptOutput::Choose(choices) => self.choices.clone_from(choices),
            AttemptOutput::Refused => {
                if self.status == Status::YourTurn {
                    self.status = Status::Illegal;
                }
            }
            AttemptOutput::Done(_) => {}
        }
    }

    /// The moves that lead to the position on the board.
    fn line_so_far(&self) -> Vec<LineMove> {
        let Some(attempt) = self.session.attempt() else { return Vec::new() };
        let puzzle = attempt.puzzle();
        let line = puzzle.line(attempt.puzzle_node());
        let line = line.windows(2).filter_map(|pair| {
            let (before, after) = (*pair.first()?, *pair.last()?);
            let by = if puzzle.is_solvers_turn(before) { By::Player } else { By::Trainer };
            Some(LineMove { text: puzzle.board(before).move_text(puzzle.mv(after)?), by })
        });
        line.collect()
    }

    /// The hint as text.
    pub fn hint_text(&self, language: Language) -> Option<String> {
        let (hint, mv) = self.hint.as_ref()?;
        let board = self.board.as_ref()?;
        Some(match hint {
            Hint::Square => board.hint_area(mv, language),
            Hint::Arrow => board.move_text(mv),
        })
    }
}

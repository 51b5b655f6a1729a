//! A session with everything that a screen shows of it: the board, the line, the status. Page and terminal draw it and
//! decide nothing.

use i18n::Language;
use moment::Moment;

use crate::attempt::{AttemptInput, AttemptOutput, By, Hint, Mode};
use crate::puzzle::{Board, Side, TypedError, TypedInput};
use crate::session::{EndReason, FinishedAttempt, Session, SessionInput, SessionOutput, Summary};
use crate::status::Status;
use crate::words::Words;

/// A move of the line on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move with its number or colour: `12... Nf6`, `B D4`.
    pub text: String,
    pub by: By,
}

/// A typed move that means several: the text, and the moves.
#[derive(Clone, Debug)]
enum UnclearMove {
    Ambiguous(String, Vec<String>),
    WhichPiece(String, Vec<String>),
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
    /// What is unclear about the move that was typed; part of the status as long as that does not change.
    unclear: Option<UnclearMove>,
    /// How the puzzle on the board went, once it is done.
    pub done: Option<FinishedAttempt>,
    pub end: Option<(EndReason, Summary)>,
    /// The author's words for the position on the board.
    pub words: Words,
    /// What the status was before a pause.
    status_before_pause: Option<Status>,
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
            unclear: None,
            done: None,
            end: None,
            words: Words::default(),
            status_before_pause: None,
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
        let resumes = matches!(input, SessionInput::Resume);
        let outputs = self.session.handle(now, input);
        outputs.iter().for_each(|output| self.apply_output(output));
        if let Some(before) = self.status_before_pause.filter(|_| resumes && self.end.is_none()) {
            (self.status, self.status_before_pause) = (before, None);
        }
        if outputs.iter().any(|output| !matches!(output, SessionOutput::TimeLeft { .. }))
            && let Some(attempt) = self.session.shown_attempt()
        {
            self.words = attempt.words();
        }
        if !self.session.attempt().is_some_and(|attempt| matches!(attempt.mode(), Mode::Promotion { .. })) {
            self.choices.clear();
        }
        outputs
    }

    /// A typed move, or the piece if one is asked for. Text that is not one legal move gives `Status::Illegal`.
    pub fn typed(&mut self, now: Moment, text: &str) -> Vec<SessionOutput<B>> {
        if !self.choices.is_empty() {
            return self.typed_choice(now, text);
        }
        let Some(board) = self.board.as_ref().filter(|_| self.is_your_turn()) else { return Vec::new() };
        let drop = match board.parse_typed(text) {
            Ok(TypedInput::Move(mv)) => {
                return self.handle(now, SessionInput::Puzzle(AttemptInput::Move(mv)));
            }
            Ok(TypedInput::Drop(drop)) => drop,
            Err(error) => return self.refuse_typed(text, error),
        };
        let outputs = self.handle(now, SessionInput::Puzzle(AttemptInput::Drop(drop)));
        if !self.choices.is_empty() {
            self.unclear = Some(UnclearMove::WhichPiece(text.to_owned(), self.choice_names()));
        }
        outputs
    }

    fn refuse_typed(&mut self, text: &str, error: TypedError) -> Vec<SessionOutput<B>> {
        self.status = Status::Illegal;
        self.unclear = match error {
            TypedError::NotAMove => None,
            TypedError::Ambiguous(moves) => Some(UnclearMove::Ambiguous(text.to_owned(), moves)),
        };
        vec![SessionOutput::Puzzle(AttemptOutput::Feedback(Status::Illegal))]
    }

    /// One of the choices by its name or its last letter (`a8=N`, `n`); or another move, if that is legal.
    fn typed_choice(&mut self, now: Moment, text: &str) -> Vec<SessionOutput<B>> {
        let text = text.trim().trim_start_matches('=').trim_end_matches(['+', '#', '!', '?']);
        let is_it = |name: &String| {
            let is_letter =
                text.len() == 1 && name.to_ascii_lowercase().ends_with(&text.to_ascii_lowercase());
            is_letter || name.eq_ignore_ascii_case(text)
        };
        if let Some(n) = self.choice_names().iter().position(is_it) {
            return self.handle(now, SessionInput::Puzzle(AttemptInput::Choose(n)));
        }
        if self.board.as_ref().is_none_or(|board| board.parse_typed(text).is_err()) {
            return Vec::new();
        }
        let mut outputs = self.handle(now, SessionInput::Puzzle(AttemptInput::Cancel));
        outputs.extend(self.typed(now, text));
        outputs
    }

    /// The choices without move numbers and check signs: `a8=Q`.
    fn choice_names(&self) -> Vec<String> {
        let Some(board) = &self.board else { return Vec::new() };
        let name = |mv: &B::Move| {
            let text = board.move_text(mv);
            text.rsplit(' ').next().unwrap_or_default().trim_end_matches(['+', '#']).to_owned()
        };
        self.choices.iter().map(name).collect()
    }

    /// The status as text, with what is unclear about a typed move.
    pub fn status_text(&self, language: Language) -> String {
        match &self.unclear {
            Some(UnclearMove::Ambiguous(text, moves)) => language.ambiguous_move(text, moves),
            Some(UnclearMove::WhichPiece(text, moves)) => language.which_piece(text, moves),
            None => self.status.text(language),
        }
    }

    fn set_status(&mut self, status: Status) {
        (self.status, self.unclear) = (status, None);
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
                self.set_status(*status);
                self.end = Some((*reason, *summary));
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
            AttemptOutput::Feedback(status) => {
                if *status == Status::Paused {
                    self.status_before_pause = Some(self.status);
                }
                self.set_status(*status);
            }
            AttemptOutput::Hint { hint, mv } => self.hint = Some((*hint, mv.clone())),
            AttemptOutput::Choose(choices) => self.choices.clone_from(choices),
            AttemptOutput::Refused => {
                if self.status == Status::YourTurn {
                    self.set_status(Status::Illegal);
                }
            }
            AttemptOutput::Done(_) | AttemptOutput::Judge(_) => {}
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
        match hint {
            Hint::Square => board.hint_area(mv, language),
            Hint::Arrow => Some(board.move_text(mv)),
        }
    }
}

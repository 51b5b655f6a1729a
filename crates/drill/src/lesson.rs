//! A session with what there is to see of it: the board, the line, the words. Whatever shows a session keeps one of
//! these and draws it; it decides nothing itself.

use std::time::Duration;

use words::Language;

use crate::attempt::{By, Hint, Input, Mode, Output};
use crate::puzzle::{Board, Side, Typed};
use crate::session::{Attempted, EndReason, Session, SessionInput, SessionOutput, Summary};
use crate::status::Status;

/// A move of the line on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// With its number or its colour: `12... Nf6`, `B D4`.
    pub text: String,
    pub by: By,
}

#[derive(Clone, Debug)]
pub struct Lesson<B: Board> {
    session: Session<B>,
    pub board: Option<B>,
    pub solver: Side,
    pub last: Option<B::Move>,
    pub hint: Option<(Hint, B::Move)>,
    pub line: Vec<Told>,
    /// Its number in the session from 1, and of how many.
    pub puzzle: (usize, usize),
    /// Its number in the set from 0.
    pub number: usize,
    pub choices: Vec<B::Move>,
    pub status: Status,
    /// How the puzzle on the board went, once it is done.
    pub done: Option<Attempted>,
    pub end: Option<(EndReason, Summary)>,
}

impl<B: Board> Lesson<B> {
    pub fn new(session: Session<B>) -> Lesson<B> {
        Lesson {
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

    /// What comes of an input, after it has been taken in.
    pub fn handle(&mut self, now: Duration, input: SessionInput<B>) -> Vec<SessionOutput<B>> {
        let outputs = self.session.handle(now, input);
        outputs.iter().for_each(|output| self.hear(output));
        if !self.session.attempt().is_some_and(|attempt| matches!(attempt.mode(), Mode::Promotion { .. })) {
            self.choices.clear();
        }
        outputs
    }

    /// A move as somebody types it; what is no move at all is said to be none.
    pub fn typed(&mut self, now: Duration, text: &str) -> Vec<SessionOutput<B>> {
        let Some(board) = self.board.as_ref().filter(|_| self.is_your_turn()) else { return Vec::new() };
        match board.typed(text) {
            Some(Typed::Move(mv)) => self.handle(now, SessionInput::Puzzle(Input::Move(mv))),
            Some(Typed::Drop(drop)) => self.handle(now, SessionInput::Puzzle(Input::Drop(drop))),
            None => {
                self.status = Status::Illegal;
                vec![SessionOutput::Puzzle(Output::Says(Status::Illegal))]
            }
        }
    }

    fn hear(&mut self, output: &SessionOutput<B>) {
        match output {
            SessionOutput::PuzzleStart { puzzle, number, total, solver } => {
                (self.number, self.puzzle, self.solver) = (*puzzle, (*number, *total), *solver);
                (self.last, self.hint, self.done) = (None, None, None);
                self.line.clear();
            }
            SessionOutput::Puzzle(output) => self.hear_puzzle(output),
            SessionOutput::PuzzleDone(attempted) => self.done = Some(*attempted),
            SessionOutput::Ended { reason, status, summary } => {
                (self.status, self.end) = (*status, Some((*reason, *summary)));
            }
            SessionOutput::TimeLeft { .. } => {}
        }
    }

    fn hear_puzzle(&mut self, output: &Output<B>) {
        match output {
            Output::Show { board, .. } => {
                (self.last, self.hint, self.board) = (None, None, Some(board.clone()));
                self.line = self.line_so_far();
            }
            Output::Played { mv, board, by, .. } => {
                let text = self.board.as_ref().map(|before| before.spell(mv)).unwrap_or_default();
                self.line.push(Told { text, by: *by });
                (self.last, self.hint, self.board) = (Some(mv.clone()), None, Some(board.clone()));
            }
            Output::Says(status) => self.status = *status,
            Output::Hint { hint, mv } => self.hint = Some((*hint, mv.clone())),
            Output::Choose(choices) => self.choices.clone_from(choices),
            Output::Refused => {
                if self.status == Status::YourTurn {
                    self.status = Status::Illegal;
                }
            }
            Output::Done(_) => {}
        }
    }

    /// The moves that lead to where the puzzle stands.
    fn line_so_far(&self) -> Vec<Told> {
        let Some(attempt) = self.session.attempt() else { return Vec::new() };
        let puzzle = attempt.puzzle();
        let line = puzzle.line(attempt.place());
        let told = line.windows(2).filter_map(|pair| {
            let (before, after) = (*pair.first()?, *pair.last()?);
            let by = if puzzle.is_solvers_turn(before) { By::Player } else { By::Trainer };
            Some(Told { text: puzzle.board(before).spell(puzzle.mv(after)?), by })
        });
        told.collect()
    }

    /// What the hint says in words.
    pub fn hint_words(&self, language: Language) -> Option<String> {
        let (hint, mv) = self.hint.as_ref()?;
        let board = self.board.as_ref()?;
        Some(match hint {
            Hint::Square => board.whereabouts(mv, language),
            Hint::Arrow => board.spell(mv),
        })
    }
}

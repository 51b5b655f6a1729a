//! The trainer for embedding pages: a board, a status line, and events.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;

use drill::chess::Drop;
use drill::{
    AttemptInput, AttemptOutput, By, Session, SessionInput, SessionOutput, SessionSettings, SessionView,
    Side, Status,
};
use i18n::Language;
use record::pgn::Pgn;
use rules::chess::{Color, Position};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use web_sys::js_sys::Function;

use super::part::Emit;
use web::chess::Board;
use web::chess::gesture::{BoardEvent, BoardState};
use web::timer::{Timer, now};

#[wasm_bindgen]
pub struct DrillPart(Rc<Drill>);

struct Drill {
    view: RefCell<SessionView<Position>>,
    board: RefCell<Option<Board>>,
    status: Element,
    clock: Element,
    emit: Emit,
    language: Language,
    timer: Timer,
    /// Half-moves of the puzzle so far.
    moves: RefCell<u32>,
}

#[wasm_bindgen]
impl DrillPart {
    /// Puzzles from the bytes of a PGN file. The embedding page has elements for the board, the status and the clock.
    #[wasm_bindgen(constructor)]
    pub fn new(
        place: &Element,
        status: Element,
        clock: Element,
        pgn: &[u8],
        minutes: f64,
        language: &str,
        emit: Function,
    ) -> Result<DrillPart, JsValue> {
        let language = Language::from_tag(language).unwrap_or_default();
        let puzzles = drill::chess::puzzles(&Pgn::read(pgn.to_vec()));
        if puzzles.is_empty() {
            return Err(language.embed().no_puzzle.into());
        }
        let puzzles = puzzles.into_iter().enumerate().map(|(n, (_, puzzle))| (n, Arc::new(puzzle))).collect();
        let length = Duration::from_secs_f64(minutes.clamp(0.1, 600.0) * 60.0);
        let settings = SessionSettings { length, next_after: Some(NEXT_AFTER), ..SessionSettings::default() };
        let part = Rc::new(Drill {
            view: RefCell::new(SessionView::new(Session::new(puzzles, settings))),
            board: RefCell::new(None),
            status,
            clock,
            emit: Emit(emit),
            language,
            timer: Timer::default(),
            moves: RefCell::new(0),
        });
        let weak = Rc::downgrade(&part);
        let board_state = BoardState::of(&Position::initial(), None, None);
        let board = Board::in_language(language, place, board_state, Color::White, move |event| {
            dropped(&weak, event);
        });
        part.board.replace(board);
        Ok(DrillPart(part))
    }

    pub fn start(&self) {
        self.0.act(SessionInput::Start);
    }

    pub fn pause(&self) {
        self.0.act(SessionInput::Pause);
    }

    pub fn resume(&self) {
        self.0.act(SessionInput::Resume);
    }

    pub fn next(&self) {
        self.0.act(SessionInput::Next);
    }

    /// Goes to the end of a line that plays automatically, or on from a puzzle that is done.
    pub fn forward(&self) {
        if !self.0.act(SessionInput::Next) {
            self.0.act(SessionInput::Puzzle(AttemptInput::Jump));
        }
    }

    pub fn hint(&self) {
        self.0.act(SessionInput::Puzzle(AttemptInput::Hint));
    }

    pub fn skip(&self) {
        self.0.act(SessionInput::Puzzle(AttemptInput::Skip));
    }

    pub fn stop(&self) {
        self.0.act(SessionInput::Stop);
    }
}

const NEXT_AFTER: Duration = Duration::from_millis(1200);

fn dropped(drill: &Weak<Drill>, event: BoardEvent) {
    if let (Some(drill), BoardEvent::Move { from, to, promotion }) = (drill.upgrade(), event) {
        drill.act(SessionInput::Puzzle(AttemptInput::Drop(Drop { from, to, promotion })));
    }
}

impl Drill {
    /// Returns whether anything happened.
    fn act(self: &Rc<Self>, input: SessionInput<Position>) -> bool {
        let outputs = self.view.borrow_mut().handle(now(), input);
        for output in &outputs {
            self.send_event(output);
        }
        self.show();
        self.set_timer();
        !outputs.is_empty()
    }

    fn show(&self) {
        let view = self.view.borrow();
        self.status.set_text_content(Some(&view.status.text(self.language)));
        let seconds = view.session().time_left(now()).as_millis().div_ceil(1000);
        self.clock.set_text_content(Some(&format!("{}:{:02}", seconds / 60, seconds % 60)));
        let (Some(board), Some(position)) = (self.board.borrow().clone(), &view.board) else { return };
        let board_state = BoardState::of(position, None, view.last.and_then(|mv| mv.step()));
        let board_state = match view.is_your_turn() {
            true => board_state,
            false => BoardState { steps: Vec::new(), promotions: Vec::new(), ..board_state },
        };
        let hint = view.hint.as_ref().and_then(|(hint, mv)| {
            let step = mv.step()?;
            let to = (*hint == drill::Hint::Arrow).then_some(step.to);
            Some(record::pgn::Shape { brush: record::pgn::Brush::Yellow, from: step.from, to })
        });
        drop(view);
        board.show_shapes(hint.into_iter().collect());
        board.set_position(board_state);
    }

    fn set_timer(self: &Rc<Self>) {
        let due = self.view.borrow().session().deadline();
        let drill = Rc::downgrade(self);
        self.timer.set(due, move || {
            if let Some(drill) = drill.upgrade() {
                drill.act(SessionInput::Wake);
            }
        });
    }

    /// The names and members of events are part of the embedding interface.
    fn send_event(&self, output: &SessionOutput<Position>) {
        match output {
            SessionOutput::PuzzleStart { puzzle, total, solver, .. } => {
                self.moves.replace(0);
                if let Some(board) = &*self.board.borrow() {
                    board.turn_to(if *solver == Side::White { Color::White } else { Color::Black });
                }
                let color = if *solver == Side::White { "w" } else { "b" };
                self.emit.send(
                    "puzzle-start",
                    &[
                        ("puzzleIndex", (*puzzle as f64).into()),
                        ("totalPuzzles", (*total as f64).into()),
                        ("playerColor", color.into()),
                    ],
                );
            }
            SessionOutput::Puzzle(output) => self.send_attempt_event(output),
            SessionOutput::PuzzleDone(attempted) => {
                let summary = self.view.borrow().session().summary(now());
                self.emit.send(
                    "puzzle-complete",
                    &[
                        ("puzzleIndex", (attempted.puzzle as f64).into()),
                        ("correct", attempted.right.into()),
                        ("timeMs", (attempted.think.as_millis() as f64).into()),
                        ("mistakes", attempted.mistakes.into()),
                        ("totalAttempts", (summary.totals.attempts as f64).into()),
                        ("totalSolved", (summary.totals.right as f64).into()),
                    ],
                );
            }
            SessionOutput::TimeLeft { seconds } => {
                self.emit.send("timer-update", &[("remainingSeconds", (*seconds as f64).into())]);
            }
            SessionOutput::Ended { reason, summary, .. } => self.emit.send(
                "session-complete",
                &[
                    ("reason", reason.name().into()),
                    ("duration", summary.duration.as_secs_f64().into()),
                    ("attempts", (summary.totals.attempts as f64).into()),
                    ("puzzlesAttempted", (summary.totals.attempts as f64).into()),
                    ("puzzlesSolved", (summary.totals.right as f64).into()),
                ],
            ),
        }
    }

    fn send_attempt_event(&self, output: &AttemptOutput<Position>) {
        match output {
            AttemptOutput::Feedback(status) => {
                let text = status.text(self.language);
                self.emit.send("status-change", &[("status", name(*status).into()), ("text", text.into())]);
            }
            AttemptOutput::Played { mv, by, .. } => {
                let Some(step) = mv.step() else { return };
                let index = self.moves.replace_with(|moves| *moves + 1);
                let san = self.view.borrow().line.last().map(|mv| mv.text.clone()).unwrap_or_default();
                let san = san.rsplit(' ').next().unwrap_or_default().to_owned();
                self.emit.send(
                    "move-completed",
                    &[
                        ("san", san.into()),
                        ("from", step.from.to_string().into()),
                        ("to", step.to.to_string().into()),
                        ("moveIndex", index.into()),
                        ("byPlayer", (*by == By::Player).into()),
                    ],
                );
            }
            _ => {}
        }
    }
}

/// The status names of the embedding interface.
fn name(status: Status) -> &'static str {
    match status {
        Status::YourTurn => "your_turn",
        Status::Incorrect => "incorrect",
        Status::Variation { .. } => "entering_variation",
        Status::LeaveVariation | Status::ReturnToMainLine => "exiting_variation",
        Status::Mistake => "player_bad_variation",
        Status::AlsoGood => "player_good_variation",
        Status::FindBetter => "return_to_mainline",
        Status::OpponentMoves => "opponent_turn",
        Status::Judging => "judging",
        Status::Correct | Status::Transposed | Status::AsGood => "correct",
        Status::Illegal => "illegal",
        Status::ChoosePiece => "choose_piece",
        Status::HintSquare | Status::HintArrow | Status::HintPlayed => "hint",
        Status::Solution => "solution",
        Status::Solved | Status::SolvedWithHint => "solved",
        Status::Failed | Status::Shown | Status::MoveShown => "failed",
        Status::Skipped => "skipped",
        Status::Paused => "paused",
        Status::TimeIsUp | Status::Stopped | Status::AllSolved => "ended",
    }
}

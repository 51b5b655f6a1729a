//! The chess board of a puzzle: shows the session's position and turns moves into commands.

use drill::chess::Drop;
use drill::{SessionView, Side};
use leptos::html;
use leptos::prelude::*;
use record::pgn::Shape;
use rules::chess::{Color, Position};

use super::session_host::{AnySession, SessionCommand, file_shapes, hint_shape, solution_position};
use super::trainer::Trainer;
use crate::chess::Board;
use crate::chess::gesture::{BoardEvent, BoardState};

/// Everything the board shows.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    board_state: BoardState,
    bottom: Color,
    number: usize,
    /// Arrows and circles of the file, and the hint.
    shapes: Vec<Shape>,
}

#[component]
pub fn ChessBoard(solution_step: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let place = NodeRef::<html::Div>::new();
    let board = StoredValue::new_local(None::<Board>);
    let before = StoredValue::new_local(None::<Shown>);
    let on_event = move |event: BoardEvent| match event {
        BoardEvent::Move { from, to, promotion } => {
            trainer.act(SessionCommand::Drop(Drop { from, to, promotion }));
        }
        // Arrows drawn by the player are not stored; the next position removes them.
        BoardEvent::Shapes(_) => {}
    };
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let Some(shown) = trainer.read_session(|session| shown(session, solution_step.get())).flatten()
        else {
            return;
        };
        if board.with_value(Option::is_none) {
            board.set_value(Board::new(&place, shown.board_state.clone(), shown.bottom, on_event));
        }
        let was = before.get_value();
        before.set_value(Some(shown.clone()));
        board.with_value(|board| {
            if let Some(board) = board.as_ref().filter(|_| was.as_ref() != Some(&shown)) {
                show(board, was.as_ref(), shown);
            }
        });
    });
    Effect::new(move |flipped: Option<u32>| {
        let flips = trainer.flips.get();
        if flipped.is_some_and(|before| before != flips) {
            board.with_value(|board| board.iter().for_each(Board::flip));
        }
        flips
    });
    let words = trainer.watch(move |snapshot| snapshot.line.last().map(|last| last.text.clone()));
    Effect::new(move |_| {
        if let Some(text) = words.get().flatten() {
            board.with_value(|board| board.iter().for_each(|board| board.announce(&text)));
        }
    });
    view! { <div class="board-area" node_ref=place></div> }
}

fn show(board: &Board, was: Option<&Shown>, shown: Shown) {
    if was.is_none_or(|was| was.number != shown.number) {
        board.turn_to(shown.bottom);
    }
    if was.is_none_or(|was| was.board_state.pieces != shown.board_state.pieces || was.shapes != shown.shapes)
    {
        board.show_shapes(shown.shapes);
    }
    board.set_position(shown.board_state);
}

fn shown(session: &AnySession, solution_step: Option<usize>) -> Option<Shown> {
    let AnySession::Chess(view, drawings) = session else { return None };
    let bottom = match view.solver {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let hint = hint_shape(view).filter(|_| solution_step.is_none());
    let shapes = file_shapes(view, drawings, solution_step).into_iter().chain(hint).collect();
    Some(Shown { board_state: board_state(view, solution_step)?, bottom, number: view.puzzle.0, shapes })
}

fn board_state(view: &SessionView<Position>, solution_step: Option<usize>) -> Option<BoardState> {
    if let Some((position, mv)) = solution_step.and_then(|step| solution_position(view, step)) {
        return Some(read_only(BoardState::of(&position, None, mv.and_then(|mv| mv.step()))));
    }
    let last = view.last.and_then(|mv| mv.step());
    let board_state = BoardState::of(view.board.as_ref()?, None, last);
    Some(if view.is_your_turn() { board_state } else { read_only(board_state) })
}

fn read_only(board_state: BoardState) -> BoardState {
    BoardState { steps: Vec::new(), promotions: Vec::new(), ..board_state }
}

//! The board of a chess game: shows the position at the cursor and sends moves and shapes to the workspace.

use i18n::fill;
use leptos::html;
use leptos::prelude::*;
use record::GameRecord;
use record::chess::ChessRecord;
use record::pgn::{Shape, Start};
use rules::chess::Color;
use study::{ChessInput, Input, Workspace};

use super::drawing_color::DrawingColor;
use super::print;
use crate::chess::Board;
use crate::chess::gesture::{BoardEvent, BoardState};
use crate::language;
use crate::study::analysis::LiveAnalysis;
use crate::study::page_state::PageState;
use crate::study::wheel::Wheel;

/// Everything the board shows.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    board_state: BoardState,
    shapes: Vec<Shape>,
    bottom: Color,
}

#[component]
pub fn ChessBoard() -> impl IntoView {
    let page_state = PageState::here();
    let place = NodeRef::<html::Div>::new();
    let board = StoredValue::new_local(None::<Board>);
    let wheel = Wheel::new(page_state);
    let shown = page_state.watch(shown);
    let on_event = move |event: BoardEvent| {
        page_state.act(match event {
            BoardEvent::Move { from, to, promotion } => {
                Input::Chess(ChessInput::Move { from, to, promotion })
            }
            BoardEvent::Shapes(shapes) => Input::Chess(ChessInput::Shapes(shapes)),
        });
    };
    Effect::new(move |_| {
        let (Some(place), Some(shown)) = (place.get(), shown.get()) else { return };
        if board.with_value(Option::is_none) {
            board.set_value(Board::new(&place, shown.board_state.clone(), shown.bottom, on_event));
        }
        board.with_value(|board| {
            if let Some(board) = board {
                board.turn_to(shown.bottom);
                board.show_shapes(shown.shapes);
                board.set_position(shown.board_state);
            }
        });
    });
    let live = LiveAnalysis::here();
    let hints = Memo::new(move |_| live.chess_hints());
    Effect::new(move |_| {
        let (hints, _) = (hints.get(), place.get());
        board.with_value(|board| board.as_ref().map(|board| board.show_hints(hints)));
    });
    print::listen();
    let pen = DrawingColor::here();
    Effect::new(move |_| {
        let (brush, _) = (pen.brush(), place.get());
        board.with_value(|board| board.as_ref().map(|board| board.hold_pen(brush)));
    });
    let label = page_state.watch(|workspace| {
        let place = workspace.current().chess().map_or_else(String::new, position_text);
        fill(language::here().boards().chess_board_at, &[("place", &place)])
    });
    view! {
        <div
            class="pane chess-pane"
            tabindex="0"
            role="group"
            aria-label=label
            node_ref=page_state.board
            id="board"
            on:wheel=move |event| wheel.turn(&event)
        >
            <div class="board-area" node_ref=place></div>
        </div>
    }
}

/// `12. Nf3`, or the text for the start.
pub fn position_text(record: &ChessRecord) -> String {
    record.numbered_san(record.here()).unwrap_or_else(|| language::study().chess_start.to_owned())
}

fn shown(workspace: &Workspace) -> Option<Shown> {
    let game = workspace.current();
    let record = game.chess()?;
    let bottom = if game.is_flipped() { Color::Black } else { Color::White };
    Some(Shown { board_state: board_state(record), shapes: record.shapes(), bottom })
}

/// After a move that cannot be played the board stays as it was and accepts no input.
fn board_state(record: &ChessRecord) -> BoardState {
    if let Some(position) = record.position() {
        return BoardState::of(position, None, record.last_move().and_then(|mv| mv.step()));
    }
    let last = record.editor().line().rev().find_map(|(_, position)| position.clone());
    let pieces = match (&last, record.game().start()) {
        (Some(position), _) => position.pieces().collect(),
        (None, Start::Pieces(pieces)) => pieces.clone(),
        (None, Start::Position(_) | Start::Unreadable) => Vec::new(),
    };
    BoardState { pieces, last_move: None, check: None, steps: Vec::new(), promotions: Vec::new() }
}
